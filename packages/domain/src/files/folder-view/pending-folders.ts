import type { FileEntry } from '@boxwood/box-sdk';
import type { PendingActionsState } from '../../offline/projection.ts';
import { parentOf } from '../file-paths.ts';

const FOLDER_TYPE = 5;

const folderAt = (path: string): FileEntry => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  id: path,
  type: FOLDER_TYPE,
  size: 0,
  ctime: 0,
  mtime: 0,
  md512kb: '',
});

/** Folders created in `folder` while offline that the box has yet to create. */
export const pendingFoldersIn = (folder: string, { rows }: PendingActionsState): readonly FileEntry[] =>
  rows.flatMap(({ act: action }) =>
    action.do === 'new-folder' && parentOf(action.path) === folder ? [folderAt(action.path)] : [],
  );

/** A key that changes when the set of pending folders changes anywhere. */
export const pendingFoldersKey = ({ rows }: PendingActionsState): string =>
  rows.flatMap(({ id, act }) => (act.do === 'new-folder' ? [id] : [])).join(' ');
