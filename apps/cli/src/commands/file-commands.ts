import type { BoxClient } from '@boxwood/box-sdk';
import { BoxFailure, copyTask, GEN, moveTask } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { openContext } from '../cli-context.ts';
import { withPathInError, CliError, EXIT, describeFailure } from '../cli-errors.ts';
import { withHabitualOption } from '../habitual-options.ts';
import { isFolder, listFolder, statRemote } from '../remote-listing.ts';
import { expandRemote, requireRemote } from '../remote-paths.ts';
import { withPathIfSingle, reportPartial } from './partial-failures.ts';
import type { DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';
import type { Output } from '../cli-output.ts';
import { printable, formatSize, formatTable, formatTime } from '../cli-output.ts';
import { waitForTask } from './task-commands.ts';
import { translate } from '../messages/translate.ts';
import { entryShape, folderSizeShape, taskShape } from '../json-shapes.ts';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** A target that is a folder becomes a path in it with the name of the source. */
const intoFolder = async (box: BoxClient, source: string, target: string): Promise<string> => {
  const existing = await statRemote(box, target);
  return existing !== undefined && isFolder(existing) ? `${target}/${nameOf(source)}` : target;
};

/** The missing folders on a path, the uppermost first. The root of a location (`/mnt/usb1/ann`) always exists. */
const missingFolders = async (box: BoxClient, path: string): Promise<readonly string[]> => {
  const names = path.split('/');
  const missing: string[] = [];
  for (let length = names.length; length > LOCATION_DEPTH; length -= 1) {
    const folder = names.slice(0, length).join('/');
    if ((await statRemote(box, folder)) !== undefined) break;
    missing.unshift(folder);
  }
  return missing;
};
/** The first entry on a path that is a file where a folder is needed. */
const fileOnPath = async (box: BoxClient, path: string): Promise<string | undefined> => {
  const names = path.split('/');
  for (let length = LOCATION_DEPTH; length <= names.length; length += 1) {
    const entry = await statRemote(box, names.slice(0, length).join('/'));
    if (entry !== undefined && !isFolder(entry)) return entry.path;
  }
  return undefined;
};
/** Number of parts in the root path of a location. */
const LOCATION_DEPTH = '/mnt/usb1/ann'.split('/').length;

interface ListOptions {
  readonly long?: true;
  readonly all?: true;
  readonly recursive?: true;
}
interface CopyOptions extends DryRun {
  readonly replace?: true;
  readonly skip?: true;
}

export const addFileCommands = (program: Command, output: () => Output): void => {
  const open = (): CliContext => openContext();

  withHabitualOption(program.command('ls'), '-R, --recursive')
    .description('list a folder of the box')
    .argument('[path]', 'folder; relative paths start at your own folder', '.')
    .option('-l, --long', 'show sizes and times')
    .option('-a, --all', 'also list names that begin with a dot')
    .action(async (path: string, options: ListOptions) => {
      if (options.recursive === true)
        throw new CliError(translate('boxwood tree shows a folder with everything below it'), EXIT.usage);
      const { box, remote } = open();
      const entries = [];
      const found = await expandRemote(box, remote(path));
      for (const at of found) {
        const entry = await requireRemote(box, at);
        // A pattern lists the matching folders themselves, not their content.
        if (isFolder(entry) && found.length === 1)
          for await (const page of listFolder(box, at, options.all === true)) entries.push(...page);
        else entries.push(entry);
      }
      const shown = (name: string, folder: boolean) => `${printable(name)}${folder ? '/' : ''}`;
      output().result(
        entries.map(entryShape),
        options.long === true
          ? formatTable(
              entries.map((e) => [
                isFolder(e) ? '-' : formatSize(e.size),
                formatTime(e.mtime),
                shown(e.name, isFolder(e)),
              ]),
            )
          : entries.map((e) => shown(e.name, isFolder(e))),
      );
    });

  program
    .command('du')
    .description('show what uses the space in a folder of the box, largest first')
    .argument('[path]', 'folder; relative paths start at your own folder', '.')
    .option('-n, --most <count>', 'number of entries', '20')
    .action(async (path: string, options: { readonly most: string }) => {
      const { box, remote } = open();
      const parts = await box.files.measureEntries({ path: remote(path), most: Number(options.most) });
      const share = (bytes: number): string =>
        parts.size === 0 ? '-' : `${((bytes / parts.size) * 100).toFixed(1)} %`;
      output().result(folderSizeShape(remote(path), parts), [
        ...formatTable(
          parts.list.map((part) => [
            formatSize(part.size),
            share(part.size),
            `${printable(part.name)}${part.dir === 1 ? '/' : ''}`,
          ]),
        ),
        translate(
          parts.complete === 0
            ? '{size} in {count} files (incomplete: the time limit was reached)'
            : '{size} in {count} files',
          { size: formatSize(parts.size), count: parts.count },
        ),
      ]);
    });

  program
    .command('sha256sum')
    .description('print checksums of files on the box, in the format of sha256sum -c')
    .argument('<path...>')
    .action(async (paths: readonly string[]) => {
      const { box, remote } = open();
      const sums: { readonly path: string; readonly sha256: string; readonly size: number }[] = [];
      const failed: { readonly path: string; readonly error: string }[] = [];
      for (const pattern of paths)
        try {
          for (const path of await expandRemote(box, remote(pattern))) {
            // A plain name is printed as typed, so that `sha256sum -c` finds it next to the copies.
            const shown = path === remote(pattern) ? pattern : path;
            sums.push({ ...(await withPathInError(printable(shown), box.files.checksum({ path }))), path: shown });
          }
        } catch (failure) {
          // A file that cannot be read is reported and the others are printed, as sha256sum does.
          const { message, code } = describeFailure(failure);
          if (paths.length === 1 || code !== EXIT.refused) throw failure;
          output().note(`boxwood: ${message}`);
          failed.push({ path: pattern, error: message });
          process.exitCode = EXIT.partial;
        }
      output().result(
        [...sums, ...failed],
        sums.map(({ sha256, path }) => `${sha256}  ${printable(path)}`),
      );
    });

  withDryRun(program.command('mkdir'))
    .description('create a folder and missing parent folders')
    .argument('<path...>')
    .action(async (paths: readonly string[], { dryRun }: DryRun) => {
      const { box, remote } = open();
      if (dryRun === true) {
        const missing = new Set<string>();
        for (const path of paths) for (const each of await missingFolders(box, remote(path))) missing.add(each);
        reportPlan(
          output(),
          [...missing].map((path) => ({ act: 'make', path })),
        );
        return;
      }
      for (const path of paths) {
        const at = remote(path);
        await withPathInError(printable(at), box.files.makeFolder({ path: at })).catch(async (failure: unknown) => {
          const file = await fileOnPath(box, at);
          throw file === undefined
            ? failure
            : new CliError(translate('{path} is a file', { path: printable(file) }), EXIT.refused);
        });
      }
      output().result(
        { made: paths.length },
        paths.map((path) => translate('created {path}', { path: printable(remote(path)) })),
      );
    });

  withDryRun(program.command('mv'))
    .description('move or rename; never replaces')
    .argument('<source>')
    .argument('<target>')
    .action(async (source: string, target: string, { dryRun }: DryRun) => {
      const { box, remote, session } = open();
      const from = remote(source);
      const to = await intoFolder(box, from, remote(target));
      if (dryRun === true) {
        await requireRemote(box, from);
        reportPlan(output(), [{ act: 'move', path: from, target: to }]);
        return;
      }
      const moved = box.files.move({ source: from, target: to }).catch(async (failure: unknown) => {
        if (!isOtherVolume(failure) || nameOf(from) !== nameOf(to)) {
          await requireRemote(box, from);
          throw failure;
        }
        const { id } = await box.tasks.add(moveTask(session.user, from, parentOf(to), 3));
        await waitForTask(box, session.user, id, output());
      });
      await withPathInError(printable(to), moved);
      output().result({ path: to }, [`${printable(from)} -> ${printable(to)}`]);
    });

  withHabitualOption(withDryRun(program.command('cp')), '-r, --recursive')
    .description('copy into a folder of the box, as a task of the box')
    .argument('<source>')
    .argument('<folder>')
    .option('--replace', 'replace files with the same name')
    .option('--skip', 'keep existing files with the same name')
    .action(async (source: string, folder: string, options: CopyOptions) => {
      const { box, remote, session } = open();
      if (options.dryRun === true) {
        const { name, path } = await requireRemote(box, remote(source));
        reportPlan(output(), [{ act: 'copy', path, target: `${remote(folder)}/${name}` }]);
        return;
      }
      const conflict = options.replace === true ? 1 : options.skip === true ? 3 : 2;
      const copied = async () => {
        const { id } = await box.tasks.add(copyTask(session.user, remote(source), remote(folder), conflict));
        return waitForTask(box, session.user, id, output());
      };
      const done = await copied().catch(async (failure: unknown) => {
        const into = await statRemote(box, remote(folder));
        if (into !== undefined && isFolder(into)) await requireRemote(box, remote(source));
        throw into !== undefined && isFolder(into)
          ? failure
          : new CliError(
              translate('{path} is not a folder: cp copies into an existing folder, use mv to rename', {
                path: printable(remote(folder)),
              }),
              EXIT.refused,
            );
      });
      output().result(taskShape(done), [`${printable(remote(source))} -> ${printable(remote(folder))}/`]);
    });

  withHabitualOption(withDryRun(program.command('rm')), '-r, --recursive')
    .description('delete permanently; needs --force')
    .argument('<path...>')
    .option('-f, --force', 'confirm that you want to delete permanently')
    .action(async (paths: readonly string[], { force, dryRun }: DryRun & { readonly force?: true }) => {
      if (force !== true && dryRun !== true)
        throw new CliError(translate('rm cannot be undone. Use "boxwood trash", or add --force.'), EXIT.usage);
      const { box, remote } = open();
      const found = (await Promise.all(paths.map((path) => expandRemote(box, remote(path))))).flat();
      if (dryRun === true) {
        for (const path of found) await requireRemote(box, path);
        reportPlan(
          output(),
          found.map((path) => ({ act: 'remove', path })),
        );
        return;
      }
      const { failed } = await withPathIfSingle(found, box.files.remove({ paths: found }));
      reportPartial(output(), 'Removed {done} of {total}', found.length, failed);
    });
};

const isOtherVolume = (failure: unknown): boolean =>
  failure instanceof BoxFailure &&
  failure.error._tag === 'Refused' &&
  failure.error.code === GEN.failed &&
  failure.error.info === 'EXDEV';
