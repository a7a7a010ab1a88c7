import { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { Faults } from '../faults.ts';
import type { BoxContext } from '../identity/authorise.ts';
import { notOffered } from '../not-offered.ts';
import type { Host } from '../runtime/host.ts';
import { actLater } from '../runtime/host-later.ts';
import { listInterfaces } from './interfaces.ts';

type Area = (typeof commandTree)['network'];

export interface NetworkNeeds {
  readonly host: Pick<Host, 'plan' | 'act'>;
  readonly faults: Pick<Faults, 'note'>;
}

export const networkHandlers = ({ host, faults }: NetworkNeeds) =>
  ({
    // Wi-Fi, addresses and remote access are not implemented yet.
    ...notOffered(commandTree.network),
    interfaces: async () => ({ list: await listInterfaces() }),
    restart: async (_, { caller, remote }) => {
      // B12: the caller may lose the connection for a moment afterwards.
      const by = { user: caller.user.slice(0, 128), from: remote.slice(0, 128) };
      await actLater(host, 'network', {}, by, (fault) => {
        faults.note(fault, 'network');
      });
      return {};
    },
  }) satisfies Handlers<Area, BoxContext>;
