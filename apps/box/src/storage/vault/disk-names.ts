/** Converts file names between wire and disk as the SDK does: bytes that are not UTF-8 become lone surrogates. */
import { fromDisk, toDisk } from '@boxwood/box-sdk/node';

export { fromDisk, toDisk };

/** Longest file name, in bytes. */
export const MAX_NAME_BYTES = 255;

/** Whether a wire name stands for exactly one name on the disk. */
export const isReversibleName = (name: string): boolean => {
  if (name.isWellFormed()) return true;
  const disk = toDisk(name);
  return typeof disk === 'string' || fromDisk(disk) === name;
};

/** Length of a name on the disk, in bytes. */
export const diskByteLength = (name: string): number => Buffer.byteLength(toDisk(name));

/** Joins the path of a folder and a wire name for `node:fs`. */
export const joinDisk = (folder: string, name: string): string | Buffer => {
  const disk = toDisk(name);
  return typeof disk === 'string' ? `${folder}/${disk}` : Buffer.concat([Buffer.from(`${folder}/`), disk]);
};
