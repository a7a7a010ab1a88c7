import type { commandTree, DevStatus, TimetableRow } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { Faults } from '../faults.ts';
import type { BoxContext } from '../identity/authorise.ts';
import type { Reserve } from '../space/reserve.ts';
import type { Standing, Timetable } from '../runtime/timetable.ts';
import { type FanNow, readFan } from '../system/sys.ts';
import type { Processes } from './processes.ts';
import type { Sampler } from './sampler.ts';

export interface MonitorServices {
  readonly sampler: Sampler;
  readonly processes: Processes;
  readonly faults: Pick<Faults, 'seen'>;
  readonly reserve: Pick<Reserve, 'bytes' | 'wanted'>;
  readonly timetable: Pick<Timetable, 'list'>;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

const fanOf = ({ temp, rpm, runs }: FanNow): NonNullable<DevStatus['fan']> => ({
  temp: Math.round((temp ?? 0) / 100) / 10,
  rpm: rpm ?? 0,
  runs: runs ? 1 : 0,
});

const rowOf = ({ name, everyMs, ran, next, running, ended }: Standing): TimetableRow => ({
  name,
  every: everyMs === null ? 0 : Math.max(1, seconds(everyMs)),
  ran: seconds(ran ?? 0),
  next: seconds(next),
  running: running ? 1 : 0,
  ended: ended ?? 'never',
});

export const monitorHandlers = ({ sampler, processes, faults, reserve, timetable }: MonitorServices) =>
  ({
    status: async (_, { caller }) => {
      const fan = await readFan();
      const status = { ...sampler.status(), ...(fan === null ? {} : { fan: fanOf(fan) }) };
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
    timetable: () => ({ list: timetable.list().map(rowOf) }),
  }) satisfies Handlers<(typeof commandTree)['monitor'], BoxContext>;
