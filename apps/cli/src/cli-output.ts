import { toDisk } from '@boxwood/box-sdk/node';

/**
 * The output of a command. With `json` every result is one JSON value on standard output and nothing else is printed
 * there.
 */
export interface Output {
  readonly json: boolean;
  /** The result: a JSON value for scripts, lines for users. */
  result(value: unknown, lines: readonly string[]): void;
  /** Another line of a result, for users, as soon as it is known. */
  line(text: string): void;
  /** A note for users, on standard error. */
  note(line: string): void;
}

/** Writes a line. A program behind a pipe receives names that are not valid UTF-8 byte by byte. */
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

/** Formats a size as everywhere in the product: base 1024, two decimals, none for bytes (CONST-31). */
export const formatSize = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? String(value) : value.toFixed(2)} ${UNITS[unit] ?? 'B'}`;
};

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** YYYY-MM-DD HH:mm:ss in local time (CONST-75). */
export const formatTime = (epochSeconds: number): string => {
  const d = new Date(epochSeconds * 1000);
  return `${d.getFullYear()}-${twoDigits(d.getMonth() + 1)}-${twoDigits(d.getDate())} ${twoDigits(d.getHours())}:${twoDigits(d.getMinutes())}:${twoDigits(d.getSeconds())}`;
};

/** Replaces control characters: names may hold any character, and a terminal must not interpret them. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');

/** Pads columns to their widest cell. */
export const formatTable = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = rows.reduce<number[]>((found, row) => row.map((cell, i) => Math.max(found[i] ?? 0, cell.length)), []);
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd((widths[i] ?? 0) + 2)))
      .join('')
      .trimEnd(),
  );
};
