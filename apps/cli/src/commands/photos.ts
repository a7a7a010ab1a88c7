import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BoxClient, Label, LabelGroup, TimelinePhoto } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../context.ts';
import { Complaint, EXIT } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable, size, table } from '../output.ts';
import { eachAlone } from '../parallel.ts';
import { needRemote } from '../remote.ts';
import { getFile, isHere } from './get.ts';
import { tellFailed } from './partial.ts';
import type { Act, DryRun } from './plan.ts';
import { dryRunnable, tellPlan } from './plan.ts';
import { say } from '../words/say.ts';
import { albumShape, labelShape, photoShape } from '../shapes.ts';

/** Pictures in one page. */
const PAGE = 500;

interface Wanted {
  readonly month?: string;
  readonly album?: string;
  readonly favourite?: true;
}

const monthOf = (month: string | undefined): { readonly month?: string } => {
  if (month === undefined) return {};
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new Complaint(say('{month}: a month is written 2024-05', { month }), EXIT.usage);
  return { month };
};

/** Finds an album by name or id. */
const albumOf = async (
  box: BoxClient,
  user: string,
  wanted: string | undefined,
): Promise<{ readonly album?: string }> => {
  if (wanted === undefined) return {};
  const { list } = await box.photos.albums({ user, start: 0, count: 1000 });
  const found = list.find(({ id, name }) => id === wanted || name === wanted);
  if (found === undefined)
    throw new Complaint(
      say('{album}: no such album; "boxwood photos albums" tells them', { album: wanted }),
      EXIT.refused,
    );
  return { album: found.id };
};

const filterOf = async (box: BoxClient, user: string, words: readonly string[], wanted: Wanted) => ({
  ...monthOf(wanted.month),
  ...(await albumOf(box, user, wanted.album)),
  ...(wanted.favourite === true ? { favourite: 1 as const } : {}),
  ...(words.length === 0 ? {} : { words: words.join(' ') }),
});

/** Pictures, the newest first, page by page. */
const pictures = async function* (
  box: BoxClient,
  filter: Awaited<ReturnType<typeof filterOf>>,
): AsyncGenerator<TimelinePhoto> {
  for (let start = 0; ; start += PAGE) {
    const { list, total } = await box.photos.run({ ...filter, start, count: PAGE });
    yield* list;
    if (start + PAGE >= total) return;
  }
};

/** A picture on the box, and its local file name. */
interface Named {
  readonly path: string;
  readonly name: string;
}

/**
 * Gives each picture a unique name: cameras restart their numbers, so a repeated name gets a prefix of the picture id.
 * Uses the order of the timeline instead of the download order, so that later runs use the same names.
 */
const named = async function* (photos: AsyncIterable<TimelinePhoto>): AsyncGenerator<Named> {
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
    const { list, total } = await box.photos.labels({ user, group, start: all.length, count: PAGE });
    all.push(...list);
    if (list.length === 0 || all.length >= total) return all;
  }
};

/** A place with both of its names; other labels by their name. */
const nameOf = ({ name, place }: Label): string =>
  place === undefined || place.english === name ? name : `${name} (${place.english})`;

/** The time a picture was taken, in local time at that place. */
const taken = ({ taken: at, zone }: TimelinePhoto): string =>
  new Date((at + zone * 60) * 1000).toISOString().slice(0, 19).replace('T', ' ');

export const addPhotos = (program: Command, output: () => Output): void => {
  const photos = program
    .command('photos')
    .description('the time line of pictures: months, search, people, things, places, albums, download');
  const filtered = (verb: string, description: string): Command =>
    photos
      .command(verb)
      .description(description)
      .argument(
        '[words...]',
        'only those with these words in name, folder, caption, camera, place, time, people or things',
      )
      .option('-m, --month <month>', 'only of this month, as 2024-05')
      .option('-a, --album <album>', 'only of this album, by name or id')
      .option('-f, --favourite', 'only favourites');

  filtered('months', 'how many pictures each month has, the newest first').action(
    async (words: readonly string[], wanted: Wanted) => {
      const { box, session } = openContext();
      const { month, ...filter } = await filterOf(box, session.user, words, wanted);
      const { list } = await box.photos.months(filter);
      const shown = list.filter((each) => month === undefined || each.month === month);
      output().result(shown, table(shown.map((each) => [each.month, String(each.count)])));
    },
  );
  filtered('ls', 'pictures, the newest first')
    .option('-n, --most <count>', 'how many', '100')
    .action(async (words: readonly string[], wanted: Wanted & { readonly most: string }) => {
      const most = Number(wanted.most);
      if (!Number.isSafeInteger(most) || most < 1)
        throw new Complaint(say('{most}: how many is a number from 1 on', { most: wanted.most }), EXIT.usage);
      const { box, session } = openContext();
      const found: TimelinePhoto[] = [];
      for await (const photo of pictures(box, await filterOf(box, session.user, words, wanted))) {
        found.push(photo);
        if (found.length >= most) break;
      }
      output().result(
        found.map(photoShape),
        table(found.map((photo) => [taken(photo), photo.kind, size(photo.size), printable(photo.path)])),
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
          table(found.map((label) => [label.id, String(label.cnt), printable(nameOf(label))])),
        );
      });
  };
  grouped('people', 'who is in your pictures, once the owner has turned that on; those with a name first', [
    'faceGroup',
  ]);
  grouped('things', 'what is in your pictures, once the owner has turned that on', ['yolov']);
  grouped('places', 'where your pictures were taken', ['china', 'overseas']);
  photos
    .command('albums')
    .description('your albums, and those you are a member of')
    .action(async () => {
      const { box, session } = openContext();
      const { list } = await box.photos.albums({ user: session.user, start: 0, count: 1000 });
      output().result(
        list.map(albumShape),
        table(list.map(({ id, name, owner, num }) => [id, owner, String(num), printable(name)])),
      );
    });
  dryRunnable(filtered('get', 'download pictures as files; what is here already is passed over'))
    .option('-t, --to <folder>', 'where to', '.')
    .option('-j, --jobs <n>', 'downloads at a time', '4')
    .action(
      async (words: readonly string[], wanted: Wanted & DryRun & { readonly to: string; readonly jobs: string }) => {
        const context = openContext();
        const { box, session } = context;
        const out = output();
        const filter = await filterOf(box, session.user, words, wanted);
        if (Object.keys(filter).length === 0)
          throw new Complaint(say('Say which: --month, --album, --favourite or words.'), EXIT.usage);
        const plan: Act[] = [];
        if (wanted.dryRun !== true) await mkdir(wanted.to, { recursive: true });
        const counts = { files: 0, same: 0 };
        const take = async ({ path, name }: Named): Promise<void> => {
          const entry = await needRemote(box, path);
          const target = join(wanted.to, name);
          const same = await isHere(target, entry);
          if (wanted.dryRun === true) {
            plan.push({ act: same ? 'keep' : 'download', path, target });
            return;
          }
          if (same) {
            counts.same += 1;
            return;
          }
          await getFile({ context, entry, output: out }, target);
          counts.files += 1;
          out.line(say('got {path}', { path: printable(target) }));
        };
        const failed = await eachAlone(Number(wanted.jobs), named(pictures(box, filter)), ({ path }) => path, take);
        if (wanted.dryRun === true) {
          tellPlan(out, plan);
          return;
        }
        tellFailed(out, failed, counts.files + counts.same);
        out.result({ ...counts, failed }, [say('{files} downloaded, {same} were here already', counts)]);
      },
    );
};
