import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { Faults } from '../faults.ts';
import type { BoxContext } from '../identity/authorise.ts';
import type { Reserve } from '../space/reserve.ts';
import type { Processes } from './processes.ts';
import type { Sampler } from './sampler.ts';

export interface MonitorServices {
  readonly sampler: Sampler;
  readonly processes: Processes;
  readonly faults: Pick<Faults, 'seen'>;
  readonly reserve: Pick<Reserve, 'bytes' | 'wanted'>;
}

export const monitorHandlers = ({ sampler, processes, faults, reserve }: MonitorServices) =>
  ({
    status: (_, { caller }) => {
      const status = sampler.status();
      if (!caller.admin) return status;
      const { seen } = faults;
      const { bytes: left, wanted } = reserve;
      return {
        ...status,
        ...(seen === null ? {} : { faults: seen }),
        ...(left < wanted ? { reserve: { left, wanted } } : {}),
      };
    },
    processes: async ({ count, order }) => ({ list: await processes.top(count, order) }),
    services: async () => ({ list: await processes.services() }),
  }) satisfies Handlers<(typeof commandTree)['monitor'], BoxContext>;
