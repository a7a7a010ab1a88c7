/** A session handed over by another origin in the fragment of the address (G-08). */
export interface SessionHandover {
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

const isSessionHandover = (value: unknown): value is SessionHandover =>
  typeof value === 'object' &&
  value !== null &&
  (['u', 't', 'b', 'h', 'a'] as const).every((key) => typeof Reflect.get(value, key) === 'string') &&
  ['undefined', 'string'].includes(typeof Reflect.get(value, 'y'));

const decode = (fragment: string): SessionHandover | null => {
  try {
    const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const value: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))));
    return isSessionHandover(value) ? value : null;
  } catch {
    return null;
  }
};

/** Data that a link carries in its fragment, which no server and no log receives. */
export interface LinkHints {
  /** The user name of a user who comes from another box's page to sign in offline at this one. */
  readonly offline: string | null;
  /** The code of an invitation. */
  readonly invite: string | null;
  /** The data of a password link (`password-link.ts`). */
  readonly renew: string | null;
  /**
   * Another app shared files before this browser could store them, and the box discarded them (`http/serve-desktop.ts` of the
   * box).
   */
  readonly hasLostShare: boolean;
}

/** The address of another box's sign-in page, with the user name typed so far. */
export const offlineSignInUrl = (origin: string, userName: string): string =>
  `${origin}/?auto=N#${new URLSearchParams({ offline: userName }).toString()}`;

/** The link that an invited person opens. */
export const inviteUrl = (origin: string, code: string): string =>
  `${origin}/?join=#${new URLSearchParams({ invite: code }).toString()}`;

/** Reads the data of a link once and removes it from the address and the history. */
export const consumeLinkHints = (window: Pick<Window, 'location' | 'history'>): LinkHints => {
  const { hash, pathname, search } = window.location;
  const params = new URLSearchParams(hash.slice(1));
  const hints = {
    offline: params.get('offline'),
    invite: params.get('invite'),
    renew: params.get('renew'),
    hasLostShare: params.get('shared') === 'lost',
  };
  if ((hints.offline ?? hints.invite ?? hints.renew) !== null || hints.hasLostShare)
    window.history.replaceState(null, '', pathname + search);
  return hints;
};

/** Reads a handed-over session once and removes it from the address and the history. */
export const consumeSessionHandover = (window: Pick<Window, 'location' | 'history'>): SessionHandover | null => {
  const { hash, pathname, search } = window.location;
  if (hash.length < 2) return null;
  const session = decode(hash.slice(1));
  if (session !== null) window.history.replaceState(null, '', pathname + search);
  return session;
};
