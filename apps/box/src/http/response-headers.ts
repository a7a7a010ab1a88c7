/** Headers of every response, and the policies for our own pages and for files of users. */

/** `account` is the origin of an external account service with a leading space, or ''. */
const policyOf = (account: string): string =>
  [
    "default-src 'none'",
    // Repeats the default for tools that check for it.
    "object-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data:${account}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${account}`,
    "worker-src 'self'",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Hosts that a browser trusts without TLS (W3C Secure Contexts, 3.1). */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/** The parts of a request that show how it arrived. */
export interface RequestOrigin {
  readonly host: string | undefined;
  /** The scheme reported by a TLS proxy; a client that fakes it changes only its own response. */
  readonly forwardedProto: string | undefined;
}

/**
 * Headers of the desktop's pages: scripts only from the box, nothing inline, no framing, connections only to the box
 * and its account service. Opener isolation is sent only over https or to loopback: elsewhere browsers ignore it and
 * log a warning.
 */
export const createPageHeaders = (accountUrl: string | null) => {
  const page = {
    ...commonHeaders,
    'content-security-policy': policyOf(accountUrl === null ? '' : ` ${new URL(accountUrl).origin}`),
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
  const isolated = { ...page, 'cross-origin-opener-policy': 'same-origin' };
  return ({ host, forwardedProto }: RequestOrigin): Readonly<Record<string, string>> =>
    forwardedProto === 'https' || LOOPBACK.test(host ?? '') ? isolated : page;
};

/**
 * Headers of assets. Most page headers apply only to documents and would be repeated for some sixty files on a first
 * visit. A worker script is bound by its own policy: it loads from and connects to the box only.
 */
export const assetHeaders = {
  ...commonHeaders,
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
} as const;

export const jsonHeaders = {
  ...commonHeaders,
  // Our pages never frame a JSON response; opened directly it is plain text.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
} as const;
