import { describe, expect, it } from 'vitest';
import { MachineSampler } from './machine-sampler.ts';
import { parseCpu, parseDisks, parseMemory, parseNet, parseProcess } from './procfs.ts';

describe('reading the machine', () => {
  it('splits processor time into busy and total, waiting is not busy', () => {
    expect(parseCpu('cpu  100 10 40 800 50 0 0 0 0 0\ncpu0 1 2 3 4\n')).toEqual({ busy: 150, total: 1000 });
  });

  it('memory in use leaves out what can be reclaimed', () => {
    const text = 'MemTotal: 1000 kB\nMemFree: 200 kB\nBuffers: 50 kB\nCached: 300 kB\nSReclaimable: 50 kB\n';
    expect(parseMemory(text)).toEqual({ total: 1_024_000, cached: 409_600, used: 409_600 });
  });

  it('network counters are bytes received and sent', () => {
    const text = 'Inter-|\n face |\n  eth0: 1000 5 0 0 0 0 0 0 2000 6 0 0 0 0 0 0\n';
    expect(parseNet(text)).toEqual([{ dev: 'eth0', received: 1000, sent: 2000 }]);
  });

  it('whole disks only, in bytes', () => {
    const text =
      ' 8 0 sda 1 0 4 0 1 0 8 0 0 120 0\n 8 1 sda1 1 0 4 0 1 0 8 0 0 120 0\n 7 0 loop0 1 0 4 0 1 0 8 0 0 1 0\n';
    expect(parseDisks(text)).toEqual([{ dev: 'sda', read: 2048, written: 4096, busyMs: 120 }]);
  });

  it('process names may hold brackets and spaces', () => {
    const fields = Array.from({ length: 50 }, (_, i) => i + 1).join(' ');
    expect(parseProcess(`42 (odd ) name) S ${fields}`)).toMatchObject({
      pid: 42,
      name: 'odd ) name',
      jiffies: 11 + 12,
    });
  });

  it('MONITOR-02: a sample of this machine has the source fields, and rates are per second', () => {
    let now = 1_000_000;
    const sampler = new MachineSampler({ now: () => now });
    now += 1000;
    const status = sampler.status();
    expect(status.local_time).toBe(1001);
    expect(status.memory_info.memory_total).toBeGreaterThan(0);
    expect(status.memory_info.memory_used).toBeLessThanOrEqual(status.memory_info.memory_total);
    expect(status.cpu_info.cpu_usage).toBeGreaterThanOrEqual(0);
    expect(status.network_info.netdev.map((entry) => entry.dev)).toContain('lo');
    now += 100;
    expect(sampler.status()).toBe(status);
  });
});
