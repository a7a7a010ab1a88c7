/** The examples and the command line at a box without our extensions: no file keys, no bundles, no journal. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEFAULT_USERS } from '@boxwood/box-simulator';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOME, withLiteralBox } from '../lib/box/literal-box.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let local = '';
beforeEach(() => {
  local = mkdtempSync(join(tmpdir(), 'boxwood-literal-'));
});
afterEach(() => rmSync(local, { recursive: true, force: true }));

const runProgram = async (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@boxwood/source', program, ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  return stdout;
};

/** The status and output of a program that must fail. */
const complaint = (program: Promise<string>): Promise<string> =>
  program.then(
    () => 'done',
    (failure: unknown) =>
      failure instanceof Error && 'stderr' in failure && 'code' in failure
        ? `${String(failure.code)} ${String(failure.stderr).trim()}`
        : String(failure),
  );

const PASSWORD = DEFAULT_USERS[0]?.password ?? '';

it('the examples send a folder up, list it and bring a file back', { timeout: 300_000 }, () =>
  withLiteralBox({}, async (simulated) => {
    const env = { BOX_URL: simulated.origin, BOX_USER: 'annabel', BOX_PASSWORD: PASSWORD };
    const example = (name: string, ...args: readonly string[]) => runProgram(`examples/${name}.ts`, args, env);
    mkdirSync(join(local, 'up/sub'), { recursive: true });
    writeFileSync(join(local, 'up/a.txt'), 'a');
    writeFileSync(join(local, 'up/sub/家.txt'), 'b');
    expect(await example('mirror-up', join(local, 'up'), `${HOME}/up`)).toContain('2 sent, 0 were there already');
    expect(await example('mirror-up', join(local, 'up'), `${HOME}/up`)).toContain('0 sent, 2 were there already');
    expect(simulated.tree.text(`${HOME}/up/sub/家.txt`)).toBe('b');
    expect(await example('list-tree', `${HOME}/up`)).toContain('家.txt');
    await example('download', `${HOME}/up/a.txt`, join(local, 'got.txt'));
    expect(readFileSync(join(local, 'got.txt'), 'utf8')).toBe('a');
  }),
);

it(
  'the command line does the same, and copies, shares, throws away and says how the box is',
  { timeout: 300_000 },
  () =>
    withLiteralBox({ files: { [`${HOME}/Trip/a.txt`]: 'a', [`${HOME}/Trip/深/b.txt`]: 'b' } }, async (simulated) => {
      const env = { BOXWOOD_CLI_DIR: join(local, 'config'), BOXWOOD_PASSWORD: PASSWORD };
      const cli = (...args: readonly string[]) => runProgram('apps/cli/src/main.ts', args, env);
      await cli('login', simulated.origin, '-u', 'annabel');
      expect(await cli('ls', 'Trip')).toContain('a.txt');
      await cli('get', 'Trip', local);
      expect(readFileSync(join(local, 'Trip/深/b.txt'), 'utf8')).toBe('b');
      await cli('put', join(local, 'Trip'), '--to', 'Back');
      expect(simulated.tree.text(`${HOME}/Back/Trip/a.txt`)).toBe('a');
      await cli('cp', 'Trip/a.txt', 'Copy');
      expect(simulated.tree.text(`${HOME}/Copy/a.txt`)).toBe('a');
      expect(await cli('share', 'Trip')).toMatch(/^http/);
      await cli('trash', 'Trip/a.txt');
      expect(simulated.tree.has(`${HOME}/Trip/a.txt`)).toBe(false);
      expect(await cli('status')).toContain('/mnt/usb1');
      // A feature that only some boxes offer is described in plain words, never as a version or a number.
      for (const [args, words] of [
        [['undo'], 'undo'],
        [['du', 'Trip'], 'disk usage of folders'],
        [['sha256sum', 'Back/Trip/a.txt'], 'checksums'],
      ] as const)
        expect(await complaint(cli(...args))).toBe(`4 boxwood: This box does not support ${words}`);
      await cli('logout');
    }),
);
