/** External access: the same box behind another address, which wants `host` and `auth` as headers or query values. */
import { randomUUID } from 'node:crypto';
import type { Box } from '../box.ts';
import { ofBox } from '../box.ts';

const PREFIX = '/relay';

export const relayOf = ofBox((box) => ({
  host: `${box.id}.relay`,
  auth: randomUUID(),
  url: () => `${box.origin()}${PREFIX}`,
}));

/** The address as the box knows it; null for a caller whom the relay does not let through. */
export const throughRelay = (box: Box, url: URL, headers: Readonly<Record<string, string>>): URL | null => {
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
