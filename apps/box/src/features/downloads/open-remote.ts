import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isWebAddress } from '@boxwood/box-sdk/rules';

/** The server refused, or its address is not allowed: a retry does not help. */
export class RemoteRefused extends Error {}

/** The connection broke or the server has a temporary error: a retry may help. */
export class RemoteBroken extends Error {}

const MAX_REDIRECTS = 5;
/** Timeout without a received byte, in ms. */
const STALL_TIMEOUT_MS = 30_000;

export interface RemoteOptions {
  /** Whether an IP address may be reached. Called for every connection, after name resolution. */
  readonly mayReach: (address: string) => boolean;
  readonly signal: AbortSignal;
  /** Number of bytes already stored and the server's validator of that version; the rest is requested. */
  readonly from: number;
  readonly validator: string | null;
  readonly stallMs?: number;
}

/** A response with its body unread, and its URL after redirects. */
export interface RemoteResponse {
  readonly url: URL;
  readonly response: IncomingMessage;
}

/** Parses a URL that can be downloaded; null for anything else, including URLs with credentials. */
export const webAddress = (text: string): URL | null =>
  isWebAddress(text) && URL.canParse(text) ? new URL(text) : null;

/** Resolves a name once and connects to the checked address, so that a second lookup cannot return another one. */
const lookupOf =
  (mayReach: RemoteOptions['mayReach']): LookupFunction =>
  (host, options, done) => {
    lookup(host, { all: true, ...(options.family === undefined ? {} : { family: options.family }) }).then(
      (found) => {
        const [first] = found;
        if (first === undefined || !found.every(({ address }) => mayReach(address)))
          done(new RemoteRefused('this address is not on the internet'), '', 4);
        else if (options.all === true) done(null, found);
        else done(null, first.address, first.family);
      },
      (failure: unknown) => {
        done(failure instanceof Error ? failure : new Error('not found'), '', 4);
      },
    );
  };

const sendRequest = (url: URL, { mayReach, signal, from, validator, stallMs = STALL_TIMEOUT_MS }: RemoteOptions) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A literal address is not looked up.
    if (isIP(host) !== 0 && !mayReach(host)) {
      reject(new RemoteRefused('this address is not on the internet'));
      return;
    }
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, {
      agent: false,
      signal,
      lookup: lookupOf(mayReach),
      headers: {
        'user-agent': 'Boxwood',
        accept: '*/*',
        // Bytes are stored as sent: a compressed body would change the length and could not be resumed.
        'accept-encoding': 'identity',
        ...(from > 0 && validator !== null ? { range: `bytes=${from}-`, 'if-range': validator } : {}),
      },
    });
    request.setTimeout(stallMs, () => request.destroy(new RemoteBroken('no data arrived in time')));
    // Headers that arrive byte by byte do not trigger the stall timeout, so they have their own.
    const headerTimer = setTimeout(() => request.destroy(new RemoteBroken('no response in time')), 2 * stallMs);
    request.once('close', () => clearTimeout(headerTimer));
    request.once('response', (response) => {
      clearTimeout(headerTimer);
      resolve(response);
    });
    request.on('error', (failure) => {
      reject(failure instanceof RemoteRefused ? failure : new RemoteBroken('the server cannot be reached'));
    });
    request.end();
  });

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Requests a URL and follows redirects; each is checked like the first. The caller reads or destroys the response.
 * @throws RemoteRefused, RemoteBroken
 */
export const openRemote = async (start: URL, options: RemoteOptions): Promise<RemoteResponse> => {
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await sendRequest(url, options);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return { url, response };
    response.destroy();
    const next = URL.canParse(location, url) ? webAddress(new URL(location, url).href) : null;
    if (next === null) throw new RemoteRefused('it redirects to something that is not a web address');
    url = next;
  }
  throw new RemoteRefused('too many redirects');
};
