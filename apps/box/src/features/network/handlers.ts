import { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { Faults } from '../../platform/faults.ts';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { notOffered } from '../../not-offered.ts';
import type { HostClient } from '../../runtime/host-client.ts';
import { runHostOperationLater } from '../../runtime/run-host-operation-later.ts';
import { listInterfaces } from './network-interfaces.ts';

type NetworkCommands = (typeof commandTree)['network'];

export interface NetworkHandlerDeps {
  readonly host: Pick<HostClient, 'plan' | 'execute'>;
  readonly faults: Pick<Faults, 'note'>;
}

export const networkHandlers = ({ host, faults }: NetworkHandlerDeps) =>
  ({
    // Wi-Fi, addresses and remote access are not implemented yet.
    ...notOffered(commandTree.network),
    interfaces: async () => ({ list: await listInterfaces() }),
    restart: async (_, { caller, remote }) => {
      // B12: the caller may lose the connection for a moment afterwards.
      const by = { user: caller.user.slice(0, 128), from: remote.slice(0, 128) };
      await runHostOperationLater(host, 'network', {}, by, (fault) => {
        faults.note(fault, 'network');
      });
      return {};
    },
  }) satisfies Handlers<NetworkCommands, BoxContext>;
