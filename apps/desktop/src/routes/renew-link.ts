/** Whose link for a new password it is, and its secret. */
export interface RenewLink {
  readonly user: string;
  readonly secret: string;
}

/** The link with which somebody chooses a new password. What it holds stands in the fragment, which no server and no log sees. */
export const renewAddress = (origin: string, { user, secret }: RenewLink): string =>
  `${origin}/?join=forgot#${new URLSearchParams({ renew: `${user}.${secret}` }).toString()}`;

/** What the fragment of such a link says; null when it is none. */
export const readRenewal = (held: string | null): RenewLink | null => {
  // Neither a user id nor a secret has a dot (VALID-105).
  const [user = '', secret = ''] = held?.split('.') ?? [];
  return user === '' || secret === '' ? null : { user, secret };
};
