import { GEN } from '@boxwood/command-bus';
import type { Failure, NetStorage } from '@boxwood/domain';

/** Why a mount failed: a message key, the text of the server, or null for the general message of the failure. */
export type MountFailureReason =
  { readonly messageKey: 'wrongPassword' | 'noShare' | 'taken' | 'noServer' } | { readonly info: string } | null;

/** The box reports either a one-word code or a sentence from the server. */
const isSentence = (info: string): boolean => info.includes(' ');

export const mountFailureReason = (failure: Failure): MountFailureReason => {
  if (failure._tag !== 'Refused') return null;
  switch (failure.code) {
    case GEN.wrongSecret:
      return { messageKey: 'wrongPassword' };
    case GEN.path:
      return { messageKey: 'noShare' };
    case GEN.invalid:
      return { messageKey: 'taken' };
    default:
      // The general message says that a saved storage reconnects; this one was never saved.
      if (failure.info === 'mounts.silent') return { messageKey: 'noServer' };
      return isSentence(failure.info ?? '') ? { info: failure.info ?? '' } : null;
  }
};

/** Message key for a storage that is not reachable. */
export const unreachableMessageKey = ({ why = '' }: NetStorage): 'silent' | 'notYet' | 'wrongPassword' | 'noShare' => {
  if (why === 'mounts.silent') return 'silent';
  if (why === String(GEN.wrongSecret)) return 'wrongPassword';
  return why === String(GEN.path) ? 'noShare' : 'notYet';
};

/** Known kinds and states. An unknown one of a newer box falls back to the most general of them. */
export const STORAGE_KINDS = ['smb', 'nfs', 'webdav', 'ftp'] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];
export const kindOf = ({ kind }: Pick<NetStorage, 'kind'>): StorageKind =>
  STORAGE_KINDS.find((each) => each === kind) ?? 'smb';

const STORAGE_STATES = ['mounted', 'unmounted', 'error'] as const;
export const stateOf = ({ status }: Pick<NetStorage, 'status'>): (typeof STORAGE_STATES)[number] =>
  STORAGE_STATES.find((each) => each === status) ?? 'error';
