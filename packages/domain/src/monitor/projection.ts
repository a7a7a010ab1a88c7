import type { DevStatus, Partition } from '@boxwood/box-sdk';
import { MONITORED_INTERFACES, MAX_STATUS_SAMPLES } from '@boxwood/box-sdk/rules';
import type { Draft } from 'immer';
import type { BoxEvent } from '../events/box-event.ts';
import { projection } from '../store/projection.ts';
import type { DiskSpace, MonitorState, Sample } from './monitor.ts';

const monitoredInterfaces: ReadonlySet<string> = new Set(MONITORED_INTERFACES);

/**
 * One sample of the box status (MONITOR-01, MONITOR-02, MONITOR-05); only {@link MONITORED_INTERFACES} are included.
 */
export const sampleOf = (status: DevStatus, at: number): Sample => ({
  at,
  cpu: status.cpu_info.cpu_usage,
  cpuTemp: status.cpu_info.cpu_temp,
  ram: status.memory_info.memory_usage,
  ramBytes: {
    total: status.memory_info.memory_total,
    used: status.memory_info.memory_used,
    cache: status.memory_info.memory_cached,
  },
  net: Object.fromEntries(
    status.network_info.netdev
      .filter(({ dev }) => monitoredInterfaces.has(dev))
      .map(({ dev, inflow, outflow }) => [dev, { in: inflow, out: outflow }]),
  ),
  disk: Object.fromEntries(
    status.disk_info.disk.map(({ dev, temp, util, rd_rate, wr_rate }) => [
      dev,
      { read: rd_rate, write: wr_rate, load: util, temp },
    ]),
  ),
});

/** Space of the volumes in bytes (G-39, G-40). */
export const spaceOf = (partitions: readonly Partition[]): readonly DiskSpace[] =>
  partitions.map((partition) => ({
    dev: partition.dev,
    name: partition.label ?? partition.model ?? partition.dev,
    mnt: partition.mntdir,
    total: partition.f_blocks * partition.f_bsize,
    occupy: (partition.f_blocks - partition.f_bavail) * partition.f_bsize,
  }));

export const EMPTY_MONITOR: MonitorState = {
  runTime: 0,
  boxTime: 0,
  samples: [],
  times: [],
  disks: [],
  trouble: { faults: null, reserve: null },
  failing: false,
};

/** Drops the samples when the box's clock was set back, because a chart needs ascending times. */
const dropIfClockSetBack = (draft: Draft<MonitorState>, at: number): void => {
  if ((draft.times.at(-1) ?? 0) < at) return;
  draft.samples = [];
  draft.times = [];
};

/** The last {@link MAX_STATUS_SAMPLES} samples (MONITOR-03); a failed one leaves a gap. */
export const monitorProjection = projection<MonitorState, BoxEvent>({
  name: 'monitor',
  version: 2,
  scope: 'session',
  initial: EMPTY_MONITOR,
  on: {
    SampleTaken: (draft, { sample, runTime, boxTime, trouble }) => {
      dropIfClockSetBack(draft, sample.at);
      draft.samples = [...draft.samples, sample].slice(-MAX_STATUS_SAMPLES);
      draft.times = [...draft.times, sample.at].slice(-MAX_STATUS_SAMPLES);
      draft.runTime = runTime;
      draft.boxTime = boxTime;
      draft.trouble = trouble;
      draft.failing = false;
    },
    SampleMissed: (draft, { at }) => {
      dropIfClockSetBack(draft, at);
      draft.samples = [...draft.samples, null].slice(-MAX_STATUS_SAMPLES);
      draft.times = [...draft.times, at].slice(-MAX_STATUS_SAMPLES);
      draft.failing = true;
    },
    DisksMeasured: (draft, { disks }) => {
      draft.disks = [...disks];
    },
  },
});
