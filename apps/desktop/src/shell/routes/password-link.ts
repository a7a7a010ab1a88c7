/** The user who sets a new password, and the secret of the link. */
export interface PasswordLink {
  readonly user: string;
  readonly secret: string;
}

/** The link that lets a user set a new password. Its data is in the fragment, which no server and no log receives. */
export const passwordLinkUrl = (origin: string, { user, secret }: PasswordLink): string =>
  `${origin}/?join=forgot#${new URLSearchParams({ renew: `${user}.${secret}` }).toString()}`;

/** Parses the fragment of a password link; null when it is not one. */
export const parsePasswordLink = (fragment: string | null): PasswordLink | null => {
  // User ids and secrets contain no dot (VALID-105).
  const [user = '', secret = ''] = fragment?.split('.') ?? [];
  return user === '' || secret === '' ? null : { user, secret };
};
