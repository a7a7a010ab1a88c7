import type { Box } from '../box.ts';
import { ofBox } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { locate } from '../files/places.ts';
import { Refusal } from '../refusal.ts';
import { Shelf } from '../shelf.ts';
import { commands } from '../table.ts';
import type { TreeNode } from '../tree/tree.ts';
import { join } from '../tree/tree.ts';
import { typeOf } from '../tree/types.ts';

const LIBRARY = { busy: 2, unknown: 5, taken: 7, absent: 9 } as const;
const ENDPOINT = '/port_20243/medialib';
const VIDEO = 2;
const SCAN_MS = 3000;

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
  readonly categories: Shelf<{ name: string }>;
  readonly listeners: Shelf<Listener>;
  readonly media: Shelf<Media>;
  scraping: Fields;
}

const library = ofBox((): Library => ({
  categories: new Shelf<{ name: string }>(),
  listeners: new Shelf<Listener>(),
  media: new Shelf<Media>(),
  scraping: { extensions: ['mkv', 'mp4'], minsize: '50', keywords: [] },
}));

const found = <T>(thing: T | undefined): T => {
  if (thing === undefined) throw new Refusal(LIBRARY.unknown);
  return thing;
};

const filmsIn = (node: TreeNode | undefined, path: string): readonly string[] => {
  if (node?.kind === 'folder') return [...node.children].flatMap(([name, child]) => filmsIn(child, join(path, name)));
  return node !== undefined && typeOf(node) === VIDEO ? [path] : [];
};

const scan = (box: Box, listener: Listener): void => {
  listener.scanning = true;
  box.timeline.after(SCAN_MS, () => {
    listener.scanning = false;
    const { media } = library(box);
    for (const path of filmsIn(box.tree.find(listener.path), listener.path))
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

const listed = ({ id, path, name, category, lock, more }: Media & { readonly id: string }): Fields => ({
  id,
  path,
  name,
  category,
  lock,
  ...more,
});

const asked = (call: Call, box: Box): Media & { readonly id: string } =>
  found(library(box).media.find(call.text(0, 'id')));

const questions = commands(ENDPOINT, {
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
    return { total: String(all.length), list: all.slice(start, start + call.number(2, 'count', 100)).map(listed) };
  },
  INFOGET: (call, box) => ({ info: listed(asked(call, box)) }),
  INFOSET: (call, box) => {
    const { id, ...more } = call.object(0, 'info');
    const one = found(library(box).media.find(String(id)));
    one.more = { ...one.more, ...more };
    return {};
  },
  INFOLOCK: (call, box) => {
    asked(call, box).lock = call.text(1, 'lock');
    return {};
  },
  INFOSCRAPE: (call) => {
    call.texts(0, 'ids');
    return {};
  },
  INFOSEARCH: (call) => ({ list: [{ candidate: `film:${call.text(1, 'name')}`, name: call.text(1, 'name') }] }),
  INFOMATCH: (call, box) => {
    const one = asked(call, box);
    one.lock = 'locked';
    one.name = call.text(1, 'candidate').replace(/^film:/, '');
    return { info: listed(one) };
  },
  SCRAPECFGGET: (_, box) => ({ cfg: library(box).scraping }),
});

const administration = commands(
  ENDPOINT,
  {
    CATPUT: (call, box) => {
      const { categories } = library(box);
      const [id, name] = [call.text(0, 'id', ''), call.text(1, 'name')];
      if (categories.all.some((one) => one.name === name && one.id !== id)) throw new Refusal(LIBRARY.taken);
      if (id === '') categories.add({ name });
      else found(categories.find(id)).name = name;
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
      else Object.assign(found(listeners.find(id)), listener);
      return {};
    },
    LISTENDEL: (call, box) => {
      if (!library(box).listeners.remove(call.text(0, 'id'))) throw new Refusal(LIBRARY.unknown);
      return {};
    },
    LISTENSCAN: (call, box) => {
      const listener = found(library(box).listeners.find(call.text(0, 'id')));
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

export const media = [...questions, ...administration];
