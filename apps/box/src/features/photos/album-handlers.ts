import { mountDirectory, BOX_PATHS, userRoot } from '@boxwood/box-sdk/rules';
import { ALB, type commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { type Caller, refusalCodeOf, type Location, Refusal } from '../../storage/vault/index.ts';
import type { AlbumRow } from './albums.ts';
import type { Photos } from './photos.ts';
import { type ReadableFolders, listReadableFolders } from './readable-folders.ts';
import { timelineFor } from './timeline-handlers.ts';

type AlbumCommands = (typeof commandTree)['photos'];

/** How many of the newest photos are checked for a cover when the album has no own cover. */
const MAX_COVER_CANDIDATES = 1;

/**
 * TYPELIST, TYPEPUT, TYPEDEL, LISTWATCH, ADDWATCH(S), DELWATCH, TYPESETAPPDATA, CFGGET, CFGSET, PHOTOLIST (B88 to B96,
 * B115, X15), and adding or removing photos by hand (X125, X126).
 */
export const albumHandlers = (photos: Photos) => {
  const {
    vault,
    tables,
    timelines: timelines,
    albums,
    people,
    objects: objects,
    settings,
    indexer,
    changed: notifyChanged,
  } = photos;
  const readableFoldersFor = (caller: Caller): Promise<ReadableFolders> => listReadableFolders(vault, tables, caller);

  const toWireAlbum = async (caller: Caller, readable: ReadableFolders, album: AlbumRow) => {
    const timeline = await timelineFor(photos, caller, readable, { album: album.id });
    const chosen =
      album.cover !== '' && timelines.filesOf(readable, [album.cover]).has(album.cover) ? album.cover : null;
    const [newest] =
      chosen === null
        ? timelines.photos(caller.user, readable, [...timeline.files.subarray(0, MAX_COVER_CANDIDATES)])
        : [];
    const { id, owner, name, members, ctime, mtime } = album;
    return {
      id,
      owner,
      name,
      members: [...members],
      ctime,
      mtime,
      num: timeline.files.length,
      cover: (chosen === null ? newest?.md512kb : tables.metadata(chosen)?.hash) ?? '',
      kind: members.length === 0 ? 'personal' : 'share',
      watchpath_list: visibleFoldersOf(caller, album).map(({ path }) => ({ path })),
    };
  };

  /** The bound folders that the caller may see, each with the caller's path. */
  const visibleFoldersOf = (caller: Caller, { folders }: AlbumRow) =>
    folders.flatMap(({ key, ctime }) => {
      const location = vault.findReadable(caller, key);
      return location === undefined ? [] : [{ key, ctime, path: location.wire }];
    });

  /** Resolves a folder that can be bound: it must be in an indexed place. @throws Refusal 9 */
  const resolveBindableFolder = async (caller: Caller, path: string): Promise<Location> => {
    const location = unlessRefused(() => vault.resolve(caller, path, 'read'));
    const kind = location?.place.kind;
    const isIndexed = kind === 'personal' || kind === 'public' || kind === 'friends';
    const stat = location === undefined || !isIndexed ? undefined : await vault.lstat(location);
    if (location === undefined || stat?.isDirectory() !== true) throw new Refusal(ALB.notBound, 'path');
    return location;
  };

  const bindFolder = async (caller: Caller, id: string, path: string): Promise<void> => {
    albums.getOwned(caller.user, id);
    albums.bind(caller.user, id, (await resolveBindableFolder(caller, path)).key);
    notifyChanged();
  };

  return {
    albums: async ({ start, count }, { caller }) => {
      const readable = await readableFoldersFor(caller);
      const mine = albums.of(caller.user);
      const list = [];
      for (const album of mine.slice(start, start + count)) list.push(await toWireAlbum(caller, readable, album));
      return { total: mine.length, list };
    },
    putAlbum: ({ id, name, members }, { caller }) => {
      const album = albums.createOrUpdate(caller.user, id, name, members);
      notifyChanged();
      return { id: album };
    },
    removeAlbum: ({ id }, { caller }) => {
      albums.remove(caller.user, id);
      notifyChanged();
      return {};
    },
    folders: async ({ id, offset, count }, { caller }) => {
      const album = albums.getVisible(caller.user, id);
      const readable = await readableFoldersFor(caller);
      const list = [];
      for (const { key, path, ctime } of visibleFoldersOf(caller, album).slice(offset, offset + count)) {
        const content = () => ({ folders: [key], photos: new Set<string>() });
        const timeline = await timelines.get(caller, readable, { album: `folder ${key}` }, content);
        list.push({ path, ctime, num: timeline.files.length });
      }
      return { watchpath_list: list };
    },
    addFolder: async ({ id, path }, { caller }) => {
      await bindFolder(caller, id, path);
      return {};
    },
    addFolders: async ({ id, paths }, { caller }) => {
      albums.getOwned(caller.user, id);
      const failed: { path: string; error: number }[] = [];
      for (const path of paths)
        try {
          await bindFolder(caller, id, path);
        } catch (failure) {
          failed.push({ path, error: refusalCodeOf(failure) });
        }
      return { failed };
    },
    removeFolder: ({ id, path }, { caller }) => {
      const key = unlessRefused(() => vault.resolve(caller, path, 'read'))?.key ?? path;
      albums.unbind(caller.user, id, key);
      notifyChanged();
      return {};
    },
    setCover: ({ id, cover }, { caller }, { refuse }) => {
      const album = albums.getOwned(caller.user, id);
      if (album.members.length > 0) throw refuse(ALB.notOwner, 'shared');
      const location = unlessRefused(() => vault.resolve(caller, cover, 'read'));
      const photo = location === undefined ? null : tables.contentAt(location.key);
      if (photo === null) throw refuse(ALB.notFound, 'cover');
      albums.setCover(id, photo);
      notifyChanged();
      return {};
    },
    config: (_params, { caller }) => {
      const sources = settings.sources ?? [
        `${userRoot(caller.user)}/${BOX_PATHS.myImages}`,
        `${mountDirectory(1)}/${BOX_PATHS.shared}`,
      ];
      return {
        cfg: {
          faceMinNum: settings.faceMinNum,
          sources: sources.filter((path) => unlessRefused(() => vault.resolve(caller, path, 'read')) !== undefined),
          scanning: indexer.isBusy ? 1 : 0,
          ...tables.progress(),
        },
      };
    },
    setConfig: ({ cfg }) => {
      settings.set(cfg);
      notifyChanged();
      return {};
    },
    list: async ({ album, group, label, start, count }, { caller }, { refuse }) => {
      const objectLabel = group === 'yolov' ? label : undefined;
      const placeLabel = group === 'china' || group === 'overseas' ? label : undefined;
      const personLabel = group === 'faceGroup' || group === 'faceLabel' ? label : undefined;
      const readable = await readableFoldersFor(caller);
      if (group !== undefined) {
        const isKnown =
          objectLabel !== undefined
            ? objects.kinds.numberOf(objectLabel) !== undefined
            : placeLabel === undefined
              ? (await people.visiblePeople(caller.user, readable)).people.has(personLabel ?? '')
              : photos.places.all().has(placeLabel);
        if (!isKnown) throw refuse(ALB.notFound, 'label');
      }
      const { files } = await timelineFor(photos, caller, readable, {
        album,
        place: placeLabel,
        person: personLabel,
        thing: objectLabel,
      });
      const found = timelines.photos(caller.user, readable, [...files.subarray(start, start + count)]);
      const times = timelines.filesOf(
        readable,
        found.map(({ id }) => id),
      );
      return {
        total: files.length,
        list: found.map(({ id, path, md512kb, size, taken, width, height, place }) => ({
          path,
          md512kb,
          size,
          taken,
          width,
          height,
          place,
          name: path.slice(path.lastIndexOf('/') + 1),
          mtime: times.get(id)?.find((file) => file.path === path)?.mtime ?? 0,
        })),
      };
    },
    addPhotos: async ({ album, ids }, { caller }) => {
      const { id } = albums.getOwned(caller.user, album);
      const visible = timelines.filesOf(await readableFoldersFor(caller), ids);
      const done = ids.filter((each) => visible.has(each));
      const came = albums.addPhotos(id, done);
      notifyChanged();
      return { done, came };
    },
    dropPhotos: ({ album, ids }, { caller }) => {
      const { id } = albums.getOwned(caller.user, album);
      const done = albums.removePhotos(id, ids);
      notifyChanged();
      return { done };
    },
  } satisfies Partial<Handlers<AlbumCommands, BoxContext>>;
};

/** Runs the work and returns undefined if the vault refuses it. */
const unlessRefused = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch (failure) {
    if (failure instanceof Refusal) return undefined;
    throw failure;
  }
};
