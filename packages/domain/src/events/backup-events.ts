import type { BackupKind, BackupReport } from '../backup/backups.ts';

/** Backups of one kind, as the box listed them. */
export type BackupEvent =
  | {
      readonly type: 'BackupsObserved';
      readonly data: { readonly kind: BackupKind; readonly backups: readonly BackupReport[] };
    }
  | { readonly type: 'BackupForgotten'; readonly data: { readonly id: string } };
