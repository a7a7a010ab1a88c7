import { crc32 } from 'node:zlib';
import type { Caller, FileHandle, Vault } from '../vault/index.ts';
import type { BufferLease } from '../../features/files/download/send-buffers.ts';
import { ResponseAborted } from '../../features/files/download/send-file.ts';
import { centralHeader, centralLength, descriptor, endRecord, localHeader, localLength } from './zip-format.ts';
import type { PlannedEntry, ZipPlan } from './zip-plan.ts';
import { zipEntryOf } from './zip-plan.ts';

/** A file has changed since the archive was planned. */
export class ZipSourceChanged extends ResponseAborted {}

/** Bytes of the central directory that are encoded at a time. */
const DIRECTORY_CHUNK_BYTES = 64 * 1024;

/** The caller for whom files are read, and the vault. */
export interface ZipReader {
  readonly vault: Vault;
  readonly caller: Caller;
}

const openUnchanged = async ({ vault, caller }: ZipReader, entry: PlannedEntry): Promise<FileHandle> => {
  const file = await vault.openFile(vault.resolve(caller, entry.path, 'read'));
  const { ino, size, mtimeNs } = await file.stat({ bigint: true });
  if (ino === entry.ino && Number(size) === entry.size && mtimeNs === entry.mtimeNs) return file;
  await file.close();
  throw new ZipSourceChanged(entry.path);
};

/** Index of the last entry that starts at or before a byte. */
const entryAt = ({ offsets }: ZipPlan, byte: number): number => {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= byte) low = middle;
    else high = middle - 1;
  }
  return low;
};

/**
 * Yields the bytes `start` to `end`, both included, of a planned archive in chunks. File chunks use the two lent
 * buffers alternately, so a chunk stays valid until the next but one.
 * @throws ZipSourceChanged, and refusals of opening a file
 */
export async function* readZip(
  reader: ZipReader,
  plan: ZipPlan,
  { start, end }: { readonly start: number; readonly end: number },
  { buffers, size }: BufferLease,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = start;
  let bufferIndex = 0;
  /** The requested part of some bytes that start at `from`. */
  const requestedPart = (bytes: Buffer, from: number): Buffer => {
    const chunk = bytes.subarray(Math.max(0, at - from), Math.max(0, end + 1 - from));
    at += chunk.length;
    return chunk;
  };
  /** Reads a file from the current position, and records its checksum when all of it was read. */
  async function* content(index: number, entry: PlannedEntry, contentStart: number): AsyncGenerator<Uint8Array> {
    const file = await openUnchanged(reader, entry);
    try {
      const last = Math.min(entry.size, end + 1 - contentStart);
      const isComplete = at === contentStart && last === entry.size;
      let sum = 0;
      for (let read = at - contentStart; read < last;) {
        const buffer = buffers[bufferIndex % buffers.length] ?? buffers[0];
        bufferIndex += 1;
        const { bytesRead } = await file.read(buffer, 0, Math.min(size, last - read), read);
        if (bytesRead === 0) throw new ZipSourceChanged(entry.path);
        const chunk = buffer.subarray(0, bytesRead);
        if (isComplete) sum = crc32(chunk, sum);
        read += bytesRead;
        at += bytesRead;
        yield chunk;
      }
      // The file was written to while it was read, so its content may mix two versions.
      const { mtimeNs, size: now } = await file.stat({ bigint: true });
      if (mtimeNs !== entry.mtimeNs || Number(now) !== entry.size) throw new ZipSourceChanged(entry.path);
      if (isComplete) plan.sums.set(index, sum);
    } finally {
      await file.close();
    }
  }
  /** Checksum of a file that this request sent only in part or not at all. */
  const sumOf = async (index: number, entry: PlannedEntry): Promise<number> => {
    const known = plan.sums.get(index);
    if (known !== undefined || entry.folder || entry.size === 0) return known ?? 0;
    const file = await openUnchanged(reader, entry);
    try {
      const buffer = Buffer.allocUnsafe(Math.min(entry.size, 64 * 1024));
      let sum = 0;
      for (let read = 0; read < entry.size;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, read);
        if (bytesRead === 0) throw new ZipSourceChanged(entry.path);
        sum = crc32(buffer.subarray(0, bytesRead), sum);
        read += bytesRead;
      }
      plan.sums.set(index, sum);
      return sum;
    } finally {
      await file.close();
    }
  };

  const { entries, offsets, table } = plan;
  for (let index = entryAt(plan, start); index < entries.length && at <= end && at < table.offset; index += 1) {
    const planned = entries[index];
    if (planned === undefined) break;
    const entry = zipEntryOf(planned);
    const from = offsets[index] ?? 0;
    const contentStart = from + localLength(entry);
    if (at < contentStart) yield requestedPart(localHeader(entry), from);
    if (at <= end && at < contentStart + entry.size) yield* content(index, planned, contentStart);
    if (at <= end && !entry.folder)
      yield requestedPart(descriptor(entry, await sumOf(index, planned)), contentStart + entry.size);
  }
  let from = table.offset;
  let headers: Buffer[] = [];
  let directoryEnd = from;
  for (const [index, planned] of entries.entries()) {
    if (directoryEnd > end) break;
    const entry = zipEntryOf(planned);
    const offset = offsets[index] ?? 0;
    directoryEnd += centralLength(entry, offset);
    // Headers outside the requested range do not need a checksum.
    headers.push(centralHeader(entry, offset, at < directoryEnd ? await sumOf(index, planned) : 0));
    if (directoryEnd - from < DIRECTORY_CHUNK_BYTES) continue;
    if (at < directoryEnd) yield requestedPart(Buffer.concat(headers), from);
    [from, headers] = [directoryEnd, []];
  }
  if (at <= end && at < directoryEnd) yield requestedPart(Buffer.concat(headers), from);
  if (at <= end) yield requestedPart(endRecord(table), table.offset + table.length);
}
