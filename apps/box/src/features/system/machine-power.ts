import { join } from 'node:path';
import type { PowerStatus } from '@boxwood/box-sdk';
import type { OperationParams, OperationActor } from '@boxwood/host';
import type { HostClient } from '../../runtime/host-client.ts';
import { runHostOperationLater } from '../../runtime/run-host-operation-later.ts';
import { hostRefusal } from '../../runtime/host-refusal.ts';
import { listNames, SYSFS_ROOT, readValue } from './sysfs.ts';

const FOLDER = join(SYSFS_ROOT, 'class/power_supply');

const read = (name: string, field: string): Promise<string> => readValue(FOLDER, name, field);

/**
 * The power source: a supply that the kernel reports, or else an adapter that it cannot see. Voltage in millivolts, 0
 * when unknown.
 */
export const readPower = async (): Promise<PowerStatus> => {
  for (const name of await listNames(FOLDER)) {
    const type = await read(name, 'type');
    const volts = Math.round(Number(await read(name, 'voltage_now')) / 1000);
    if (type === 'UPS') return { source: 'ups', ok: 1, voltage: volts };
    if (type === 'Mains')
      return { source: 'adapter', ok: (await read(name, 'online')) === '1' ? 1 : 0, voltage: volts };
  }
  return { source: 'adapter', ok: 1, voltage: 0 };
};

/** Restart, power-off and clock. The helper runs them by a plan that it makes first. */
export class MachinePower {
  readonly #host: Pick<HostClient, 'plan' | 'execute'>;
  readonly #onFault: (fault: unknown) => void;

  /** @param onFault called when the operation failed after the response was sent */
  constructor(host: Pick<HostClient, 'plan' | 'execute'>, onFault: (fault: unknown) => void = () => undefined) {
    this.#host = host;
    this.#onFault = onFault;
  }

  /**
   * B10: runs the operation after the response. @throws Refusal when no plan can be made; later failures go to
   * `onFault`
   */
  later(action: OperationParams<'power'>['action'], by: OperationActor): Promise<void> {
    return runHostOperationLater(this.#host, 'power', { action }, by, this.#onFault);
  }

  /** @throws Refusal */
  async setClock(time: number, zone: string, by: OperationActor): Promise<void> {
    const params = { time, ...(zone === '' ? {} : { zone }) };
    const plan = await this.#host.plan('date', params, by);
    if ('answer' in plan) throw hostRefusal(plan);
    const failed = await this.#host.execute('date', params, plan.hash, by);
    if (failed !== null) throw hostRefusal(failed);
  }
}
