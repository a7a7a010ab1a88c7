import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/**
 * What a box is told of a request besides its address and body: what the answer depends on. Cookies and credentials are the service's, or of a
 * proxy before it, and no box's business.
 */
const TOLD: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'content-length', 'content-type', 'range'],
  ...['if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since'],
]);

/**
 * What a box may say besides status, type and disposition. Everything else would speak for the origin of the service: cookies, Clear-Site-Data,
 * Service-Worker-Allowed, Location, Refresh, Link, Alt-Svc, a policy of its own, and what browsers will think of next.
 */
const SAID: ReadonlySet<string> = new Set([
  ...['accept-ranges', 'cache-control', 'content-encoding', 'content-length', 'content-range'],
  ...['etag', 'expires', 'last-modified', 'retry-after', 'vary'],
]);

const only = (headers: IncomingHttpHeaders, names: ReadonlySet<string>): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => value !== undefined && names.has(name)));

/** The headers of a request that travel on to a box. */
export const toBox = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => only(headers, TOLD);

/** Pages of nobody: no script, no form, no storage, no origin, in no frame; nothing is loaded, and nothing is guessed. */
const SEALED = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; frame-ancestors 'none'";
/** Of every answer at the relay, whoever made it. The desktop may come from another origin: the ticket is no cookie, so any page may read what it opens. */
export const EVERYWHERE = {
  'content-security-policy': `sandbox; ${SEALED}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'accept-ranges, content-disposition, content-length, content-range, etag, last-modified',
} as const;

/** What a browser shows and cannot run; a type with `+xml` would be a page. */
const SHOWN = /^(?:(?:image|audio|video)\/[\w.-]+|text\/plain|application\/(?:json|pdf))(?:; ?charset=[\w-]+)?$/i;
const PDF = /^application\/pdf$/i;

/**
 * The headers of a box's answer as the relay gives them: what is no picture, sound, film, text, JSON or PDF is a file to save, of no type. A
 * browser's PDF viewer does not start in a sandbox, and what it shows cannot reach the origin it came from. A 304 leaves what a browser has.
 */
export const fromBox = (status: number, headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const { 'content-type': type = '', 'content-disposition': disposition = '' } = headers;
  const isShown = SHOWN.test(type);
  const isSaved = /^attachment\s*(;|$)/i.test(disposition);
  return {
    ...only(headers, SAID),
    ...EVERYWHERE,
    ...(PDF.test(type) ? { 'content-security-policy': `${SEALED}; object-src 'self'` } : {}),
    ...(status === 304
      ? {}
      : {
          'content-type': isShown ? type : 'application/octet-stream',
          'content-disposition': isSaved ? disposition : isShown ? 'inline' : 'attachment',
        }),
  };
};

/** A box answers, or says that it has nothing new; it leads nobody elsewhere. */
export const isAnswer = (status: number): boolean =>
  (status >= 200 && status < 300) || status === 304 || (status >= 400 && status < 600);

/** What a browser may want an answer for (Fetch, 2.2.5): no script, worker, style or frame. Not told by programs, nor on plain http. */
const WANTED: ReadonlySet<string> = new Set(['empty', 'document', 'image', 'audio', 'video', 'track']);
export const isWanted = ({ 'sec-fetch-dest': dest }: IncomingHttpHeaders): boolean =>
  dest === undefined || (typeof dest === 'string' && WANTED.has(dest));
