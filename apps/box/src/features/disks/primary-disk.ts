import { GEN } from '@boxwood/command-bus';
import { checkPrimarySize } from '@boxwood/box-sdk/rules';
import { Refusal } from '@boxwood/box-sdk/server';
import type { OperationActor, HostDisk } from '@boxwood/host';
import type { HostClient } from '../../runtime/host-client.ts';
import { diskRefusal } from './disk-confirmation.ts';
import { type DiskInit, DISK_LABEL } from './disk-init.ts';
import type { ExtraVolumes } from './extra-volumes.ts';

const GB = 1024 ** 3;

interface PrimaryDiskDeps {
  readonly host: Pick<HostClient, 'plan' | 'execute'>;
  readonly init: Pick<DiskInit, 'erasable'>;
  readonly volumes: Pick<ExtraVolumes, 'mountPrimary'>;
  /** Finds a disk by device name. @throws Refusal 11 */
  readonly find: (dev: string) => Promise<HostDisk>;
}

/** @param total size of the disk in bytes @throws Refusal 11 with the violated rule as info (DISK-07, DISK-08) */
export const checkVolumeSize = (gb: number, total: number): void => {
  const verdict = checkPrimarySize({ size: gb * GB, total });
  if (!verdict.ok) throw new Refusal(GEN.invalid, verdict.issue);
};

/**
 * X48: formats an unused disk as a primary volume of the given size. A fifth of the disk stays free. The helper checks
 * the same rules again.
 */
export class PrimaryDisk {
  readonly #deps: PrimaryDiskDeps;

  constructor(deps: PrimaryDiskDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal 3, 11, 13 system disk, 14 in use, 15 the plan changed */
  async make(
    { dev, size, confirm }: { readonly dev: string; readonly size: number; readonly confirm: readonly string[] },
    by: OperationActor,
  ): Promise<void> {
    const { host, init, volumes, find } = this.#deps;
    const { name, size: total } = await find(dev);
    checkVolumeSize(size, total);
    const params = { serial: await init.erasable(dev, confirm, by), label: DISK_LABEL, gb: size };
    const plan = await host.plan('primary', params, by);
    if ('answer' in plan) throw diskRefusal(plan);
    const failed = await host.execute('primary', params, plan.hash, by);
    if (failed !== null) throw diskRefusal(failed);
    await volumes.mountPrimary(name, by);
  }
}
