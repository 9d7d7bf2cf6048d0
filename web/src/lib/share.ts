// What came, with the objects of what was there wherever nothing changed, so that only what changed is drawn again.

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const idOf = (value: unknown): unknown => (isObject(value) && 'id' in value ? value.id : undefined);

export function shared<T>(before: unknown, after: T): T {
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  return (Array.isArray(after) ? sharedList(before as unknown[], after) : sharedFields(before as Fields, after as Fields)) as T;
}

/** What has a name is known by it, the rest by where it stands. */
function sharedList(before: unknown[], after: unknown[]): unknown[] {
  const named = new Map(before.filter((item) => idOf(item) !== undefined).map((item) => [idOf(item), item]));
  const made = after.map((item, i) => shared(idOf(item) === undefined ? before[i] : named.get(idOf(item)), item));
  return made.length === before.length && made.every((item, i) => item === before[i]) ? before : made;
}

function sharedFields(before: Fields, after: Fields): Fields {
  const made = Object.fromEntries(Object.entries(after).map(([key, value]) => [key, shared(before[key], value)]));
  const keys = Object.keys(made);
  return keys.length === Object.keys(before).length && keys.every((key) => made[key] === before[key]) ? before : made;
}
