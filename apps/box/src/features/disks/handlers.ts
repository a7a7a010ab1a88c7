import { commandTree, GEN } from '@boxwood/box-sdk';
import { usageOf } from '@boxwood/box-sdk/rules';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { OperationActor } from '@boxwood/host';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { notOffered } from '../../not-offered.ts';
import type { ArrayWatcher } from './array-watcher.ts';
import type { RaidArrays } from './raid-arrays.ts';
import type { MountedDisks } from './mounted-disks.ts';
import type { DiskHealth } from './disk-health.ts';
import type { DiskInit } from './disk-init.ts';
import { checkVolumeSize, type PrimaryDisk } from './primary-disk.ts';
import type { DiskTrends } from './disk-trends.ts';
import type { ExtraVolumes } from './extra-volumes.ts';

type DiskCommands = (typeof commandTree)['disks'];
type UsageHandlers = Pick<Handlers<DiskCommands, BoxContext>, 'scanUsage' | 'usage'>;

interface DiskHandlerDeps {
  readonly disks: MountedDisks;
  readonly health: DiskHealth;
  readonly init: DiskInit;
  readonly primary: PrimaryDisk;
  readonly arrays: RaidArrays;
  readonly watcher: Pick<ArrayWatcher, 'failing'>;
  readonly volumes: ExtraVolumes;
  readonly trends: Pick<DiskTrends, 'failingDisks'>;
  readonly usage: UsageHandlers;
}

const byOf = ({ caller, remote }: Pick<BoxContext, 'caller' | 'remote'>): OperationActor => ({
  user: caller.user.slice(0, 128),
  from: remote.slice(0, 128),
});

export const diskHandlers = ({
  disks,
  health,
  init,
  primary,
  arrays,
  watcher,
  volumes,
  trends,
  usage,
}: DiskHandlerDeps) =>
  ({
    ...notOffered(commandTree.disks),
    list: async () => ({
      disks: await disks.list(),
      gone: disks.removedDevices,
      failing: watcher.failing,
      ailing: trends.failingDisks,
    }),
    eject: async ({ mntdir }, context) => {
      await disks.eject(mntdir, byOf(context));
      return {};
    },
    health: async ({ devs }, context) => ({ list: await health.list(devs[0], byOf(context)) }),
    init: async (input, context) => {
      await init.init(input, context.caller.user, byOf(context));
      return { id: '' };
    },
    mount: async (input, context) => ({ mntdir: await volumes.mount(input, byOf(context)) }),
    deactivate: async ({ dev }, context) => {
      await volumes.unmount(dev, byOf(context));
      return {};
    },
    setPrimary: async (input, context, { refuse }) => {
      const volume = (await disks.list()).find(
        ({ master, dev }) => master === 1 && (dev === input.dev || dev === `/dev/${input.dev}`),
      );
      if (volume !== undefined) {
        checkVolumeSize(input.size, usageOf(volume).total);
        // A disk with user files is never reformatted.
        throw refuse(volume.primary === 1 ? GEN.noPrivilege : GEN.inUse);
      }
      await primary.make(input, byOf(context));
      return {};
    },
    arrays: async () => ({ list: await arrays.list() }),
    createArray: async (input, context) => ({ dev: await arrays.create(input, context.caller.user, byOf(context)) }),
    stopArray: async ({ md }, context) => {
      await arrays.startOrStop('stopArray', md, byOf(context));
      return {};
    },
    startArray: async ({ md }, context) => {
      await arrays.startOrStop('startArray', md, byOf(context));
      return {};
    },
    deleteArray: async (input, context) => {
      await arrays.remove(input, context.caller.user, byOf(context));
      return {};
    },
    addMember: async (input, context) => {
      await arrays.add(input, byOf(context));
      return {};
    },
    removeMember: async (input, context) => {
      await arrays.drop(input, byOf(context));
      return {};
    },
    testLog: ({ dev }) => health.testLog(dev),
    startTest: async ({ dev, kind }, context) => ({ minutes: await health.startTest(dev, kind, byOf(context)) }),
    ...usage,
  }) satisfies Handlers<DiskCommands, BoxContext>;
