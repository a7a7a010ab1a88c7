/** Ports, port ranges and whitelists, shared by the remote connection, tunnels and containers. */
import { isAddressEntry } from './address-rules.ts';
import { failed, passed } from './verdict.ts';

export interface PortBounds {
  readonly min: number;
  readonly max: number;
}

/** One mapping: a public (or container) port or range, and the LAN (or host) port or range that it forwards to. */
export interface PortMapping {
  readonly from: number;
  readonly fromEnd?: number | undefined;
  readonly to: number;
  readonly toEnd?: number | undefined;
}

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= 65535;

/** An integer within the bounds. */
export const checkPort = (port: number, bounds: PortBounds) =>
  Number.isInteger(port) && port >= bounds.min && port <= bounds.max
    ? passed
    : failed('ports.outside', { port, min: bounds.min, max: bounds.max });

/** VALID-74, VALID-75, NAT-11: neither range is reversed, and both sides have the same number of ports. */
export const checkMapping = ({ from, fromEnd = from, to, toEnd = to }: PortMapping) => {
  if (!isPort(from) || !isPort(fromEnd))
    return failed('ports.outside', { port: isPort(from) ? fromEnd : from, min: 1, max: 65535 });
  if (!isPort(to) || !isPort(toEnd))
    return failed('ports.outside', { port: isPort(to) ? toEnd : to, min: 1, max: 65535 });
  if (from > fromEnd || to > toEnd) return failed('ports.backwards');
  return fromEnd - from === toEnd - to ? passed : failed('ports.countsDiffer');
};

/** The first port that appears twice in the ranges of one protocol; undefined when none does. */
export const repeatedPort = (
  ranges: readonly { readonly first: number; readonly last: number }[],
): number | undefined => {
  const sorted = ranges.toSorted((a, b) => a.first - b.first);
  for (const [i, range] of sorted.entries()) {
    const next = sorted[i + 1];
    if (next !== undefined && next.first <= range.last) return next.first;
  }
  return undefined;
};

/** The limits of a whitelist: the number of entries, and whether `*` (everyone) is allowed. */
export interface WhitelistShape {
  readonly min: number;
  readonly max: number;
  readonly star: boolean;
}

/** NET-02, NET-03, NAT-08, VALID-60, VALID-61, VALID-69: checks number, form and uniqueness of the entries. */
export const checkWhitelist = (entries: readonly string[], { min, max, star }: WhitelistShape) => {
  if (entries.length < min) return failed('whitelist.empty');
  if (entries.length > max) return failed('whitelist.tooMany', { max });
  const seen = new Set<string>();
  for (const entry of entries) {
    if (!isAddressEntry(entry) && !(star && entry === '*')) return failed('whitelist.format', { entry });
    if (seen.has(entry.toLowerCase())) return failed('whitelist.repeated', { entry });
    seen.add(entry.toLowerCase());
  }
  return passed;
};
