import { setImmediate } from 'node:timers/promises';
import { ALB, type commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import type { Caller } from '../../storage/vault/index.ts';
import type { Photos } from './photos.ts';
import type { PlaceName } from './places/atlas.ts';
import { type ReadableFolders, listReadableFolders } from './readable-folders.ts';
import type { ReadableFile, Timeline, TimelineFilter } from './timelines.ts';

type TimelineCommands = (typeof commandTree)['photos'];

/** Maximum number of files returned for one content. */
const MAX_FILES_PER_CONTENT = 100;
/** Contents processed before yielding to the event loop. */
const CONTENTS_PER_BATCH = 500;

/** A content with several files; `wasted` is the size of all but one of them, in bytes. */
interface DuplicateContent {
  readonly id: string;
  readonly files: readonly ReadableFile[];
  readonly size: number;
  readonly wasted: number;
}

export const toWireFiles = (files: readonly ReadableFile[]) =>
  files.slice(0, MAX_FILES_PER_CONTENT).map(({ path, size, mtime }) => ({ path, size, mtime }));

export const toWirePlace = ({ regionEnglish, ...place }: PlaceName) => ({ ...place, region_english: regionEnglish });

/** The timeline for a caller and a filter. @throws Refusal 5 for an album that the caller cannot see */
export const timelineFor = (
  { albums, timelines: timelines }: Pick<Photos, 'albums' | 'timelines'>,
  caller: Caller,
  readable: ReadableFolders,
  filter: TimelineFilter,
): Promise<Timeline> => {
  const album = filter.album === undefined ? null : albums.getVisible(caller.user, filter.album);
  return timelines.get(caller, readable, filter, album === null ? null : () => albums.content(album));
};

/** PHOTOMONTHS, PHOTORUN, PHOTOGET, PHOTOMARK and PHOTOTWINS (X120 to X124). */
export const timelineHandlers = (photos: Photos) => {
  const {
    vault,
    tables,
    texts,
    timelines: timelines,
    albums,
    annotations: annotations,
    changed: notifyChanged,
    reading,
  } = photos;
  const readableFoldersFor = (caller: Caller): Promise<ReadableFolders> => listReadableFolders(vault, tables, caller);
  return {
    months: async ({ version, ...filter }, { caller }) => {
      const readable = await readableFoldersFor(caller);
      const timeline = await timelineFor(photos, caller, readable, filter);
      const summary = { total: timeline.files.length, reading: reading() };
      if (timeline.version === version) return { version, same: 1, ...summary, list: [] };
      const list = timeline.months.map(({ month, count }) => ({ month, count }));
      return { version: timeline.version, same: 0, ...summary, list };
    },
    run: async ({ month, start, count, ...filter }, { caller }) => {
      const readable = await readableFoldersFor(caller);
      const timeline = await timelineFor(photos, caller, readable, filter);
      const { version } = timeline;
      const run = month === undefined ? { start: 0, count: timeline.files.length } : monthIn(timeline, month);
      const files = [...timeline.files.subarray(run.start + start, run.start + Math.min(start + count, run.count))];
      return {
        version,
        total: run.count,
        list: timelines.photos(caller.user, readable, start < run.count ? files : []),
      };
    },
    get: async ({ id }, { caller }, { refuse }) => {
      const readable = await readableFoldersFor(caller);
      const files = timelines.filesOf(readable, [id]).get(id) ?? [];
      const first = files.find(({ lead }) => lead === null) ?? files[0];
      const details = tables.metadata(id);
      const [photo] = first === undefined ? [] : timelines.photos(caller.user, readable, [first.file]);
      if (details === undefined || photo === undefined) throw refuse(ALB.notFound, 'id');
      const inAlbums =
        photo.hidden === 1
          ? []
          : albums
              .of(caller.user)
              .filter(
                (album) =>
                  albums.hasPhoto(album, id) ||
                  timelines.albums.isAnyBelow(
                    album.folders.map(({ key }) => key),
                    files,
                  ),
              )
              .map((album) => album.id);
      const place = photos.places.of(id);
      const text = texts.of(id);
      const { camera, lens, exposure, aperture, iso, focal, latitude, longitude, country, taken, trouble } = details;
      return {
        photo,
        files: toWireFiles(files),
        albums: inAlbums,
        camera,
        lens,
        exposure,
        aperture,
        iso,
        focal,
        country,
        original: taken,
        trouble,
        located: latitude === null ? 0 : 1,
        latitude: latitude ?? 0,
        longitude: longitude ?? 0,
        ...(place === undefined ? {} : { place: toWirePlace(place) }),
        ...(text === '' ? {} : { text }),
      };
    },
    mark: async ({ ids, ...change }, { caller }) => {
      const visible = timelines.filesOf(await readableFoldersFor(caller), ids);
      const done = ids.filter((id) => visible.has(id));
      if (done.length > 0) {
        annotations.set(caller.user, done, change);
        notifyChanged();
      }
      return { done };
    },
    twins: async ({ start, count }, { caller }) => {
      const readable = await readableFoldersFor(caller);
      const contents = tables.duplicates();
      const found: DuplicateContent[] = [];
      for (let at = 0; at < contents.length; at += CONTENTS_PER_BATCH) {
        for (const [id, files] of timelines.filesOf(readable, contents.slice(at, at + CONTENTS_PER_BATCH))) {
          const size = files[0]?.size ?? 0;
          if (files.length > 1) found.push({ id, files, size, wasted: (files.length - 1) * size });
        }
        await setImmediate();
      }
      const duplicates = found.toSorted((a, b) => b.wasted - a.wasted || (a.id < b.id ? -1 : 1));
      const list = duplicates.slice(start, start + count).map(({ id, files, size }) => ({
        id,
        size,
        md512kb: tables.metadata(id)?.hash ?? '',
        files: toWireFiles(files),
      }));
      return { total: duplicates.length, list };
    },
  } satisfies Partial<Handlers<TimelineCommands, BoxContext>>;
};

const monthIn = ({ months }: Timeline, month: string): { readonly start: number; readonly count: number } =>
  months.find((each) => each.month === month) ?? { start: 0, count: 0 };
