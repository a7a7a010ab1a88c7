/** The machine that a figure was measured on. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';

/** The first version number that a program prints; null when it is not installed. */
const versionOf = (program: string, argument: string): string | null => {
  const { stdout, stderr, status } = spawnSync(program, [argument], { encoding: 'utf8' });
  return status === 0 ? (/\d+(\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? null) : null;
};

const chromium = [process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'].find((path) => existsSync(path));
const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path));

/** Seconds that some work takes, the best of three, to exclude other load. */
const best = (work: () => void): number =>
  Math.min(
    ...[0, 1, 2].map(() => {
      const started = performance.now();
      work();
      return (performance.now() - started) / 1000;
    }),
  );

const COPIED = 256 * 2 ** 20;
const WRITTEN = 64 * 2 ** 20;
const SYNCS = 20;
const CALLS = 200_000;

/** The current speed of the machine itself, so that figures of two machines, or of two days, can be compared. */
const speeds = (): readonly string[] => {
  const [from, to] = [Buffer.alloc(COPIED, 1), Buffer.alloc(COPIED, 2)];
  const copying = best(() => void from.copy(to));
  const path = join(tmpdir(), `boxwood-bench-${process.pid}`);
  const file = openSync(path, 'w');
  const writing = best(() => {
    writeSync(file, from, 0, WRITTEN, 0);
    fsyncSync(file);
  });
  const syncing = best(() => {
    for (let at = 0; at < SYNCS; at++) {
      writeSync(file, from, 0, 4096, at * 4096);
      fsyncSync(file);
    }
  });
  const calling = best(() => {
    for (let at = 0; at < CALLS; at++) fstatSync(file);
  });
  closeSync(file);
  rmSync(path);
  return [
    `memory copy ${(COPIED / copying / 2 ** 30).toFixed(1)} GiB/s`,
    `disk write and sync ${(WRITTEN / writing / 2 ** 20).toFixed(0)} MiB/s`,
    `${((syncing / SYNCS) * 1000).toFixed(2)} ms per synced write of 4 KiB`,
    `${(CALLS / calling / 1e6).toFixed(2)} million system calls/s in Node`,
  ];
};

/** One line: processors, memory, system, the programs involved, the speed of the machine, and its load. */
export const machineFacts = (): string => {
  const parts = cpus();
  // Read before the speed is measured.
  const load = loadavg()[0] ?? 0;
  const programs = [
    ['Node', process.versions.node],
    ['Chromium', chromium === undefined ? null : versionOf(chromium, '--version')],
    ['nginx', nginx === undefined ? null : versionOf(nginx, '-v')],
  ] as const;
  return [
    `${parts.length} × ${parts[0]?.model.trim() ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${type()} ${/^\d+\.\d+/.exec(release())?.[0] ?? release()}`,
    ...programs.flatMap(([name, version]) => (version === null ? [] : [`${name} ${version}`])),
    ...speeds(),
    `load ${load.toFixed(1)}`,
  ].join(', ');
};
