import { isEncryptedName } from '@boxwood/box-sdk/rules';
import type { Folder } from './folder.ts';

/** First bytes of an age file (`docs/encryption.md`). */
const AGE_HEADER = Buffer.from('age-encryption.org/v1\n');

/**
 * Whether a safe may hold the entry under the name `as`: an encrypted file, or a folder that contains only such files.
 * Encrypted means that the file has the suffix and an age header; the contents cannot be checked here.
 */
export const isEncryptedEntry = async (folder: Folder, name: string, as = name): Promise<boolean> => {
  const stat = await folder.lstat(name);
  if (stat?.isDirectory() === true) {
    await using inner = await folder.folder(name);
    for (const each of await inner.names()) if (!(await isEncryptedEntry(inner, each))) return false;
    return true;
  }
  if (stat?.isFile() !== true || !isEncryptedName(as)) return false;
  const file = await folder.openFile(name);
  try {
    const start = Buffer.alloc(AGE_HEADER.length);
    await file.read(start, 0, start.length, 0);
    return start.equals(AGE_HEADER);
  } finally {
    await file.close();
  }
};
