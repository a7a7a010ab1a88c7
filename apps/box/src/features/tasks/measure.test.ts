/** Measuring large folders, with and without `find`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Progress, StoppedError } from '../../runtime/progress.ts';
import { runHeavy } from './heavy.ts';
import { measure } from './measure.ts';

// A slow test machine is no failure.
vi.setConfig({ testTimeout: 60_000 });

/** The thread counts no more than this. */
const FEW = 3;
const never = new AbortController().signal;
let root: string;
const real = (path: string): string => join(root, path);

/** A program of this name that precedes the system's on the PATH. */
const standIn = (script: string): void => {
  mkdirSync(real('bin'), { recursive: true });
  writeFileSync(real('bin/find'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${real('bin')}:${process.env['PATH'] ?? ''}`);
};
const measured = (small?: number, signal = never) => measure(root, Buffer.from('tree'), signal, small);
const counted = async () => {
  const { bytes, files, folders } = await runHeavy(
    { kind: 'measure', from: root, name: Buffer.from('tree') },
    new Progress(),
    never,
  );
  return { bytes, files, folders };
};

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'boxwood-measure-')));
  execFileSync('chmod', ['755', root]);
  for (const name of ['tree/in/deep', 'tree/empty', 'outside']) mkdirSync(real(name), { recursive: true });
  writeFileSync(real('tree/a'), 'a');
  writeFileSync(real('tree/in/line\nbreak d9'), 'bb');
  writeFileSync(Buffer.concat([Buffer.from(`${root}/tree/in/deep/`), Buffer.from([0xff, 0x31])]), 'ccc');
  writeFileSync(real('outside/much'), 'x'.repeat(5000));
  symlinkSync('../outside', real('tree/out'));
  symlinkSync('a', real('tree/in/link'));
  execFileSync('mkfifo', [real('tree/pipe')]);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

it('find counts what a thread would count: links without size, pipes, names of any bytes, and nothing outside', async () => {
  const all = { bytes: 6, files: 6, folders: 4 };
  expect(await counted()).toEqual(all);
  expect(await measured(FEW)).toEqual(all);
});

it('a thread counts what is small, find what is not, and the folder is given to it open', async () => {
  standIn(`[ "$(readlink /proc/self/fd/3)" = ${real('tree')} ] && printf 'd1\\nf20\\nl5\\n' && printf 'f3'; echo 0`);
  expect(await measured()).toMatchObject(await counted());
  expect(await measured(FEW)).toEqual({ bytes: 50, files: 3, folders: 1 });
});

it('a thread counts all of it where find is not there or could not see everything', async () => {
  standIn('echo d1; echo f99; echo "cannot open" >&2; exit 1');
  expect(await measured(FEW)).toMatchObject(await counted());
  standIn('exit 127');
  expect(await measured(FEW)).toMatchObject(await counted());
});

it('is over at once when it is stopped', async () => {
  standIn('echo d1; sleep 600');
  const stop = new AbortController();
  const late = measured(FEW, stop.signal);
  setTimeout(() => stop.abort(), 100);
  await expect(late).rejects.toBeInstanceOf(StoppedError);
  await expect(measured(FEW, stop.signal)).rejects.toBeInstanceOf(StoppedError);
});
