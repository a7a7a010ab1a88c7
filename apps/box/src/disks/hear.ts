/** Watches for mounts and disks that appear or disappear. The regular poll covers events that are late or missing. */
import { type FSWatcher, watch } from 'node:fs';
import type { Logger } from '../log.ts';
import { findProgram, startProgram } from '../runtime/programs.ts';
import { PROGRAMS } from '../runtime/registry.ts';

/** The kernel reports mount changes through poll(2) only, which Node cannot call; findmnt can. */
const FINDMNT = 'findmnt';
const ARGS = ['--poll', '--noheadings', '--output', 'ACTION'];

/** Whether this machine has findmnt. */
export const isHeard = (): boolean => findProgram(FINDMNT) !== undefined;

/**
 * Calls `onChange` on every mount or unmount; the returned function stops watching. Without findmnt it does nothing.
 */
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

/** udev has one file per device here and writes it when the device appears, changes or disappears. */
const UDEV = '/run/udev/data';

/**
 * Calls `onChange` when a device appears or disappears; the returned function stops watching. Without udev it does
 * nothing.
 */
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
