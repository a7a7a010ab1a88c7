import { intBetween, shortList, struct, wirePath } from '@boxwood/command-bus/codecs';
import { indexCommand } from '../define.ts';
import { ChangeCursor, Changes, MAX_WAIT, MAX_WATCHED } from './model.ts';

/**
 * Waits for the next change, whoever made it: this or another person, a script, another program on the box. It answers as soon as there is
 * one in a watched folder or an area, after `wait` seconds without one, and at once for the empty cursor. Folders that the caller may not
 * read, or that are not there, are not told of.
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
    /** Seconds to wait when nothing has changed yet, at most 50; 0 answers at once. */
    wait: intBetween(0, MAX_WAIT),
    /** Folders to tell about, at most 64; areas are told of anyway. */
    folders: shortList(wirePath, 0, MAX_WATCHED),
  }),
  result: Changes,
  refusals: [3],
  access: 'user',
  idempotent: true,
  // What is answered when there is something to answer takes its time by its nature.
  timeoutMs: (MAX_WAIT + 15) * 1000,
  cost: 'waiting',
});
