import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BoxClient, Label, LabelGroup, TimelinePhoto } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import { CliError, EXIT } from '../cli-errors.ts';
import type { Output } from '../cli-output.ts';
import { printable, formatSize, formatTable } from '../cli-output.ts';
import { runEachIndependently } from '../run-parallel.ts';
import { requireRemote } from '../remote-paths.ts';
import { getFile, isDownloaded } from './get-command.ts';
import { reportFailed } from './partial-failures.ts';
import type { PlannedAction, DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';
import { translate } from '../messages/translate.ts';
import { albumShape, labelShape, photoShape } from '../json-shapes.ts';

/** Pictures in one page. */
const PAGE_SIZE = 500;

interface PictureOptions {
  readonly month?: string;
  readonly album?: string;
  readonly favourite?: true;
}

const monthOf = (month: string | undefined): { readonly month?: string } => {
  if (month === undefined) return {};
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new CliError(translate('{month}: write the month as 2024-05', { month }), EXIT.usage);
  return { month };
};

/** Finds an album by name or id. */
const albumOf = async (
  box: BoxClient,
  user: string,
  options: string | undefined,
): Promise<{ readonly album?: string }> => {
  if (options === undefined) return {};
  const { list } = await box.photos.albums({ user, start: 0, count: 1000 });
  const found = list.find(({ id, name }) => id === options || name === options);
  if (found === undefined)
    throw new CliError(
      translate('{album}: no such album; "boxwood photos albums" lists them', { album: options }),
      EXIT.refused,
    );
  return { album: found.id };
};

const filterOf = async (box: BoxClient, user: string, keywords: readonly string[], options: PictureOptions) => ({
  ...monthOf(options.month),
  ...(await albumOf(box, user, options.album)),
  ...(options.favourite === true ? { favourite: 1 as const } : {}),
  ...(keywords.length === 0 ? {} : { words: keywords.join(' ') }),
});

/** Pictures, the newest first, page by page. */
const pictures = async function* (
  box: BoxClient,
  filter: Awaited<ReturnType<typeof filterOf>>,
): AsyncGenerator<TimelinePhoto> {
  for (let start = 0; ; start += PAGE_SIZE) {
    const { list, total } = await box.photos.run({ ...filter, start, count: PAGE_SIZE });
    yield* list;
    if (start + PAGE_SIZE >= total) return;
  }
};

/** A picture on the box, and its local file name. */
interface NamedPicture {
  readonly path: string;
  readonly name: string;
}

/**
 * Gives each picture a unique name: cameras restart their numbers, so a repeated name gets a prefix of the picture id.
 * Uses the order of the timeline instead of the download order, so that later runs use the same names.
 */
const withUniqueNames = async function* (photos: AsyncIterable<TimelinePhoto>): AsyncGenerator<NamedPicture> {
  const names = new Set<string>();
  for await (const { id, path } of photos) {
    const plain = path.slice(path.lastIndexOf('/') + 1);
    const name = names.has(plain) ? `${id.slice(0, 8)}-${plain}` : plain;
    names.add(name);
    yield { path, name };
  }
};

/** All labels of a group, page by page. */
const labels = async (box: BoxClient, user: string, group: LabelGroup): Promise<readonly Label[]> => {
  const all: Label[] = [];
  for (;;) {
    const { list, total } = await box.photos.labels({ user, group, start: all.length, count: PAGE_SIZE });
    all.push(...list);
    if (list.length === 0 || all.length >= total) return all;
  }
};

/** A place with both of its names; other labels by their name. */
const nameOf = ({ name, place }: Label): string =>
  place === undefined || place.english === name ? name : `${name} (${place.english})`;

/** The time a picture was taken, in local time at that place. */
const formatCaptureTime = ({ taken: at, zone }: TimelinePhoto): string =>
  new Date((at + zone * 60) * 1000).toISOString().slice(0, 19).replace('T', ' ');

export const addPhotos = (program: Command, output: () => Output): void => {
  const photos = program
    .command('photos')
    .description('the timeline of pictures: months, search, people, things, places, albums, download');
  const filtered = (verb: string, description: string): Command =>
    photos
      .command(verb)
      .description(description)
      .argument(
        '[words...]',
        'only pictures with these words in name, folder, caption, camera, place, time, people or objects',
      )
      .option('-m, --month <month>', 'only this month, for example 2024-05')
      .option('-a, --album <album>', 'only this album, by name or id')
      .option('-f, --favourite', 'only favourites');

  filtered('months', 'count the pictures of each month, newest first').action(
    async (words: readonly string[], options: PictureOptions) => {
      const { box, session } = openContext();
      const { month, ...filter } = await filterOf(box, session.user, words, options);
      const { list } = await box.photos.months(filter);
      const shown = list.filter((each) => month === undefined || each.month === month);
      output().result(shown, formatTable(shown.map((each) => [each.month, String(each.count)])));
    },
  );
  filtered('ls', 'list pictures, newest first')
    .option('-n, --most <count>', 'maximum number of entries', '100')
    .action(async (words: readonly string[], options: PictureOptions & { readonly most: string }) => {
      const most = Number(options.most);
      if (!Number.isSafeInteger(most) || most < 1)
        throw new CliError(translate('{most}: the number must be 1 or more', { most: options.most }), EXIT.usage);
      const { box, session } = openContext();
      const found: TimelinePhoto[] = [];
      for await (const photo of pictures(box, await filterOf(box, session.user, words, options))) {
        found.push(photo);
        if (found.length >= most) break;
      }
      output().result(
        found.map(photoShape),
        formatTable(
          found.map((photo) => [formatCaptureTime(photo), photo.kind, formatSize(photo.size), printable(photo.path)]),
        ),
      );
    });
  /** Adds a command that lists all labels of some groups, the most frequent first. */
  const grouped = (verb: string, description: string, groups: readonly LabelGroup[]): void => {
    photos
      .command(verb)
      .description(description)
      .action(async () => {
        const { box, session } = openContext();
        const found: Label[] = [];
        for (const group of groups) found.push(...(await labels(box, session.user, group)));
        output().result(
          found.map(labelShape),
          formatTable(found.map((label) => [label.id, String(label.cnt), printable(nameOf(label))])),
        );
      });
  };
  grouped('people', 'list the people in your pictures, named people first; the owner must turn this on', ['faceGroup']);
  grouped('things', 'list the objects in your pictures; the owner must turn this on', ['yolov']);
  grouped('places', 'list the places where your pictures were taken', ['china', 'overseas']);
  photos
    .command('albums')
    .description('list your albums and those you are a member of')
    .action(async () => {
      const { box, session } = openContext();
      const { list } = await box.photos.albums({ user: session.user, start: 0, count: 1000 });
      output().result(
        list.map(albumShape),
        formatTable(list.map(({ id, name, owner, num }) => [id, owner, String(num), printable(name)])),
      );
    });
  withDryRun(filtered('get', 'download pictures as files; skips files that are already here'))
    .option('-t, --to <folder>', 'target folder', '.')
    .option('-j, --jobs <n>', 'number of concurrent downloads', '4')
    .action(
      async (
        words: readonly string[],
        options: PictureOptions & DryRun & { readonly to: string; readonly jobs: string },
      ) => {
        const context = openContext();
        const { box, session } = context;
        const out = output();
        const filter = await filterOf(box, session.user, words, options);
        if (Object.keys(filter).length === 0)
          throw new CliError(
            translate('Choose pictures with --month, --album, --favourite or search words.'),
            EXIT.usage,
          );
        const plan: PlannedAction[] = [];
        if (options.dryRun !== true) await mkdir(options.to, { recursive: true });
        const counts = { files: 0, same: 0 };
        const downloadOne = async ({ path, name }: NamedPicture): Promise<void> => {
          const entry = await requireRemote(box, path);
          const target = join(options.to, name);
          const same = await isDownloaded(target, entry);
          if (options.dryRun === true) {
            plan.push({ act: same ? 'keep' : 'download', path, target });
            return;
          }
          if (same) {
            counts.same += 1;
            return;
          }
          await getFile({ context, entry, output: out }, target);
          counts.files += 1;
          out.line(translate('got {path}', { path: printable(target) }));
        };
        const failed = await runEachIndependently(
          Number(options.jobs),
          withUniqueNames(pictures(box, filter)),
          ({ path }) => path,
          downloadOne,
        );
        if (options.dryRun === true) {
          reportPlan(out, plan);
          return;
        }
        reportFailed(out, failed, counts.files + counts.same);
        out.result({ ...counts, failed }, [translate('{files} downloaded, {same} already present', counts)]);
      },
    );
};
