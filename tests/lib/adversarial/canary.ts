import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that must not be changed or disclosed, and their content. */
export interface Canary {
  /** A marker in the content of the files: a reply or a log that contains it has leaked. */
  readonly marker: string;
  /** The differences from the planted state; empty when nothing was touched. */
  changes(): readonly string[];
}

const describe = (path: string): string => {
  const stat = lstatSync(path);
  const kind = `${stat.mode.toString(8)} ${stat.uid} ${stat.nlink} ${stat.mtimeMs}`;
  return stat.isFile() ? `${kind} ${readFileSync(path, 'utf8')}` : `${kind} ${readdirSync(path).toSorted().join()}`;
};

/** Creates a folder `canary` with a few files in each of the folders. */
export const plantCanary = (folders: readonly string[]): Canary => {
  const marker = `canary-${randomBytes(12).toString('hex')}`;
  const planted = new Map<string, string>();
  for (const folder of folders) {
    const home = join(folder, 'canary');
    const inner = join(home, 'inner');
    mkdirSync(inner, { recursive: true });
    for (const [name, mode] of [
      ['a.txt', 0o600],
      ['inner/b.jpg', 0o640],
      ['inner/c.zip', 0o444],
    ] as const) {
      const file = join(home, name);
      writeFileSync(file, `${marker} ${name}`);
      chmodSync(file, mode);
      utimesSync(file, 1_600_000_000, 1_600_000_000);
    }
    for (const path of [inner, home]) utimesSync(path, 1_600_000_000, 1_600_000_000);
    for (const path of [home, inner, join(home, 'a.txt'), join(inner, 'b.jpg'), join(inner, 'c.zip')])
      planted.set(path, describe(path));
  }
  return {
    marker,
    changes: () =>
      [...planted].flatMap(([path, was]) => {
        try {
          const now = describe(path);
          return now === was ? [] : [`${path}: ${was} is now ${now}`];
        } catch (failure) {
          return [`${path}: ${String(failure)}`];
        }
      }),
  };
};
