import {
  AddAlbumFolder,
  AddAlbumPhotos,
  DropAlbumPhotos,
  GetAlbumConfig,
  GetPhoto,
  ListAlbumFolders,
  ListAlbums,
  ListFiles,
  ListLabels,
  ListPhotoMonths,
  ListPhotoRun,
  ListPhotoSpots,
  ListPhotoTwins,
  MakeFolder,
  MAX_ALBUM_FOLDERS,
  MarkPhotos,
  PutAlbum,
  RemoveAlbum,
  RemoveAlbumFolder,
  SetAlbumCover,
} from '@boxwood/box-sdk';
import type { Client } from '@boxwood/command-bus';
import { answer, mapRight } from '../outcome.ts';
import type { PhotoFilter } from './photos.ts';
import type { PhotosPort } from './port.ts';

/** Maximum length of a search text in characters (X120). */
const MOST_LETTERS = 128;

/** A filter in wire format; an empty search text is omitted. */
const onWire = ({ favourite, words = '', ...filter }: PhotoFilter) => {
  const said = words.trim().slice(0, MOST_LETTERS);
  return {
    ...filter,
    ...(favourite === true ? ({ favourite: 1 } as const) : {}),
    ...(said === '' ? {} : { words: said }),
  };
};

/** {@link PhotosPort} implemented by a box client. */
export const photosPort = (box: Pick<Client, 'exec'>, user: string): PhotosPort => ({
  months: (filter, version) =>
    answer(box, ListPhotoMonths, { ...onWire(filter), ...(version === null ? {} : { version }) }).pipe(
      mapRight(({ same, reading = 0, ...months }) => ({
        months: same === 1 ? null : months,
        isReading: reading === 1,
      })),
    ),
  run: (filter, month, start, count) =>
    answer(box, ListPhotoRun, { ...onWire(filter), ...(month === null ? {} : { month }), start, count }),
  details: (id) => answer(box, GetPhoto, { id }),
  mark: (ids, marks) => answer(box, MarkPhotos, { ids: [...ids], ...marks }).pipe(mapRight(({ done }) => done)),
  albums: (start, count) => answer(box, ListAlbums, { user, start, count }),
  putAlbum: ({ id, name, members }) =>
    answer(box, PutAlbum, { owner: user, id: id ?? '', name, members: [...members] }).pipe(mapRight((made) => made.id)),
  removeAlbum: (id) => answer(box, RemoveAlbum, { owner: user, id }),
  addTo: (album, ids) =>
    answer(box, AddAlbumPhotos, { album, ids: [...ids] }).pipe(mapRight(({ done, came = done }) => ({ done, came }))),
  dropFrom: (album, ids) => answer(box, DropAlbumPhotos, { album, ids: [...ids] }).pipe(mapRight(({ done }) => done)),
  twins: (start, count) => answer(box, ListPhotoTwins, { start, count }),
  config: () => answer(box, GetAlbumConfig, {}).pipe(mapRight(({ cfg }) => cfg)),
  labels: (group, start, count) => answer(box, ListLabels, { user, group, start, count }),
  spots: (zoom, frame) => answer(box, ListPhotoSpots, { zoom, ...(frame === undefined ? {} : { frame }) }),
  makeFolder: (path) => answer(box, MakeFolder, { path }),
  look: (path) => answer(box, ListFiles, { path, count: 1, hasbaseinfo: 0 }),
  bind: (id, path) => answer(box, AddAlbumFolder, { id, path }),
  unbind: (id, path) => answer(box, RemoveAlbumFolder, { id, path }),
  folders: (id) =>
    answer(box, ListAlbumFolders, { id, offset: 0, count: MAX_ALBUM_FOLDERS }).pipe(
      mapRight(({ watchpath_list }) => watchpath_list),
    ),
  setCover: (id, cover) => answer(box, SetAlbumCover, { id, cover }),
});
