import { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { By } from '@boxwood/host';
import type { BoxContext } from '../identity/authorise.ts';
import { notOffered } from '../not-offered.ts';
import type { Disks } from './disks.ts';
import type { DiskHealth } from './health.ts';
import type { DiskInit } from './init.ts';

type Area = (typeof commandTree)['disks'];
type Usage = Pick<Handlers<Area, BoxContext>, 'scanUsage' | 'usage'>;

interface DiskParts {
  readonly disks: Disks;
  readonly health: DiskHealth;
  readonly init: DiskInit;
  readonly usage: Usage;
}

const byOf = ({ caller, remote }: Pick<BoxContext, 'caller' | 'remote'>): By => ({
  user: caller.user.slice(0, 128),
  from: remote.slice(0, 128),
});

export const diskHandlers = ({ disks, health, init, usage }: DiskParts) =>
  ({
    // Volumes and arrays: the disk management of a later stage.
    ...notOffered(commandTree.disks),
    list: async () => ({ disks: await disks.list(), gone: disks.gone }),
    eject: async ({ mntdir }, context) => {
      await disks.eject(mntdir, byOf(context));
      return {};
    },
    health: async ({ devs }, context) => ({ list: await health.list(devs[0], byOf(context)) }),
    init: async (wish, context) => {
      await init.init(wish, context.caller.user, byOf(context));
      return { id: '' };
    },
    testLog: ({ dev }) => health.log(dev),
    startTest: async ({ dev, kind }, context) => ({ minutes: await health.test(dev, kind, byOf(context)) }),
    ...usage,
  }) satisfies Handlers<Area, BoxContext>;
