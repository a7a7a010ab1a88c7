import { readdir, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { ProcessRow, ServiceRow } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import type { ProcessTimes } from './procfs.ts';
import { parseProcess } from './procfs.ts';

/** Jiffies per second and page size on every Linux that runs the box (USER_HZ is fixed at 100 in the kernel ABI). */
const JIFFIES_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** Daemons that a box may run, with their well-known ports. */
const DAEMONS: readonly { readonly name: string; readonly program: string; readonly port: number }[] = [
  { name: 'smb', program: 'smbd', port: 445 },
  { name: 'webdav', program: 'apache2', port: 0 },
  { name: 'downloader', program: 'aria2c', port: 6800 },
  { name: 'containers', program: 'podman', port: 0 },
  { name: 'ssh', program: 'sshd', port: 22 },
];

interface ProcessSample {
  readonly at: number;
  readonly jiffies: ReadonlyMap<number, number>;
}

/** The processes of the machine. CPU usage is measured since the previous call, in percent of one core. */
export class ProcessMonitor {
  readonly #clock: Clock;
  readonly #webPort: () => number;
  readonly #names = new Map<number, string>();
  #previousSample: ProcessSample = { at: 0, jiffies: new Map() };

  constructor(clock: Clock, webPort: () => number) {
    this.#clock = clock;
    this.#webPort = webPort;
  }

  async #sample(): Promise<readonly (ProcessTimes & { readonly cpu: number })[]> {
    const entries = await readdir('/proc').catch((): string[] => []);
    const pids = entries.filter((name) => /^\d+$/.test(name));
    const times = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').then(parseProcess, () => undefined)),
    );
    const now = this.#clock.now();
    const seconds = (now - this.#previousSample.at) / 1000;
    const alive = times.filter((entry) => entry !== undefined);
    const sampled = alive.map((entry) => {
      const before = this.#previousSample.jiffies.get(entry.pid);
      const spent = before === undefined ? 0 : entry.jiffies - before;
      return {
        ...entry,
        cpu: seconds <= 0 ? 0 : Number(((Math.max(0, spent) / JIFFIES_PER_SECOND / seconds) * 100).toFixed(1)),
      };
    });
    this.#previousSample = { at: now, jiffies: new Map(alive.map((entry) => [entry.pid, entry.jiffies])) };
    return sampled;
  }

  async #ownerOf(pid: number): Promise<string> {
    const uid = await stat(`/proc/${pid}`).then(
      (found) => found.uid,
      () => -1,
    );
    const known = this.#names.get(uid);
    if (known !== undefined) return known;
    const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
    const name = new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(passwd)?.[1] ?? (uid < 0 ? '' : String(uid));
    this.#names.set(uid, name);
    return name;
  }

  /** The first `count` processes by CPU or memory (X21). */
  async listTop(count: number, order: 'cpu' | 'mem'): Promise<readonly ProcessRow[]> {
    const sampled = await this.#sample();
    const sorted = sampled
      .toSorted((a, b) => (order === 'cpu' ? b.cpu - a.cpu || b.rssPages - a.rssPages : b.rssPages - a.rssPages))
      .slice(0, count);
    return Promise.all(
      sorted.map(async ({ pid, name, cpu, rssPages }) => ({
        pid,
        name,
        user: await this.#ownerOf(pid),
        cpu,
        mem: rssPages * PAGE_BYTES,
      })),
    );
  }

  /** The box itself, and the running daemons beside it (X22). */
  async listServices(): Promise<readonly ServiceRow[]> {
    const sampled = await this.#sample();
    const own = sampled.find((entry) => entry.pid === process.pid);
    const daemons = DAEMONS.flatMap(({ name, program, port }) => {
      const running = sampled.filter((entry) => entry.name === program);
      if (running.length === 0) return [];
      const cpu = running.reduce((sum, entry) => sum + entry.cpu, 0);
      const pages = running.reduce((sum, entry) => sum + entry.rssPages, 0);
      return [{ name, state: 'running', port, cpu: Number(cpu.toFixed(1)), mem: pages * PAGE_BYTES }];
    });
    const mem = own === undefined ? process.memoryUsage.rss() : own.rssPages * PAGE_BYTES;
    return [
      { name: `web (${userInfo().username})`, state: 'running', port: this.#webPort(), cpu: own?.cpu ?? 0, mem },
      ...daemons,
    ];
  }
}
