import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { toUtimesSeconds, SourceChanging } from '../../storage/copy/copy-file.ts';
import type { OpenDirectory, RawFileName } from '../../storage/copy/open-directory.ts';
import type { Progress } from '../../runtime/progress.ts';
import { writeFully } from '../../runtime/direct-io.ts';
import { OperationFailed, OPS } from '../../storage/copy/operation-codes.ts';
import { derive, MAX_HEADER_BYTES, readHeader, writeHeader } from './age-header.ts';

/** Plain text bytes per record of age's STREAM. Each record is encrypted with its number and whether it is the last. */
const RECORD_BYTES = 64 * 1024;
const TAG_BYTES = 16;
/** Records that are read, encrypted and written together. */
const RECORDS_PER_BATCH = 64;

const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = fs.constants;

/** Nonce of a record: an eleven-byte counter and a flag for the last record. */
function nonceOf(record: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(record), 3);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/**
 * Writes `name` of `from` as an age file `item` into `staging`, synced, with the mode and time of the source.
 *
 * @param recipient 32 bytes, the public key of the owner
 * @returns bytes of plain text
 */
export function encryptFile(
  from: OpenDirectory,
  name: RawFileName,
  staging: OpenDirectory,
  recipient: Uint8Array,
  progress: Progress,
): number {
  return rewrite(from, name, staging, (source, stat, target) => {
    const fileKey = randomBytes(16);
    const nonce = randomBytes(16);
    const key = derive(fileKey, nonce, 'payload');
    let to = writeAll(target, Buffer.concat([writeHeader(fileKey, recipient), nonce]), 0);
    const records = Math.max(1, Math.ceil(stat.size / RECORD_BYTES));
    const plain = Buffer.allocUnsafe(RECORD_BYTES * RECORDS_PER_BATCH);
    for (let record = 0; record < records; record += RECORDS_PER_BATCH) {
      progress.throwIfStopped();
      const read = readAll(
        source,
        plain,
        Math.min(plain.length, stat.size - record * RECORD_BYTES),
        record * RECORD_BYTES,
      );
      const sealed: Buffer[] = [];
      for (let each = record; each < Math.min(record + RECORDS_PER_BATCH, records); each += 1) {
        const at = (each - record) * RECORD_BYTES;
        const cipher = createCipheriv('chacha20-poly1305', key, nonceOf(each, each === records - 1), {
          authTagLength: TAG_BYTES,
        });
        sealed.push(
          cipher.update(plain.subarray(at, Math.min(at + RECORD_BYTES, read))),
          cipher.final(),
          cipher.getAuthTag(),
        );
      }
      to += writeAll(target, Buffer.concat(sealed), to);
      progress.addDone(read);
    }
    return stat.size;
  });
}

/**
 * Decrypts the age file `name` as `item` into `staging`. The file gets the name `item` only after its last record was
 * verified.
 *
 * @param identity 32 bytes, the secret key of the owner
 * @throws OperationFailed 12 encrypted for another key, 13 not an age file, 14 changed, reordered or truncated
 */
export function decryptFile(
  from: OpenDirectory,
  name: RawFileName,
  staging: OpenDirectory,
  identity: Uint8Array,
  progress: Progress,
): number {
  return rewrite(from, name, staging, (source, stat, target) => {
    const start = Buffer.alloc(Math.min(MAX_HEADER_BYTES, stat.size));
    const header = readHeader(start.subarray(0, readAll(source, start, start.length, 0)), identity);
    if (header.tag !== 'key') throw new OperationFailed(refusals[header.tag], header.tag);
    const nonce = Buffer.alloc(16);
    const begin = header.length + nonce.length;
    const payload = stat.size - begin;
    const lastSize = payload % (RECORD_BYTES + TAG_BYTES) || RECORD_BYTES + TAG_BYTES;
    const records = Math.ceil(payload / (RECORD_BYTES + TAG_BYTES));
    // An empty last record is valid only as the only record. Longer files end with data, so that nobody can append one.
    if (payload < TAG_BYTES || lastSize < TAG_BYTES || (lastSize === TAG_BYTES && records > 1)) throw damaged();
    readAll(source, nonce, nonce.length, header.length);
    const key = derive(header.fileKey, nonce, 'payload');
    const sealed = Buffer.allocUnsafe((RECORD_BYTES + TAG_BYTES) * RECORDS_PER_BATCH);
    let to = 0;
    for (let record = 0; record < records; record += RECORDS_PER_BATCH) {
      progress.throwIfStopped();
      const at = record * (RECORD_BYTES + TAG_BYTES);
      const read = readAll(source, sealed, Math.min(sealed.length, payload - at), begin + at);
      const plain: Buffer[] = [];
      for (let each = record; each < Math.min(record + RECORDS_PER_BATCH, records); each += 1) {
        const offset = (each - record) * (RECORD_BYTES + TAG_BYTES);
        plain.push(
          unseal(
            sealed.subarray(offset, Math.min(offset + RECORD_BYTES + TAG_BYTES, read)),
            key,
            nonceOf(each, each === records - 1),
          ),
        );
      }
      to += writeAll(target, Buffer.concat(plain), to);
      progress.addDone(read);
    }
    return to;
  });
}

const damaged = (): OperationFailed => new OperationFailed(OPS.damaged, 'damaged');

const refusals = { 'not-age': OPS.format, 'not-ours': OPS.password, damaged: OPS.damaged } as const;

function unseal(sealed: Buffer, key: Buffer, nonce: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw damaged();
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw damaged();
  }
}

/** Opens source and target, runs `work`, syncs, and renames the result. Removes an unfinished target. */
function rewrite(
  from: OpenDirectory,
  name: RawFileName,
  staging: OpenDirectory,
  work: (source: number, stat: fs.Stats, target: number) => number,
): number {
  const part = staging.entryPath('part');
  const source = fs.openSync(from.entryPath(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fs.fstatSync(source, { bigint: true });
    if (!stat.isFile()) throw new OperationFailed(OPS.sourceOpen, 'not a file');
    const target = fs.openSync(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
    try {
      const bytes = work(source, fs.fstatSync(source), target);
      const after = fs.fstatSync(source, { bigint: true });
      if (after.size !== stat.size || after.mtimeNs !== stat.mtimeNs) throw new SourceChanging();
      fs.fchmodSync(target, Number(stat.mode) & 0o777);
      fs.futimesSync(target, toUtimesSeconds(stat.atimeNs), toUtimesSeconds(stat.mtimeNs));
      fs.fsyncSync(target);
      fs.renameSync(part, staging.entryPath('item'));
      return bytes;
    } finally {
      fs.closeSync(target);
    }
  } catch (failure) {
    fs.rmSync(part, { force: true });
    throw failure;
  } finally {
    fs.closeSync(source);
  }
}

/** Reads until `length` bytes or the end of the file. */
function readAll(fd: number, into: Buffer, length: number, position: number): number {
  let read = 0;
  while (read < length) {
    const got = fs.readSync(fd, into, read, length - read, position + read);
    if (got === 0) break;
    read += got;
  }
  return read;
}

function writeAll(fd: number, bytes: Buffer, position: number): number {
  writeFully(fd, bytes, bytes.length, position);
  return bytes.length;
}
