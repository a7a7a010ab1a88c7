/** What a figure was measured on. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

/** The first version number that a program tells of itself; null where it is not there. */
const versionOf = (program: string, argument: string): string | null => {
  const { stdout, stderr, status } = spawnSync(program, [argument], { encoding: 'utf8' });
  return status === 0 ? (/\d+(\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? null) : null;
};

const chromium = [process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'].find((path) => existsSync(path));
const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path));

/** One line: processors, memory, system, the programs that take part, and how busy the machine was with them and with others. */
export const machineFacts = (): string => {
  const parts = cpus();
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
    `load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ].join(', ');
};
