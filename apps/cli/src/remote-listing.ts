import type { BoxClient, Cursor, FileEntry } from '@boxwood/box-sdk';
import { GEN, isFolderType, ListFiles, toFileEntry } from '@boxwood/box-sdk';
import { unwrap } from './cli-errors.ts';

const PAGE_SIZE = 500;

/** All entries of a folder, page by page (500 at a time), in the order of the box. */
export const listFolder = async function* (
  box: BoxClient,
  path: string,
  hidden = false,
): AsyncGenerator<readonly FileEntry[], void, undefined> {
  let cursor: Cursor | undefined;
  for (;;) {
    const page = await box.send(ListFiles, {
      path,
      count: PAGE_SIZE,
      hasbaseinfo: cursor === undefined ? 0 : 1,
      ...(cursor === undefined ? {} : { baseinfo: cursor }),
      ...(hidden ? { withhidden: 1 as const } : {}),
    });
    if (page.file_list.length > 0) yield page.file_list.map((item) => toFileEntry(item, path));
    const last = page.file_list.at(-1);
    if (last === undefined || page.file_list.length < PAGE_SIZE) return;
    cursor = { n: last.n, t: last.t, k: last.k };
  }
};

/** The entry at a path; undefined when it does not exist. */
export const statRemote = async (box: BoxClient, path: string): Promise<FileEntry | undefined> => {
  const result = await box.exec(ListFiles, { path, count: 1, hasbaseinfo: 0 })();
  if (result._tag === 'Left' && result.left._tag === 'Refused' && result.left.code === GEN.absent) return undefined;
  const [item] = unwrap(result, 'ListFiles').file_list;
  return item === undefined ? undefined : toFileEntry(item, path.slice(0, path.lastIndexOf('/')) || '/');
};

export const isFolder = (entry: FileEntry): boolean => isFolderType(entry.type);
