import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import type { By, Disk, Plan } from '@boxwood/host';
import type { Tries } from '../identity/tries.ts';
import type { Users } from '../identity/users.ts';
import type { Host, HostRefusal } from '../runtime/host.ts';
import { hostRefusal } from '../runtime/host-refusal.ts';

/** How a disk is called that the box has made. */
const LABEL = 'Boxwood';
/** Wrong passwords of one person in a row. */
const GUESSES = 5;

interface InitDeps {
  readonly host: Pick<Host, 'plan' | 'act'>;
  readonly users: Pick<Users, 'verify'>;
  readonly tries: Pick<Tries, 'take' | 'forgive'>;
  /** The disk of this name. @throws Refusal 11 */
  readonly find: (dev: string) => Promise<Disk>;
  /** Called when there is another file system. */
  readonly onMade: () => void;
}

interface Wish {
  readonly dev: string;
  readonly password: string;
  /** The serial number that somebody typed, and the plan that they were shown. */
  readonly confirm: readonly string[];
}

/** Makes disks anew. What is erased was shown before, by the helper, and the helper looks once more. */
export class DiskInit {
  readonly #deps: InitDeps;

  constructor(deps: InitDeps) {
    this.#deps = deps;
  }

  /** What erasing this disk would do; null where nobody may. */
  async plan({ serial }: Pick<Disk, 'serial'>, by: By): Promise<Plan | null> {
    if (serial === '') return null;
    const plan = await this.#deps.host.plan('format', { serial, label: LABEL }, by);
    return 'answer' in plan ? null : plan;
  }

  /** X45. @throws Refusal 3, 6 wrong password, 11, 13 of the system, 14 in use, 15 another plan by now */
  async init({ dev, password, confirm }: Wish, user: string, by: By): Promise<void> {
    const { host, users, tries, find, onMade } = this.#deps;
    const subject = `disk ${user}`;
    if (!tries.take(subject, GUESSES) || (await users.verify(user, password, by.from)) === undefined)
      throw new Refusal(GEN.wrongSecret);
    tries.forgive(subject);
    const { serial } = await find(dev);
    const [typed, hash = ''] = confirm;
    if (serial === '' || typed !== serial) throw new Refusal(GEN.invalid);
    const plan = await host.plan('format', { serial, label: LABEL }, by);
    if ('answer' in plan) throw notMade(plan);
    if (plan.hash !== hash) throw new Refusal(GEN.path);
    const failed = await host.act('format', { serial, label: LABEL }, hash, by);
    if (failed !== null) throw notMade(failed);
    onMade();
  }
}

const notMade = (refusal: HostRefusal): Refusal => {
  if (refusal.why === 'stale') return new Refusal(GEN.path);
  if (refusal.why !== 'barred') return hostRefusal(refusal);
  switch (refusal.detail) {
    case 'system':
      return new Refusal(GEN.noPrivilege);
    case 'member':
    case 'place':
      return new Refusal(GEN.inUse);
    default:
      return new Refusal(GEN.invalid);
  }
};
