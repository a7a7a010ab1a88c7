import type { Part } from '../protocol.ts';

/** What is written on a disk by what uses it as a part of something else. */
const isMember = (type: string): boolean => /_member$/i.test(type) || type === 'crypto_LUKS' || type === 'bcache';

export interface Seen {
  /** The signature on it. */
  readonly type: string;
  /** Something else is made of it now. */
  readonly held: boolean;
  /** It is mounted, or swapped to, outside of the box's places. */
  readonly elsewhere: boolean;
  /** It is mounted at a place of the box. */
  readonly place: boolean;
}

/** What a partition is used for; the strongest reason to leave it alone is said first. */
export const useOf = ({ type, held, elsewhere, place }: Seen): Part['use'] => {
  if (elsewhere || type === 'swap') return 'system';
  if (held || isMember(type)) return 'member';
  return place ? 'place' : 'free';
};
