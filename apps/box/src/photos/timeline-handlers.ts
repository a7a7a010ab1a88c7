import { setImmediate } from 'node:timers/promises';
import { ALB, type commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import type { Caller } from '../vault/index.ts';
import type { Photos } from './photos.ts';
import type { PlaceName } from './places/atlas.ts';
import { type Sight, sightOf } from './sight.ts';
import type { OwnFile, View, ViewFilter } from './views.ts';

type Tree = (typeof commandTree)['photos'];

/** Maximum number of files returned for one content. */
const MOST_FILES = 100;
/** Contents processed before yielding to the event loop. */
const PIECE = 500;

/** A content with several files; `wasted` is the size of all but one of them, in bytes. */
interface Twin {
  readonly id: string;
  readonly files: readonly OwnFile[];
  readonly size: number;
  readonly wasted: number;
}

export const filesOnWire = (files: readonly OwnFile[]) =>
  files.slice(0, MOST_FILES).map(({ path, size, mtime }) => ({ path, size, mtime }));

export const placeOnWire = ({ regionEnglish, ...place }: PlaceName) => ({ ...place, region_english: regionEnglish });

/** The timeline for a caller and a filter. @throws Refusal 5 for an album that the caller cannot see */
export const viewFor = (
  { albums, views }: Pick<Photos, 'albums' | 'views'>,
  caller: Caller,
  sight: Sight,
  filter: ViewFilter,
): Promise<View> => {
  const album = filter.album === undefined ? null : albums.seen(caller.user, filter.album);
  return views.view(caller, sight, filter, album === null ? null : () => albums.content(album));
};

/** PHOTOMONTHS, PHOTORUN, PHOTOGET, PHOTOMARK and PHOTOTWINS (X120 to X124). */
export const timelineHandlers = (photos: Photos) => {
  const { vault, tables, texts, views, albums, marks, changed, reading } = photos;
  const sightFor = (caller: Caller): Promise<Sight> => sightOf(vault, tables, caller);
  return {
    months: async ({ version, ...filter }, { caller }) => {
      const sight = await sightFor(caller);
      const view = await viewFor(photos, caller, sight, filter);
      const told = { total: view.files.length, reading: reading() };
      if (view.version === version) return { version, same: 1, ...told, list: [] };
      const list = view.months.map(({ month, count }) => ({ month, count }));
      return { version: view.version, same: 0, ...told, list };
    },
    run: async ({ month, start, count, ...filter }, { caller }) => {
      const sight = await sightFor(caller);
      const view = await viewFor(photos, caller, sight, filter);
      const { version } = view;
      const run = month === undefined ? { start: 0, count: view.files.length } : monthIn(view, month);
      const files = [...view.files.subarray(run.start + start, run.start + Math.min(start + count, run.count))];
      return { version, total: run.count, list: views.photos(caller.user, sight, start < run.count ? files : []) };
    },
    get: async ({ id }, { caller }, { refuse }) => {
      const sight = await sightFor(caller);
      const files = views.filesOf(sight, [id]).get(id) ?? [];
      const first = files.find(({ lead }) => lead === null) ?? files[0];
      const details = tables.facts(id);
      const [photo] = first === undefined ? [] : views.photos(caller.user, sight, [first.file]);
      if (details === undefined || photo === undefined) throw refuse(ALB.notFound, 'id');
      const inAlbums =
        photo.hidden === 1
          ? []
          : albums
              .of(caller.user)
              .filter(
                (album) =>
                  albums.has(album, id) ||
                  views.albums.liesIn(
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
        files: filesOnWire(files),
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
        ...(place === undefined ? {} : { place: placeOnWire(place) }),
        ...(text === '' ? {} : { text }),
      };
    },
    mark: async ({ ids, ...mark }, { caller }) => {
      const seen = views.filesOf(await sightFor(caller), ids);
      const done = ids.filter((id) => seen.has(id));
      if (done.length > 0) {
        marks.set(caller.user, done, mark);
        changed();
      }
      return { done };
    },
    twins: async ({ start, count }, { caller }) => {
      const sight = await sightFor(caller);
      const contents = tables.twins();
      const found: Twin[] = [];
      for (let at = 0; at < contents.length; at += PIECE) {
        for (const [id, files] of views.filesOf(sight, contents.slice(at, at + PIECE))) {
          const size = files[0]?.size ?? 0;
          if (files.length > 1) found.push({ id, files, size, wasted: (files.length - 1) * size });
        }
        await setImmediate();
      }
      const twins = found.toSorted((a, b) => b.wasted - a.wasted || (a.id < b.id ? -1 : 1));
      const list = twins.slice(start, start + count).map(({ id, files, size }) => ({
        id,
        size,
        md512kb: tables.facts(id)?.hash ?? '',
        files: filesOnWire(files),
      }));
      return { total: twins.length, list };
    },
  } satisfies Partial<Handlers<Tree, BoxContext>>;
};

const monthIn = ({ months }: View, month: string): { readonly start: number; readonly count: number } =>
  months.find((each) => each.month === month) ?? { start: 0, count: 0 };
