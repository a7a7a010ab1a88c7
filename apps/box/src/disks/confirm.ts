import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import type { By, Plan } from '@boxwood/host';
import type { Tries } from '../identity/tries.ts';
import type { Users } from '../identity/users.ts';
import type { HostRefusal } from '../runtime/host.ts';
import { hostRefusal } from '../runtime/host-refusal.ts';

/** Wrong passwords of one user in a row before further attempts are refused. */
const GUESSES = 5;

export interface Doors {
  readonly users: Pick<Users, 'verify'>;
  readonly tries: Pick<Tries, 'take' | 'forgive'>;
}

/** Checks the password of a user who wants to erase data. @throws Refusal 6 */
export const checkPassword = async ({ users, tries }: Doors, user: string, password: string, by: By): Promise<void> => {
  const subject = `disk ${user}`;
  if (!tries.take(subject, GUESSES) || (await users.verify(user, password, by.from)) === undefined)
    throw new Refusal(GEN.wrongSecret);
  tries.forgive(subject);
};

/** Whether the plan erases neither partitions nor file system signatures. */
export const erasesNothing = ({ facts }: Plan): boolean =>
  Object.entries(facts).every(([name, value]) => !/^(on|part) /.test(name) || value.trim() === '');

/** Converts a refusal of the root helper into the error codes of the disk commands. */
export const notDone = (refusal: HostRefusal): Refusal => {
  if (refusal.why === 'stale') return new Refusal(GEN.path);
  if (refusal.why !== 'barred') return hostRefusal(refusal);
  switch (refusal.detail) {
    case 'system':
      return new Refusal(GEN.noPrivilege);
    case 'member':
    case 'place':
    case 'running':
    case 'not running':
    case 'the array cannot lose it':
      return new Refusal(GEN.inUse);
    case 'taken':
      return new Refusal(GEN.path);
    default:
      return new Refusal(GEN.invalid);
  }
};
