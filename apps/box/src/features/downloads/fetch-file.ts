import type { FileHandle } from 'node:fs/promises';
import { constants } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseJson, str, struct } from '@boxwood/command-bus/codecs';
import type { Clock } from '../../platform/clock.ts';
import { type Progress, StoppedError } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../../storage/copy/operation-codes.ts';
import type { Folder } from '../../storage/vault/index.ts';
import { remoteName } from './remote-name.ts';
import { StallDetector } from './stall-detector.ts';
import { openRemote, RemoteBroken, RemoteRefused, type RemoteOptions } from './open-remote.ts';

/** Name of the downloaded file in the staging folder; its metadata is stored next to it. */
export const PART_NAME = 'item';
const FACTS_NAME = 'item.json';
/** Retries without a new byte before giving up (OPS 16). */
const MAX_RETRIES = 3;
const RETRY_DELAY_MS = 1000;
/** For a download of unknown length, free space is checked after this many bytes. */
const SPACE_CHECK_BYTES = 4 * 1024 * 1024;

/**
 * Metadata of a partial download: the requested address, the name, and the validator of this version (ETag or
 * Last-Modified), '' for none.
 */
const PartFacts = struct({ address: str, name: str, validator: str });

export interface FetchOptions {
  readonly url: URL;
  readonly into: Folder;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Reserves space for the remaining bytes. @throws OperationFailed 11 */
  readonly reserveSpace: (need: () => number) => Promise<void>;
  /** Bytes that may still be written; used if the server sends no length. */
  readonly availableBytes: () => Promise<number>;
  readonly mayReach: RemoteOptions['mayReach'];
  /** Whether the partial download is reliable. */
  readonly isTrusted: boolean;
  /** Called once the name is known. */
  readonly setName: (name: string) => void;
  readonly stallMs?: number;
  readonly retryDelayMs?: number;
}

export interface FetchedFile {
  readonly name: string;
  readonly bytes: number;
}

interface DownloadPart {
  readonly file: FileHandle;
  from: number;
  validator: string | null;
  name: string;
}

/** RFC 9110 13.1.5: only a strong validator may be used to request the rest of the same bytes. */
const validatorOf = ({ headers }: IncomingMessage): string | null => {
  const { etag } = headers;
  if (etag !== undefined) return etag.startsWith('W/') ? null : etag;
  return headers['last-modified'] ?? null;
};

const readFacts = async (folder: Folder): Promise<{ address: string; name: string; validator: string } | null> => {
  if ((await folder.lstat(FACTS_NAME)) === undefined) return null;
  await using file = await folder.openFile(FACTS_NAME);
  const facts = parseJson(await file.readFile('utf8'));
  return facts._tag === 'Right' && PartFacts.is(facts.right) ? facts.right : null;
};

const writeFacts = async (folder: Folder, facts: object): Promise<void> => {
  await using file = await folder.openFile(
    FACTS_NAME,
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC,
    0o600,
  );
  await file.writeFile(JSON.stringify(facts));
};

/** Downloads a URL to {@link PART_NAME}; durable when it returns. Resumes after a broken connection. */
export const fetchFile = async (options: FetchOptions): Promise<FetchedFile> => {
  const { url, into, progress, signal, clock, isTrusted, setName, retryDelayMs = RETRY_DELAY_MS } = options;
  const stallDetector = new StallDetector(clock);
  const facts = isTrusted ? await readFacts(into) : null;
  await using file = await into.openFile(PART_NAME, constants.O_RDWR | constants.O_CREAT, 0o600);
  const known = facts !== null && facts.address === url.href && facts.validator !== '';
  const part: DownloadPart = {
    file,
    from: known ? (await file.stat()).size : 0,
    validator: known ? facts.validator : null,
    name: known ? facts.name : '',
  };
  if (part.name !== '') setName(part.name);
  progress.setDone(part.from);
  for (let attempts = 0; ;) {
    const before = part.from;
    try {
      await receiveResponse(part, options, stallDetector);
      await file.chmod(0o660);
      await file.sync();
      return { name: part.name, bytes: part.from };
    } catch (failure) {
      if (signal.aborted) throw new StoppedError();
      if (failure instanceof RemoteRefused) throw new OperationFailed(OPS.remoteRefused, failure.message);
      if (!(failure instanceof RemoteBroken)) throw failure;
      attempts = part.from > before ? 1 : attempts + 1;
      if (attempts > MAX_RETRIES) throw new OperationFailed(OPS.retryFailed, failure.message);
      stallDetector.addBytes(0);
      await delay(retryDelayMs * 2 ** (attempts - 1), undefined, { signal }).catch(() => {
        throw new StoppedError();
      });
    }
  }
};

/** Appends one response of the server to the part. */
const receiveResponse = async (part: DownloadPart, options: FetchOptions, stallDetector: StallDetector) => {
  const { url, into, progress, signal, mayReach, setName, stallMs } = options;
  const { url: found, response } = await openRemote(url, {
    mayReach,
    signal,
    from: part.from,
    validator: part.validator,
    ...(stallMs === undefined ? {} : { stallMs }),
  });
  try {
    const start = startOf(response, part.from);
    if (start !== part.from || start === 0) {
      // Another version, or the server cannot resume: restart from the beginning.
      await part.file.truncate(0);
      part.from = 0;
    }
    part.validator = validatorOf(response);
    part.name = remoteName(found, response.headers['content-disposition']);
    setName(part.name);
    await writeFacts(into, { address: url.href, name: part.name, validator: part.validator ?? '' });
    const length = response.headers['content-length'];
    const total = length === undefined ? null : part.from + Number(length);
    progress.setDone(part.from);
    progress.setTotal(total ?? 0);
    await options.reserveSpace(() => (total ?? 0) - part.from);
    await writeBody(part, response, options, { stallDetector, checksSpace: total === null });
    if (!response.complete || (total !== null && part.from !== total))
      throw new RemoteBroken('the connection was lost');
    progress.setTotal(part.from);
  } finally {
    response.destroy();
  }
};

const writeBody = async (
  part: DownloadPart,
  response: IncomingMessage,
  { progress, availableBytes }: FetchOptions,
  { stallDetector, checksSpace }: { readonly stallDetector: StallDetector; readonly checksSpace: boolean },
): Promise<void> => {
  let checkedAt = part.from;
  try {
    for await (const chunk of response) {
      if (!(chunk instanceof Uint8Array)) continue;
      progress.throwIfStopped();
      if (checksSpace && part.from - checkedAt >= SPACE_CHECK_BYTES) {
        if ((await availableBytes()) < 0) throw new OperationFailed(OPS.noSpace, 'no space');
        checkedAt = part.from;
      }
      await part.file.write(chunk, 0, chunk.length, part.from);
      part.from += chunk.length;
      progress.setDone(part.from);
      stallDetector.addBytes(chunk.length);
    }
  } catch (failure) {
    if (failure instanceof StoppedError || failure instanceof OperationFailed) throw failure;
    // A disk error has a syscall; any other error is a connection error.
    if (failure instanceof Error && 'syscall' in failure && failure.syscall === 'write') throw failure;
    throw new RemoteBroken('the connection was lost');
  }
};

/** Start offset of a response body. @throws RemoteRefused for a permanent error, RemoteBroken for a temporary one */
const startOf = ({ statusCode = 0, headers }: IncomingMessage, requestedStart: number): number => {
  if (statusCode === 200) return 0;
  if (statusCode === 206) {
    const start = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1];
    if (start !== undefined && Number(start) === requestedStart) return requestedStart;
  }
  if (statusCode === 408 || statusCode === 425 || statusCode === 429 || statusCode >= 500)
    throw new RemoteBroken(`the server answered ${statusCode}`);
  throw new RemoteRefused(`the server answered ${statusCode}`);
};
