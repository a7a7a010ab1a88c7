/** Byte endpoints: `PUT /filetrans?uuid&start` and `GET /port_80{path}`. */
import type { IncomingMessage } from 'node:http';
import type { BoxState } from '../box-state.ts';
import type { Fault } from '../faults/fault-rules.ts';
import { findFault } from '../faults/fault-rules.ts';
import { isWithin, partsOf } from '../tree/file-tree.ts';
import { uploads } from '../transfers/pending-uploads.ts';

export interface PlainResponse {
  readonly status: number;
  readonly type: string;
  readonly body: Uint8Array | string;
}

const json = (status: number, body: object): PlainResponse => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});

/** The chunks of a request body as they arrive. */
export async function* chunksOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  for await (const chunk of request as AsyncIterable<unknown>) if (chunk instanceof Uint8Array) yield chunk;
}

/**
 * Receives an upload chunk. The bytes of an interrupted body are stored; null means that the connection must be closed.
 */
export const receiveChunk = async (
  box: BoxState,
  url: URL,
  request: IncomingMessage,
  faults: readonly Fault[],
): Promise<PlainResponse | null> => {
  const upload = uploads(box).find(url.searchParams.get('uuid') ?? '');
  const start = Number(url.searchParams.get('start') ?? 'x');
  if (upload === undefined) return json(404, { error: 15 });
  if (!Number.isSafeInteger(start) || start < 0 || start > upload.received.length) return json(409, { error: 11 });
  const limit = findFault(faults, 'cut')?.bytes ?? Infinity;
  upload.truncate(start);
  let received = 0;
  try {
    for await (const chunk of chunksOf(request)) {
      const room = Math.max(0, limit - received);
      upload.add(chunk.subarray(0, room));
      received += chunk.length;
      if (received > limit) return null;
    }
  } catch {
    return null; // the caller disconnected; the received bytes are stored
  }
  return json(200, { error: 0 });
};

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/plain',
};

const PREFIX = '/port_80';

/** Sends the bytes of a file. The specification defines no ranges and validators here, so there are none. */
export const sendFile = (box: BoxState, url: URL): PlainResponse => {
  let path: string;
  try {
    path = decodeURIComponent(url.pathname.slice(PREFIX.length));
  } catch {
    return json(400, { error: 5 });
  }
  if (partsOf(path).some((part) => part === '..' || part === '.')) return json(403, { error: 5 });
  const [, , owner = ''] = partsOf(path);
  for (const [folder, area] of [
    ['.safebox', 'safe'],
    ['.safe_home', 'private'],
  ] as const)
    if (isWithin(path, `/${partsOf(path).slice(0, 3).join('/')}/${folder}`) && !box.sessions.hasUnlocked(owner, area))
      return json(403, { error: 13 });
  const bytes = box.tree.read(path);
  if (bytes === undefined) return json(404, { error: 15 });
  const suffix = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return { status: 200, type: TYPES[suffix] ?? 'application/octet-stream', body: bytes };
};

export const isFileAddress = (path: string): boolean => path.startsWith(`${PREFIX}/`);
