// My turn: title, favicon, sound, notification.

import { settings } from './settings.svelte';
import { sound } from './sound.svelte';

const plain = '/icon.svg';
const calling = '/icon-turn.svg';

export function callFor(mine: boolean, title: string): void {
  document.title = mine ? `● Your turn · ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = mine ? calling : plain;
}

export function ring(title: string): void {
  sound.call();
  if (document.hidden && settings.kept.notify && 'Notification' in window && Notification.permission === 'granted') {
    const note = new Notification('Your turn', { body: title, tag: 'yokocho-turn' });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }
}
