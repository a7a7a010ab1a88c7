import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import type { By, Disk, Plan } from '@boxwood/host';
import type { Host } from '../runtime/host.ts';
import { checkPassword, type Doors, erasesNothing, notDone } from './confirm.ts';

/** How a disk is called that the box has made. */
export const LABEL = 'Boxwood';

interface InitDeps extends Doors {
  readonly host: Pick<Host, 'plan' | 'act'>;
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
  #running = 0;

  constructor(deps: InitDeps) {
    this.#deps = deps;
  }

  /** Whether a disk is being made anew. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  /** What erasing this disk would do; null where nobody may. */
  async plan({ serial }: Pick<Disk, 'serial'>, by: By): Promise<Plan | null> {
    if (serial === '') return null;
    const plan = await this.#deps.host.plan('format', { serial, label: LABEL }, by);
    return 'answer' in plan ? null : plan;
  }

  /** X45. @throws Refusal 3, 6 wrong password, 11, 13 of the system, 14 in use, 15 another plan by now */
  async init({ dev, password, confirm }: Wish, user: string, by: By): Promise<void> {
    const { host, onMade } = this.#deps;
    await checkPassword(this.#deps, user, password, by);
    const { serial, plan } = await this.#confirmed(dev, confirm, by, 'always');
    this.#running += 1;
    try {
      const failed = await host.act('format', { serial, label: LABEL }, plan.hash, by);
      if (failed !== null) throw notDone(failed);
    } finally {
      this.#running -= 1;
    }
    onMade();
  }

  /** The serial number of a disk that may be erased: there is nothing on it, or what is on it was confirmed. @throws as {@link init} */
  async erasable(dev: string, confirm: readonly string[], by: By): Promise<string> {
    return (await this.#confirmed(dev, confirm, by, 'where something is on it')).serial;
  }

  async #confirmed(
    dev: string,
    [typed, hash = '']: readonly string[],
    by: By,
    needed: 'always' | 'where something is on it',
  ): Promise<{ readonly serial: string; readonly plan: Plan }> {
    const { host, find } = this.#deps;
    const { serial } = await find(dev);
    if (serial === '' || (typed !== undefined && typed !== serial)) throw new Refusal(GEN.invalid);
    const plan = await host.plan('format', { serial, label: LABEL }, by);
    if ('answer' in plan) throw notDone(plan);
    if (typed === undefined) {
      if (needed === 'always' || !erasesNothing(plan)) throw new Refusal(GEN.invalid);
    } else if (plan.hash !== hash) throw new Refusal(GEN.path);
    return { serial, plan };
  }
}
