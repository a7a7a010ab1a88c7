import { nowSeconds } from '../box-state.ts';
import { commands } from '../command-table.ts';

/**
 * A value that varies with time and is the same at the same time. Fields as in the specification, section 3; some
 * numbers are sent as text.
 */
const wave = (now: number, period: number, min: number, max: number): number =>
  Math.round((min + ((max - min) * (1 + Math.sin((now * 2 * Math.PI) / period))) / 2) * 100) / 100;

const MEMORY_BYTES = 4 * 1024 ** 3;

export const monitor = commands('/eshell', {
  GETDEVSTATUS: (_, box) => {
    const now = nowSeconds(box);
    const usage = wave(now, 60, 40, 60);
    return {
      box_uptime: String(now % 1_000_000),
      local_time: now,
      cpu_info: { cpu_temp: String(wave(now, 300, 42, 55)), cpu_usage: wave(now, 40, 3, 30) },
      memory_info: {
        memory_usage: usage,
        memory_total: String(MEMORY_BYTES),
        memory_used: Math.round((MEMORY_BYTES * usage) / 100),
        memory_cached: 1024 ** 3,
      },
      network_info: {
        netdev: ['eth0', 'wlan0', 'docker0'].map((dev) => ({
          dev,
          inflow: Math.round(wave(now, 30, 0, 1e6)),
          outflow: String(Math.round(wave(now, 50, 0, 2e5))),
        })),
      },
      disk_info: { disk: [{ dev: 'sda', temp: '37', util: wave(now, 20, 0, 20), rd_rate: 0, wr_rate: '524288' }] },
    };
  },
  GETPROCLIST: () => ({ list: [{ pid: '1', name: 'init' }] }),
  GETSERVICELIST: () => ({ list: [{ name: 'smb', state: 'running' }] }),
});
