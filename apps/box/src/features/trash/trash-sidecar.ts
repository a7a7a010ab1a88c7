import { constants } from 'node:fs';
import { type Folder, errnoOf } from '../../storage/vault/index.ts';

/**
 * Record of a trashed item. It is stored in the database and, as a small file next to the item, on the item's volume,
 * so that the original path is known after the database is lost or the volume is connected to another box.
 */
export interface TrashRecord {
  readonly id: string;
  /** Owner of the bin: a user, or '' for the public one. */
  readonly owner: string;
  /** Wire path of the bin. */
  readonly bin: string;
  /** Wire path of the original folder, and the original name. */
  readonly parent: string;
  readonly name: string;
  readonly folder: boolean;
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Epoch seconds. */
  readonly mtime: number;
  readonly deleted: number;
  /** The user who deleted it. */
  readonly by: string;
}

const SUFFIX = '.info';

export const sidecarName = (id: string): string => `${id}${SUFFIX}`;

/** The id a sidecar belongs to; null for other names. */
export const sidecarId = (name: string): string | null =>
  name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : null;

export async function writeSidecar(bin: Folder, record: TrashRecord): Promise<void> {
  const file = await bin.openFile(
    sidecarName(record.id),
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC,
    0o600,
  );
  try {
    await file.writeFile(`${JSON.stringify({ version: 1, ...record })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function removeSidecar(bin: Folder, id: string): Promise<void> {
  await bin.unlink(sidecarName(id)).catch((failure: unknown) => {
    if (errnoOf(failure) !== 'ENOENT') throw failure;
  });
}

/** The record in a sidecar; null when the file is missing, incomplete or invalid: the disk may hold anything. */
export async function readSidecar(bin: Folder, id: string): Promise<Omit<TrashRecord, 'bin' | 'owner'> | null> {
  let text: string;
  try {
    const file = await bin.openFile(sidecarName(id));
    try {
      if ((await file.stat()).size > 16_384) return null;
      text = await file.readFile('utf8');
    } finally {
      await file.close();
    }
    return parseRecord(JSON.parse(text), id);
  } catch {
    return null;
  }
}

function parseRecord(value: unknown, id: string): Omit<TrashRecord, 'bin' | 'owner'> | null {
  const { parent, name, folder, size, mtime, deleted, by } = Object(value) as Readonly<Record<string, unknown>>;
  const isCount = (n: unknown): n is number => Number.isSafeInteger(n) && Number(n) >= 0;
  if (typeof parent !== 'string' || typeof name !== 'string' || typeof by !== 'string') return null;
  if (typeof folder !== 'boolean' || !isCount(size) || !isCount(mtime) || !isCount(deleted)) return null;
  return { id, parent, name, folder, size, mtime, deleted, by };
}
