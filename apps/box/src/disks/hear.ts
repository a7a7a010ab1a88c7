/** Who tells of mounts and disks when they come and go: what is late or missing is found by the look that comes anyway. */
import { type FSWatcher, watch } from 'node:fs';
import type { Logger } from '../log.ts';
import { findProgram, startProgram } from '../runtime/programs.ts';
import { PROGRAMS } from '../runtime/registry.ts';

/** The kernel tells of a mount only to whoever waits for its list with poll(2), which Node cannot do and this program does. */
const FINDMNT = 'findmnt';
const ARGS = ['--poll', '--noheadings', '--output', 'ACTION'];

/** Whether this machine has the program. */
export const isHeard = (): boolean => findProgram(FINDMNT) !== undefined;

/** Calls `soon` when something is mounted or unmounted; the result ends that. Without the program it never does. */
export const hearMounts = (soon: () => void, log: Pick<Logger, 'info'>): (() => void) => {
  if (!isHeard()) return () => undefined;
  const { child, ended, kill } = startProgram(FINDMNT, ARGS, { as: PROGRAMS.mounts });
  let wanted = true;
  child.stdout?.on('data', soon);
  child.stderr?.resume();
  child.unref();
  const gone = (how: unknown): void => {
    if (wanted) log.info({ how }, 'nobody tells of mounts at once any more');
  };
  ended.then(gone, gone);
  return () => {
    wanted = false;
    kill();
  };
};

/** Where udev has a file for every device, written when it came, changed or went. */
const UDEV = '/run/udev/data';

/** Calls `soon` when a device comes or goes; the result ends that. Without udev it never does. */
export const hearDisks = (soon: () => void, folder = UDEV): (() => void) => {
  let watcher: FSWatcher;
  try {
    watcher = watch(folder, { persistent: false }, () => soon());
  } catch {
    return () => undefined;
  }
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
};
