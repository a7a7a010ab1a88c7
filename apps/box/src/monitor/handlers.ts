import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import type { Processes } from './processes.ts';
import type { Sampler } from './sampler.ts';

export const monitorHandlers = ({ sampler, processes }: { readonly sampler: Sampler; readonly processes: Processes }) =>
  ({
    status: () => sampler.status(),
    processes: async ({ count, order }) => ({ list: await processes.top(count, order) }),
    services: async () => ({ list: await processes.services() }),
  }) satisfies Handlers<(typeof commandTree)['monitor'], BoxContext>;
