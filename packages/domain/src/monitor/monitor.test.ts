import type { DevStatus, Partition } from '@boxwood/box-sdk';
import { BehaviorSubject, Subject, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { no, yes } from '../testing/port-answers.ts';
import { testStore } from '../testing/test-store.ts';
import { BoxMonitor } from './box-monitor.ts';
import { monitorProjection } from './projection.ts';

const status = (uptime: number, more: Partial<DevStatus> = {}): DevStatus => ({
  box_uptime: uptime,
  // A reading every 5 s; the first one has uptime 1.
  local_time: 1_700_000_000 + 5 * (uptime - 1),
  cpu_info: { cpu_temp: 48.5, cpu_usage: 12 },
  memory_info: { memory_usage: 40, memory_total: 4000, memory_used: 1600, memory_cached: 800 },
  network_info: {
    netdev: ['eth0', 'eth1', 'wlan0', 'lo', 'docker0'].map((dev) => ({ dev, inflow: 10, outflow: 20 })),
  },
  disk_info: { disk: [{ dev: 'sda', temp: 33, util: 5, rd_rate: 100, wr_rate: 200 }] },
  ...more,
});
/** The time of the box at its first reading, ms. */
const BOX = 1_700_000_000_000;

const partition: Partition = {
  dev: 'sda1',
  bus: 'sata',
  master: 1,
  mntdir: '/mnt/usb1',
  uuid: 'u',
  type: 'ext4',
  f_blocks: 1000,
  f_bsize: 4096,
  f_bavail: 250,
};

const fresh = () => {
  const scheduler = new VirtualTimeScheduler();
  const box = { asked: 0, disks: 0, failing: false, more: {} as Partial<DevStatus> };
  const visible$ = new BehaviorSubject(true);
  const again$ = new Subject<null>();
  const monitor = new BoxMonitor({
    store: testStore({ projections: [monitorProjection] }),
    port: {
      status: () => (box.failing ? (box.asked++, no()) : yes(status((box.asked += 1), box.more))),
      disks: () =>
        box.failing
          ? (box.disks++, no())
          : ((box.disks += 1),
            yes([
              partition,
              { ...partition, dev: 'sdb1', label: 'Films' },
              { ...partition, dev: 'sdc1', model: 'WD' },
            ])),
    },
    visible$,
    clock: { now: () => scheduler.now() },
    retry$: again$,
    scheduler,
  });
  const pass = (ms: number): void => {
    scheduler.maxFrames = scheduler.now() + ms;
    scheduler.schedule(() => undefined, ms);
    scheduler.flush();
  };
  return { monitor, box, visible$, again$, pass };
};

describe('monitor', () => {
  it('MONITOR-03: the times are those of the box; when it is set back its chart begins anew', () => {
    const { monitor, box, pass } = fresh();
    monitor.watch();
    box.more = { local_time: 1_800_000_000 };
    pass(5000);
    expect(monitor.state$.value.times.at(-1)).toBe(1_800_000_000_000);
    box.failing = true;
    pass(5000);
    expect(monitor.state$.value.times.at(-1)).toBe(1_800_000_005_000);
    box.failing = false;
    box.more = { local_time: 1_700_000_000 };
    pass(5000);
    expect(monitor.state$.value.times).toEqual([1_700_000_000_000]);
    expect(monitor.state$.value.samples).toHaveLength(1);
  });

  it('asks nothing until somebody watches', () => {
    const { box, pass } = fresh();
    pass(60_000);
    expect(box).toMatchObject({ asked: 0, disks: 0 });
  });

  it('says what an administrator is told of faults and of a used reserve, for as long as it is so', () => {
    const { monitor, box, pass } = fresh();
    monitor.watch();
    const faults = { count: 2, last: 1_700_000_000, where: 'upkeep' };
    const reserve = { left: 1, wanted: 16 };
    box.more = { faults, reserve };
    pass(5001);
    expect(monitor.state$.value.trouble).toEqual({ faults, reserve });
    box.more = {};
    pass(5001);
    expect(monitor.state$.value.trouble).toEqual({ faults: null, reserve: null });
  });

  it('MONITOR-01, MONITOR-02, MONITOR-04: reads every 5 s and maps every source field', () => {
    const { monitor, box, pass } = fresh();
    monitor.watch();
    pass(10_001);
    expect(box.asked).toBe(3);
    const state = monitor.state$.value;
    expect(state).toMatchObject({
      runTime: 3,
      boxTime: 1_700_000_010,
      failing: false,
      times: [0, 5000, 10_000].map((ms) => BOX + ms),
    });
    expect(state.samples[2]).toEqual({
      at: BOX + 10_000,
      cpu: 12,
      cpuTemp: 48.5,
      ram: 40,
      ramBytes: { total: 4000, used: 1600, cache: 800 },
      net: { eth0: { in: 10, out: 20 }, eth1: { in: 10, out: 20 }, wlan0: { in: 10, out: 20 } },
      disk: { sda: { read: 100, write: 200, load: 5, temp: 33 } },
    });
  });

  it('MONITOR-05, CONST-29: only eth0, eth1 and wlan0 count', () => {
    const { monitor, pass } = fresh();
    monitor.watch();
    pass(1);
    expect(Object.keys(monitor.state$.value.samples[0]?.net ?? {})).toEqual(['eth0', 'eth1', 'wlan0']);
  });

  it('MONITOR-03, CONST-24: keeps 180 samples, the oldest goes first', () => {
    const { monitor, pass } = fresh();
    monitor.watch();
    pass(5000 * 200 + 1);
    const { samples, times } = monitor.state$.value;
    expect([samples.length, times.length]).toEqual([180, 180]);
    expect(times[0]).toBe(BOX + 5000 * 21);
    expect(times.at(-1)).toBe(BOX + 5000 * 200);
  });

  it('P-02: a failed reading leaves a gap and drops nothing', () => {
    const { monitor, box, pass } = fresh();
    monitor.watch();
    pass(1);
    box.failing = true;
    pass(10_000);
    expect(monitor.state$.value.samples.map((sample) => sample === null)).toEqual([false, true, true]);
    expect(monitor.state$.value.failing).toBe(true);
    box.failing = false;
    pass(5000);
    expect(monitor.state$.value).toMatchObject({ failing: false });
    expect(monitor.state$.value.samples).toHaveLength(4);
  });

  it('G-39, G-40: disk space comes from the volumes every 60 s', () => {
    const { monitor, box, pass } = fresh();
    monitor.watch();
    pass(60_001);
    expect(box.disks).toBe(2);
    expect(monitor.state$.value.disks).toEqual([
      { dev: 'sda1', name: 'sda1', mnt: '/mnt/usb1', total: 4_096_000, occupy: 3_072_000 },
      { dev: 'sdb1', name: 'Films', mnt: '/mnt/usb1', total: 4_096_000, occupy: 3_072_000 },
      { dev: 'sdc1', name: 'WD', mnt: '/mnt/usb1', total: 4_096_000, occupy: 3_072_000 },
    ]);
  });

  it('STATE-29: stops with the last watcher, while hidden, and for good when closed; samples stay', () => {
    const { monitor, box, visible$, pass } = fresh();
    const [one, two] = [monitor.watch(), monitor.watch()];
    pass(5001);
    one.close();
    one.close();
    pass(5000);
    expect(box.asked).toBe(3);
    visible$.next(false);
    pass(60_000);
    expect(box.asked).toBe(3);
    visible$.next(true);
    pass(1);
    two.close();
    pass(60_000);
    expect(box.asked).toBe(4);
    expect(monitor.state$.value.samples).toHaveLength(4);
    monitor.watch();
    monitor.close();
    pass(60_000);
    expect(box.asked).toBe(4);
  });
});
