import { isIPv6 } from 'node:net';

/** Downloads of one share at a time, so that one link cannot take the box for itself. */
const OF_SHARE = 16;
/** Of these, for one visitor: a browser opens six connections to one host. */
const OF_VISITOR = 6;

/** Who an address belongs to: whoever has an address of IPv6 has the 2^64 beside it, too. */
export const visitorAt = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
};

/** Who downloads what of the shares right now. */
export class DownloadPlaces {
  readonly #taken = new Map<string, string[]>();

  /** A place for one download, to be given back; null when the share, or this visitor of it, has none left. */
  take(share: string, visitor: string): Disposable | null {
    const taken = this.#taken.get(share) ?? [];
    if (taken.length >= OF_SHARE || taken.filter((one) => one === visitor).length >= OF_VISITOR) return null;
    taken.push(visitor);
    this.#taken.set(share, taken);
    return {
      [Symbol.dispose]: () => {
        taken.splice(taken.indexOf(visitor), 1);
        if (taken.length === 0) this.#taken.delete(share);
      },
    };
  }
}
