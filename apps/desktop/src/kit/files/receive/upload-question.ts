import type { ConflictChoice } from '@boxwood/domain';

/** A question for the user before an upload starts. */
export type UploadQuestion =
  | {
      readonly kind: 'conflict';
      readonly direction: 'upload' | 'download';
      readonly names: readonly string[];
      readonly choose: (choice: ConflictChoice) => void;
    }
  | {
      readonly kind: 'unread';
      /** As in `UploadTree`: a path that ends with `/` is an entry whose name cannot be shown. */
      readonly paths: readonly string[];
      /** Reads the files again; null when that is impossible. */
      readonly retry: (() => void) | null;
      /** Continues with the readable files; null when there are none. */
      readonly uploadOthers: (() => void) | null;
    };
