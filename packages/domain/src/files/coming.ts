import type { FileEntry } from '@boxwood/box-sdk';
import type { ActsState } from '../acts/projection.ts';
import { parentOf } from './places.ts';

const FOLDER = 5;

const folderAt = (path: string): FileEntry => ({
  ...{ name: path.slice(path.lastIndexOf('/') + 1), path, id: path, type: FOLDER },
  ...{ size: 0, ctime: 0, mtime: 0, md512kb: '' },
});

/** The folders that were made in `folder` while there was no line, and that the box is still to make. */
export const comingIn = (folder: string, { rows }: ActsState): readonly FileEntry[] =>
  rows.flatMap(({ act }) => (act.do === 'new-folder' && parentOf(act.path) === folder ? [folderAt(act.path)] : []));

/** Differs where other folders wait to be made, wherever that is. */
export const comingEver = ({ rows }: ActsState): string =>
  rows.flatMap(({ id, act }) => (act.do === 'new-folder' ? [id] : [])).join(' ');
