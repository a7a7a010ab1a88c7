import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findProgram, PROGRAM_NOT_FOUND, runProgram, runProgramSync } from './programs.ts';
import { canDropPrivileges, confinementPrefix, NOBODY, type ProcessRights } from './process-rights.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'programs-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const as = (rights: ProcessRights) => ({ what: 'a test', rights, limits: {} });
const own = { as: as('own'), deadlineMs: 30_000 } as const;
const sh = (script: string) => ['-c', script];

describe('programs that the box starts', { timeout: 60_000 }, () => {
  it('say what they have to say and how they ended', async () => {
    const said = await runProgram('sh', sh('echo out; echo wrong >&2; exit 3'), own);
    expect({ ...said, output: said.output.toString() }).toEqual({ code: 3, output: 'out\n', errors: 'wrong\n' });
    await expect(runProgram('no-such-program-here', [], own)).resolves.toMatchObject({ code: PROGRAM_NOT_FOUND });
  });

  it('are killed after their deadline and when they say too much, with what they started', async () => {
    const late = await runProgram('sh', sh('sleep 600 & echo $!; wait'), { ...own, deadlineMs: 300 });
    expect(late.code).toBeNull();
    const child = late.output.toString().trim();
    await expect.poll(() => stateOf(child)).toMatch(/^$|Z/);
    expect(
      (await runProgram('sh', sh('while :; do echo much; done'), { ...own, maxOutputBytes: 1000 })).code,
    ).toBeNull();
    expect(runProgramSync('sleep', ['600'], { ...own, deadlineMs: 100 })).toBeNull();
    expect(runProgramSync('true', [], own)).toBe(0);
  });

  it.each(['own', 'read', 'none'] as const)('with the rights %s begin only while the box is their parent', (rights) => {
    const confined = confinementPrefix(rights, { memoryBytes: 2 ** 31 });
    const [first = '', ...rest] = confined;
    const says = ['/bin/echo', 'begun'];
    // Without setpriv a child cannot be killed with its box.
    if (!confined.includes('setpriv')) return;
    expect(spawnSync(first, [...rest, ...says]).stdout.toString()).toBe('begun\n');
    // Like the child of a box that was killed meanwhile: its parent is another process.
    expect(spawnSync('/bin/sh', ['-c', '"$@"; exit 0', 'sh', ...confined, ...says]).stdout.toString()).toBe('');
  });

  it('see nothing of the box’s environment', async () => {
    process.env['BOXWOOD_CANARY'] = 'secret';
    try {
      expect((await runProgram('env', [], own)).output.toString()).not.toContain('secret');
    } finally {
      delete process.env['BOXWOOD_CANARY'];
    }
  });

  it('are found on the PATH that is looked at, and only what can be run', async () => {
    writeFileSync(join(root, 'tool'), '', { mode: 0o644 });
    expect(findProgram('tool', root)).toBeUndefined();
    expect(findProgram('sh', `${root}:/bin`)).toBe('/bin/sh');
    writeFileSync(join(root, 'lsblk'), '#!/bin/sh\necho mine', { mode: 0o755 });
    vi.stubEnv('PATH', `${root}:${process.env['PATH'] ?? ''}`);
    expect((await runProgram('lsblk', [], own)).output.toString()).toBe('mine\n');
    vi.unstubAllEnvs();
  });

  it.runIf(canDropPrivileges())('that may only read read what root may, and change nothing', async () => {
    writeFileSync(join(root, 'private'), 'letters', { mode: 0o600 });
    await using file = await open(join(root, 'private'));
    const read = { ...own, as: as('read'), limits: { fileBytes: 0 }, fds: [file.fd], cwd: root } as const;
    expect((await runProgram('cat', ['/proc/self/fd/3'], read)).output.toString()).toBe('letters');
    await runProgram('sh', sh(`echo x > private; rm -f private; chmod 777 .; kill -9 ${process.pid}`), read);
    expect(readFileSync(join(root, 'private'), 'utf8')).toBe('letters');
    const { output } = await runProgram('grep', ['CapEff', '/proc/self/status'], read);
    expect(output.toString()).toMatch(/CapEff:\s+0{15}4\b/);
  });

  it.runIf(canDropPrivileges())('that may nothing are nobody, and get no rights back', async () => {
    const none = { ...own, as: as('none') } as const;
    expect((await runProgram('id', ['-u'], none)).output.toString().trim()).toBe(String(NOBODY));
    const { output } = await runProgram('grep', ['-E', 'CapEff|NoNewPrivs', '/proc/self/status'], none);
    expect(output.toString()).toMatch(/CapEff:\s+0+\n.*NoNewPrivs:\s+1/s);
  });

  it.runIf(canDropPrivileges())('have no more memory and write no larger files than they may', async () => {
    const little = { ...own, as: as('none'), limits: { memoryBytes: 64 * 1024 * 1024 } } as const;
    expect((await runProgram(process.execPath, ['-e', '0'], little)).code).not.toBe(0);
    const small = { ...own, limits: { fileBytes: 1000 }, cwd: root } as const;
    expect((await runProgram('sh', sh('head -c 5000 /dev/zero > large'), small)).code).not.toBe(0);
    expect(readdirSync(root)).toEqual(['large']);
    expect(readFileSync(join(root, 'large'))).toHaveLength(1000);
  });
});

/** State letter of a process in /proc; '' if it does not exist. */
const stateOf = (pid: string): string => {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
};
