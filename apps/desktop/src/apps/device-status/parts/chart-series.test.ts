import type { MonitorState, Sample } from '@boxwood/domain';
import { describe, expect, it } from 'vitest';
import { usedPercentOf, latestSampleOf, namesOf, timesOf, valuesOf } from './chart-series.ts';

const sample = (at: number, cpu: number, net: Sample['net'] = {}): Sample => ({
  at,
  cpu,
  cpuTemp: 40,
  ram: 50,
  ramBytes: { total: 2, used: 1, cache: 0 },
  net,
  disk: {},
});
const state: MonitorState = {
  runTime: 1,
  boxTime: 1,
  samples: [sample(1000, 10, { eth0: { in: 1, out: 2 } }), null, sample(11_000, 30, { wlan0: { in: 3, out: 4 } })],
  times: [1000, 6000, 11_000],
  disks: [],
  trouble: { faults: null, reserve: null },
  failing: false,
};

describe('series of the monitor', () => {
  it('MONITOR-06: a failed sample leaves a gap and drops nothing', () => {
    expect(valuesOf(state, ({ cpu }) => cpu)).toEqual([10, null, 30]);
    expect(timesOf(state)).toEqual([1, 6, 11]);
  });
  it('draws every interface that any sample knows, with gaps where it was absent', () => {
    expect(namesOf(state, ({ net }) => net)).toEqual(['eth0', 'wlan0']);
    expect(valuesOf(state, ({ net }) => net['eth0']?.in)).toEqual([1, null, null]);
  });
  it('knows how full a disk is, from bytes', () => {
    const disk = { dev: 'sda1', name: 'sda1', mnt: '/mnt/usb1', total: 4_096_000, occupy: 1_024_000 };
    expect(usedPercentOf(disk)).toBe(25);
    expect(usedPercentOf({ ...disk, total: 0, occupy: 0 })).toBe(0);
  });
  it('shows the newest reading that arrived', () => {
    expect(latestSampleOf(state)?.cpu).toBe(30);
    expect(latestSampleOf({ ...state, samples: [null] })).toBeNull();
  });
});
