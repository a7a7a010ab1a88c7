import { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { notOffered } from '../not-offered.ts';
import { listInterfaces } from './interfaces.ts';

type Area = (typeof commandTree)['network'];

export const networkHandlers = () =>
  ({
    // Wi-Fi, addresses and the remote connection: the network settings of a later stage.
    ...notOffered(commandTree.network),
    interfaces: async () => ({ list: await listInterfaces() }),
  }) satisfies Handlers<Area, BoxContext>;
