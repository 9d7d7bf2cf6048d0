// House rules in words: names and values are the house's, people read the question and its answers.

import type { ListOption, NumberOption, Option, OptionValue } from './types';

export type Wish = OptionValue | null | undefined; // a number field may be empty

export const isNumber = (option: Option): option is NumberOption => 'min' in option;

const counted = (n: number, unit: string): string => (unit ? `${n} ${n === 1 ? unit.replace(/s$/, '') : unit}` : String(n));

export function label(option: Option, value: OptionValue): string {
  const said = option.labels[String(value)];
  if (said) return said;
  if (isNumber(option)) return counted(Number(value), option.unit);
  const seat = option.seats.indexOf(value);
  return seat < 0 ? String(value) : `Seat ${seat + 1}`;
}

/** What can be chosen at a table for so many. */
export const offered = (option: ListOption, players: number): OptionValue[] =>
  option.values.filter((value) => option.seats.indexOf(value) < players);

/** What a number may be. */
export function limits(option: NumberOption): string {
  const special = Object.entries(option.labels).map(([value, words]) => `; ${value}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`);
  return `${option.min} to ${option.max}, usually ${option.default}${special.join('')}`;
}

/** What is wrong with a wish, or nothing. */
export function wrong(option: Option, wish: Wish): string {
  if (!isNumber(option)) return '';
  if (typeof wish === 'number' && Number.isInteger(wish) && wish >= option.min && wish <= option.max) return '';
  return `Please give a whole number from ${option.min} to ${option.max}.`;
}

/** The wishes as they can stay when there are so many players: the usual instead of a seat that is gone. */
export function settled(options: Option[], wishes: Record<string, Wish>, players: number): Record<string, Wish> {
  const gone = (option: Option): boolean => !isNumber(option) && option.seats.indexOf(wishes[option.name] as OptionValue) >= players;
  return { ...wishes, ...Object.fromEntries(options.filter(gone).map((option) => [option.name, option.default])) };
}

/** Question and answer of every house rule that is not as usual. */
export function unusual(options: Option[], chosen: Record<string, OptionValue>): { name: string; words: string; answer: string }[] {
  return options.flatMap((option) => {
    const value = chosen[option.name];
    return value === undefined || value === option.default ? [] : [{ name: option.name, words: option.words, answer: label(option, value) }];
  });
}
