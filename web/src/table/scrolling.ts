// What scrolls can be scrolled by keys: it is a tab stop where nothing in it is one.

const STOPS = 'button:not(:disabled, [tabindex="-1"]), a[href], input, select, [tabindex="0"]';
const LATER = 120; // ms after the last change: nobody waits for it

export function scrollable(element: HTMLElement): { destroy: () => void } {
  let timer = 0;
  const look = (): void => {
    const scrolls = element.scrollHeight > element.clientHeight + 1 && getComputedStyle(element).overflowY !== 'visible';
    const stop = scrolls && ![...element.querySelectorAll<HTMLElement>(STOPS)].some((found) => found.checkVisibility());
    if (stop === element.hasAttribute('tabindex')) return;
    if (stop) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const soon = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, LATER);
  };
  const sizes = new ResizeObserver(soon);
  const changes = new MutationObserver(soon);
  for (const one of [element, ...element.children]) sizes.observe(one);
  changes.observe(element, { subtree: true, childList: true, characterData: true, attributeFilter: ['tabindex', 'disabled'] });
  return {
    destroy: () => {
      window.clearTimeout(timer);
      sizes.disconnect();
      changes.disconnect();
    },
  };
}
