// Copying, also where the browser offers no clipboard: on a house in the local network over plain http.

import { toasts } from './toast.svelte';

export async function copy(text: string, said: string): Promise<void> {
  if (await copied(text)) toasts.say(said);
  else toasts.say(`Copy it by hand: ${text}`);
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return byHand(text);
  }
}

function byHand(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  (document.querySelector('dialog[open]') ?? document.body).append(field); // nothing outside a dialog can be selected
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
