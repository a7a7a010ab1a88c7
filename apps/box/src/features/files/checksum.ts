import { createHash } from 'node:crypto';
import type { FileChecksum } from '@boxwood/box-sdk';
import type { Caller, Vault } from '../../storage/vault/index.ts';
import { GEN, Refusal } from '../../storage/vault/index.ts';

/** Chunk size. Hashing one chunk takes about a millisecond, and other requests are served between chunks. */
const CHUNK_BYTES = 1024 * 1024;
/** Timeout for one file, in ms. Clients give up a little later. */
const CHECKSUM_TIMEOUT_MS = 240_000;

/**
 * SHA256SUM: the SHA-256 digest of a file, with the size and mtime of the hashed version.
 * @throws Refusal 2 when the file changes during hashing, 7 on timeout, 14 for a folder, 15 when the file is missing
 */
export const computeChecksum = async (
  vault: Vault,
  caller: Caller,
  path: string,
  signal: AbortSignal,
  timeoutMs = CHECKSUM_TIMEOUT_MS,
): Promise<FileChecksum> => {
  await using file = await vault.openFile(vault.resolve(caller, path, 'read'));
  const timeout = AbortSignal.timeout(timeoutMs);
  const before = await file.stat();
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let offset = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, offset);
    if (bytesRead === 0) break;
    signal.throwIfAborted();
    if (timeout.aborted) throw new Refusal(GEN.service, 'time');
    hash.update(chunk.subarray(0, bytesRead));
    offset += bytesRead;
  }
  const { size, mtimeMs, ctimeMs } = await file.stat();
  if (size !== before.size || mtimeMs !== before.mtimeMs || ctimeMs !== before.ctimeMs)
    throw new Refusal(GEN.busy, 'changed');
  return { sha256: hash.digest('hex'), size, mtime: Math.floor(mtimeMs / 1000) };
};
