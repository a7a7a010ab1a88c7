import { GEN } from '@boxwood/command-bus';
import type { Failure, NetStorage } from '@boxwood/domain';

/** What is said of something that was not mounted: a word of this screen, what its server said, or null for the words that every refusal has. */
export type Why =
  { readonly word: 'wrongPassword' | 'noShare' | 'taken' | 'noServer' } | { readonly info: string } | null;

/** What a box says beside a number in one word is a name of words, what a server said is a sentence. */
const isSaid = (info: string): boolean => info.includes(' ');

export const whyOf = (failure: Failure): Why => {
  if (failure._tag !== 'Refused') return null;
  switch (failure.code) {
    case GEN.wrongSecret:
      return { word: 'wrongPassword' };
    case GEN.path:
      return { word: 'noShare' };
    case GEN.invalid:
      return { word: 'taken' };
    default:
      // Of one that is kept it is said that it comes back; this one was never there.
      if (failure.info === 'mounts.silent') return { word: 'noServer' };
      return isSaid(failure.info ?? '') ? { info: failure.info ?? '' } : null;
  }
};

/** What is said below one that is away. */
export const awayOf = ({ why = '' }: NetStorage): 'silent' | 'notYet' | 'wrongPassword' | 'noShare' => {
  if (why === 'mounts.silent') return 'silent';
  if (why === String(GEN.wrongSecret)) return 'wrongPassword';
  return why === String(GEN.path) ? 'noShare' : 'notYet';
};

/** The kinds and states of today; what a newer box says is shown as the plainest of them. */
export const KINDS = ['smb', 'nfs', 'webdav', 'ftp'] as const;
export type Kind = (typeof KINDS)[number];
export const kindOf = ({ kind }: Pick<NetStorage, 'kind'>): Kind => KINDS.find((each) => each === kind) ?? 'smb';

const STATES = ['mounted', 'unmounted', 'error'] as const;
export const stateOf = ({ status }: Pick<NetStorage, 'status'>): (typeof STATES)[number] =>
  STATES.find((each) => each === status) ?? 'error';
