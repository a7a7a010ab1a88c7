import type { Endings } from '../identity/endings.ts';
import type { RosterUser, Users } from '../identity/users.ts';

export interface RosterOptions {
  readonly users: Users;
  readonly endings: Endings;
  /** Who uses the box is not as it was. */
  readonly changed: () => void;
  /** Makes the folders of a user who may be new. */
  readonly makeFolders: (user: string) => Promise<void>;
}

/**
 * What the account service says about the users of the box (X106): who they are, and which of their tokens have ended, as SHA-256 in hex.
 * Whoever is missing, has another password, or signed out there is shown out here before the service hears that it was understood.
 */
export const createRoster =
  ({ users, endings, changed, makeFolders }: RosterOptions) =>
  async (roster: readonly RosterUser[], ended: readonly string[]): Promise<void> => {
    const { gone, renewed, others } = users.replace(roster);
    for (const user of gone) endings.announce({ kind: 'user', user });
    for (const user of renewed) endings.announce({ kind: 'sessions', user });
    for (const hash of ended)
      endings.announce({ kind: 'session', session: Buffer.from(hash, 'hex').toString('base64url') });
    for (const { name } of roster) await makeFolders(name);
    if (others || gone.length > 0) changed();
  };

/** Takes over the account service's word about the users. */
export type Roster = ReturnType<typeof createRoster>;
