import { InvalidArgumentError } from 'commander';

type Value = string | number | boolean | null | object;

/** JSON where it reads as such, else the text itself: `8`, `true`, `{"a":1}`, `rack-1`. */
export function valueOf(text: string): Value {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `key=value`. @throws InvalidArgumentError */
export function pair(text: string): [string, Value] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must read key=value.');
  return [text.slice(0, at), valueOf(text.slice(at + 1))];
}

/** Collects an option that is given several times into one object. */
export const pairs = (text: string, before: { [key: string]: Value } = {}) => {
  const [key, value] = pair(text);
  return { ...before, [key]: value };
};

/** `driver_info.address` or `/driver_info/address` as a JSON pointer. */
export const pointer = (path: string) => (path.startsWith('/') ? path : `/${path.replaceAll('.', '/')}`);

/** A JSON patch from what `set` and `unset` are given. */
export const patchOf = (sets: { [path: string]: Value }, unsets: string[]) => [
  ...Object.entries(sets).map(([path, value]) => ({ op: 'add', path: pointer(path), value })),
  ...unsets.map((path) => ({ op: 'remove', path: pointer(path) })),
];

/** Whole seconds, at least one. @throws InvalidArgumentError */
export function seconds(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds.');
  return Number(text);
}
