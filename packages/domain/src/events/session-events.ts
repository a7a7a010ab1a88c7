import type { SettingKey } from '../settings/settings.ts';
import type { ConnectionMode, LineState } from '../session/session.ts';

/** Sign-in and the line. No event carries a token or password. */
export type SessionEvent =
  | { readonly type: 'SignedIn'; readonly data: { readonly username: string; readonly way: 'account' | 'offline' } }
  | { readonly type: 'BoxEntered'; readonly data: { readonly boxId: string; readonly mode: ConnectionMode } }
  | { readonly type: 'LineChanged'; readonly data: { readonly line: LineState } }
  | { readonly type: 'SignedOut'; readonly data: { readonly why: 'asked' | 'elsewhere' | 'expired' } };

/** A preference; the value itself is left out because some are secret. */
export type SettingEvent = { readonly type: 'SettingChanged'; readonly data: { readonly key: SettingKey } };

/** What was done to files, and where something changed. */
export type FileEvent =
  | {
      readonly type: 'FolderOpened';
      readonly data: { readonly view: number; readonly place: number; readonly path: string };
    }
  | { readonly type: 'FolderChanged'; readonly data: { readonly folders: readonly string[] } }
  | {
      readonly type: 'FilesActed';
      readonly data: {
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
      };
    };

/** Toasts, so that the journal tells what a person was told. */
export type NotificationEvent =
  | {
      readonly type: 'Notified';
      readonly data: {
        readonly id: string;
        readonly level: string;
        readonly word: string | null;
        readonly failure: string | null;
      };
    }
  | { readonly type: 'NoticeGone'; readonly data: { readonly id: string } };
