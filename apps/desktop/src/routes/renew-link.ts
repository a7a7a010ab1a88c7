/** The user who sets a new password, and the secret of the link. */
export interface RenewLink {
  readonly user: string;
  readonly secret: string;
}

/** The link that lets a user set a new password. Its data is in the fragment, which no server and no log receives. */
export const renewAddress = (origin: string, { user, secret }: RenewLink): string =>
  `${origin}/?join=forgot#${new URLSearchParams({ renew: `${user}.${secret}` }).toString()}`;

/** Parses the fragment of a password link; null when it is not one. */
export const readRenewal = (held: string | null): RenewLink | null => {
  // User ids and secrets contain no dot (VALID-105).
  const [user = '', secret = ''] = held?.split('.') ?? [];
  return user === '' || secret === '' ? null : { user, secret };
};
