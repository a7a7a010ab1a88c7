import type { FileEntry, Location, PickerKind, Place } from '@boxwood/domain';
import type { RefusedVerdict } from '../../../kit/files/use-issue-text.ts';
import type { UploadQuestion } from '../../../kit/files/receive/upload-question.ts';
import type { FileRoot } from '../../../kit/files/file-places.ts';

/** The question that a file window shows as a dialog; at most one at a time. */
export type FileQuestion =
  | UploadQuestion
  | { readonly kind: 'newFolder'; readonly location: Location }
  | { readonly kind: 'rename'; readonly entry: FileEntry; readonly place: Place }
  | {
      readonly kind: 'batchRename';
      readonly entries: readonly FileEntry[];
      readonly folder: string;
      readonly place: Place;
    }
  | { readonly kind: 'delete'; readonly entries: readonly FileEntry[] }
  | {
      readonly kind: 'download';
      readonly entries: readonly FileEntry[];
      /** Why the browser cannot download it as one plain file. */
      readonly verdict: RefusedVerdict;
    }
  | { readonly kind: 'details'; readonly entries: readonly FileEntry[]; readonly location: Location }
  | {
      readonly kind: 'compress';
      readonly entry: FileEntry;
      readonly folder: string;
      /** Opens the folder picker at once. */
      readonly startsWithPicker: boolean;
    }
  | { readonly kind: 'share'; readonly entries: readonly FileEntry[]; readonly folder: string }
  | { readonly kind: 'fromWeb'; readonly folder: string }
  | {
      readonly kind: 'unzip';
      /** Whether it extracts into the folder of the archive. */
      readonly isSameFolder: boolean;
      readonly proceed: () => void;
    }
  | { readonly kind: 'unzipLocked'; readonly entry: FileEntry }
  | {
      readonly kind: 'pick';
      readonly purpose: 'move' | 'copy' | 'encrypt' | 'decrypt' | 'extract';
      readonly picker: PickerKind;
      readonly onPick: (path: string) => void;
    }
  | { readonly kind: 'disk'; readonly root: FileRoot };
