import { join } from 'node:path';
import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import type { OperationActor } from '@boxwood/host';
import type { HostClient } from '../../runtime/host-client.ts';
import { hostRefusal } from '../../runtime/host-refusal.ts';
import { listNames, SYSFS_ROOT, readValue } from './sysfs.ts';

/** The status light: the first LED whose name contains status, power or system. */
const findLed = async (): Promise<string> => {
  const folder = join(SYSFS_ROOT, 'class/leds');
  const name = (await listNames(folder)).find((entry) => /status|power|system/i.test(entry));
  if (name === undefined) throw new Refusal(GEN.failed, 'led.absent');
  return join(folder, name);
};

export const readLed = async (): Promise<0 | 1> => (Number(await readValue(await findLed(), 'brightness')) > 0 ? 1 : 0);

/** Switches the light through the helper, because it belongs to root. @throws Refusal 3 */
export const writeLed = async (
  host: Pick<HostClient, 'plan' | 'execute'>,
  on: 0 | 1,
  by: OperationActor,
): Promise<void> => {
  await findLed();
  const plan = await host.plan('led', { on }, by);
  if ('answer' in plan) throw hostRefusal(plan);
  const failed = await host.execute('led', { on }, plan.hash, by);
  if (failed !== null) throw hostRefusal(failed);
};
