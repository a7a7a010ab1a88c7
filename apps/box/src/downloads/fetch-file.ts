import type { FileHandle } from 'node:fs/promises';
import { constants } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseJson, str, struct } from '@boxwood/command-bus/codecs';
import type { Clock } from '../clock.ts';
import { type Gauge, Stopped } from '../runtime/gauge.ts';
import { OperationFailed, OPS } from '../copy/ops.ts';
import type { Folder } from '../vault/index.ts';
import { remoteName } from './names.ts';
import { Pace } from './pace.ts';
import { openRemote, RemoteBroken, RemoteRefused, type RemoteOptions } from './remote.ts';

/** Name of the downloaded file in the staging folder; its metadata is stored next to it. */
export const PART = 'item';
const FACTS = 'item.json';
/** Retries without a new byte before giving up (OPS 16). */
const TRIES = 3;
const PAUSE_MS = 1000;
/** For a download of unknown length, free space is checked after this many bytes. */
const LOOK_BYTES = 4 * 1024 * 1024;

/**
 * Metadata of a partial download: the requested address, the name, and the validator of this version (ETag or
 * Last-Modified), '' for none.
 */
const Facts = struct({ address: str, name: str, validator: str });

export interface FetchOptions {
  readonly url: URL;
  readonly into: Folder;
  readonly gauge: Gauge;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Reserves space for the remaining bytes. @throws OperationFailed 11 */
  readonly claim: (need: () => number) => Promise<void>;
  /** Bytes that may still be written; used if the server sends no length. */
  readonly room: () => Promise<number>;
  readonly mayReach: RemoteOptions['mayReach'];
  /** Whether the partial download is reliable. */
  readonly trusted: boolean;
  /** Called once the name is known. */
  readonly named: (name: string) => void;
  readonly stallMs?: number;
  readonly pauseMs?: number;
}

export interface Fetched {
  readonly name: string;
  readonly bytes: number;
}

interface Part {
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
  if ((await folder.lstat(FACTS)) === undefined) return null;
  await using file = await folder.openFile(FACTS);
  const facts = parseJson(await file.readFile('utf8'));
  return facts._tag === 'Right' && Facts.is(facts.right) ? facts.right : null;
};

const writeFacts = async (folder: Folder, facts: object): Promise<void> => {
  await using file = await folder.openFile(FACTS, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
  await file.writeFile(JSON.stringify(facts));
};

/** Downloads a URL to {@link PART_NAME}; durable when it returns. Resumes after a broken connection. */
export const fetchFile = async (options: FetchOptions): Promise<Fetched> => {
  const { url, into, gauge, signal, clock, trusted, named, pauseMs = PAUSE_MS } = options;
  const pace = new Pace(clock);
  const facts = trusted ? await readFacts(into) : null;
  await using file = await into.openFile(PART, constants.O_RDWR | constants.O_CREAT, 0o600);
  const known = facts !== null && facts.address === url.href && facts.validator !== '';
  const part: Part = {
    file,
    from: known ? (await file.stat()).size : 0,
    validator: known ? facts.validator : null,
    name: known ? facts.name : '',
  };
  if (part.name !== '') named(part.name);
  gauge.reach(part.from);
  for (let failed = 0; ;) {
    const before = part.from;
    try {
      await receive(part, options, pace);
      await file.chmod(0o660);
      await file.sync();
      return { name: part.name, bytes: part.from };
    } catch (failure) {
      if (signal.aborted) throw new Stopped();
      if (failure instanceof RemoteRefused) throw new OperationFailed(OPS.remoteRefused, failure.message);
      if (!(failure instanceof RemoteBroken)) throw failure;
      failed = part.from > before ? 1 : failed + 1;
      if (failed > TRIES) throw new OperationFailed(OPS.retryFailed, failure.message);
      pace.note(0);
      await delay(pauseMs * 2 ** (failed - 1), undefined, { signal }).catch(() => {
        throw new Stopped();
      });
    }
  }
};

/** Appends one response of the server to the part. */
const receive = async (part: Part, options: FetchOptions, pace: Pace) => {
  const { url, into, gauge, signal, mayReach, named, stallMs } = options;
  const { url: found, answer } = await openRemote(url, {
    mayReach,
    signal,
    from: part.from,
    validator: part.validator,
    ...(stallMs === undefined ? {} : { stallMs }),
  });
  try {
    const start = startOf(answer, part.from);
    if (start !== part.from || start === 0) {
      // Another version, or the server cannot resume: restart from the beginning.
      await part.file.truncate(0);
      part.from = 0;
    }
    part.validator = validatorOf(answer);
    part.name = remoteName(found, answer.headers['content-disposition']);
    named(part.name);
    await writeFacts(into, { address: url.href, name: part.name, validator: part.validator ?? '' });
    const length = answer.headers['content-length'];
    const total = length === undefined ? null : part.from + Number(length);
    gauge.reach(part.from);
    gauge.expect(total ?? 0);
    await options.claim(() => (total ?? 0) - part.from);
    await write(part, answer, options, { pace, looks: total === null });
    if (!answer.complete || (total !== null && part.from !== total)) throw new RemoteBroken('the line broke');
    gauge.expect(part.from);
  } finally {
    answer.destroy();
  }
};

const write = async (
  part: Part,
  answer: IncomingMessage,
  { gauge, room }: FetchOptions,
  { pace, looks }: { readonly pace: Pace; readonly looks: boolean },
): Promise<void> => {
  let looked = part.from;
  try {
    for await (const chunk of answer) {
      if (!(chunk instanceof Uint8Array)) continue;
      gauge.check();
      if (looks && part.from - looked >= LOOK_BYTES) {
        if ((await room()) < 0) throw new OperationFailed(OPS.noSpace, 'no space');
        looked = part.from;
      }
      await part.file.write(chunk, 0, chunk.length, part.from);
      part.from += chunk.length;
      gauge.reach(part.from);
      pace.note(chunk.length);
    }
  } catch (failure) {
    if (failure instanceof Stopped || failure instanceof OperationFailed) throw failure;
    // A disk error has a syscall; any other error is a connection error.
    if (failure instanceof Error && 'syscall' in failure && failure.syscall === 'write') throw failure;
    throw new RemoteBroken('the line broke');
  }
};

/** Start offset of a response body. @throws RemoteRefused for a permanent error, RemoteBroken for a temporary one */
const startOf = ({ statusCode = 0, headers }: IncomingMessage, asked: number): number => {
  if (statusCode === 200) return 0;
  if (statusCode === 206) {
    const start = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1];
    if (start !== undefined && Number(start) === asked) return asked;
  }
  if (statusCode === 408 || statusCode === 425 || statusCode === 429 || statusCode >= 500)
    throw new RemoteBroken(`the other side answers ${statusCode}`);
  throw new RemoteRefused(`the other side answers ${statusCode}`);
};
