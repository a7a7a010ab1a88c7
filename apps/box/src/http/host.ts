import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * Endings of names for which no name server of the internet answers (RFC 6761, 6762, 8375, the list of ICANN), and the one that a widespread
 * home router gives. Who wants to lead such a name to this box has to sit in the house already.
 */
const AT_HOME = [
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

/** `[address]` or `name`, and perhaps a port. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?$/;

/** Whether a text can be told to a box as a name of its own. */
export const isHostName = (text: string): boolean => /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(text);

/**
 * Whether a request is for this box, by the name in its `Host`: an address, a name without a dot, a name of a home network, what the machine is
 * called, or a name that the box was told (`own`). Any other name is somebody else's, whose name server may lead it here to have a page of theirs
 * taken for ours (DNS rebinding). Without a name (HTTP/1.0) it is no browser.
 */
export const createHostCheck = (own: readonly string[]): ((host: string | undefined) => boolean) => {
  const known = new Set([hostname(), ...own].map((name) => name.toLowerCase()));
  return (host) => {
    if (host === undefined) return true;
    const [, literal, name = ''] = HOST.exec(host.toLowerCase()) ?? [];
    if (literal !== undefined) return isIP(literal) === 6;
    const plain = name.endsWith('.') ? name.slice(0, -1) : name;
    if (plain === '') return false;
    return (
      isIP(plain) === 4 ||
      !plain.includes('.') ||
      known.has(plain) ||
      AT_HOME.some((ending) => plain.endsWith(`.${ending}`))
    );
  };
};
