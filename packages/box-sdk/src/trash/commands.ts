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
import { MANY_TIMEOUT_MS, shellCommand } from '../define.ts';
import { MAX_PATHS } from '../files/model.ts';
import { FailedItem, TrashItem } from './model.ts';

export * from './put.ts';

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
    /** The number of items to leave out. */
    offset: intText(bytes),
    /** How many items a page may hold. */
    count: intText(intBetween(1, 1000)),
    /** 1 name, 2 created, 3 modified, 4 size, 5 deleted, 6 decimal. */
    order: oneOf(['1', '2', '3', '4', '5', '6']),
    /** 1: the largest first. */
    desc: flagText,
  }),
  result: struct({
    /** How many items there are, on all pages. */
    sum: bytes,
    /** In the order that was asked for. */
    list: list(TrashItem),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

const ids = {
  /** As `trash.list` names them, at most 500. */
  key: 'ids',
  codec: shortList(text(1, 64), 1, MAX_PATHS),
} as const;

/**
 * Puts items back where they were.
 *
 * `POST /eshell` `TRASHOUT [id, ...]` (X42). Refusals: 3 none or some failed (with `failed`), 11 something is at the old place,
 * 15 not in the bin.
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
      /** Those that stayed in the bin, and why; absent: none. */
      failed: list(FailedItem, MAX_PATHS),
    },
  ),
  refusals: [3, 11, 15, 16],
  access: 'user',
  idempotent: false,
  timeoutMs: MANY_TIMEOUT_MS,
  partial: true,
});

/**
 * Puts one item back beside what has taken its name since: as `name_copy.ext`, or under the next such name that is free. Where its own
 * name is free it gets that. One step of undo.
 *
 * `POST /eshell` `TRASHBESIDE [id]` (not in the product specification). `path` is where it stands now. Refusals: 3 failed, 11 no such
 * name is free, 15 not in the bin.
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
    /** As `trash.list` names it. */
    id: text(1, 64),
  }),
  result: struct({
    /** Where it stands now. */
    path: diskText,
  }),
  refusals: [3, 11, 15, 16],
  access: 'user',
  idempotent: false,
});

/**
 * Deletes items of the bin for good.
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
      /** Those that are still in the bin, and why; absent: none. */
      failed: list(FailedItem, MAX_PATHS),
    },
  ),
  refusals: [3, 15],
  access: 'user',
  idempotent: false,
  timeoutMs: MANY_TIMEOUT_MS,
  partial: true,
});

/**
 * Empties the caller's bin; the administrator's call empties the public one too (P-18).
 *
 * `POST /eshell` `TRASHCLEAR []` (X44). `num` counts what is gone. Refusals: 3 failed.
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
    /** How many items are gone. */
    num: bytes,
  }),
  refusals: [3],
  access: 'user',
  idempotent: false,
  timeoutMs: MANY_TIMEOUT_MS,
});
