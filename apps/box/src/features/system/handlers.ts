import { networkInterfaces, uptime } from 'node:os';
import type { BoxModel, commandTree } from '@boxwood/box-sdk';
import type { OperationActor } from '@boxwood/host';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import type { Facts } from '../../server/identity/facts.ts';
import { FIRMWARE, FIRMWARE_NAME } from './firmware.ts';
import { readLed, writeLed } from './status-led.ts';
import type { MachinePower } from './machine-power.ts';
import type { RootSettings } from './root-settings.ts';
import { readPower } from './machine-power.ts';

export interface SystemServices {
  readonly facts: Facts;
  readonly model: BoxModel;
  readonly power: MachinePower;
  readonly host: Pick<HostClient, 'plan' | 'execute'>;
  readonly settings: RootSettings;
}

const macAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .find((entry) => !entry.internal && entry.mac !== '00:00:00:00:00:00')?.mac ?? '';

/** The user and address that the helper writes into its log. */
const actorOf = ({ caller, remote }: BoxContext): OperationActor => ({
  user: caller.user.slice(0, 128),
  from: remote.slice(0, 128),
});

export const systemHandlers = ({ facts, model, power, host, settings }: SystemServices) =>
  ({
    product: () => {
      const boxid = facts.get('boxid') ?? '';
      return {
        product: model,
        version: FIRMWARE[model],
        versionname: FIRMWARE_NAME,
        boxid,
        boxjid: `${boxid}@box`,
        boxname: facts.get('boxname') ?? boxid,
        sn: boxid.toUpperCase(),
        mac: macAddress(),
        uptime: Math.floor(uptime()),
        inited: facts.get('boxname') === undefined ? 0 : 1,
      };
    },
    reboot: async (_, context) => {
      await power.later('reboot', actorOf(context));
      return {};
    },
    powerOff: async (_, context) => {
      await power.later('powerOff', actorOf(context));
      return {};
    },
    led: async () => ({ status: await readLed() }),
    setLed: async ({ status }, context) => {
      await writeLed(host, status, actorOf(context));
      return {};
    },
    power: () => readPower(),
    rootJson: ({ name }) => ({ object: settings.read(name) }),
    setRootJson: async ({ name, object }) => {
      await settings.write(name, object);
      return {};
    },
    setDate: async ({ time, zone }, context) => {
      await power.setClock(time, zone, actorOf(context));
      return {};
    },
  }) satisfies Handlers<(typeof commandTree)['system'], BoxContext>;
