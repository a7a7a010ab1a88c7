/** A box whose disk-related system calls are traced. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BoxProcess, BoxProcessOptions } from '../box/box-process.ts';
import { SOURCES, startBoxProcess } from '../box/box-process.ts';
import type { RequiredRecords, TracedPaths, Violation, ActionWindow } from './write-order.ts';
import { checkWriteOrder } from './write-order.ts';
import { parseTrace, STRACE_OPTIONS } from './strace-parser.ts';

const CALLS = [
  'fsync',
  'fdatasync',
  'syncfs',
  'sync',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'pwritev2',
  'ftruncate',
  'fallocate',
  'sendfile',
  'copy_file_range',
  'ioctl',
  'sendto',
  'sendmsg',
  'fchmod',
  'utimensat',
  'open',
  'openat',
  'dup2',
  'dup3',
  'mkdir',
  'mkdirat',
  'symlink',
  'symlinkat',
  'link',
  'linkat',
  'rename',
  'renameat',
  'renameat2',
  'unlink',
  'unlinkat',
  'rmdir',
  'clone',
  'clone3',
  'fork',
  'vfork',
];
// A name without a question mark must be known to strace; not every machine has every call.
const options = (file: string): readonly string[] => [
  'strace',
  '-D',
  ...STRACE_OPTIONS,
  '-o',
  file,
  '-e',
  `trace=${CALLS.map((call) => `?${call}`).join(',')}`,
];

/** Null where processes can be traced, otherwise the reason. */
export const tracingUnavailableReason = (): string | null => {
  if (process.platform !== 'linux') return 'only Linux has strace';
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).status !== 0) return 'strace is missing';
  const [command = '', ...args] = options('/dev/null');
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0 ? null : 'strace may not trace here';
};

// As a URL: NODE_OPTIONS is split at spaces.
const SKIP_SYNC_PRELOAD = new URL('lost-sync.mjs', import.meta.url).href;

/** The environment of a box in which the sync requested by this source line does nothing. */
export const envSkippingSync = (line: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${SKIP_SYNC_PRELOAD}`,
  LOST_SYNC: line,
});

export interface TracedBox extends BoxProcess {
  /** Separates the requests so far from those that follow. No other request may run meanwhile. */
  readonly markAction: (act: string, books: RequiredRecords | null) => Promise<void>;
  /** The source lines that synced something since the last call, once each. */
  readonly syncedLines: () => readonly string[];
  /** Stops the box and checks the whole trace. */
  readonly checkOrder: () => Promise<readonly Violation[]>;
}

/**
 * @param stick the real folder behind `/mnt/extdev`, when it is elsewhere
 * @param lost a source line such as `apps/box/src/features/trash/trash-sidecar.ts:43` whose sync does nothing
 */
export const startTracedBox = async (
  settings: BoxProcessOptions,
  stick: string | null,
  lost: string,
): Promise<TracedBox> => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-trace-'));
  const trace = join(folder, 'calls');
  const met = join(folder, 'syncs');
  const box = await startBoxProcess({
    ...settings,
    // Syncs are identified by the source line that requests them.
    program: SOURCES,
    under: options(trace),
    env: { ...envSkippingSync(lost), SYNCS_MET: met, ...settings.env },
  });
  const windows: ActionWindow[] = [];
  const markAction = async (): Promise<void> => {
    // An upload without preparation: the only answer with 404.
    const answer = await fetch(`${box.origin}/filetrans?uuid=mark&start=0`, { method: 'PUT', body: '' });
    await answer.text();
    if (answer.status !== 404) throw new Error(`the mark was answered with ${answer.status}`);
  };
  const { dataDir } = box;
  let read = 0;
  // The box's secret belongs to the users' data as well: without it their safe cannot be opened.
  const roots = [join(dataDir, 'usb1'), stick ?? join(dataDir, 'extdev'), `${dataDir}-config`];
  const places: TracedPaths = {
    isUserData: (path) => !path.includes('/.boxwood') && roots.some((root) => path.startsWith(`${root}/`)),
    // The indexes of names and pictures are rebuilt from the disk.
    isDatabaseLog: (path) => path.startsWith(dataDir) && /(?<!names|photos)\.sqlite-wal$/.test(path),
  };
  const remove = async (): Promise<void> => {
    await box.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    ...box,
    remove,
    markAction: async (act, books) => {
      await markAction();
      windows.push({ actionName: act, books });
    },
    syncedLines: () => {
      const lines = readFileSync(met, 'utf8').split('\n');
      const fresh = lines.slice(read, -1);
      read = lines.length - 1;
      return [...new Set(fresh)];
    },
    checkOrder: async () => {
      await markAction();
      await box.stop();
      return checkWriteOrder(parseTrace(await closed(trace, box.child.pid ?? 0)), places, windows);
    },
  };
};

/** The tracer writes its last lines a moment after the box has ended. */
const closed = async (trace: string, pid: number): Promise<string> => {
  for (;;) {
    const text = readFileSync(trace, 'utf8');
    if (new RegExp(`^${pid} .*\\+\\+\\+ (exited|killed)`, 'm').test(text)) return text;
    await delay(10);
  }
};
