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
import { execute, mapRight } from '../outcome.ts';
import type { PhotoFilter } from './photos.ts';
import type { PhotosPort } from './port.ts';

/** Maximum length of a search text in characters (X120). */
const MAX_SEARCH_LENGTH = 128;

/** A filter in wire format; an empty search text is omitted. */
const toWireFilter = ({ favourite, words = '', ...filter }: PhotoFilter) => {
  const searchText = words.trim().slice(0, MAX_SEARCH_LENGTH);
  return {
    ...filter,
    ...(favourite === true ? ({ favourite: 1 } as const) : {}),
    ...(searchText === '' ? {} : { words: searchText }),
  };
};

/** {@link PhotosPort} implemented by a box client. */
export const photosPort = (box: Pick<Client, 'exec'>, user: string): PhotosPort => ({
  months: (filter, version) =>
    execute(box, ListPhotoMonths, { ...toWireFilter(filter), ...(version === null ? {} : { version }) }).pipe(
      mapRight(({ same, reading = 0, ...months }) => ({
        months: same === 1 ? null : months,
        isReading: reading === 1,
      })),
    ),
  photos: (filter, month, start, count) =>
    execute(box, ListPhotoRun, { ...toWireFilter(filter), ...(month === null ? {} : { month }), start, count }),
  details: (id) => execute(box, GetPhoto, { id }),
  update: (ids, changes) => execute(box, MarkPhotos, { ids: [...ids], ...changes }).pipe(mapRight(({ done }) => done)),
  albums: (start, count) => execute(box, ListAlbums, { user, start, count }),
  putAlbum: ({ id, name, members }) =>
    execute(box, PutAlbum, { owner: user, id: id ?? '', name, members: [...members] }).pipe(
      mapRight((album) => album.id),
    ),
  removeAlbum: (id) => execute(box, RemoveAlbum, { owner: user, id }),
  addTo: (album, ids) =>
    execute(box, AddAlbumPhotos, { album, ids: [...ids] }).pipe(
      mapRight(({ done, came = done }) => ({ done, added: came })),
    ),
  dropFrom: (album, ids) => execute(box, DropAlbumPhotos, { album, ids: [...ids] }).pipe(mapRight(({ done }) => done)),
  twins: (start, count) => execute(box, ListPhotoTwins, { start, count }),
  config: () => execute(box, GetAlbumConfig, {}).pipe(mapRight(({ cfg }) => cfg)),
  labels: (group, start, count) => execute(box, ListLabels, { user, group, start, count }),
  mapClusters: (zoom, frame) => execute(box, ListPhotoSpots, { zoom, ...(frame === undefined ? {} : { frame }) }),
  makeFolder: (path) => execute(box, MakeFolder, { path }),
  checkFolder: (path) => execute(box, ListFiles, { path, count: 1, hasbaseinfo: 0 }),
  bind: (id, path) => execute(box, AddAlbumFolder, { id, path }),
  unbind: (id, path) => execute(box, RemoveAlbumFolder, { id, path }),
  folders: (id) =>
    execute(box, ListAlbumFolders, { id, offset: 0, count: MAX_ALBUM_FOLDERS }).pipe(
      mapRight(({ watchpath_list }) => watchpath_list),
    ),
  setCover: (id, cover) => execute(box, SetAlbumCover, { id, cover }),
});
