/**
 * Commands of the first page of the desktop, in a file of their own, so that this page does not load the commands of
 * other pages.
 */
import { list, positional, shortList, struct, wirePath } from '@boxwood/command-bus/codecs';
import { BATCH_TIMEOUT_MS, shellCommand } from '../define-commands.ts';
import { FailedPath, MAX_PATHS, recordedChange } from '../files/file-model.ts';

/**
 * Moves files and folders into the recycle bin of their volume.
 *
 * `POST /eshell` `TRASHIN [path, ...]` (B04), 1 to 500 paths. `failed` lists those that were not moved. Refusals: 3
 * none or some failed, 5 unsafe, 15 absent, or the place has no bin (safe, private, external, network: use {@link
 * RemoveFiles}).
 *
 * @example
 * ```ts
 * await box.send(TrashFiles, { paths: ['/mnt/usb1/ann/old.txt'] });
 * ```
 */
export const TrashFiles = shellCommand({
  name: 'TrashFiles',
  cmd: 'TRASHIN',
  params: positional(
    {},
    {
      /** At most 500. */
      key: 'paths',
      codec: shortList(wirePath, 1, MAX_PATHS),
    },
  ),
  result: struct(
    {},
    {
      /** Paths that were not moved, with the reason; absent when there are none. */
      failed: list(FailedPath, MAX_PATHS),
      ...recordedChange,
    },
  ),
  refusals: [3, 5, 15, 16],
  access: 'user',
  idempotent: false,
  timeoutMs: BATCH_TIMEOUT_MS,
  paths: { paths: 'write' },
  partial: true,
});
