import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import type { OperationActor, OperationPlan } from '@boxwood/host';
import type { LoginRateLimiter } from '../../server/identity/login-rate-limiter.ts';
import type { Users } from '../../server/identity/users.ts';
import type { HostRefusal } from '../../runtime/host-client.ts';
import { hostRefusal } from '../../runtime/host-refusal.ts';

/** Wrong passwords of one user in a row before further attempts are refused. */
const MAX_WRONG_PASSWORDS = 5;

export interface PasswordCheckDeps {
  readonly users: Pick<Users, 'verify'>;
  readonly loginRateLimiter: Pick<LoginRateLimiter, 'tryAttempt' | 'reset'>;
}

/** Checks the password of a user who wants to erase data. @throws Refusal 6 */
export const checkPassword = async (
  { users, loginRateLimiter }: PasswordCheckDeps,
  user: string,
  password: string,
  actor: OperationActor,
): Promise<void> => {
  const subject = `disk ${user}`;
  if (
    !loginRateLimiter.tryAttempt(subject, MAX_WRONG_PASSWORDS) ||
    (await users.verify(user, password, actor.from)) === undefined
  )
    throw new Refusal(GEN.wrongSecret);
  loginRateLimiter.reset(subject);
};

/** Whether the plan erases neither partitions nor file system signatures. */
export const erasesNothing = ({ facts }: OperationPlan): boolean =>
  Object.entries(facts).every(([name, value]) => !/^(on|part) /.test(name) || value.trim() === '');

/** Converts a refusal of the root helper into the error codes of the disk commands. */
export const diskRefusal = (refusal: HostRefusal): Refusal => {
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
