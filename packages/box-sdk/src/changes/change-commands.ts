import { intBetween, shortList, struct, wirePath } from '@boxwood/command-bus/codecs';
import { indexCommand } from '../define-commands.ts';
import { ChangeCursor, ChangeSet, MAX_WAIT_S, MAX_WATCHED_FOLDERS } from './change-model.ts';

/**
 * Waits for the next change, made by any user, script or program on the box. The box responds as soon as a watched
 * folder or an area changes, after `wait` seconds without a change, and immediately for the empty cursor. Folders that
 * are missing or that the caller may not read are not reported.
 *
 * `POST /fsnotify` `WAITCHANGES` (not in the product specification). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * let { cursor } = await box.send(WaitChanges, { cursor: '', wait: 0, folders: [] });
 * const changes = await box.send(WaitChanges, { cursor, wait: 50, folders: ['/mnt/usb1/ann'] });
 * cursor = changes.cursor;
 * ```
 */
export const WaitChanges = indexCommand({
  name: 'WaitChanges',
  cmd: 'WAITCHANGES',
  params: struct({
    cursor: ChangeCursor,
    /** Seconds to wait if nothing has changed yet, at most 50; 0 returns immediately. */
    wait: intBetween(0, MAX_WAIT_S),
    /** Folders to watch, at most 64; areas are always reported. */
    folders: shortList(wirePath, 0, MAX_WATCHED_FOLDERS),
  }),
  result: ChangeSet,
  refusals: [3],
  access: 'user',
  idempotent: true,
  // A long poll: the timeout has to exceed the longest wait.
  timeoutMs: (MAX_WAIT_S + 15) * 1000,
  cost: 'waiting',
});
