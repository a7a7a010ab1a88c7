import { list, noArguments, positional, struct } from '@boxwood/command-bus/codecs';
import { transferCommand } from '../define-commands.ts';
import { EntryId } from '../request-limits.ts';
import { MAX_LISTED_UPLOADS, UnfinishedUpload } from './transfer-model.ts';

/**
 * Lists the caller's unfinished uploads of all devices and script tokens, the most recently used first, at most 256. An
 * upload stays for a week after its last use, or until it has to make room.
 *
 * `POST /filetrans` `UPLOADLIST []` (not in the product specification). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListUploads, {});
 * ```
 */
export const ListUploads = transferCommand({
  name: 'ListUploads',
  cmd: 'UPLOADLIST',
  params: noArguments,
  result: struct({
    /** The most recently used first. */
    list: list(UnfinishedUpload, MAX_LISTED_UPLOADS),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Ends an unfinished upload of the caller and deletes the bytes that the box has of it. A file at its target stays.
 *
 * `POST /filetrans` `UPLOADEND [id]` (not in the product specification). Refusals: 3 failed, 15 no such upload.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListUploads, {});
 * for (const { id, own } of list) if (own === 0) await box.send(EndUpload, { id });
 * ```
 */
export const EndUpload = transferCommand({
  name: 'EndUpload',
  cmd: 'UPLOADEND',
  params: positional({ id: EntryId }),
  result: struct({}),
  refusals: [3, 15],
  access: 'user',
  idempotent: false,
});
