/** What the box started ends with it, however the box ends. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compressTask } from '@boxwood/box-sdk';
import { OWNER, startBoxProcess } from '../lib/box-process.ts';
import { signIn } from '../lib/client.ts';

interface Seen {
  readonly pid: number;
  readonly parent: number;
  /** When it began, in the kernel's ticks: a number that is given again is another process. */
  readonly began: string;
  readonly state: string;
}

const processes = (): readonly Seen[] =>
  readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state = '', parent = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid, parent: Number(parent), began: rest[17] ?? '', state }];
    } catch {
      return []; // It has just ended.
    }
  });

/** All that descends from a process and lives. */
const family = (of: number): readonly Seen[] => {
  const all = processes();
  const below = (pid: number): readonly Seen[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return below(of).filter(({ state }) => state !== 'Z');
};
const nameOf = ({ pid }: Seen): string =>
  existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ') : '';

it.runIf(process.platform === 'linux')('a box that is killed leaves no child alive', { timeout: 120_000 }, async () => {
  await using box = await startBoxProcess().then((started) => ({
    ...started,
    [Symbol.asyncDispose]: () => started.remove(),
  }));
  const owner = await signIn(box.origin, OWNER);
  const wire = `/mnt/usb1/${OWNER}`;
  mkdirSync(join(box.usb1, OWNER, 'much'));
  writeFileSync(join(box.usb1, OWNER, 'much/noise.bin'), randomBytes(200_000_000));
  // The index of names is a process of its own.
  await owner.files.search({ roots: [1], regex: 'noise', count: 10, hasbaseinfo: 0 });
  await owner.tasks.add(compressTask(OWNER, wire, ['much'], { target: wire, name: 'much', suffix: 'zip' }));
  const pid = box.child.pid ?? 0;
  await expect.poll(() => family(pid).map(nameOf).join('\n'), { timeout: 30_000 }).toMatch(/7z/);
  const children = family(pid);
  expect(children.map(nameOf).join('\n')).toMatch(/search-worker|folder-worker/);
  // As one that is deep in its work and looks at no pipe: it cannot end of itself.
  for (const child of children) process.kill(child.pid, 'SIGSTOP');
  await box.kill();
  const living = (): readonly Seen[] =>
    processes().filter(
      ({ pid: one, began, state }) => state !== 'Z' && children.some((was) => was.pid === one && was.began === began),
    );
  try {
    await expect.poll(() => living().map(nameOf), { timeout: 2000 }).toEqual([]);
  } finally {
    for (const { pid: one } of living()) process.kill(one, 'SIGKILL');
  }
});
