// When what can be read is kept on this device: at once where the app is installed, else after a while of reading.

const READING = 20_000; // ms on a page

function keep(): void {
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('keep')).catch(() => undefined);
}

const isFrugal = (): boolean => !!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

/** Somebody reads; gives what ends it. */
export function reading(): () => void {
  if (!('serviceWorker' in navigator) || isFrugal()) return () => undefined;
  const timer = window.setTimeout(keep, READING);
  return () => window.clearTimeout(timer);
}

/** Registers the service worker. `renewed`: another build has taken the place of the one that this page is of. */
export function register(renewed: () => void): void {
  if (!('serviceWorker' in navigator)) return;
  const { controller } = navigator.serviceWorker;
  if (controller) navigator.serviceWorker.addEventListener('controllerchange', renewed);
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (window.matchMedia('(display-mode: standalone)').matches) keep();
  addEventListener('appinstalled', keep);
}
