import { ALB, type Album, type PhotoDetails, type TimelinePhoto } from '@boxwood/box-sdk';
import type { BoxReplies } from './box-replies.ts';

/** The folder of the pictures of {@link timelinePhoto}. */
export const PICTURE_FOLDER = '/mnt/usb1/ann/My Images';

/** A picture of the timeline, taken on June 9, 2024 unless said otherwise; its id is `id` and the name of its file. */
export const timelinePhoto = (name: string, more: Partial<TimelinePhoto> = {}): TimelinePhoto => ({
  id: `id ${name}`,
  path: `${PICTURE_FOLDER}/${name}`,
  md512kb: '',
  size: 2048,
  taken: Date.UTC(2024, 5, 9, 12) / 1000,
  zone: 0,
  takenfrom: 'camera',
  width: 96,
  height: 72,
  kind: 'photo',
  duration: 0,
  place: '',
  favourite: 0,
  hidden: 0,
  caption: '',
  placeholder: '',
  video: '',
  raw: '',
  ...more,
});

/** An album of Ann without members, folders and pictures. */
export const photoAlbum = (id: string, name: string, more: Partial<Album> = {}): Album => ({
  id,
  owner: 'ann',
  name,
  members: [],
  cover: '',
  kind: 'personal',
  watchpath_list: [],
  num: 0,
  ctime: 1_700_000_000,
  mtime: 1_700_000_000,
  ...more,
});

/** Details without anything that a camera wrote. */
export const photoDetails = (photo: TimelinePhoto, more: Partial<PhotoDetails> = {}): PhotoDetails => ({
  photo,
  files: [{ path: photo.path, size: photo.size, mtime: photo.taken }],
  albums: [],
  camera: '',
  lens: '',
  exposure: 0,
  aperture: 0,
  iso: 0,
  focal: 0,
  located: 0,
  latitude: 0,
  longitude: 0,
  country: '',
  original: photo.taken,
  trouble: '',
  ...more,
});

/** The content of a {@link photoLibrary}. */
export interface PhotoLibraryContent {
  readonly photos?: readonly TimelinePhoto[];
  readonly albums?: readonly Album[];
  /** The ids of the pictures of each album, by its id. */
  readonly contents?: Readonly<Record<string, readonly string[]>>;
  /** Details of pictures that differ from {@link photoDetails}, by id. */
  readonly details?: Readonly<Record<string, Partial<PhotoDetails>>>;
}

interface PhotoQuery {
  readonly album?: string | undefined;
  readonly kind?: string | undefined;
  readonly favourite?: 1 | undefined;
  readonly day?: string | undefined;
  readonly words?: string | undefined;
  readonly month?: string | undefined;
}

const localDay = ({ taken, zone }: TimelinePhoto): string =>
  new Date((taken + zone * 60) * 1000).toISOString().slice(0, 10);

/**
 * The photo index of a box with this content, for `replies`: it filters the timeline, marks and deletes pictures, and
 * fills albums, as a box does. Places, people and objects do not filter. `more` has other answers about photos.
 */
export const photoLibrary = (content: PhotoLibraryContent = {}, more: BoxReplies['photos'] = {}) => {
  let photos = content.photos ?? [];
  let albums = content.albums ?? [];
  const contents = new Map(Object.entries(content.contents ?? {}));
  const deleted = new Set<string>();
  let version = 1;
  const idsOf = (album: string): readonly string[] => contents.get(album) ?? [];
  const fill = (album: string, ids: readonly string[]): void => {
    contents.set(album, ids);
    albums = albums.map((each) => (each.id === album ? { ...each, num: ids.length } : each));
    version += 1;
  };
  const visible = (): readonly TimelinePhoto[] => photos.filter(({ path }) => !deleted.has(path));
  const find = ({ album, kind, favourite, day, words, month }: PhotoQuery): readonly TimelinePhoto[] =>
    visible()
      .filter(
        (photo) =>
          (album === undefined || idsOf(album).includes(photo.id)) &&
          (kind === undefined || photo.kind === kind) &&
          (favourite === undefined || photo.favourite === favourite) &&
          (day === undefined || localDay(photo).endsWith(day)) &&
          (month === undefined || localDay(photo).startsWith(month)) &&
          (words === undefined || `${photo.path} ${photo.caption}`.toLowerCase().includes(words.toLowerCase())),
      )
      .toSorted((a, b) => b.taken - a.taken);
  const index = {
    months: (query) => {
      const found = find(query);
      const months = Map.groupBy(found, (photo) => localDay(photo).slice(0, 7));
      return {
        version: `${version}`,
        same: query.version === `${version}` ? 1 : 0,
        total: found.length,
        list: [...months].map(([month, list]) => ({ month, count: list.length })),
      };
    },
    run: ({ start, count, ...query }) => {
      const found = find(query);
      return { version: `${version}`, total: found.length, list: found.slice(start, start + count) };
    },
    get: ({ id }, _caller, { refuse }) => {
      const photo = photos.find((each) => each.id === id);
      if (photo === undefined) throw refuse(ALB.notFound);
      const inAlbums = albums.filter((album) => idsOf(album.id).includes(id)).map((album) => album.id);
      return photoDetails(photo, { albums: inAlbums, ...content.details?.[id] });
    },
    mark: ({ ids, favourite, caption, taken }) => {
      photos = photos.map((photo) =>
        ids.includes(photo.id)
          ? {
              ...photo,
              favourite: favourite ?? photo.favourite,
              caption: caption ?? photo.caption,
              ...(taken === undefined || taken === 0 ? {} : { taken, takenfrom: 'person' }),
            }
          : photo,
      );
      version += 1;
      return { done: ids.filter((id) => photos.some((photo) => photo.id === id)) };
    },
    albums: ({ start, count }) => ({ total: albums.length, list: albums.slice(start, start + count) }),
    putAlbum: ({ id, owner, name, members }, _caller, { refuse }) => {
      if (albums.some((album) => album.name === name && album.id !== id)) throw refuse(ALB.nameTaken);
      const known = albums.find((album) => album.id === id);
      const saved = { ...(known ?? photoAlbum(`new ${name}`, name)), owner, name, members };
      albums = known === undefined ? [...albums, saved] : albums.map((album) => (album.id === id ? saved : album));
      return { id: saved.id };
    },
    removeAlbum: ({ id }) => {
      albums = albums.filter((album) => album.id !== id);
      return {};
    },
    addPhotos: ({ album, ids }) => {
      const came = ids.filter((id) => !idsOf(album).includes(id));
      fill(album, [...idsOf(album), ...came]);
      return { done: ids, came };
    },
    dropPhotos: ({ album, ids }) => {
      const done = ids.filter((id) => idsOf(album).includes(id));
      fill(
        album,
        idsOf(album).filter((id) => !ids.includes(id)),
      );
      return { done };
    },
  } satisfies BoxReplies['photos'];
  const trash = {
    put: ({ paths }) => {
      for (const path of paths) deleted.add(path);
      version += 1;
      return {};
    },
  } satisfies BoxReplies['trash'];
  const replies: BoxReplies = {
    // The box of the kit is too old for the index, so it has to say that it runs there.
    offers: { list: () => ({ areas: [{ area: 'photos', state: 'offered', version: 1, missing: [] }] }) },
    photos: { ...index, ...more },
    trash,
  };
  return {
    replies,
    /** The answers about photos without `more`, to call them from another answer. */
    index,
    /** Replaces all pictures, as a scan of the box does. */
    setPhotos: (next: readonly TimelinePhoto[]): void => {
      photos = next;
      version += 1;
    },
  };
};
