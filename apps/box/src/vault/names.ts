/** File names between the wire and the disk, as the SDK writes them: bytes that are no UTF-8 are lone surrogates. */
import { fromDisk, toDisk } from '@boxwood/box-sdk/node';

export { fromDisk, toDisk };

/** The longest name a file system takes, in bytes. */
export const MAX_NAME_BYTES = 255;

/** Whether a wire name can stand for exactly one name on the disk. */
export const isFaithful = (name: string): boolean => {
  if (name.isWellFormed()) return true;
  const disk = toDisk(name);
  return typeof disk === 'string' || fromDisk(disk) === name;
};

/** Length on the disk. */
export const byteLength = (name: string): number => Buffer.byteLength(toDisk(name));

/** Joins a folder's path and a wire name into what `node:fs` takes. */
export const joinDisk = (folder: string, name: string): string | Buffer => {
  const disk = toDisk(name);
  return typeof disk === 'string' ? `${folder}/${disk}` : Buffer.concat([Buffer.from(`${folder}/`), disk]);
};
