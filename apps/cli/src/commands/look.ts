import { downloadFile, each, eventsOf, isFolderType, SearchFiles, toFileEntry } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../context.ts';
import { Complaint, EXIT, unwrap } from '../exit.ts';
import { isFolder } from '../listing.ts';
import type { Output } from '../output.ts';
import { printable, size, table, time } from '../output.ts';
import { expand, globOf, needRemote, walkRemote } from '../remote.ts';
import { say } from '../words/say.ts';
import { entryShape } from '../shapes.ts';

interface FindOptions {
  readonly name?: string;
  readonly larger?: string;
  readonly smaller?: string;
  readonly newer?: string;
  readonly type?: string;
}

const UNITS = 'BKMGT';

/** Parses a size such as `10M` into bytes. */
const bytesOf = (text: string): number => {
  const [, number = '', unit = 'B'] = /^(\d+(?:\.\d+)?)([BKMGT])?$/i.exec(text) ?? [];
  if (number === '')
    throw new Complaint(say('{text}: a size is a number with B, K, M, G or T behind it', { text }), EXIT.usage);
  return Number(number) * 1024 ** UNITS.indexOf(unit.toUpperCase());
};

const secondOf = (text: string): number => {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new Complaint(say('{text}: a day is written 2026-01-31', { text }), EXIT.usage);
  return Math.floor(at / 1000);
};

const wanted = ({ name, larger, smaller, newer, type }: FindOptions) => {
  const [least, most] = [
    larger === undefined ? 0 : bytesOf(larger),
    smaller === undefined ? Infinity : bytesOf(smaller),
  ];
  const since = newer === undefined ? -Infinity : secondOf(newer);
  const names = name === undefined ? undefined : globOf(name);
  return (entry: { readonly name: string; readonly size: number; readonly mtime: number; readonly type: number }) =>
    (names?.test(entry.name) ?? true) &&
    entry.mtime >= since &&
    (type === undefined || (type === 'd') === isFolderType(entry.type)) &&
    ((larger === undefined && smaller === undefined) ||
      (!isFolderType(entry.type) && entry.size >= least && entry.size <= most));
};

export const addLookCommands = (program: Command, output: () => Output): void => {
  program
    .command('find')
    .description('find files below a folder of the box, by name, size, day or kind')
    .argument('[path]', 'folder; relative paths start at your own', '.')
    .option('-n, --name <pattern>', 'names, with * and ?')
    .option('--larger <size>', 'of at least this size: 10M, 1G')
    .option('--smaller <size>', 'of at most this size')
    .option('--newer <day>', 'changed on or after this day: 2026-01-31')
    .option('--type <kind>', 'f for files, d for folders')
    .action(async (path: string, options: FindOptions) => {
      const { box, remote } = openContext();
      const fits = wanted(options);
      const found = [];
      for (const folder of await expand(box, remote(path)))
        for await (const { entry } of walkRemote(box, folder)) if (fits(entry)) found.push(entry);
      output().result(
        found.map(entryShape),
        found.map((entry) => printable(entry.path)),
      );
    });

  program
    .command('search')
    .description('find by name everywhere you may look, as the search of the desktop does')
    .argument('<expression>', 'a regular expression')
    .action(async (regex: string) => {
      const { box } = openContext();
      const found = [];
      for await (const item of each(box, SearchFiles, { roots: [1, 2, 4, 5, 9], regex }))
        found.push(toFileEntry(item, item.p ?? ''));
      output().result(
        found.map(entryShape),
        table(
          found.map((entry) => [isFolder(entry) ? '-' : size(entry.size), time(entry.mtime), printable(entry.path)]),
        ),
      );
    });

  program
    .command('tree')
    .description('a folder of the box with everything in it')
    .argument('[path]', 'folder', '.')
    .action(async (path: string) => {
      const { box, remote } = openContext();
      const rows = [];
      for await (const { entry, below } of walkRemote(box, remote(path))) rows.push({ entry, below });
      output().result(
        rows.map(({ entry }) => entryShape(entry)),
        rows.map(({ entry, below }) => {
          const indent = '  '.repeat(below.split('/').length - 1);
          return `${indent}${printable(entry.name)}${isFolder(entry) ? '/' : ''}`;
        }),
      );
    });

  program
    .command('cat')
    .description('write files of the box to the standard output, one after the other')
    .argument('<path...>')
    .action(async (paths: readonly string[]) => {
      const { box, remote, url } = openContext();
      for (const pattern of paths)
        for (const path of await expand(box, remote(pattern))) {
          if (isFolder(await needRemote(box, path)))
            throw new Complaint(say('{path} is a folder', { path }), EXIT.usage);
          const onBytes = (piece: Uint8Array): Promise<void> =>
            new Promise((taken, failed) => {
              process.stdout.write(piece, (failure) => {
                if (failure) failed(failure);
                else taken();
              });
            });
          unwrap(await downloadFile(await url(path), { onBytes }), 'cat');
        }
    });

  program
    .command('watch')
    .description('tell what changes on the box, line by line, until Ctrl+C')
    .argument('[path...]', 'folders to watch; tasks, bin, activity, shares and disks are told of anyway')
    .option('--once', 'end after the first change')
    .action(async (paths: readonly string[], { once }: { readonly once?: true }) => {
      const { box, remote } = openContext();
      for await (const event of eventsOf(box, { folders: paths.map(remote) })) {
        const what = event.type === 'folder' ? event.path : event.type === 'area' ? event.area : say('everything');
        output().result(event, [`${new Date().toISOString()}  ${printable(what)}`]);
        if (once === true) return;
      }
    });
};
