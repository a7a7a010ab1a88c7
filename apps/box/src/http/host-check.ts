import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Top-level names that no public name server resolves (RFC 6761, 6762, 8375, ICANN list), and the one of a common home
 * router. Pointing such a name at this box requires access to the LAN.
 */
const HOME_TOP_LEVEL_NAMES = [
  'local',
  'localhost',
  'lan',
  'home',
  'home.arpa',
  'internal',
  'intranet',
  'test',
  'fritz.box',
] as const;

/** `[address]` or `name`, with an optional port. */
const HOST_PATTERN = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?$/;

/** Whether a text can be configured as a host name of the box. */
export const isHostName = (text: string): boolean => /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(text);

/**
 * Checks that the `Host` of a request names this box: an IP address, a name without a dot, a home network name, the
 * machine's host name, or a configured name (`own`). Other names are refused, since their owner could point them here
 * to have a page run as ours (DNS rebinding). HTTP/1.0 without a name is no browser.
 */
export const createHostCheck = (own: readonly string[]): ((host: string | undefined) => boolean) => {
  const known = new Set([hostname(), ...own].map((name) => name.toLowerCase()));
  return (host) => {
    if (host === undefined) return true;
    const [, literal, name = ''] = HOST_PATTERN.exec(host.toLowerCase()) ?? [];
    if (literal !== undefined) return isIP(literal) === 6;
    const plain = name.endsWith('.') ? name.slice(0, -1) : name;
    if (plain === '') return false;
    return (
      isIP(plain) === 4 ||
      !plain.includes('.') ||
      known.has(plain) ||
      HOME_TOP_LEVEL_NAMES.some((ending) => plain.endsWith(`.${ending}`))
    );
  };
};
