import type { ConflictChoice } from '@boxwood/domain';

/** What has to be asked before files come in. */
export type ReceiveQuestion =
  | {
      readonly kind: 'conflict';
      readonly direction: 'upload' | 'download';
      readonly names: readonly string[];
      readonly choose: (choice: ConflictChoice) => void;
    }
  | {
      readonly kind: 'unread';
      /** As in a `Tree`: a path that ends with `/` has no name that can be shown. */
      readonly paths: readonly string[];
      /** Reads once more; null where that is impossible. */
      readonly again: (() => void) | null;
      /** Goes on with what could be read; null when that is nothing. */
      readonly others: (() => void) | null;
    };
