import { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { notOffered } from '../not-offered.ts';
import type { Disks } from './disks.ts';

type Area = (typeof commandTree)['disks'];
type Usage = Pick<Handlers<Area, BoxContext>, 'scanUsage' | 'usage'>;

export const diskHandlers = ({ disks, usage }: { readonly disks: Disks; readonly usage: Usage }) =>
  ({
    // Health, initialising, arrays: the disk management of a later stage.
    ...notOffered(commandTree.disks),
    list: async () => ({ disks: await disks.list() }),
    eject: async ({ mntdir }, { caller, remote }) => {
      await disks.eject(mntdir, { user: caller.user.slice(0, 128), from: remote.slice(0, 128) });
      return {};
    },
    ...usage,
  }) satisfies Handlers<Area, BoxContext>;
