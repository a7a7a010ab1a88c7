import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import type { OperationActor, HostDisk, OperationPlan } from '@boxwood/host';
import type { HostClient } from '../../runtime/host-client.ts';
import { checkPassword, type PasswordCheckDeps, erasesNothing, diskRefusal } from './disk-confirmation.ts';

/** File system label of disks that the box formats. */
export const DISK_LABEL = 'Boxwood';

interface DiskInitDeps extends PasswordCheckDeps {
  readonly host: Pick<HostClient, 'plan' | 'execute'>;
  /** Finds a disk by device name. @throws Refusal 11 */
  readonly find: (dev: string) => Promise<HostDisk>;
  /** Called after a disk was formatted. */
  readonly onFormatted: () => void;
}

interface DiskInitInput {
  readonly dev: string;
  readonly password: string;
  /** The serial number that the user typed, and the hash of the plan the user confirmed. */
  readonly confirm: readonly string[];
}

/** Formats disks. The user confirms the helper's plan first, and the helper checks the plan again. */
export class DiskInit {
  readonly #deps: DiskInitDeps;
  #running = 0;

  constructor(deps: DiskInitDeps) {
    this.#deps = deps;
  }

  /** Whether a disk is being formatted. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  /** The plan for erasing this disk; null when it must not be erased. */
  async plan({ serial }: Pick<HostDisk, 'serial'>, actor: OperationActor): Promise<OperationPlan | null> {
    if (serial === '') return null;
    const plan = await this.#deps.host.plan('format', { serial, label: DISK_LABEL }, actor);
    return 'answer' in plan ? null : plan;
  }

  /** X45. @throws Refusal 3, 6 wrong password, 11, 13 system disk, 14 in use, 15 the plan changed */
  async init({ dev, password, confirm }: DiskInitInput, user: string, actor: OperationActor): Promise<void> {
    const { host, onFormatted } = this.#deps;
    await checkPassword(this.#deps, user, password, actor);
    const { serial, plan } = await this.#confirmed(dev, confirm, actor, 'always');
    this.#running += 1;
    try {
      const failed = await host.execute('format', { serial, label: DISK_LABEL }, plan.hash, actor);
      if (failed !== null) throw diskRefusal(failed);
    } finally {
      this.#running -= 1;
    }
    onFormatted();
  }

  /**
   * Serial number of a disk that may be erased because it is empty or its plan was confirmed. @throws as {@link init}
   */
  async erasable(dev: string, confirm: readonly string[], actor: OperationActor): Promise<string> {
    return (await this.#confirmed(dev, confirm, actor, 'where something is on it')).serial;
  }

  async #confirmed(
    dev: string,
    [typed, hash = '']: readonly string[],
    actor: OperationActor,
    needed: 'always' | 'where something is on it',
  ): Promise<{ readonly serial: string; readonly plan: OperationPlan }> {
    const { host, find } = this.#deps;
    const { serial } = await find(dev);
    if (serial === '' || (typed !== undefined && typed !== serial)) throw new Refusal(GEN.invalid);
    const plan = await host.plan('format', { serial, label: DISK_LABEL }, actor);
    if ('answer' in plan) throw diskRefusal(plan);
    if (typed === undefined) {
      if (needed === 'always' || !erasesNothing(plan)) throw new Refusal(GEN.invalid);
    } else if (plan.hash !== hash) throw new Refusal(GEN.path);
    return { serial, plan };
  }
}
