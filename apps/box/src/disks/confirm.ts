import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import type { By, Plan } from '@boxwood/host';
import type { Tries } from '../identity/tries.ts';
import type { Users } from '../identity/users.ts';
import type { HostRefusal } from '../runtime/host.ts';
import { hostRefusal } from '../runtime/host-refusal.ts';

/** Wrong passwords of one person in a row. */
const GUESSES = 5;

export interface Doors {
  readonly users: Pick<Users, 'verify'>;
  readonly tries: Pick<Tries, 'take' | 'forgive'>;
}

/** Whoever erases something says their password. @throws Refusal 6 */
export const checkPassword = async ({ users, tries }: Doors, user: string, password: string, by: By): Promise<void> => {
  const subject = `disk ${user}`;
  if (!tries.take(subject, GUESSES) || (await users.verify(user, password, by.from)) === undefined)
    throw new Refusal(GEN.wrongSecret);
  tries.forgive(subject);
};

/** Whether a plan erases nothing: no part and no signature is on what it would erase. */
export const erasesNothing = ({ facts }: Plan): boolean =>
  Object.entries(facts).every(([name, value]) => !/^(on|part) /.test(name) || value.trim() === '');

/** What the helper did not do, in the numbers of disks. */
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
