// The service worker. What it does is in keeper.ts.

import { Keeper } from './keeper';

declare const __BUILD__: string;
declare const __PARTS__: string[];

interface Happening {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked extends Happening {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Heard extends Happening {
  data: unknown;
}

interface Worker {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', hear: (event: Happening) => void): void;
  addEventListener(type: 'fetch', hear: (event: Asked) => void): void;
  addEventListener(type: 'message', hear: (event: Heard) => void): void;
}

const worker = self as unknown as Worker;
const keeper = new Keeper({ name: __BUILD__, parts: __PARTS__ }, { origin: location.origin, caches, fetch: (request, how) => fetch(request, how) });

worker.addEventListener('install', (event) => event.waitUntil(keeper.install().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(keeper.clear().then(() => worker.clients.claim())));
worker.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keeper.keep().catch(() => undefined)); // it is tried again in the next visit
});
worker.addEventListener('fetch', (event) => {
  const answer = keeper.answer(event.request, (work) => event.waitUntil(work));
  if (answer) event.respondWith(answer);
});
