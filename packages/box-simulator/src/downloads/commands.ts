import type { Box } from '../box.ts';
import { ofBox } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { freeName, locate } from '../files/places.ts';
import { durationOf, Work } from '../moving.ts';
import { Refusal } from '../refusal.ts';
import { Shelf } from '../shelf.ts';
import { commands } from '../table.ts';
import { join } from '../tree/tree.ts';

const TASK = { unknown: 5, state: 6 } as const;

interface Download {
  readonly name: string;
  readonly source: string;
  readonly folder: string;
  readonly work: Work;
}

const downloads = ofBox(() => new Shelf<Download>());
const options = ofBox(() => new Map<string, string>([['max_concurrent_downloads', '10']]));

/** Size of every downloaded file; with a manual clock a test can observe the download in progress. */
const BYTES = 1024 * 1024;

/** The names of generic task states here: active, waiting, paused, error, complete. */
const STATUS = { '-1': 'error', '0': 'waiting', '1': 'complete', '2': 'active', '3': 'paused' } as const;

const listed = ({ id, name, source, work }: Download & { readonly id: string }): Fields => ({
  id,
  name,
  source,
  status: STATUS[work.state],
  total: String(BYTES),
  completed: Math.floor((BYTES * work.progress) / 100),
});

const begin = (call: Call, box: Box, source: string, name: string): Fields => {
  const folder = locate(call, box, call.text(1, 'destination'));
  const content = new Uint8Array(BYTES).fill(0x2e);
  const work = new Work(box, durationOf(BYTES), () => box.tree.write(freeName(box, join(folder, name)), content));
  downloads(box).add({ name, source, folder, work });
  return {};
};

const inState = (box: Box, ...states: readonly number[]): readonly (Download & { readonly id: string })[] =>
  downloads(box).all.filter(({ work }) => states.includes(work.state));

const page = (call: Call, all: readonly (Download & { readonly id: string })[]): Fields => {
  const offset = call.number(0, 'offset', 0);
  return { list: all.slice(offset, offset + call.number(1, 'count', 100)).map(listed) };
};

const asked = (call: Call, box: Box): Download & { readonly id: string } => {
  const found = downloads(box).find(call.text(0, 'id'));
  if (found === undefined) throw new Refusal(TASK.unknown);
  return found;
};

const moved = (done: boolean): Fields => {
  if (!done) throw new Refusal(TASK.state);
  return {};
};

const nameOfAddress = (source: string): string =>
  source.startsWith('magnet:') ? 'magnet' : decodeURIComponent(/([^/?#]+)\/?(?:[?#].*)?$/.exec(source)?.[1] ?? 'file');

const own = commands('/downloader', {
  ADDURI: (call, box) => {
    const source = call.text(0, 'source');
    return begin(call, box, source, nameOfAddress(source));
  },
  ADDTORRENT: (call, box) => {
    call.text(0, 'content');
    return begin(call, box, 'torrent', 'torrent');
  },
  REMOVE: (call, box) => {
    const found = asked(call, box);
    found.work.drop();
    downloads(box).remove(found.id);
    return {};
  },
  PAUSE: (call, box) => moved(asked(call, box).work.pause()),
  UNPAUSE: (call, box) => moved(asked(call, box).work.resume()),
  TELLACTIVE: (call, box) => page(call, inState(box, 2)),
  TELLWAITING: (call, box) => page(call, inState(box, 0, 3)),
  TELLSTOPPED: (call, box) => page(call, inState(box, -1, 1)),
  PURGE: (_, box) => {
    for (const { id } of inState(box, -1, 1)) downloads(box).remove(id);
    return {};
  },
  OPTIONSGET: (_, box) => ({ options: Object.fromEntries(options(box)) }),
});

const administration = commands(
  '/downloader',
  {
    OPTIONSET: (call, box) => {
      options(box).set(call.text(0, 'name'), call.text(1, 'value'));
      return {};
    },
  },
  { access: 'admin' },
);

/** JSON-RPC of the downloader. Numbers are sent as text, as the real downloader does. */
const rpcItem = (one: Download & { readonly id: string }): Fields => ({
  gid: one.id,
  status: STATUS[one.work.state],
  totalLength: String(BYTES),
});
const rpc = commands(
  '/port_6800/jsonrpc',
  {
    'aria2.tellActive': (_, box) => ({ result: inState(box, 2).map(rpcItem) }),
    'aria2.tellWaiting': (_, box) => ({ result: inState(box, 0, 3).map(rpcItem) }),
    'aria2.tellStopped': (_, box) => ({ result: inState(box, -1, 1).map(rpcItem) }),
    '*': () => {
      throw new Refusal(-32_601);
    },
  },
  { form: 'rpc' },
);

export const downloadCommands = [...own, ...administration, ...rpc];
