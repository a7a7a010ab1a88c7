/** A session handed over by another origin in the fragment of the address (G-08). */
export interface HandOver {
  /** User name. */
  readonly u: string;
  /** Token. */
  readonly t: string;
  /** Box id. */
  readonly b: string;
  /** Base address of the box API. */
  readonly h: string;
  /** Relay pass. */
  readonly a: string;
  /** Y for an administrator of that box. */
  readonly y?: string;
}

const isHandOver = (value: unknown): value is HandOver =>
  typeof value === 'object' &&
  value !== null &&
  (['u', 't', 'b', 'h', 'a'] as const).every((key) => typeof Reflect.get(value, key) === 'string') &&
  ['undefined', 'string'].includes(typeof Reflect.get(value, 'y'));

const decode = (fragment: string): HandOver | null => {
  try {
    const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const value: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))));
    return isHandOver(value) ? value : null;
  } catch {
    return null;
  }
};

/** Data that a link carries in its fragment, which no server and no log receives. */
export interface Hints {
  /** The user name of a user who comes from another box's page to sign in offline at this one. */
  readonly offline: string | null;
  /** The code of an invitation. */
  readonly invite: string | null;
  /** The data of a password link (`password-link.ts`). */
  readonly renew: string | null;
  /**
   * Another app shared files before this browser could store them, and the box discarded them (`http/desktop.ts` of the
   * box).
   */
  readonly shareLost: boolean;
}

/** The address of another box's sign-in page, with the user name typed so far. */
export const offlineAddress = (origin: string, userName: string): string =>
  `${origin}/?auto=N#${new URLSearchParams({ offline: userName }).toString()}`;

/** The link that an invited person opens. */
export const inviteAddress = (origin: string, code: string): string =>
  `${origin}/?join=#${new URLSearchParams({ invite: code }).toString()}`;

/** Reads the data of a link once and removes it from the address and the history. */
export const takeHints = (window: Pick<Window, 'location' | 'history'>): Hints => {
  const { hash, pathname, search } = window.location;
  const given = new URLSearchParams(hash.slice(1));
  const hints = {
    offline: given.get('offline'),
    invite: given.get('invite'),
    renew: given.get('renew'),
    shareLost: given.get('shared') === 'lost',
  };
  if ((hints.offline ?? hints.invite ?? hints.renew) !== null || hints.shareLost)
    window.history.replaceState(null, '', pathname + search);
  return hints;
};

/** Reads a handed-over session once and removes it from the address and the history. */
export const takeHandOver = (window: Pick<Window, 'location' | 'history'>): HandOver | null => {
  const { hash, pathname, search } = window.location;
  if (hash.length < 2) return null;
  const session = decode(hash.slice(1));
  if (session !== null) window.history.replaceState(null, '', pathname + search);
  return session;
};
