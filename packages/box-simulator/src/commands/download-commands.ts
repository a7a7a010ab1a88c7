import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { freeName, locate } from '../files/path-access.ts';
import { durationOf, TimedWork } from '../timed-work.ts';
import { Refusal } from '../simulator-refusal.ts';
import { Repository } from '../id-repository.ts';
import { commands } from '../command-table.ts';
import { join } from '../tree/file-tree.ts';

const TASK = { unknown: 5, state: 6 } as const;

interface Download {
  readonly name: string;
  readonly source: string;
  readonly folder: string;
  readonly work: TimedWork;
}

const downloads = stateOfBox(() => new Repository<Download>());
const options = stateOfBox(() => new Map<string, string>([['max_concurrent_downloads', '10']]));

/** Size of every downloaded file; with a manual clock a test can observe the download in progress. */
const DOWNLOAD_BYTES = 1024 * 1024;

/** The names of generic task states here: active, waiting, paused, error, complete. */
const STATUS = { '-1': 'error', '0': 'waiting', '1': 'complete', '2': 'active', '3': 'paused' } as const;

const downloadFields = ({ id, name, source, work }: Download & { readonly id: string }): Fields => ({
  id,
  name,
  source,
  status: STATUS[work.state],
  total: String(DOWNLOAD_BYTES),
  completed: Math.floor((DOWNLOAD_BYTES * work.progress) / 100),
});

const startDownload = (call: CommandCall, box: BoxState, source: string, name: string): Fields => {
  const folder = locate(call, box, call.text(1, 'destination'));
  const content = new Uint8Array(DOWNLOAD_BYTES).fill(0x2e);
  const work = new TimedWork(box, durationOf(DOWNLOAD_BYTES), () =>
    box.tree.write(freeName(box, join(folder, name)), content),
  );
  downloads(box).add({ name, source, folder, work });
  return {};
};

const inState = (box: BoxState, ...states: readonly number[]): readonly (Download & { readonly id: string })[] =>
  downloads(box).all.filter(({ work }) => states.includes(work.state));

const page = (call: CommandCall, all: readonly (Download & { readonly id: string })[]): Fields => {
  const offset = call.number(0, 'offset', 0);
  return { list: all.slice(offset, offset + call.number(1, 'count', 100)).map(downloadFields) };
};

const requireDownload = (call: CommandCall, box: BoxState): Download & { readonly id: string } => {
  const found = downloads(box).find(call.text(0, 'id'));
  if (found === undefined) throw new Refusal(TASK.unknown);
  return found;
};

const requireAllowed = (done: boolean): Fields => {
  if (!done) throw new Refusal(TASK.state);
  return {};
};

const nameOfAddress = (source: string): string =>
  source.startsWith('magnet:') ? 'magnet' : decodeURIComponent(/([^/?#]+)\/?(?:[?#].*)?$/.exec(source)?.[1] ?? 'file');

const userCommands = commands('/downloader', {
  ADDURI: (call, box) => {
    const source = call.text(0, 'source');
    return startDownload(call, box, source, nameOfAddress(source));
  },
  ADDTORRENT: (call, box) => {
    call.text(0, 'content');
    return startDownload(call, box, 'torrent', 'torrent');
  },
  REMOVE: (call, box) => {
    const found = requireDownload(call, box);
    found.work.cancel();
    downloads(box).remove(found.id);
    return {};
  },
  PAUSE: (call, box) => requireAllowed(requireDownload(call, box).work.pause()),
  UNPAUSE: (call, box) => requireAllowed(requireDownload(call, box).work.resume()),
  TELLACTIVE: (call, box) => page(call, inState(box, 2)),
  TELLWAITING: (call, box) => page(call, inState(box, 0, 3)),
  TELLSTOPPED: (call, box) => page(call, inState(box, -1, 1)),
  PURGE: (_, box) => {
    for (const { id } of inState(box, -1, 1)) downloads(box).remove(id);
    return {};
  },
  OPTIONSGET: (_, box) => ({ options: Object.fromEntries(options(box)) }),
});

const adminCommands = commands(
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
  totalLength: String(DOWNLOAD_BYTES),
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

export const downloadCommands = [...userCommands, ...adminCommands, ...rpc];
