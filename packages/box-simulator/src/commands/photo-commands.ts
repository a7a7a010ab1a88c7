import type { BoxState } from '../box-state.ts';
import { stateOfBox, nowSeconds } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { locate } from '../files/path-access.ts';
import { Refusal } from '../simulator-refusal.ts';
import { Repository } from '../id-repository.ts';
import { type CommandHandler, commands } from '../command-table.ts';
import type { TreeNode } from '../tree/file-tree.ts';
import { join } from '../tree/file-tree.ts';
import { typeOf } from '../tree/file-types.ts';

const ALBUM = { unknown: 5, notOwner: 6, nameOccupied: 7, bound: 8, absent: 9, running: 10 } as const;

interface Album {
  readonly owner: string;
  name: string;
  members: readonly string[];
  cover: string;
  readonly folders: Set<string>;
}

const albums = stateOfBox(() => new Repository<Album>());
const config = stateOfBox((): { album: Fields; ai: Fields; regroupUntil: number } => ({
  album: { faceMinNum: '3' },
  ai: { enable: '1', face_match: '0.36', face_detect: 0.5, face_quality: 0.8, object: 0.34 },
  regroupUntil: 0,
}));
const REGROUP_MS = 10_000;

const IMAGE = 3;

const requireAlbum = (call: CommandCall, box: BoxState): Album & { readonly id: string } => {
  const found = albums(box).find(call.text(0, 'id'));
  if (found === undefined) throw new Refusal(ALBUM.unknown);
  return found;
};

/** An album of the caller; refuses when the caller is not the owner. */
const requireOwnAlbum = (call: CommandCall, box: BoxState): Album & { readonly id: string } => {
  const found = requireAlbum(call, box);
  if (found.owner !== call.caller.name) throw new Refusal(ALBUM.notOwner);
  return found;
};

const visibleAlbums = (call: CommandCall, box: BoxState): readonly (Album & { readonly id: string })[] =>
  albums(box).all.filter(({ owner, members }) => owner === call.caller.name || members.includes(call.caller.name));

const putAlbum = (call: CommandCall, box: BoxState): Fields => {
  const id = call.text(1, 'id', '');
  const name = call.text(2, 'name');
  const members = call.texts(3, 'members');
  if (albums(box).all.some((one) => one.name === name && one.owner === call.caller.name && one.id !== id))
    throw new Refusal(ALBUM.nameOccupied);
  if (id === '') albums(box).add({ owner: call.caller.name, name, members, cover: '', folders: new Set() });
  else Object.assign(requireOwnAlbum(call, box), { name, members });
  return {};
};

const bindFolder = (call: CommandCall, box: BoxState, given: string): void => {
  const { folders } = requireOwnAlbum(call, box);
  const path = locate(call, box, given);
  if (box.tree.folder(path) === undefined) throw new Refusal(ALBUM.absent);
  if (folders.has(path)) throw new Refusal(ALBUM.bound);
  folders.add(path);
};

const picturesIn = (node: TreeNode | undefined, path: string): readonly Fields[] => {
  if (node?.kind === 'folder')
    return [...node.children].flatMap(([name, child]) => picturesIn(child, join(path, name)));
  return node !== undefined && typeOf(node) === IMAGE ? [{ path, name: node.name, mtime: node.mtime }] : [];
};

const page = (call: CommandCall, all: readonly Fields[]): Fields => {
  const start = call.number(1, 'start', 0);
  return { total: String(all.length), list: all.slice(start, start + call.number(2, 'count', 100)) };
};

const handlers: Readonly<Record<string, CommandHandler>> = {
  TYPELIST: (call, box) =>
    page(
      call,
      visibleAlbums(call, box).map(({ id, owner, name, members, cover, folders }) => ({
        id,
        owner,
        name,
        members,
        cover,
        watchpath_list: [...folders].map((path) => ({ path })),
      })),
    ),
  TYPEPUT: putAlbum,
  TYPEDEL: (call, box) => {
    albums(box).remove(requireOwnAlbum(call, box).id);
    return {};
  },
  LISTWATCH: (call, box) => {
    const all = [...requireAlbum(call, box).folders].map((path) => ({ path }));
    const offset = call.number(1, 'offset', 0);
    return { watchpath_list: all.slice(offset, offset + call.number(2, 'count', 255)) };
  },
  ADDWATCH: (call, box) => {
    bindFolder(call, box, call.text(1, 'path'));
    return {};
  },
  ADDWATCHS: (call, box) => {
    const failed = call.texts(1, 'paths').flatMap((path) => {
      try {
        bindFolder(call, box, path);
        return [];
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        return [{ path, error: refusal.code }];
      }
    });
    return failed.length === 0 ? {} : { error: 3, failed };
  },
  DELWATCH: (call, box) => {
    if (!requireOwnAlbum(call, box).folders.delete(call.text(1, 'path'))) throw new Refusal(ALBUM.absent);
    return {};
  },
  TYPESETAPPDATA: (call, box) => {
    requireOwnAlbum(call, box).cover = call.text(1, 'cover');
    return {};
  },
  CFGGET: (_, box) => ({ cfg: config(box).album }),
  LABELLIST: () => ({ list: [] }),
  LABELSET: () => {
    throw new Refusal(ALBUM.unknown);
  },
  FACERECLASS: (_, box) => {
    const state = config(box);
    if (box.clock.now() < state.regroupUntil) throw new Refusal(ALBUM.running);
    state.regroupUntil = box.clock.now() + REGROUP_MS;
    return {};
  },
  FACERECLASSSCHEDULE: (_, box) => {
    const left = config(box).regroupUntil - box.clock.now();
    const done = Math.max(0, Math.min(100, Math.floor(100 - (left / REGROUP_MS) * 100)));
    return { running: left > 0 ? '1' : '0', done: String(done), total: 100 };
  },
  PHOTOLIST: (call, box) => {
    const home = `/mnt/usb1/${call.caller.name}`;
    const id = call.text(3, 'album', '');
    const folders = id === '' ? [home] : [...(albums(box).find(id)?.folders ?? [])];
    return page(
      call,
      folders.flatMap((path) => picturesIn(box.tree.find(path), path)),
    );
  },
};

const service = commands('/port_20242/photoalbum', handlers, { plugin: 'slpmdb' });

const adminCommands = commands(
  '/port_20242/photoalbum',
  {
    CFGSET: (call, box) => {
      const state = config(box);
      state.album = { ...state.album, ...call.object(0, 'cfg') };
      return {};
    },
  },
  { access: 'admin', plugin: 'slpmdb' },
);

const recognition = [
  ...commands('/{token}', { AICFGGET: (_, box) => ({ cfg: config(box).ai }) }),
  ...commands(
    '/{token}',
    {
      // Changed thresholds reset the groups and start a new analysis.
      AICFGSET: (call, box) => {
        const state = config(box);
        state.ai = { ...state.ai, ...call.object(1, 'cfg') };
        state.regroupUntil = nowSeconds(box) * 1000 + REGROUP_MS;
        return {};
      },
    },
    { access: 'admin' },
  ),
];

export const photos = [...service, ...adminCommands, ...recognition];
