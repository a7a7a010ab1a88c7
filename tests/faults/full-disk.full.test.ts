/**
 * A disk that is nearly full all the time, with every kind of task on it, while another program takes and frees space:
 * `FAULT_DISK=300` for the long run, `FAULT_SEED` for another sequence.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient, NewTask } from '@boxwood/box-sdk';
import {
  BoxFailure,
  compressTask,
  copyTask,
  decryptTask,
  downloadTask,
  encryptTask,
  extractTask,
  isRight,
  moveTask,
  removeTask,
  uploadFile,
} from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { canMount, fillUntilFree, mountSmallDisk, unmount } from '../lib/machine/small-disk.ts';
import { waitForTask, sha } from './invariants.ts';

const STEPS = Number(process.env['FAULT_DISK'] ?? 60);
const SEED = Number(process.env['FAULT_SEED'] ?? 13);
const MEGABYTE = 1024 * 1024;

/** mulberry32: the same numbers for the same seed. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
};

/** A "no space" refusal with the codes of its command; anything else fails the test. */
const isNoRoom = (failure: unknown): boolean =>
  failure instanceof BoxFailure &&
  ((failure.error._tag === 'Refused' && [11, 16].includes(failure.error.code)) ||
    (failure.error._tag === 'Http' && failure.error.status === 507));

describe.skipIf(!canMount())(`${STEPS} acts on a full disk, seed ${SEED}`, () => {
  const home = `/mnt/usb1/${OWNER}`;
  const random = randomOf(SEED);
  let folder = '';
  const configDir = mkdtempSync(join(tmpdir(), 'boxwood-config-'));
  let box: BoxProcess;
  let client: BoxClient;
  let web: Server;
  let origin = '';
  /** Files that were acknowledged and must exist: path below home → hash. */
  const files = new Map<string, string>();
  /** In the safe: original file name → hash. */
  const sealed = new Map<string, string>();
  const busy = new Set<string>();
  let pending: { readonly id: string; readonly codes: readonly number[]; readonly over: (worked: boolean) => void }[] =
    [];
  let count = 0;
  const disk = (path: string) => join(box.usb1, OWNER, path);

  const start = async (): Promise<void> => {
    box = await startBoxProcess({ dataDir: folder, configDir, args: ['--allow-lan-downloads'] });
  };
  const enter = async (): Promise<void> => {
    client = await signIn(box.origin, OWNER);
    // Unlocked files belong to a session.
    if ((await client.safe.status({ username: OWNER })).set === 1)
      await client.safe.unlock({ username: OWNER, password: 'tulip-42' });
  };
  beforeAll(async () => {
    console.log(`faults: full disk, FAULT_SEED=${SEED}`);
    folder = mountSmallDisk('size=200m') ?? '';
    web = createServer((request, response) => {
      response.on('error', () => undefined);
      if (request.url === '/sized') {
        response.end(Buffer.alloc(MEGABYTE, 'd'));
        return;
      }
      const piece = Buffer.alloc(MEGABYTE, 'e');
      const more = (): void => {
        while (response.write(piece));
      };
      response.on('drain', more);
      more();
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const address = web.address();
    origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    await start();
    await enter();
    await client.safe.setUp({ username: OWNER, password: 'tulip-42' });
    for (const name of ['up', 'to', 'fixed']) mkdirSync(disk(name), { recursive: true });
    writeFileSync(disk('fixed/zeros.gz'), gzipSync(Buffer.alloc(60 * MEGABYTE)));
    writeFileSync(disk('fixed/small.gz'), gzipSync(randomBytes(200_000)));
  });
  afterAll(async () => {
    web.closeAllConnections();
    web.close();
    await box.remove();
    unmount(folder);
    rmSync(configDir, { recursive: true, force: true });
  });

  const pick = (): string | undefined => {
    const free = [...files.keys()].filter((name) => !busy.has(name));
    return free[random(free.length)];
  };
  const reserveLeft = async (): Promise<number> => (await client.monitor.status({})).reserve?.left ?? Infinity;
  const check = (): void => {
    expect(box.child.exitCode, box.log().slice(-2000)).toBeNull();
    for (const [name, hash] of files)
      if (!busy.has(name)) expect(existsSync(disk(name)) && sha(readFileSync(disk(name))), name).toBe(hash);
  };
  /** Starts a task; it may succeed, or fail for lack of space. */
  const begin = async (task: NewTask, over: (worked: boolean) => void, codes = [11]): Promise<void> => {
    try {
      const { id } = await client.tasks.add(task);
      pending.push({ id, codes, over });
    } catch (failure) {
      if (!isNoRoom(failure)) throw failure;
      over(false);
    }
  };
  const settleAll = async (): Promise<void> => {
    for (const { id, codes, over } of pending) {
      const task = await waitForTask(client, OWNER, id);
      if (task.tb_state !== 1) expect(codes, `${task.tb_cmd} ${task.tb_msg}`).toContain(task.tb_code);
      over(task.tb_state === 1);
    }
    pending = [];
  };
  /** Removing works: into the bin while there is any reserve, and permanently in any case. */
  const remove = async (name: string): Promise<'bin' | 'gone'> => {
    const left = await reserveLeft();
    try {
      await client.trash.put({ paths: [`${home}/${name}`] });
      return 'bin';
    } catch (failure) {
      expect([isNoRoom(failure), left < MEGABYTE], String(failure)).toEqual([true, true]);
      await client.files.remove({ paths: [`${home}/${name}`] });
      return 'gone';
    }
  };

  const acts: Readonly<Record<string, () => Promise<void>>> = {
    room: () => {
      fillUntilFree(folder, random(4) === 0 ? 0 : random(20 * MEGABYTE));
      return Promise.resolve();
    },
    upload: async () => {
      const name = `up/${count}.bin`;
      const data = randomBytes(1 + random(2 * MEGABYTE));
      const done = await uploadFile(client, {
        target: `${home}/${name}`,
        size: data.length,
        mtime: 1_700_000_000,
        read: (from: number, to: number) => Promise.resolve(new Uint8Array(data.subarray(from, to))),
      });
      if (isRight(done)) files.set(name, sha(data));
      else expect(isNoRoom(new BoxFailure(done.left, 'upload')), JSON.stringify(done.left)).toBe(true);
    },
    copy: async () => {
      const name = pick();
      if (name === undefined) return;
      const target = `to/${count}`;
      try {
        await client.files.makeFolder({ path: `${home}/${target}` });
      } catch (failure) {
        if (!isNoRoom(failure)) throw failure;
        return;
      }
      busy.add(name);
      await begin(copyTask(OWNER, `${home}/${name}`, `${home}/${target}`), (worked) => {
        busy.delete(name);
        if (worked) files.set(`${target}/${name.split('/').at(-1) ?? ''}`, files.get(name) ?? '');
      });
    },
    move: async () => {
      const name = pick();
      if (name === undefined) return;
      const base = name.split('/').at(-1) ?? '';
      const target = `to/${base}`;
      if (files.has(target) || busy.has(target)) return;
      busy.add(name).add(target);
      await begin(moveTask(OWNER, `${home}/${name}`, `${home}/to`), (worked) => {
        busy.delete(name);
        busy.delete(target);
        const hash = files.get(name) ?? '';
        if (!worked || name === target) return;
        files.delete(name);
        files.set(target, hash);
      });
    },
    pack: async () => {
      const name = pick();
      if (name === undefined) return;
      busy.add(name);
      const at = name.slice(0, name.lastIndexOf('/'));
      const target = { target: `${home}/to`, name: `packed-${count}`, suffix: 'zip' } as const;
      await begin(compressTask(OWNER, `${home}/${at}`, [name.slice(at.length + 1)], target), () => busy.delete(name));
    },
    unpack: () =>
      begin(
        extractTask(OWNER, `${home}/fixed/${random(2) === 0 ? 'zeros' : 'small'}.gz`, `${home}/to`),
        () => undefined,
      ),
    download: () =>
      begin(downloadTask(OWNER, `${origin}/${random(2) === 0 ? 'sized' : 'endless'}`, `${home}/to`), () => undefined),
    encrypt: async () => {
      const name = pick();
      if (name === undefined || sealed.has(name)) return;
      busy.add(name);
      await begin(encryptTask(OWNER, `${home}/${name}`, '/mnt/safebox'), (worked) => {
        busy.delete(name);
        if (!worked) return;
        sealed.set(name.split('/').at(-1) ?? '', files.get(name) ?? '');
        files.delete(name);
      });
    },
    decrypt: async () => {
      const [name] = [...sealed.keys()].filter((each) => !busy.has(each));
      if (name === undefined || files.has(`fixed/${name}`)) return;
      busy.add(name);
      // 12: a restart in between locked the safe.
      const task = decryptTask(OWNER, `/mnt/safebox/${name}.hyencrypt_v3`, `${home}/fixed`);
      const over = (worked: boolean): void => {
        busy.delete(name);
        if (!worked) return;
        files.set(`fixed/${name}`, sealed.get(name) ?? '');
        sealed.delete(name);
      };
      await begin(task, over, [11, 12]);
    },
    bin: async () => {
      const name = pick();
      if (name === undefined) return;
      const hash = files.get(name) ?? '';
      await settleAll();
      if (!files.has(name)) return;
      files.delete(name);
      const way = await remove(name);
      expect(existsSync(disk(name))).toBe(false);
      if (way === 'gone' || random(2) === 0 || (await reserveLeft()) < MEGABYTE) return;
      await client.journal.undo({ id: [] });
      files.set(name, hash);
    },
    empty: async () => {
      await client.trash.empty({});
      expect((await client.trash.list({ offset: 0, count: 10, order: '1', desc: 0 })).sum).toBe(0);
    },
    removeForGood: async () => {
      const name = pick();
      if (name === undefined) return;
      files.delete(name);
      await client.files.remove({ paths: [`${home}/${name}`] });
      expect(existsSync(disk(name))).toBe(false);
    },
    removeTask: async () => {
      const name = pick();
      if (name === undefined) return;
      busy.add(name);
      await begin(removeTask(OWNER, `${home}/${name}`), (worked) => {
        busy.delete(name);
        if (worked) files.delete(name);
      });
    },
    signIn: async () => {
      if ((await reserveLeft()) >= MEGABYTE) await enter();
    },
    restart: async () => {
      await (random(2) === 0 ? box.stop() : box.kill());
      await start();
      await enter();
    },
  };
  /** Some operations happen more often than others. */
  const course = [
    'room',
    'room',
    'room',
    'upload',
    'upload',
    'upload',
    'upload',
    'upload',
    'copy',
    'copy',
    'copy',
    'move',
    'pack',
    'unpack',
    'unpack',
    'download',
    'download',
    'encrypt',
    'decrypt',
    'bin',
    'bin',
    'bin',
    'empty',
    'removeForGood',
    'removeTask',
    'signIn',
  ];

  it(
    'the box never ends, removing always works, and nothing that was acknowledged is lost',
    { timeout: 1_800_000 },
    async () => {
      for (count = 0; count < STEPS; count += 1) {
        const name = count % 50 === 49 ? 'restart' : (course[random(course.length)] ?? '');
        await acts[name]?.().catch((failure: unknown) => {
          throw new Error(`act ${count}, ${name}, seed ${SEED}`, { cause: failure });
        });
        if (pending.length > 4) await settleAll();
        check();
      }
      await settleAll();
      check();
      fillUntilFree(folder, 60 * MEGABYTE);
      await client.safe.unlock({ username: OWNER, password: 'tulip-42' });
      for (const [name, hash] of sealed) {
        await begin(decryptTask(OWNER, `/mnt/safebox/${name}.hyencrypt_v3`, `${home}/fixed`), () => undefined);
        await settleAll();
        expect(sha(readFileSync(disk(`fixed/${name}`)))).toBe(hash);
      }
      expect(box.log()).not.toContain('an unhandled error');
    },
  );
});
