// My turn: title, favicon, sound, notification.

import { settings } from './settings.svelte';

const plain = '/icon.svg';
const calling = '/icon-turn.svg';
let audio: AudioContext | null = null;

export function callFor(mine: boolean, title: string): void {
  document.title = mine ? `● Your turn · ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = mine ? calling : plain;
}

export function ring(title: string): void {
  if (settings.kept.sound) chime();
  if (document.hidden && settings.kept.notify && 'Notification' in window && Notification.permission === 'granted') {
    const note = new Notification('Your turn', { body: title, tag: 'yokocho-turn' });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }
}

function chime(): void {
  try {
    audio ??= new AudioContext();
    for (const [i, hertz] of [659, 880].entries()) {
      const start = audio.currentTime + i * 0.14;
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      tone.type = 'sine';
      tone.frequency.value = hertz;
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(0.08, start + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0005, start + 0.5);
      tone.connect(gain).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.55);
    }
  } catch {
    // no sound on this device
  }
}
