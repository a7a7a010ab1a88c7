import { ENCRYPTED_SUFFIXES, isEncryptedName } from '@boxwood/box-sdk/rules';
import type { Folder } from './folder.ts';

/** How an age file begins (`docs/encryption.md`); `.hyencrypt_v3` files are such. */
const AGE = Buffer.from('age-encryption.org/v1\n');
/** The suffix that the box writes; the older one belongs to another program, whose format is not known here. */
const OURS = ENCRYPTED_SUFFIXES[1];

/** Whether an entry may stand in a safe as `as`: an encrypted file, or a folder with nothing else in it. */
export const isSealed = async (folder: Folder, name: string, as = name): Promise<boolean> => {
  const stat = await folder.lstat(name);
  if (stat?.isDirectory() === true) {
    await using inner = await folder.folder(name);
    for (const each of await inner.names()) if (!(await isSealed(inner, each))) return false;
    return true;
  }
  if (stat?.isFile() !== true || !isEncryptedName(as)) return false;
  if (!as.endsWith(OURS)) return true;
  const file = await folder.openFile(name);
  try {
    const start = Buffer.alloc(AGE.length);
    await file.read(start, 0, start.length, 0);
    return start.equals(AGE);
  } finally {
    await file.close();
  }
};
