import { ephemeral, session } from '../events/define.ts';

/** What was done to files, and where something changed. */
export const fileEvents = {
  FolderOpened: session<{ readonly view: number; readonly place: number; readonly path: string }>(),
  FolderChanged: ephemeral<{ readonly folders: readonly string[] }>(),
  FilesActed: session<{
    readonly action:
      | 'rename'
      | 'batch-rename'
      | 'copy'
      | 'move'
      | 'trash'
      | 'remove'
      | 'restore'
      | 'new-folder'
      | 'encrypt'
      | 'decrypt'
      | 'compress'
      | 'extract'
      | 'download'
      | 'undo';
    readonly paths: readonly string[];
    readonly target: string | null;
    readonly ok: number;
    readonly failed: number;
  }>(),
};
