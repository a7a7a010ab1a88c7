import { mountDirectory, PLACES, userRoot } from '@boxwood/box-sdk/rules';
import { ALB, type commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { type Caller, codeOf, type Location, Refusal } from '../vault/index.ts';
import type { AlbumRow } from './albums.ts';
import type { Photos } from './photos.ts';
import { type Sight, sightOf } from './sight.ts';
import { viewFor } from './timeline-handlers.ts';

type Tree = (typeof commandTree)['photos'];

/** How many of the newest photos are checked for a cover when the album has no own cover. */
const NEWEST = 1;

/**
 * TYPELIST, TYPEPUT, TYPEDEL, LISTWATCH, ADDWATCH(S), DELWATCH, TYPESETAPPDATA, CFGGET, CFGSET, PHOTOLIST (B88 to B96,
 * B115, X15), and adding or removing photos by hand (X125, X126).
 */
export const albumHandlers = (photos: Photos) => {
  const { vault, tables, views, albums, people, things, settings, indexer, changed } = photos;
  const sightFor = (caller: Caller): Promise<Sight> => sightOf(vault, tables, caller);

  const onWire = async (caller: Caller, sight: Sight, album: AlbumRow) => {
    const view = await viewFor(photos, caller, sight, { album: album.id });
    const chosen = album.cover !== '' && views.filesOf(sight, [album.cover]).has(album.cover) ? album.cover : null;
    const [newest] = chosen === null ? views.photos(caller.user, sight, [...view.files.subarray(0, NEWEST)]) : [];
    const { id, owner, name, members, ctime, mtime } = album;
    return {
      id,
      owner,
      name,
      members: [...members],
      ctime,
      mtime,
      num: view.files.length,
      cover: (chosen === null ? newest?.md512kb : tables.facts(chosen)?.hash) ?? '',
      kind: members.length === 0 ? 'personal' : 'share',
      watchpath_list: pathsOf(caller, album).map(({ path }) => ({ path })),
    };
  };

  /** The bound folders that the caller may see, each with the caller's path. */
  const pathsOf = (caller: Caller, { folders }: AlbumRow) =>
    folders.flatMap(({ key, ctime }) => {
      const location = vault.seenBy(caller, key);
      return location === undefined ? [] : [{ key, ctime, path: location.wire }];
    });

  /** Resolves a folder that can be bound: it must be in an indexed place. @throws Refusal 9 */
  const boundable = async (caller: Caller, path: string): Promise<Location> => {
    const location = attempt(() => vault.resolve(caller, path, 'read'));
    const kind = location?.place.kind;
    const isIndexed = kind === 'personal' || kind === 'public' || kind === 'friends';
    const stat = location === undefined || !isIndexed ? undefined : await vault.lstat(location);
    if (location === undefined || stat?.isDirectory() !== true) throw new Refusal(ALB.notBound, 'path');
    return location;
  };

  const bind = async (caller: Caller, id: string, path: string): Promise<void> => {
    albums.own(caller.user, id);
    albums.bind(caller.user, id, (await boundable(caller, path)).key);
    changed();
  };

  return {
    albums: async ({ start, count }, { caller }) => {
      const sight = await sightFor(caller);
      const mine = albums.of(caller.user);
      const list = [];
      for (const album of mine.slice(start, start + count)) list.push(await onWire(caller, sight, album));
      return { total: mine.length, list };
    },
    putAlbum: ({ id, name, members }, { caller }) => {
      const album = albums.put(caller.user, id, name, members);
      changed();
      return { id: album };
    },
    removeAlbum: ({ id }, { caller }) => {
      albums.remove(caller.user, id);
      changed();
      return {};
    },
    folders: async ({ id, offset, count }, { caller }) => {
      const album = albums.seen(caller.user, id);
      const sight = await sightFor(caller);
      const list = [];
      for (const { key, path, ctime } of pathsOf(caller, album).slice(offset, offset + count)) {
        const content = () => ({ folders: [key], photos: new Set<string>() });
        const view = await views.view(caller, sight, { album: `folder ${key}` }, content);
        list.push({ path, ctime, num: view.files.length });
      }
      return { watchpath_list: list };
    },
    addFolder: async ({ id, path }, { caller }) => {
      await bind(caller, id, path);
      return {};
    },
    addFolders: async ({ id, paths }, { caller }) => {
      albums.own(caller.user, id);
      const failed: { path: string; error: number }[] = [];
      for (const path of paths)
        try {
          await bind(caller, id, path);
        } catch (failure) {
          failed.push({ path, error: codeOf(failure) });
        }
      return { failed };
    },
    removeFolder: ({ id, path }, { caller }) => {
      const key = attempt(() => vault.resolve(caller, path, 'read'))?.key ?? path;
      albums.unbind(caller.user, id, key);
      changed();
      return {};
    },
    setCover: ({ id, cover }, { caller }, { refuse }) => {
      const album = albums.own(caller.user, id);
      if (album.members.length > 0) throw refuse(ALB.notOwner, 'shared');
      const location = attempt(() => vault.resolve(caller, cover, 'read'));
      const photo = location === undefined ? null : tables.contentAt(location.key);
      if (photo === null) throw refuse(ALB.notFound, 'cover');
      albums.setCover(id, photo);
      changed();
      return {};
    },
    config: (_params, { caller }) => {
      const sources = settings.sources ?? [
        `${userRoot(caller.user)}/${PLACES.myImages}`,
        `${mountDirectory(1)}/${PLACES.shared}`,
      ];
      return {
        cfg: {
          faceMinNum: settings.faceMinNum,
          sources: sources.filter((path) => attempt(() => vault.resolve(caller, path, 'read')) !== undefined),
          scanning: indexer.isBusy ? 1 : 0,
          ...tables.progress(),
        },
      };
    },
    setConfig: ({ cfg }) => {
      settings.set(cfg);
      changed();
      return {};
    },
    list: async ({ album, group, label, start, count }, { caller }, { refuse }) => {
      const ofThing = group === 'yolov' ? label : undefined;
      const ofPlace = group === 'china' || group === 'overseas' ? label : undefined;
      const ofPerson = group === 'faceGroup' || group === 'faceLabel' ? label : undefined;
      const sight = await sightFor(caller);
      if (group !== undefined) {
        const isKnown =
          ofThing !== undefined
            ? things.kinds.numberOf(ofThing) !== undefined
            : ofPlace === undefined
              ? (await people.seen(caller.user, sight)).people.has(ofPerson ?? '')
              : photos.places.all().has(ofPlace);
        if (!isKnown) throw refuse(ALB.notFound, 'label');
      }
      const { files } = await viewFor(photos, caller, sight, {
        album,
        place: ofPlace,
        person: ofPerson,
        thing: ofThing,
      });
      const found = views.photos(caller.user, sight, [...files.subarray(start, start + count)]);
      const times = views.filesOf(
        sight,
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
      const { id } = albums.own(caller.user, album);
      const seen = views.filesOf(await sightFor(caller), ids);
      const done = ids.filter((each) => seen.has(each));
      const came = albums.add(id, done);
      changed();
      return { done, came };
    },
    dropPhotos: ({ album, ids }, { caller }) => {
      const { id } = albums.own(caller.user, album);
      const done = albums.drop(id, ids);
      changed();
      return { done };
    },
  } satisfies Partial<Handlers<Tree, BoxContext>>;
};

/** Runs the work and returns undefined if the vault refuses it. */
const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch (failure) {
    if (failure instanceof Refusal) return undefined;
    throw failure;
  }
};
