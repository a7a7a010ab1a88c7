import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isWebAddress } from '@boxwood/box-sdk/rules';

/** The other side, or where it is, is refused: trying again changes nothing. */
export class RemoteRefused extends Error {}

/** The connection broke or the other side is not well: worth another try. */
export class RemoteBroken extends Error {}

const MOST_REDIRECTS = 5;
/** A line without a byte for so long is broken. */
const STALL_MS = 30_000;

export interface RemoteOptions {
  /** Says whether an IP address may be reached. Asked for every connection, after the name was resolved. */
  readonly mayReach: (address: string) => boolean;
  readonly signal: AbortSignal;
  /** Bytes that are here already, and what the other side called that version; the rest is asked for. */
  readonly from: number;
  readonly validator: string | null;
  readonly stallMs?: number;
}

/** An answer with its body still to be read, and where it came from after redirects. */
export interface Remote {
  readonly url: URL;
  readonly answer: IncomingMessage;
}

/** A web address that can be downloaded from; null for anything else. Nor a name and a password in it. */
export const webAddress = (text: string): URL | null =>
  isWebAddress(text) && URL.canParse(text) ? new URL(text) : null;

/** Resolves a name once and connects to what was checked: nobody can answer differently in between. */
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

const ask = (url: URL, { mayReach, signal, from, validator, stallMs = STALL_MS }: RemoteOptions) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A literal address is never looked up.
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
        // What is kept is what was sent: a compressed body would change the length and could not be resumed.
        'accept-encoding': 'identity',
        ...(from > 0 && validator !== null ? { range: `bytes=${from}-`, 'if-range': validator } : {}),
      },
    });
    request.setTimeout(stallMs, () => request.destroy(new RemoteBroken('no byte came for too long')));
    // A head that comes byte by byte is not silent, and leads nowhere all the same.
    const late = setTimeout(() => request.destroy(new RemoteBroken('no answer came for too long')), 2 * stallMs);
    request.once('close', () => clearTimeout(late));
    request.once('response', (answer) => {
      clearTimeout(late);
      resolve(answer);
    });
    request.on('error', (failure) => {
      reject(failure instanceof RemoteRefused ? failure : new RemoteBroken('the other side cannot be reached'));
    });
    request.end();
  });

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Asks for a web address, following redirects, each of which is checked like the first. The caller reads or destroys the answer.
 * @throws RemoteRefused, RemoteBroken
 */
export const openRemote = async (start: URL, options: RemoteOptions): Promise<Remote> => {
  let url = start;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const answer = await ask(url, options);
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.statusCode ?? 0) || location === undefined) return { url, answer };
    answer.destroy();
    const next = URL.canParse(location, url) ? webAddress(new URL(location, url).href) : null;
    if (next === null) throw new RemoteRefused('it leads to something that is no web address');
    url = next;
  }
  throw new RemoteRefused('it leads on and on');
};
