/** Headers of every answer, and the policies of the two kinds of content: our own pages, and files people put on the box. */

/** `account` is the origin of an account service elsewhere, with a space before it, or nothing. */
const policyOf = (account: string): string =>
  [
    "default-src 'none'",
    // What nothing is by default already is said once more for tools that look for it.
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

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Hosts that a browser trusts without TLS (W3C Secure Contexts, 3.1). */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/** A request as far as the way it came can be told. */
export interface Arrived {
  readonly host: string | undefined;
  /** What a TLS proxy in front says it spoke; a client that makes it up changes its own answer only. */
  readonly forwardedProto: string | undefined;
}

/**
 * The headers of the desktop's pages: scripts only from the box itself, nothing inline, nowhere framed, talking to nobody but the
 * box and its account service. Opener isolation is told only to browsers that follow it: on plain http under another name than
 * the loopback's they ignore the header and complain in everybody's console.
 */
export const createPageHeaders = (accountUrl: string | null) => {
  const page = {
    ...everywhere,
    'content-security-policy': policyOf(accountUrl === null ? '' : ` ${new URL(accountUrl).origin}`),
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
  const isolated = { ...page, 'cross-origin-opener-policy': 'same-origin' };
  return ({ host, forwardedProto }: Arrived): Readonly<Record<string, string>> =>
    forwardedProto === 'https' || LOOPBACK.test(host ?? '') ? isolated : page;
};

/**
 * The headers of what a page is made of. Most of what a page is told speaks of documents, and some sixty parts would say it again on every first visit;
 * a script that begins a worker is bound by its own: it loads from the box and asks the box, nothing else.
 */
export const part = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
} as const;

export const reply = {
  ...everywhere,
  // Nothing of ours shows one in a frame, and opened by itself it is a text.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
} as const;
