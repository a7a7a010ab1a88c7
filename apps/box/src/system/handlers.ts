import { networkInterfaces, uptime } from 'node:os';
import type { BoxModel, commandTree } from '@boxwood/box-sdk';
import type { By } from '@boxwood/host';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import type { Host } from '../runtime/host.ts';
import type { Facts } from '../identity/facts.ts';
import { FIRMWARE, FIRMWARE_NAME } from './firmware.ts';
import { readLed, writeLed } from './led.ts';
import type { Power } from './power.ts';
import type { RootSettings } from './root-settings.ts';
import { readPower } from './power.ts';

export interface SystemServices {
  readonly facts: Facts;
  readonly model: BoxModel;
  readonly power: Power;
  readonly host: Pick<Host, 'plan' | 'act'>;
  readonly settings: RootSettings;
}

const macAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .find((entry) => !entry.internal && entry.mac !== '00:00:00:00:00:00')?.mac ?? '';

/** The user and address that the helper writes into its log. */
const by = ({ caller, remote }: BoxContext): By => ({ user: caller.user.slice(0, 128), from: remote.slice(0, 128) });

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
      await power.later('reboot', by(context));
      return {};
    },
    powerOff: async (_, context) => {
      await power.later('powerOff', by(context));
      return {};
    },
    led: async () => ({ status: await readLed() }),
    setLed: async ({ status }, context) => {
      await writeLed(host, status, by(context));
      return {};
    },
    power: () => readPower(),
    rootJson: ({ name }) => ({ object: settings.read(name) }),
    setRootJson: async ({ name, object }) => {
      await settings.write(name, object);
      return {};
    },
    setDate: async ({ time, zone }, context) => {
      await power.setClock(time, zone, by(context));
      return {};
    },
  }) satisfies Handlers<(typeof commandTree)['system'], BoxContext>;
