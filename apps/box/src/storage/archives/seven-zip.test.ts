import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoppedError } from '../../runtime/progress.ts';
import { noise, createTar, createZip } from './malicious-archives.ts';
import { canDropPrivileges, NOBODY } from '../../runtime/process-rights.ts';
import { pipeSevenZip, runSevenZip } from './seven-zip.ts';

let root: string;
let signal: AbortSignal;
const ARCHIVE = '/proc/self/fd/3';
const EXTRACT = ['x', '-y', ARCHIVE];
/** No limit. */
const FREE = { maxFileBytes: 10 ** 9 };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'seven-'));
  mkdirSync(join(root, 'out'));
  // Like the target folder of an extraction: the child can write here as any user.
  for (const folder of ['', 'out']) chmodSync(join(root, folder), 0o777);
  signal = new AbortController().signal;
});
afterEach(() => rmSync(root, { recursive: true }));

const archive = (bytes: Buffer): Promise<FileHandle> => {
  writeFileSync(join(root, 'archive'), bytes);
  return open(join(root, 'archive'));
};
const out = (name: string) => join(root, 'out', name);
const entries = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `${at}`, content: noise(1000) }));

describe('7-Zip that reads what strangers made', { timeout: 60_000 }, () => {
  it('has no rights to give away, and writes no file larger than it may', async () => {
    await using file = await archive(createTar([{ name: 'small', content: noise(1000) }]));
    const run = { args: EXTRACT, fds: [file.fd], cwd: join(root, 'out'), signal };
    expect((await runSevenZip({ ...run, limits: { maxFileBytes: 1000 } })).exitCode).toBe(0);
    expect(statSync(out('small')).uid).toBe(canDropPrivileges() ? NOBODY : process.getuid?.());
    rmSync(out('small'));
    expect((await runSevenZip({ ...run, limits: { maxFileBytes: 999 } })).exitCode).not.toBe(0);
    expect(readdirSync(join(root, 'out')).every((name) => statSync(out(name)).size < 1000)).toBe(true);
  });
});

describe('a run of 7-Zip', { timeout: 60_000 }, () => {
  it('ends when its signal comes, however much there is to do', async () => {
    const stop = new AbortController();
    // Reads to the end of an endless input.
    const run = { args: ['a', '-tgzip', '-si', join(root, 'out.gz')], stdin: new PassThrough(), limits: FREE };
    const stopped = expect(runSevenZip({ ...run, signal: stop.signal })).rejects.toBeInstanceOf(StoppedError);
    setImmediate(() => stop.abort());
    await stopped;
    await expect(runSevenZip({ ...run, signal: stop.signal })).rejects.toBeInstanceOf(StoppedError);
  });

  it('keeps the beginning of what it says and shows all of it', async () => {
    await using file = await archive(createZip(entries(4000)));
    let shown = 0;
    const onText = (text: string) => (shown += text.length);
    const args = ['l', '-slt', ARCHIVE];
    const { exitCode, output } = await runSevenZip({
      args,
      fds: [file.fd],
      signal,
      limits: { maxFileBytes: 0 },
      onOutputText: onText,
    });
    expect(exitCode).toBe(0);
    expect(shown).toBeGreaterThan(1_000_000);
    expect(output.length).toBeGreaterThanOrEqual(256 * 1024);
    expect(output.length).toBeLessThan(512 * 1024);
    expect(output).toContain('Type = zip');
  });

  it('tells a password when it is asked; a second line of it answers no other question', async () => {
    writeFileSync(out('secret'), 'secret');
    const run = { cwd: join(root, 'out'), signal, limits: FREE };
    await runSevenZip({ ...run, args: ['a', '-pone', 'a.7z', 'secret'] });
    expect((await runSevenZip({ ...run, args: ['t', 'a.7z'], password: 'one' })).exitCode).toBe(0);
    expect((await runSevenZip({ ...run, args: ['t', 'a.7z'], password: 'two' })).exitCode).not.toBe(0);
    writeFileSync(out('secret'), 'another');
    await runSevenZip({ ...run, args: ['x', 'a.7z'], password: 'one\nA\nA' });
    expect(readFileSync(out('secret'), 'utf8')).toBe('another');
  });
});

describe('7-Zip of a box that was killed', { timeout: 60_000 }, () => {
  it('ends with it', async () => {
    // Reads an endless input and writes nothing, so no write can fail after the box has exited.
    writeFileSync(join(root, 'large'), '');
    truncateSync(join(root, 'large'), 2 ** 40);
    const source = `
      const { runSevenZip } = await import(${JSON.stringify(new URL('seven-zip.ts', import.meta.url).href)});
      const run = { args: ['h', 'large'], cwd: ${JSON.stringify(root)}, limits: { maxFileBytes: 1000 } };
      run.onStarted = (child) => console.log(child.pid);
      await runSevenZip({ ...run, signal: new AbortController().signal });`;
    const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@boxwood/source', '--input-type=module'];
    const box = spawn(process.execPath, [...flags, '--eval', source], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [told] = (await once(box.stdout, 'data')) as [Buffer];
    const pid = Number(told.toString());
    const name = () => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    // A process that has ended may still wait to be reaped.
    const runs = (): boolean =>
      existsSync(`/proc/${pid}/status`) && !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    // The parent process has a higher priority.
    await expect.poll(name).toBe('7zz');
    const ended = once(box, 'exit');
    box.kill('SIGKILL');
    await ended;
    try {
      await expect.poll(runs, { timeout: 10_000 }).toBe(false);
    } finally {
      if (runs()) process.kill(pid, 'SIGKILL');
    }
  });
});

describe('two runs of which one reads what the other writes', { timeout: 60_000 }, () => {
  const stream = (file: FileHandle) => ({
    args: ['x', '-so', ARCHIVE],
    fds: [file.fd],
    signal,
    limits: { maxFileBytes: 0 },
  });

  it('tell both how they ended', async () => {
    await using file = await archive(gzipSync(createTar(entries(3))));
    const inner = { args: ['x', '-y', '-si', '-ttar'], cwd: join(root, 'out'), signal, limits: FREE };
    expect((await pipeSevenZip(stream(file), inner)).map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(readFileSync(out('2')).equals(noise(1000))).toBe(true);
  });

  it('end when the reader gives up, however much the writer has', async () => {
    await using file = await archive(gzipSync(noise(1_000_000)));
    const inner = { args: ['a', '-tgzip', '-si', join(root, 'archive/out.gz')], signal, limits: FREE };
    const [, second] = await pipeSevenZip(stream(file), inner);
    expect(second.exitCode).not.toBe(0);
  });

  it('end both when the signal comes', async () => {
    await using file = await archive(gzipSync(noise(1_000_000)));
    const inner = { args: ['a', '-tgzip', '-si', join(root, 'out.gz')], signal, limits: FREE };
    signal = AbortSignal.abort();
    await expect(pipeSevenZip(stream(file), inner)).rejects.toBeInstanceOf(StoppedError);
  });
});
