/** Remote access: the same box at another address, which requires `host` and `auth` as headers or query values. */
import { randomUUID } from 'node:crypto';
import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';

const PREFIX = '/relay';

export const relayOf = stateOfBox((box) => ({
  host: `${box.id}.relay`,
  auth: randomUUID(),
  url: () => `${box.origin()}${PREFIX}`,
}));

/** The URL as the box sees it; null when the relay refuses the caller. */
export const resolveRelayUrl = (box: BoxState, url: URL, headers: Readonly<Record<string, string>>): URL | null => {
  if (!url.pathname.startsWith(`${PREFIX}/`)) return url;
  const { host, auth } = relayOf(box);
  const given = [
    [headers['x-relay-host'], headers['x-relay-auth']],
    [headers['host'], headers['auth']],
    [url.searchParams.get('host'), url.searchParams.get('auth')],
  ];
  if (!given.some(([from, by]) => from === host && by === auth)) return null;
  const inside = new URL(url);
  inside.pathname = url.pathname.slice(PREFIX.length);
  return inside;
};
