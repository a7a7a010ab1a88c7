/** Watches for mounts and disks that appear or disappear. The regular poll covers events that are late or missing. */
import { type FSWatcher, watch } from 'node:fs';
import type { Logger } from '../../platform/log.ts';
import { findProgram, startProgram } from '../../runtime/programs.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';

/** The kernel reports mount changes through poll(2) only, which Node cannot call; findmnt can. */
const FINDMNT = 'findmnt';
const ARGS = ['--poll', '--noheadings', '--output', 'ACTION'];

/** Whether this machine has findmnt. */
export const canWatchMounts = (): boolean => findProgram(FINDMNT) !== undefined;

/**
 * Calls `onChange` on every mount or unmount; the returned function stops watching. Without findmnt it does nothing.
 */
export const watchMounts = (onChange: () => void, log: Pick<Logger, 'info'>): (() => void) => {
  if (!canWatchMounts()) return () => undefined;
  const { child, ended, kill } = startProgram(FINDMNT, ARGS, { as: PROGRAMS.mounts });
  let isWatching = true;
  child.stdout?.on('data', onChange);
  child.stderr?.resume();
  child.unref();
  const onEnd = (how: unknown): void => {
    if (isWatching) log.info({ how }, 'mount changes are no longer reported immediately');
  };
  ended.then(onEnd, onEnd);
  return () => {
    isWatching = false;
    kill();
  };
};

/** udev has one file per device here and writes it when the device appears, changes or disappears. */
const UDEV = '/run/udev/data';

/**
 * Calls `onChange` when a device appears or disappears; the returned function stops watching. Without udev it does
 * nothing.
 */
export const watchDisks = (onChange: () => void, folder = UDEV): (() => void) => {
  let watcher: FSWatcher;
  try {
    watcher = watch(folder, { persistent: false }, () => onChange());
  } catch {
    return () => undefined;
  }
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
};
