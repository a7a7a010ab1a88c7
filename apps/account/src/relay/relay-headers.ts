import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/**
 * Request headers that are forwarded to a box: those the response depends on. Cookies and credentials belong to the
 * service or to a proxy in front of it.
 */
const FORWARDED_REQUEST_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-length',
  'content-type',
  'range',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
]);

/**
 * Response headers that a box may set, besides status, type and disposition. Any other header would act for the origin
 * of the service: cookies, Clear-Site-Data, Service-Worker-Allowed, Location, Refresh, Link, Alt-Svc, a policy of its
 * own, and future ones.
 */
const FORWARDED_RESPONSE_HEADERS: ReadonlySet<string> = new Set([
  'accept-ranges',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-range',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'vary',
]);

const pickHeaders = (headers: IncomingHttpHeaders, names: ReadonlySet<string>): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => value !== undefined && names.has(name)));

/** The request headers that are forwarded to a box. */
export const requestHeadersForBox = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  pickHeaders(headers, FORWARDED_REQUEST_HEADERS);

/** A policy without script, form, storage, origin, framing or loading. */
const SEALED_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:; frame-ancestors 'none'";
/**
 * Headers of every response at the relay, including its own. The desktop may have another origin: the ticket is not a
 * cookie, so any page that has it may read the response.
 */
export const RELAY_RESPONSE_HEADERS = {
  'content-security-policy': `sandbox; ${SEALED_POLICY}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'accept-ranges, content-disposition, content-length, content-range, etag, last-modified',
} as const;

/** Types that a browser displays but does not run; a type with `+xml` would be a page. */
const DISPLAYED_TYPES =
  /^(?:(?:image|audio|video)\/[\w.-]+|text\/plain|application\/(?:json|pdf))(?:; ?charset=[\w-]+)?$/i;
const PDF_TYPE = /^application\/pdf$/i;

/**
 * The headers of a box's response as the relay sends them. Anything that is not a picture, sound, film, text, JSON or
 * PDF becomes a download without a type. A browser's PDF viewer does not start in a sandbox, and its content cannot
 * reach the origin. A 304 leaves the cached headers unchanged.
 */
export const responseHeadersFromBox = (status: number, headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const { 'content-type': type = '', 'content-disposition': disposition = '' } = headers;
  const isDisplayed = DISPLAYED_TYPES.test(type);
  const isAttachment = /^attachment\s*(;|$)/i.test(disposition);
  return {
    ...pickHeaders(headers, FORWARDED_RESPONSE_HEADERS),
    ...RELAY_RESPONSE_HEADERS,
    ...(PDF_TYPE.test(type) ? { 'content-security-policy': `${SEALED_POLICY}; object-src 'self'` } : {}),
    ...(status === 304
      ? {}
      : {
          'content-type': isDisplayed ? type : 'application/octet-stream',
          'content-disposition': isAttachment ? disposition : isDisplayed ? 'inline' : 'attachment',
        }),
  };
};

/** Whether a status may be forwarded: results, 304 and errors, but no redirects. */
export const isForwardedStatus = (status: number): boolean =>
  (status >= 200 && status < 300) || status === 304 || (status >= 400 && status < 600);

/**
 * Fetch destinations that are allowed (Fetch, 2.2.5): no script, worker, style or frame. Programs and plain http do not
 * send the header.
 */
const ALLOWED_DESTINATIONS: ReadonlySet<string> = new Set(['empty', 'document', 'image', 'audio', 'video', 'track']);
export const isAllowedDestination = ({ 'sec-fetch-dest': dest }: IncomingHttpHeaders): boolean =>
  dest === undefined || (typeof dest === 'string' && ALLOWED_DESTINATIONS.has(dest));
