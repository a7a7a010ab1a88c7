import type { HostPartition } from '../host-responses.ts';

/** Signatures of a part of an array, an encrypted volume or a cache. */
const isMember = (type: string): boolean => /_member$/i.test(type) || type === 'crypto_LUKS' || type === 'bcache';

export interface PartitionState {
  /** The signature on the partition. */
  readonly type: string;
  /** Another block device uses it. */
  readonly held: boolean;
  /** Mounted outside the box's folders, or used as swap. */
  readonly elsewhere: boolean;
  /** Mounted in a folder of the box. */
  readonly place: boolean;
}

/** What a partition is used for; the strongest reason to leave it unchanged wins. */
export const classifyUse = ({ type, held, elsewhere, place }: PartitionState): HostPartition['use'] => {
  if (elsewhere || type === 'swap') return 'system';
  if (held || isMember(type)) return 'member';
  return place ? 'place' : 'free';
};
