import type { commandTree, DevStatus, TimetableRow } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { Faults } from '../../platform/faults.ts';
import type { BoxContext } from '../../server/identity/authorise.ts';
import type { DiskReserve } from '../../storage/space/disk-reserve.ts';
import type { ScheduleStatus, Timetable } from '../../runtime/timetable.ts';
import { type FanState, readFan } from '../system/sysfs.ts';
import type { ProcessMonitor } from './processes.ts';
import type { MachineSampler } from './machine-sampler.ts';

export interface MonitorServices {
  readonly sampler: MachineSampler;
  readonly processes: ProcessMonitor;
  readonly faults: Pick<Faults, 'seen'>;
  readonly reserve: Pick<DiskReserve, 'bytes' | 'targetBytes'>;
  readonly timetable: Pick<Timetable, 'list'>;
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000);

const toFanStatus = ({ temp, rpm, runs }: FanState): NonNullable<DevStatus['fan']> => ({
  temp: Math.round((temp ?? 0) / 100) / 10,
  rpm: rpm ?? 0,
  runs: runs ? 1 : 0,
});

const toTimetableRow = ({ name, everyMs, ran, next, running, ended }: ScheduleStatus): TimetableRow => ({
  name,
  every: everyMs === null ? 0 : Math.max(1, toSeconds(everyMs)),
  ran: toSeconds(ran ?? 0),
  next: toSeconds(next),
  running: running ? 1 : 0,
  ended: ended ?? 'never',
});

export const monitorHandlers = ({ sampler, processes, faults, reserve, timetable }: MonitorServices) =>
  ({
    status: async (_, { caller }) => {
      const fan = await readFan();
      const status = { ...sampler.status(), ...(fan === null ? {} : { fan: toFanStatus(fan) }) };
      if (!caller.admin) return status;
      const { seen } = faults;
      const { bytes: left, targetBytes } = reserve;
      return {
        ...status,
        ...(seen === null ? {} : { faults: seen }),
        ...(left < targetBytes ? { reserve: { left, wanted: targetBytes } } : {}),
      };
    },
    processes: async ({ count, order }) => ({ list: await processes.listTop(count, order) }),
    services: async () => ({ list: await processes.listServices() }),
    timetable: () => ({ list: timetable.list().map(toTimetableRow) }),
  }) satisfies Handlers<(typeof commandTree)['monitor'], BoxContext>;
