import { commandTree, GEN } from '@boxwood/box-sdk';
import { usageOf } from '@boxwood/box-sdk/rules';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { By } from '@boxwood/host';
import type { BoxContext } from '../identity/authorise.ts';
import { notOffered } from '../not-offered.ts';
import type { ArrayWatch } from './array-watch.ts';
import type { Arrays } from './arrays.ts';
import type { Disks } from './disks.ts';
import type { DiskHealth } from './health.ts';
import type { DiskInit } from './init.ts';
import { checkRoom, type PrimaryDisk } from './primary.ts';
import type { DiskTrends } from './trend.ts';
import type { ExtraVolumes } from './volumes.ts';

type Area = (typeof commandTree)['disks'];
type Usage = Pick<Handlers<Area, BoxContext>, 'scanUsage' | 'usage'>;

interface DiskParts {
  readonly disks: Disks;
  readonly health: DiskHealth;
  readonly init: DiskInit;
  readonly primary: PrimaryDisk;
  readonly arrays: Arrays;
  readonly watch: Pick<ArrayWatch, 'failing'>;
  readonly volumes: ExtraVolumes;
  readonly trends: Pick<DiskTrends, 'ailing'>;
  readonly usage: Usage;
}

const byOf = ({ caller, remote }: Pick<BoxContext, 'caller' | 'remote'>): By => ({
  user: caller.user.slice(0, 128),
  from: remote.slice(0, 128),
});

export const diskHandlers = ({ disks, health, init, primary, arrays, watch, volumes, trends, usage }: DiskParts) =>
  ({
    ...notOffered(commandTree.disks),
    list: async () => ({
      disks: await disks.list(),
      gone: disks.gone,
      failing: watch.failing,
      ailing: trends.ailing,
    }),
    eject: async ({ mntdir }, context) => {
      await disks.eject(mntdir, byOf(context));
      return {};
    },
    health: async ({ devs }, context) => ({ list: await health.list(devs[0], byOf(context)) }),
    init: async (wish, context) => {
      await init.init(wish, context.caller.user, byOf(context));
      return { id: '' };
    },
    mount: async (wish, context) => ({ mntdir: await volumes.mount(wish, byOf(context)) }),
    deactivate: async ({ dev }, context) => {
      await volumes.unmount(dev, byOf(context));
      return {};
    },
    setPrimary: async (wish, context, { refuse }) => {
      const volume = (await disks.list()).find(
        ({ master, dev }) => master === 1 && (dev === wish.dev || dev === `/dev/${wish.dev}`),
      );
      if (volume !== undefined) {
        checkRoom(wish.size, usageOf(volume).total);
        // A disk with user files is never reformatted.
        throw refuse(volume.primary === 1 ? GEN.noPrivilege : GEN.inUse);
      }
      await primary.make(wish, byOf(context));
      return {};
    },
    arrays: async () => ({ list: await arrays.list() }),
    createArray: async (wish, context) => ({ dev: await arrays.create(wish, context.caller.user, byOf(context)) }),
    stopArray: async ({ md }, context) => {
      await arrays.turn('stopArray', md, byOf(context));
      return {};
    },
    startArray: async ({ md }, context) => {
      await arrays.turn('startArray', md, byOf(context));
      return {};
    },
    deleteArray: async (wish, context) => {
      await arrays.remove(wish, context.caller.user, byOf(context));
      return {};
    },
    addMember: async (wish, context) => {
      await arrays.add(wish, byOf(context));
      return {};
    },
    removeMember: async (wish, context) => {
      await arrays.drop(wish, byOf(context));
      return {};
    },
    testLog: ({ dev }) => health.log(dev),
    startTest: async ({ dev, kind }, context) => ({ minutes: await health.test(dev, kind, byOf(context)) }),
    ...usage,
  }) satisfies Handlers<Area, BoxContext>;
