// How the alley sounds. Every sound is made here from noise and a few partials; nothing is recorded. Loaded when somebody
// turns sound on.

import type { Beat } from './choreography';

/** What a game's stylesheet says of its sound. */
export interface Colour {
  root: number; // Hz
  scale: readonly number[]; // semitones
  bright: number; // 0 to 1
}

const MOST = 10; // sounds of one move
const SOFT = 0.0004; // where a gain ends

let context: AudioContext | null = null;
let master: GainNode;
let hiss: AudioBuffer;
let night: { stop: () => void } | null = null;
let colour: Colour = { root: 294, scale: [0, 2, 5, 7, 9], bright: 0.5 };

const random = (from: number, to: number): number => from + Math.random() * (to - from);
const tone = (step: number): number => {
  const { root, scale } = colour;
  const octave = Math.floor(step / scale.length);
  return root * 2 ** (octave + (scale[step - octave * scale.length] ?? 0) / 12);
};

function open(): AudioContext {
  if (context) return context;
  context = new AudioContext();
  const limit = context.createDynamicsCompressor();
  master = context.createGain();
  master.connect(limit).connect(context.destination);
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = random(-1, 1);
  return context;
}

/** A gain that rises at once and fades. */
function fading(at: number, gain: number, length: number, attack = 0.004): GainNode {
  const node = (context as AudioContext).createGain();
  node.gain.setValueAtTime(SOFT, at);
  node.gain.exponentialRampToValueAtTime(gain, at + attack);
  node.gain.exponentialRampToValueAtTime(SOFT, at + attack + length);
  node.connect(master);
  return node;
}

function noise(at: number, gain: number, length: number, hertz: number, width = 1, type: BiquadFilterType = 'bandpass', attack = 0.004): void {
  const made = context as AudioContext;
  const source = made.createBufferSource();
  const filter = made.createBiquadFilter();
  source.buffer = hiss;
  source.loop = true;
  filter.type = type;
  filter.frequency.value = hertz * (0.7 + 0.6 * colour.bright);
  filter.Q.value = width;
  source.connect(filter).connect(fading(at, gain, length, attack));
  source.start(at, random(0, 0.8));
  source.stop(at + length + attack + 0.05);
}

function sing(at: number, gain: number, length: number, hertz: number, end = hertz, type: OscillatorType = 'sine', attack = 0.004): void {
  const source = (context as AudioContext).createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(hertz, at);
  if (end !== hertz) source.frequency.exponentialRampToValueAtTime(end, at + length);
  source.connect(fading(at, gain, length, attack));
  source.start(at);
  source.stop(at + length + attack + 0.05);
}

// --- things

function paper(at: number, gain = 0.16): void {
  noise(at, gain, 0.05, 3200, 0.8);
  noise(at + 0.05, gain * 0.7, 0.09, 2100, 0.9);
}

function dice(at: number): void {
  for (let i = 0; i < 5; i += 1) {
    const when = at + i * random(0.05, 0.09);
    noise(when, 0.28 - i * 0.04, 0.03, random(1500, 2600), 3);
    sing(when, 0.1, 0.03, random(700, 1000));
  }
}

function wok(at: number): void {
  noise(at + 0.03, 0.1, 0.5, 5200, 0.6, 'highpass', 0.08);
  for (const [partial, gain] of [[1, 0.12], [2.71, 0.07], [4.63, 0.04]] as const) sing(at, gain, 0.22, 410 * partial, 405 * partial, 'triangle');
}

function bell(at: number, step: number, gain = 0.14, length = 1.1): void {
  for (const [partial, part] of [[1, 1], [2.76, 0.45], [5.4, 0.2 * colour.bright]] as const) sing(at, gain * part, length / partial, tone(step) * partial);
}

function hammer(at: number): void {
  for (const [late, gain] of [[0, 0.5], [0.16, 0.34]] as const) {
    sing(at + late, gain, 0.16, 190, 62);
    noise(at + late, gain * 0.6, 0.03, 1300, 1.4);
  }
}

function coins(at: number): void {
  for (let i = 0; i < 4; i += 1) {
    const hertz = random(3000, 5200);
    sing(at + i * random(0.03, 0.07), 0.06, 0.16, hertz);
    sing(at + i * 0.05, 0.03, 0.1, hertz * 1.51);
  }
}

function steps(at: number, up: boolean): void {
  for (let i = 0; i < 3; i += 1) noise(at + i * 0.13, 0.16, 0.06, up ? 320 + 90 * i : 500 - 90 * i, 1.5);
}

function knock(at: number, gain = 0.2): void {
  sing(at, gain, 0.07, 320, 210, 'triangle');
  noise(at, gain * 0.4, 0.02, 1700, 2);
}

function drum(at: number): void {
  sing(at, 0.5, 0.45, 110, 52);
  noise(at, 0.12, 0.05, 260, 1);
}

function tune(at: number, notes: readonly number[], gap = 0.09): void {
  for (const [i, note] of notes.entries()) bell(at + i * gap, note, 0.12, 0.7);
}

const PLAYED: Record<string, (at: number, tone: string, points: number) => void> = {
  moved: (at) => paper(at),
  drawn: (at) => paper(at, 0.11),
  rolled: (at) => dice(at),
  pushed: (at) => (noise(at, 0.2, 0.26, 700, 0.7), knock(at + 0.28)),
  arrived: (at) => steps(at, true),
  left: (at, how) => (steps(at, how === 'good'), how === 'good' ? tune(at + 0.2, [4, 5]) : undefined),
  served: (at) => bell(at, 7, 0.1, 0.5),
  cooked: (at) => wok(at),
  paid: (at) => coins(at),
  bid: (at) => knock(at, 0.3),
  hammer: (at) => hammer(at + 0.2),
  claimed: (at) => tune(at, [0, 2, 4, 5]),
  taken: (at) => (paper(at, 0.2), sing(at + 0.05, 0.1, 0.25, tone(2), tone(0))),
  marked: (at) => noise(at, 0.14, 0.18, 1800, 0.5, 'bandpass', 0.05),
  passed: (at) => knock(at, 0.08),
  scored: (at, _, points) => tune(at, points > 0 ? [5, 7] : [2, 0], 0.07),
  day: (at) => bell(at, -5, 0.3, 2.6),
  near: (at) => (drum(at), drum(at + 0.24)),
  last: (at) => (drum(at), bell(at, -10, 0.34, 3)),
  full: (at) => tune(at, [0, 2, 3, 5, 7], 0.07),
  tipped: (at, how) => (how === 'costly' ? tune(at, [5, 3]) : tune(at, [3, 5, 6])),
  lost: (at) => tune(at, [3, 1, 0], 0.14),
  over: (at) => (tune(at, [0, 2, 4, 5, 7], 0.12), bell(at + 0.6, -5, 0.3, 3)),
};

// --- what the page asks for

/** The moments that have no beat of their own sound when all else has begun. */
export function play(beats: readonly Beat[], felt: readonly { what: string; tone: string; points: number }[], speed: number): void {
  const made = open();
  if (made.state !== 'running') return void made.resume();
  const now = made.currentTime + 0.02;
  for (const { happening, start } of beats.slice(0, MOST)) PLAYED[happening.what]?.(now + start / 1000 / speed, happening.tone, happening.points);
  const end = now + (beats.at(-1)?.start ?? 0) / 1000 / speed;
  for (const { what, tone, points } of felt) PLAYED[what]?.(end + 0.2, tone, points);
}

/** It is your turn. */
export function call(): void {
  const made = open();
  if (made.state !== 'running') return void made.resume();
  tune(made.currentTime + 0.02, [3, 5], 0.16);
}

export function tuned(to: Colour): void {
  colour = to;
}

/** From 0 to 1; nothing at all at 0. */
export function loudness(volume: number): void {
  const made = open();
  void made.resume();
  master.gain.setTargetAtTime(volume ** 2 * 1.4, made.currentTime, 0.03);
}

/** A quiet alley at night: air, a far voice of the city, and now and then a cricket. */
export function alley(on: boolean): void {
  if (!on) {
    night?.stop();
    night = null;
    return;
  }
  if (night) return;
  const made = open();
  const air = made.createBufferSource();
  const filter = made.createBiquadFilter();
  const gain = made.createGain();
  air.buffer = hiss;
  air.loop = true;
  filter.type = 'lowpass';
  filter.frequency.value = 240;
  gain.gain.value = 0.05;
  air.connect(filter).connect(gain).connect(master);
  air.start();
  let timer = 0;
  const chirp = (): void => {
    if (made.state === 'running' && !document.hidden) {
      const at = made.currentTime;
      const hertz = random(3900, 4500);
      for (let i = 0; i < 5; i += 1) sing(at + i * 0.06, 0.008, 0.03, hertz);
      if (Math.random() < 0.2) bell(at + 0.6, -5, 0.02, 3);
    }
    timer = window.setTimeout(chirp, random(4000, 11000));
  };
  timer = window.setTimeout(chirp, 2500);
  night = {
    stop: () => {
      window.clearTimeout(timer);
      air.stop();
      air.disconnect();
    },
  };
}

/** Silence, and nothing left running. */
export function close(): void {
  alley(false);
  void context?.suspend();
}
