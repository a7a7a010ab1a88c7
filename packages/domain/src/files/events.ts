import { ephemeral, session } from '../events/event-kinds.ts';
import type { FileClipboard } from './files.ts';

/** Events of actions on files and of changed folders. */
export const fileEvents = {
  FolderOpened: session<{ readonly view: number; readonly place: number; readonly path: string }>(),
  FolderChanged: ephemeral<{ readonly folders: readonly string[] }>(),
  /**
   * Files were cut or copied, or the clipboard was emptied. Never stored, because it may name files in
   * password-protected areas.
   */
  ClipboardHeld: ephemeral<{ readonly held: FileClipboard | null }>(),
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
