import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { locate } from '../files/path-access.ts';
import { Refusal } from '../simulator-refusal.ts';
import { Repository } from '../id-repository.ts';
import { commands } from '../command-table.ts';
import type { TreeNode } from '../tree/file-tree.ts';
import { join } from '../tree/file-tree.ts';
import { typeOf } from '../tree/file-types.ts';

const LIBRARY = { busy: 2, unknown: 5, nameOccupied: 7, absent: 9 } as const;
const ENDPOINT = '/port_20243/medialib';
const VIDEO = 2;
const SCAN_DURATION_MS = 3000;

interface Listener {
  category: string;
  type: string;
  path: string;
  owner: string;
  scanning: boolean;
}
interface Media {
  path: string;
  name: string;
  category: string;
  lock: string;
  more: Fields;
}

interface Library {
  readonly categories: Repository<{ name: string }>;
  readonly listeners: Repository<Listener>;
  readonly media: Repository<Media>;
  scraping: Fields;
}

const library = stateOfBox((): Library => ({
  categories: new Repository<{ name: string }>(),
  listeners: new Repository<Listener>(),
  media: new Repository<Media>(),
  scraping: { extensions: ['mkv', 'mp4'], minsize: '50', keywords: [] },
}));

const requireFound = <T>(item: T | undefined): T => {
  if (item === undefined) throw new Refusal(LIBRARY.unknown);
  return item;
};

const videosIn = (node: TreeNode | undefined, path: string): readonly string[] => {
  if (node?.kind === 'folder') return [...node.children].flatMap(([name, child]) => videosIn(child, join(path, name)));
  return node !== undefined && typeOf(node) === VIDEO ? [path] : [];
};

const scan = (box: BoxState, listener: Listener): void => {
  listener.scanning = true;
  box.schedule.after(SCAN_DURATION_MS, () => {
    listener.scanning = false;
    const { media } = library(box);
    for (const path of videosIn(box.tree.find(listener.path), listener.path))
      if (!media.all.some((one) => one.path === path))
        media.add({
          path,
          name: path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, ''),
          category: listener.category,
          lock: 'nocache',
          more: {},
        });
  });
};

const mediaFields = ({ id, path, name, category, lock, more }: Media & { readonly id: string }): Fields => ({
  id,
  path,
  name,
  category,
  lock,
  ...more,
});

const requireMedia = (call: CommandCall, box: BoxState): Media & { readonly id: string } =>
  requireFound(library(box).media.find(call.text(0, 'id')));

const queryCommands = commands(ENDPOINT, {
  CATLIST: (_, box) => ({ list: library(box).categories.all }),
  LISTENLIST: (_, box) => ({
    list: library(box).listeners.all.map(({ scanning, ...one }) => ({
      ...one,
      status: scanning ? 'scanning' : 'idle',
    })),
  }),
  INFOLIST: (call, box) => {
    const category = call.text(0, 'category', '');
    const all = library(box).media.all.filter((one) => category === '' || one.category === category);
    const start = call.number(1, 'start', 0);
    return { total: String(all.length), list: all.slice(start, start + call.number(2, 'count', 100)).map(mediaFields) };
  },
  INFOGET: (call, box) => ({ info: mediaFields(requireMedia(call, box)) }),
  INFOSET: (call, box) => {
    const { id, ...more } = call.object(0, 'info');
    const one = requireFound(library(box).media.find(String(id)));
    one.more = { ...one.more, ...more };
    return {};
  },
  INFOLOCK: (call, box) => {
    requireMedia(call, box).lock = call.text(1, 'lock');
    return {};
  },
  INFOSCRAPE: (call) => {
    call.texts(0, 'ids');
    return {};
  },
  INFOSEARCH: (call) => ({ list: [{ candidate: `film:${call.text(1, 'name')}`, name: call.text(1, 'name') }] }),
  INFOMATCH: (call, box) => {
    const one = requireMedia(call, box);
    one.lock = 'locked';
    one.name = call.text(1, 'candidate').replace(/^film:/, '');
    return { info: mediaFields(one) };
  },
  SCRAPECFGGET: (_, box) => ({ cfg: library(box).scraping }),
});

const adminCommands = commands(
  ENDPOINT,
  {
    CATPUT: (call, box) => {
      const { categories } = library(box);
      const [id, name] = [call.text(0, 'id', ''), call.text(1, 'name')];
      if (categories.all.some((one) => one.name === name && one.id !== id)) throw new Refusal(LIBRARY.nameOccupied);
      if (id === '') categories.add({ name });
      else requireFound(categories.find(id)).name = name;
      return {};
    },
    CATDEL: (call, box) => {
      if (!library(box).categories.remove(call.text(0, 'id'))) throw new Refusal(LIBRARY.unknown);
      return {};
    },
    LISTENPUT: (call, box) => {
      const { listeners } = library(box);
      const id = call.text(0, 'id', '');
      const path = locate(call, box, call.text(3, 'path'));
      if (box.tree.folder(path) === undefined) throw new Refusal(LIBRARY.absent);
      const listener = {
        category: call.text(1, 'category'),
        type: call.text(2, 'type'),
        path,
        owner: call.caller.name,
      };
      if (id === '') scan(box, listeners.add({ ...listener, scanning: false }));
      else Object.assign(requireFound(listeners.find(id)), listener);
      return {};
    },
    LISTENDEL: (call, box) => {
      if (!library(box).listeners.remove(call.text(0, 'id'))) throw new Refusal(LIBRARY.unknown);
      return {};
    },
    LISTENSCAN: (call, box) => {
      const listener = requireFound(library(box).listeners.find(call.text(0, 'id')));
      if (listener.scanning) throw new Refusal(LIBRARY.busy);
      scan(box, listener);
      return {};
    },
    SCRAPECFGSET: (call, box) => {
      library(box).scraping = call.object(0, 'cfg');
      return {};
    },
  },
  { access: 'admin' },
);

export const media = [...queryCommands, ...adminCommands];
