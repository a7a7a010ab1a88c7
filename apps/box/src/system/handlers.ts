import { networkInterfaces, uptime } from 'node:os';
import { GEN } from '@boxwood/command-bus';
import type { BoxModel, commandTree } from '@boxwood/box-sdk';
import type { By } from '@boxwood/host';
import type { Handlers } from '@boxwood/box-sdk/server';
import { NOT_OFFERED } from '@boxwood/box-sdk/server';
import { RootJsonName } from '@boxwood/box-sdk';
import type { BoxContext } from '../identity/authorise.ts';
import type { Facts } from '../identity/facts.ts';
import { FIRMWARE, FIRMWARE_NAME } from './firmware.ts';
import { readLed, writeLed } from './led.ts';
import type { Power } from './power.ts';
import { readPower } from './power.ts';

export interface SystemServices {
  readonly facts: Facts;
  readonly model: BoxModel;
  readonly power: Power;
}

const macAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .find((entry) => !entry.internal && entry.mac !== '00:00:00:00:00:00')?.mac ?? '';

/** Who asks the helper for something, as its log names them. */
const by = ({ caller, remote }: BoxContext): By => ({ user: caller.user.slice(0, 128), from: remote.slice(0, 128) });

export const systemHandlers = ({ facts, model, power }: SystemServices) =>
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
    setLed: async ({ status }) => {
      await writeLed(status);
      return {};
    },
    power: () => readPower(),
    // Nothing here has a fan, a light or a mirror, or restarts by a plan: a setting that nothing obeys is refused, and none was ever written.
    rootJson: ({ name }, _, { refuse }) => {
      throw refuse(RootJsonName.is(name) ? GEN.path : GEN.invalid);
    },
    setRootJson: ({ name }, _, { refuse }) => {
      throw RootJsonName.is(name) ? refuse(GEN.failed, NOT_OFFERED) : refuse(GEN.invalid);
    },
    setDate: async ({ time, zone }, context) => {
      await power.setClock(time, zone, by(context));
      return {};
    },
  }) satisfies Handlers<(typeof commandTree)['system'], BoxContext>;
