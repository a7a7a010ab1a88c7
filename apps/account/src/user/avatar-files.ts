import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newToken } from '../secrets.ts';

/** `avatar/<32 letters>.png`: unguessable, because images in a page cannot send a token. */
const NAME = /^avatar\/([A-Za-z0-9]{32}\.(png|jpg))$/;

/** The pictures of users, one file each. A changed picture gets a new name, so that caches never show the old one. */
export const createAvatars = (dataDir: string) => {
  const folder = join(dataDir, 'avatars');
  const fileOf = (address: string): string | undefined => {
    const name = NAME.exec(address)?.[1];
    return name === undefined ? undefined : join(folder, name);
  };
  return {
    save: async (data: Uint8Array, type: 'png' | 'jpg'): Promise<string> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${newToken()}.${type}`;
      await writeFile(join(folder, name), data, { mode: 0o600, flag: 'wx' });
      return `avatar/${name}`;
    },
    remove: async (address: string): Promise<void> => {
      const file = fileOf(address);
      if (file !== undefined) await rm(file, { force: true });
    },
    /** The content of a picture by its address relative to the service; undefined when it does not exist. */
    read: async (address: string): Promise<{ readonly type: string; readonly data: Buffer } | undefined> => {
      const file = fileOf(address);
      if (file === undefined) return undefined;
      const data = await readFile(file).catch(() => undefined); // missing: the picture was changed
      return data === undefined ? undefined : { type: file.endsWith('.png') ? 'image/png' : 'image/jpeg', data };
    },
  };
};
export type Avatars = ReturnType<typeof createAvatars>;
