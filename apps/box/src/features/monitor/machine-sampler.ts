import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DevStatus } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import type { CpuTimes, DiskCounters, NetCounters } from './procfs.ts';
import { parseCpu, parseDisks, parseMemory, parseNet } from './procfs.ts';

interface MachineCounters {
  readonly at: number;
  readonly cpu: CpuTimes;
  readonly net: readonly NetCounters[];
  readonly disks: readonly DiskCounters[];
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A machine without this file reports zero.
    return '';
  }
};

/** How long callers share one sample, in ms. Rates over shorter times are noise. */
const SAMPLE_TTL_MS = 900;

const round = (value: number, digits = 1): number => Number(value.toFixed(digits));
const perSecond = (now: number, before: number, seconds: number): number =>
  seconds <= 0 ? 0 : Math.max(0, Math.round((now - before) / seconds));

/** Temperature of the hottest thermal zone in degrees Celsius; 0 when the machine has no sensor. */
const readTemperature = (): number => {
  const folder = '/sys/class/thermal';
  try {
    const zones = readdirSync(folder).filter((name) => name.startsWith('thermal_zone'));
    return Math.max(0, ...zones.map((zone) => Number(read(join(folder, zone, 'temp'))) / 1000).filter(Number.isFinite));
  } catch {
    return 0;
  }
};

/** Temperature of a disk from its hwmon entry; 0 when it has none. */
const readDiskTemperature = (dev: string): number => {
  const base = `/sys/block/${dev}/device`;
  for (const folder of [join(base, 'hwmon'), base]) {
    try {
      const entry = readdirSync(folder).find((name) => name.startsWith('hwmon'));
      if (entry !== undefined) return Number(read(join(folder, entry, 'temp1_input'))) / 1000 || 0;
    } catch {
      // No sensor below this folder.
    }
  }
  return 0;
};

/** Samples the machine: reads `/proc` directly, in well under a millisecond. Rates are since the previous sample. */
export class MachineSampler {
  readonly #clock: Clock;
  #previousCounters: MachineCounters;
  #last: { readonly at: number; readonly status: DevStatus } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#previousCounters = this.#readCounters();
  }

  #readCounters(): MachineCounters {
    return {
      at: this.#clock.now(),
      cpu: parseCpu(read('/proc/stat')),
      net: parseNet(read('/proc/net/dev')),
      disks: parseDisks(read('/proc/diskstats')),
    };
  }

  /** The status now (X20, units of MONITOR-02): percent, bytes, bytes per second, degrees Celsius (0: no sensor). */
  status(): DevStatus {
    const now = this.#clock.now();
    if (this.#last !== null && now - this.#last.at < SAMPLE_TTL_MS) return this.#last.status;
    const before = this.#previousCounters;
    const counted = this.#readCounters();
    const seconds = (counted.at - before.at) / 1000;
    const total = counted.cpu.total - before.cpu.total;
    const memory = parseMemory(read('/proc/meminfo'));
    const status: DevStatus = {
      box_uptime: Math.floor(Number(read('/proc/uptime').split(' ')[0] ?? 0)),
      local_time: Math.floor(now / 1000),
      cpu_info: {
        cpu_temp: round(readTemperature()),
        cpu_usage: total <= 0 ? 0 : round(Math.min(100, ((counted.cpu.busy - before.cpu.busy) / total) * 100)),
      },
      memory_info: {
        memory_usage: memory.total === 0 ? 0 : round((memory.used / memory.total) * 100),
        memory_total: memory.total,
        memory_used: memory.used,
        memory_cached: memory.cached,
      },
      network_info: {
        netdev: counted.net.map(({ dev, received, sent }) => {
          const old = before.net.find((entry) => entry.dev === dev);
          return {
            dev,
            inflow: perSecond(received, old?.received ?? received, seconds),
            outflow: perSecond(sent, old?.sent ?? sent, seconds),
          };
        }),
      },
      disk_info: {
        disk: counted.disks.map((disk) => {
          const old = before.disks.find((entry) => entry.dev === disk.dev) ?? disk;
          return {
            dev: disk.dev,
            temp: round(readDiskTemperature(disk.dev)),
            util: seconds <= 0 ? 0 : round(Math.min(100, (disk.busyMs - old.busyMs) / seconds / 10)),
            rd_rate: perSecond(disk.read, old.read, seconds),
            wr_rate: perSecond(disk.written, old.written, seconds),
          };
        }),
      },
    };
    this.#previousCounters = counted;
    this.#last = { at: now, status };
    return status;
  }
}
