// What may be kept on a device: the pages, and what everybody reads alike. Nothing of a person or a table is among it.

const PARTS = /^\/assets\/[\w.-]+$/;
const TEXTS = /^\/api\/games(\/[\w-]+\/(rules|guide|lessons|coach|table\.css))?$/;
const OTHERS = ['/', '/offline.html', '/icon.svg', '/manifest.webmanifest'];

type Address = Pick<URL, 'pathname' | 'search'>;

export const isPart = ({ pathname }: Address): boolean => PARTS.test(pathname);
export const isText = ({ pathname, search }: Address): boolean => !search && TEXTS.test(pathname);
export const mayKeep = (url: Address): boolean => !url.search && (isPart(url) || isText(url) || OTHERS.includes(url.pathname));
