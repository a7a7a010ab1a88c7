import { toDisk } from '@boxwood/box-sdk/node';

/** Where a command writes. With `json` every result is one JSON value on standard output and nothing else is. */
export interface Output {
  readonly json: boolean;
  /** The result: an object for scripts, lines for people. */
  result(value: unknown, lines: readonly string[]): void;
  /** One more line of a result, for people, as soon as it is known. */
  line(text: string): void;
  /** A remark for people, on standard error. */
  note(line: string): void;
}

/** A line for people, or for the program behind a pipe, which gets names that are no UTF-8 byte by byte. */
const write = (line: string): void => {
  if (process.stdout.isTTY || line.isWellFormed()) console.log(line);
  else process.stdout.write(toDisk(`${line}\n`));
};

export const createOutput = (json: boolean, quiet = false): Output => ({
  json,
  result: (value, lines) => {
    if (json) console.log(JSON.stringify(value));
    else for (const line of lines) write(line);
  },
  line: (text) => {
    if (!json && !quiet) write(text);
  },
  note: (line) => {
    if (!json && !quiet) console.error(line);
  },
});

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Sizes as everywhere in the product: base 1024, two decimals, none for bytes (CONST-31). */
export const size = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? String(value) : value.toFixed(2)} ${UNITS[unit] ?? 'B'}`;
};

const two = (n: number): string => String(n).padStart(2, '0');

/** YYYY-MM-DD HH:mm:ss in local time (CONST-75). */
export const time = (epochSeconds: number): string => {
  const d = new Date(epochSeconds * 1000);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
};

/** Names may hold anything a file system allows; a terminal must not obey it. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');

/** Pads columns to their widest cell. */
export const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = rows.reduce<number[]>((found, row) => row.map((cell, i) => Math.max(found[i] ?? 0, cell.length)), []);
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd((widths[i] ?? 0) + 2)))
      .join('')
      .trimEnd(),
  );
};
