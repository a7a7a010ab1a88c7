import {
  bytes,
  diskText,
  flagText,
  intBetween,
  intText,
  list,
  noArguments,
  oneOf,
  positional,
  shortList,
  struct,
  text,
} from '@boxwood/command-bus/codecs';
import { BATCH_TIMEOUT_MS, shellCommand } from '../define-commands.ts';
import { MAX_PATHS } from '../files/file-model.ts';
import { FailedItem, TrashItem } from './trash-model.ts';

export * from './trash-files-command.ts';

/**
 * Lists the recycle bin: the caller's own items and those of the public space.
 *
 * `POST /eshell` `TRASHLIST [offset, count, order, desc]` (X41); order 1 name, 4 size, 5 deletion time. Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { sum, list } = await box.send(ListTrash, { offset: 0, count: 100, order: '5', desc: 1 });
 * ```
 */
export const ListTrash = shellCommand({
  name: 'ListTrash',
  cmd: 'TRASHLIST',
  params: positional({
    /** The number of items to skip. */
    offset: intText(bytes),
    /** Maximum number of items on a page. */
    count: intText(intBetween(1, 1000)),
    /** 1 name, 2 created, 3 modified, 4 size, 5 deleted, 6 decimal. */
    order: oneOf(['1', '2', '3', '4', '5', '6']),
    /** 1: the largest first. */
    desc: flagText,
  }),
  result: struct({
    /** Number of items on all pages. */
    sum: bytes,
    /** Items in the requested order. */
    list: list(TrashItem),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

const ids = {
  /** Ids from `trash.list`, at most 500. */
  key: 'ids',
  codec: shortList(text(1, 64), 1, MAX_PATHS),
} as const;

/**
 * Restores items to their original place.
 *
 * `POST /eshell` `TRASHOUT [id, ...]` (X42). Refusals: 3 none or some failed (with `failed`), 11 the original path is
 * occupied, 15 not in the bin.
 *
 * @example
 * ```ts
 * const { failed } = await box.send(RestoreTrash, { ids: ['k3Vd02'] });
 * ```
 */
export const RestoreTrash = shellCommand({
  name: 'RestoreTrash',
  cmd: 'TRASHOUT',
  params: positional({}, ids),
  result: struct(
    {},
    {
      /** Items that stayed in the bin, with the reason; absent when there are none. */
      failed: list(FailedItem, MAX_PATHS),
    },
  ),
  refusals: [3, 11, 15, 16],
  access: 'user',
  idempotent: false,
  timeoutMs: BATCH_TIMEOUT_MS,
  partial: true,
});

/**
 * Restores one item with a new name when its own name is occupied: as `name_copy.ext`, or the next free name of that
 * form. It gets its own name when that is free. One step of undo.
 *
 * `POST /eshell` `TRASHBESIDE [id]` (not in the product specification). `path` is its new path. Refusals: 3 failed, 11
 * no such name is free, 15 not in the bin.
 *
 * @example
 * ```ts
 * const { path } = await box.send(RestoreBeside, { id: 'k3Vd02' });
 * ```
 */
export const RestoreBeside = shellCommand({
  name: 'RestoreBeside',
  cmd: 'TRASHBESIDE',
  params: positional({
    /** Id from `trash.list`. */
    id: text(1, 64),
  }),
  result: struct({
    /** Path of the restored item. */
    path: diskText,
  }),
  refusals: [3, 11, 15, 16],
  access: 'user',
  idempotent: false,
});

/**
 * Permanently deletes items of the bin.
 *
 * `POST /eshell` `TRASHDEL [id, ...]` (X43). Refusals: 3 none or some failed (with `failed`), 15 not in the bin.
 *
 * @example
 * ```ts
 * await box.send(DeleteTrash, { ids: ['k3Vd02'] });
 * ```
 */
export const DeleteTrash = shellCommand({
  name: 'DeleteTrash',
  cmd: 'TRASHDEL',
  params: positional({}, ids),
  result: struct(
    {},
    {
      /** Items that are still in the bin, with the reason; absent when there are none. */
      failed: list(FailedItem, MAX_PATHS),
    },
  ),
  refusals: [3, 15],
  access: 'user',
  idempotent: false,
  timeoutMs: BATCH_TIMEOUT_MS,
  partial: true,
});

/**
 * Empties the caller's bin; for an administrator also the public one (P-18).
 *
 * `POST /eshell` `TRASHCLEAR []` (X44). `num` counts the deleted items. Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { num } = await box.send(EmptyTrash, {});
 * ```
 */
export const EmptyTrash = shellCommand({
  name: 'EmptyTrash',
  cmd: 'TRASHCLEAR',
  params: noArguments,
  result: struct({
    /** Number of deleted items. */
    num: bytes,
  }),
  refusals: [3],
  access: 'user',
  idempotent: false,
  timeoutMs: BATCH_TIMEOUT_MS,
});
