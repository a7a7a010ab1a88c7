import { GEN } from '@boxwood/command-bus';
import { checkPrimarySize } from '@boxwood/box-sdk/rules';
import { Refusal } from '@boxwood/box-sdk/server';
import type { By, Disk } from '@boxwood/host';
import type { Host } from '../runtime/host.ts';
import { notDone } from './confirm.ts';
import { type DiskInit, LABEL } from './init.ts';
import type { ExtraVolumes } from './volumes.ts';

const GB = 1024 ** 3;

interface PrimaryDeps {
  readonly host: Pick<Host, 'plan' | 'act'>;
  readonly init: Pick<DiskInit, 'erasable'>;
  readonly volumes: Pick<ExtraVolumes, 'mountPrimary'>;
  /** Finds a disk by device name. @throws Refusal 11 */
  readonly find: (dev: string) => Promise<Disk>;
}

/** @param total size of the disk in bytes @throws Refusal 11 with the violated rule as info (DISK-07, DISK-08) */
export const checkRoom = (gb: number, total: number): void => {
  const verdict = checkPrimarySize({ size: gb * GB, total });
  if (!verdict.ok) throw new Refusal(GEN.invalid, verdict.issue);
};

/**
 * X48: formats an unused disk as a primary volume of the given size. A fifth of the disk stays free. The helper checks
 * the same rules again.
 */
export class PrimaryDisk {
  readonly #deps: PrimaryDeps;

  constructor(deps: PrimaryDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal 3, 11, 13 system disk, 14 in use, 15 the plan changed */
  async make(
    { dev, size, confirm }: { readonly dev: string; readonly size: number; readonly confirm: readonly string[] },
    by: By,
  ): Promise<void> {
    const { host, init, volumes, find } = this.#deps;
    const { name, size: total } = await find(dev);
    checkRoom(size, total);
    const wish = { serial: await init.erasable(dev, confirm, by), label: LABEL, gb: size };
    const plan = await host.plan('primary', wish, by);
    if ('answer' in plan) throw notDone(plan);
    const failed = await host.act('primary', wish, plan.hash, by);
    if (failed !== null) throw notDone(failed);
    await volumes.mountPrimary(name, by);
  }
}
