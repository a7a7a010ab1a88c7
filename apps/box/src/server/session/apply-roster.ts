import type { Revocations } from '../identity/revocations.ts';
import type { RosterUser, Users } from '../identity/users.ts';

export interface RosterOptions {
  readonly users: Users;
  readonly endings: Revocations;
  /** Called when the list of users has changed. */
  readonly onChanged: () => void;
  /** Creates the folders of a possibly new user. */
  readonly makeFolders: (user: string) => Promise<void>;
}

/**
 * Applies the account service's report about users of the box (X106): the users, and the ended tokens as SHA-256 in
 * hex. Removed users, changed passwords and ended sessions are revoked before the service gets its response.
 */
export const createRosterHandler =
  ({ users, endings, onChanged, makeFolders }: RosterOptions) =>
  async (roster: readonly RosterUser[], ended: readonly string[]): Promise<void> => {
    const { removed, renewed, others } = users.replace(roster);
    for (const user of removed) endings.announce({ kind: 'user', user });
    for (const user of renewed) endings.announce({ kind: 'sessions', user });
    for (const hash of ended)
      endings.announce({ kind: 'session', session: Buffer.from(hash, 'hex').toString('base64url') });
    for (const { name } of roster) await makeFolders(name);
    if (others || removed.length > 0) onChanged();
  };

/** Applies a report of the account service about the users. */
export type RosterHandler = ReturnType<typeof createRosterHandler>;
