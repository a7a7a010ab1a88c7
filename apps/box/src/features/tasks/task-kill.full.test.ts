import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTar } from '../../storage/archives/malicious-archives.ts';
import { snapshot } from '../../storage/journal/journal-test-helpers.ts';
import { type BundledProgram, bundleProgram } from '../../platform/testing/bundle-program.ts';
import { runCrashChild } from './kill-driver.ts';
import type { TaskRequest } from './task-model.ts';

/** Two file systems if there are two, so that moves really copy. */
const bases = ['/dev/shm', tmpdir()].map((base) => (existsSync(base) ? base : tmpdir()));
let roots: string[] = [];
let state = '';
let crashChild: BundledProgram;
beforeAll(async () => {
  crashChild = await bundleProgram('features/tasks/crash-child.ts');
});
afterAll(() => {
  crashChild.remove();
});
afterEach(() => {
  for (const root of [...roots, state]) rmSync(root, { recursive: true, force: true });
});

const LARGE = 24_000_000;
const fresh = (): void => {
  roots = bases.map((base) => realpathSync(mkdtempSync(join(base, 'boxwood-kill-'))));
  state = mkdtempSync(join(tmpdir(), 'boxwood-state-'));
  const large = randomBytes(LARGE);
  const put = (path: string, content: Buffer) => {
    const file = join(roots[0] ?? '', 'ann', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, 1_600_000_000, 1_600_000_000);
  };
  put('tree/large.bin', large);
  for (let n = 0; n < 40; n += 1) put(`tree/many/${n}.txt`, large.subarray(n * 1000, n * 1000 + 5000));
  put('moved/large.bin', large.subarray(5));
  put('moved/small.txt', large.subarray(0, 100));
  put('secret.bin', large.subarray(7));
  put(
    'packed.tar',
    createTar([
      { name: 'p/large.bin', content: large.subarray(11) },
      { name: 'p/small', content: large.subarray(0, 50) },
    ]),
  );
  mkdirSync(join(roots[1] ?? '', 'ann'), { recursive: true });
};

const home = '/mnt/usb1/ann';
const requests: Readonly<Record<string, TaskRequest>> = {
  copy: { cmd: 'COPY', source: `${home}/tree`, target: '/mnt/usb2/ann', params: {} },
  move: { cmd: 'MOVE', source: `${home}/moved`, target: '/mnt/usb2/ann', params: {} },
  pack: { cmd: 'COMPRESS', source: home, target: `${home}/tree.zip`, params: { names: ['tree'] } },
  unpack: { cmd: 'DECOMPRESS', source: `${home}/packed.tar`, target: home, params: {} },
  encrypt: { cmd: 'EMOVE', source: `${home}/secret.bin`, target: '/mnt/safebox', params: {} },
};

const files = (): Record<string, string> =>
  Object.fromEntries(
    roots.flatMap((root, n) =>
      Object.entries(snapshot(root)).map(([path, what]) => [`${n}/${path}`, what.split(' ').at(-1) ?? '']),
    ),
  );

describe('SIGKILL in the middle of tasks', () => {
  const plan = { copy: [5, 120, 260], move: [5, 120, 260], pack: [5, 200], unpack: [5, 200], encrypt: [5, 200] };
  const rounds = Object.entries(plan).flatMap(([kind, times]) =>
    times.map((ms) => ({ kind, ms: ms + Math.floor(Math.random() * 120) })),
  );

  it.each(rounds)(
    '$kind killed after $ms ms: nothing partial is seen, nothing is lost, it is finished after the restart, and undone',
    async ({ kind, ms }) => {
      fresh();
      const before = files();
      const request = requests[kind];
      if (request === undefined) throw new Error(kind);
      await runCrashChild(crashChild.program, { roots, state, requests: [request] }, ms);
      const between = files();
      // Every byte still exists: under its old name, its new name, or encrypted in the safe.
      const hashes = new Set(Object.values(between));
      const sealed = Object.keys(between).some((path) => path.endsWith('.hyencrypt_v3'));
      for (const [path, hash] of Object.entries(before))
        if (!(sealed && path.endsWith('secret.bin'))) expect(hashes.has(hash), path).toBe(true);
      // Only complete files, archives and encrypted files are visible.
      const known = new Set(Object.values(before));
      for (const [path, hash] of Object.entries(between))
        if (!/\.(zip|hyencrypt_v3)$|\.safebox$|\.Trash|ann\/packed\/p\//.test(path))
          expect(known.has(hash) || hash === 'folder', path).toBe(true);

      // An extracted folder is visible completely or not at all.
      if (between['0/ann/packed'] !== undefined) expect(between['0/ann/packed/p/small']).toBeDefined();

      const last = await runCrashChild(crashChild.program, { roots, state, requests: [request], once: true }, null);
      expect(last.errors).toBe('');
      expect(last.faults).toEqual([]);
      expect(last.settled).toMatchObject([{ state: 1, code: 5 }]);
      for (const root of roots)
        expect(existsSync(join(root, '.boxwood')) ? readdirSync(join(root, '.boxwood')) : []).toEqual([]);
      const after = files();
      const large = before['0/ann/tree/large.bin'];
      expect(after['0/ann/tree/large.bin']).toBe(large);
      if (kind === 'copy')
        expect([after['1/ann/tree/large.bin'], after['1/ann/tree/many/39.txt']]).toEqual([
          large,
          before['0/ann/tree/many/39.txt'],
        ]);
      if (kind === 'move')
        expect([after['1/ann/moved/large.bin'], after['0/ann/moved']]).toEqual([
          before['0/ann/moved/large.bin'],
          undefined,
        ]);
      if (kind === 'unpack') expect(after['0/ann/packed/p/large.bin']).toBeDefined();
      if (kind === 'pack') expect(after['0/ann/tree.zip']).toBeDefined();
      if (kind === 'encrypt')
        expect([after['0/ann/.safebox/secret.bin.hyencrypt_v3'] !== undefined, after['0/ann/secret.bin']]).toEqual([
          true,
          undefined,
        ]);

      const undone = await runCrashChild(crashChild.program, { roots, state, requests: [], undo: true }, null);
      expect(undone.errors).toBe('');
      const end = files();
      delete end['0/ann/.safebox'];
      delete before['0/ann/.safebox'];
      expect(end).toEqual(before);
    },
    240_000,
  );
});
