import { downloadFile, each, eventsOf, isFolderType, SearchFiles, toFileEntry } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import { CliError, EXIT, unwrap } from '../cli-errors.ts';
import { isFolder } from '../remote-listing.ts';
import type { Output } from '../cli-output.ts';
import { printable, formatSize, formatTable, formatTime } from '../cli-output.ts';
import { expandRemote, compileGlob, requireRemote, walkRemote } from '../remote-paths.ts';
import { translate } from '../messages/translate.ts';
import { entryShape } from '../json-shapes.ts';

interface FindOptions {
  readonly name?: string;
  readonly larger?: string;
  readonly smaller?: string;
  readonly newer?: string;
  readonly type?: string;
}

const UNITS = 'BKMGT';

/** Parses a size such as `10M` into bytes. */
const parseSize = (text: string): number => {
  const [, number = '', unit = 'B'] = /^(\d+(?:\.\d+)?)([BKMGT])?$/i.exec(text) ?? [];
  if (number === '')
    throw new CliError(
      translate('{text}: write the size as a number followed by B, K, M, G or T', { text }),
      EXIT.usage,
    );
  return Number(number) * 1024 ** UNITS.indexOf(unit.toUpperCase());
};

const parseDay = (text: string): number => {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new CliError(translate('{text}: write the day as 2026-01-31', { text }), EXIT.usage);
  return Math.floor(at / 1000);
};

const createFilter = ({ name, larger, smaller, newer, type }: FindOptions) => {
  const [minBytes, maxBytes] = [
    larger === undefined ? 0 : parseSize(larger),
    smaller === undefined ? Infinity : parseSize(smaller),
  ];
  const since = newer === undefined ? -Infinity : parseDay(newer);
  const names = name === undefined ? undefined : compileGlob(name);
  return (entry: { readonly name: string; readonly size: number; readonly mtime: number; readonly type: number }) =>
    (names?.test(entry.name) ?? true) &&
    entry.mtime >= since &&
    (type === undefined || (type === 'd') === isFolderType(entry.type)) &&
    ((larger === undefined && smaller === undefined) ||
      (!isFolderType(entry.type) && entry.size >= minBytes && entry.size <= maxBytes));
};

export const addFindCommands = (program: Command, output: () => Output): void => {
  program
    .command('find')
    .description('find files below a folder of the box, by name, size, day or kind')
    .argument('[path]', 'folder; relative paths start at your own folder', '.')
    .option('-n, --name <pattern>', 'names, with * and ?')
    .option('--larger <size>', 'at least this size: 10M, 1G')
    .option('--smaller <size>', 'at most this size')
    .option('--newer <day>', 'changed on or after this day: 2026-01-31')
    .option('--type <kind>', 'f for files, d for folders')
    .action(async (path: string, options: FindOptions) => {
      const { box, remote } = openContext();
      const fits = createFilter(options);
      const found = [];
      for (const folder of await expandRemote(box, remote(path)))
        for await (const { entry } of walkRemote(box, folder)) if (fits(entry)) found.push(entry);
      output().result(
        found.map(entryShape),
        found.map((entry) => printable(entry.path)),
      );
    });

  program
    .command('search')
    .description('search by name in all folders you can read, like the search of the desktop')
    .argument('<expression>', 'a regular expression')
    .action(async (regex: string) => {
      const { box } = openContext();
      const found = [];
      for await (const item of each(box, SearchFiles, { roots: [1, 2, 4, 5, 9], regex }))
        found.push(toFileEntry(item, item.p ?? ''));
      output().result(
        found.map(entryShape),
        formatTable(
          found.map((entry) => [
            isFolder(entry) ? '-' : formatSize(entry.size),
            formatTime(entry.mtime),
            printable(entry.path),
          ]),
        ),
      );
    });

  program
    .command('tree')
    .description('show a folder of the box with everything in it')
    .argument('[path]', 'folder', '.')
    .action(async (path: string) => {
      const { box, remote } = openContext();
      const rows = [];
      for await (const { entry, relativePath } of walkRemote(box, remote(path)))
        rows.push({ entry, below: relativePath });
      output().result(
        rows.map(({ entry }) => entryShape(entry)),
        rows.map(({ entry, below: relativePath }) => {
          const indent = '  '.repeat(relativePath.split('/').length - 1);
          return `${indent}${printable(entry.name)}${isFolder(entry) ? '/' : ''}`;
        }),
      );
    });

  program
    .command('cat')
    .description('print files of the box to the standard output, one after the other')
    .argument('<path...>')
    .action(async (paths: readonly string[]) => {
      const { box, remote, url } = openContext();
      for (const pattern of paths)
        for (const path of await expandRemote(box, remote(pattern))) {
          if (isFolder(await requireRemote(box, path)))
            throw new CliError(translate('{path} is a folder', { path }), EXIT.usage);
          const onBytes = (chunk: Uint8Array): Promise<void> =>
            new Promise((resolve, reject) => {
              process.stdout.write(chunk, (failure) => {
                if (failure) reject(failure);
                else resolve();
              });
            });
          unwrap(await downloadFile(await url(path), { onBytes }), 'cat');
        }
    });

  program
    .command('watch')
    .description('report changes on the box, one per line, until Ctrl+C')
    .argument('[path...]', 'folders to watch; changes of tasks, bin, activity, shares and disks are always reported')
    .option('--once', 'stop after the first change')
    .action(async (paths: readonly string[], { once }: { readonly once?: true }) => {
      const { box, remote } = openContext();
      for await (const event of eventsOf(box, { folders: paths.map(remote) })) {
        const what =
          event.type === 'folder' ? event.path : event.type === 'area' ? event.area : translate('everything');
        output().result(event, [`${new Date().toISOString()}  ${printable(what)}`]);
        if (once === true) return;
      }
    });
};
