/** Copies, moves, archives and encryption in a real box that is killed again and again: `FAULT_RUNS=100` for the long run. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { compressTask, copyTask, encryptTask, extractTask, moveTask } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { filesBelow, scratchOf, waitForTask, sha, watchInvariants } from './invariants.ts';

const RUNS = Number(process.env['FAULT_RUNS'] ?? 10);
const KINDS = ['copy', 'move', 'pack', 'unpack', 'encrypt'] as const;

describe(`${RUNS} tasks, each met by SIGKILL`, () => {
  let box: BoxProcess;
  let guard: ReturnType<typeof watchInvariants>;
  const home = `/mnt/usb1/${OWNER}`;
  const disk = (name: string) => join(box.usb1, OWNER, name);
  const large = randomBytes(12_000_000);
  const small = randomBytes(3000);
  const known = new Set([sha(large), sha(small)]);

  beforeAll(async () => {
    box = await startBoxProcess();
    guard = watchInvariants(box.usb1);
    const client = await signIn(box.origin, OWNER);
    await client.safe.setUp({ username: OWNER, password: 'tulip-42' });
    guard.secret('tulip-42');
    guard.secret(PASSWORD);
  });
  afterAll(async () => {
    guard.remove();
    await box.remove();
  });

  const add = (client: BoxClient, kind: (typeof KINDS)[number], at: string) => {
    switch (kind) {
      case 'copy':
        return client.tasks.add(copyTask(OWNER, `${home}/${at}/tree`, `${home}/${at}/to`));
      case 'move':
        return client.tasks.add(moveTask(OWNER, `${home}/${at}/tree`, `${home}/${at}/to`));
      case 'pack':
        return client.tasks.add(
          compressTask(OWNER, `${home}/${at}`, ['tree'], { target: `${home}/${at}/to`, name: 'tree', suffix: 'tar' }),
        );
      case 'unpack':
        return client.tasks.add(extractTask(OWNER, `${home}/${at}/packed.tar`, `${home}/${at}/to`));
      case 'encrypt':
        return client.tasks.add(encryptTask(OWNER, `${home}/${at}/tree/large.bin`, '/mnt/safebox'));
    }
  };
  const plant = async (client: BoxClient, at: string, kind: (typeof KINDS)[number]): Promise<void> => {
    mkdirSync(disk(`${at}/tree/many`), { recursive: true });
    mkdirSync(disk(`${at}/to`));
    writeFileSync(disk(`${at}/tree/large.bin`), large);
    for (let n = 0; n < 20; n++) writeFileSync(disk(`${at}/tree/many/${n}.txt`), small);
    if (kind !== 'unpack') return;
    const target = { target: `${home}/${at}`, name: 'packed', suffix: 'tar' };
    const { id } = await client.tasks.add(compressTask(OWNER, `${home}/${at}`, ['tree'], target));
    expect(await waitForTask(client, OWNER, id)).toMatchObject({ tb_state: 1 });
  };

  it(
    'nothing half done is seen, nothing is lost, and after the restart it is finished',
    { timeout: 60_000 + RUNS * 20_000 },
    async () => {
      const met = new Map<string, number>();
      let unfinished = 0;
      for (let round = 0; round < RUNS; round++) {
        const kind = KINDS[round % KINDS.length] ?? 'copy';
        const at = `round ${round}`;
        let client = await signIn(box.origin, OWNER);
        guard.secret(client.token);
        await client.safe.unlock({ username: OWNER, password: 'tulip-42' });
        await plant(client, at, kind);
        const { id } = await add(client, kind, at);
        const ms = Math.floor(Math.random() ** 2 * 250);
        await delay(ms);
        const { dataDir } = box;
        await box.kill();
        guard.check(box);

        // Between kill and restart: every file is whole, under its old or its new name.
        const between = filesBelow(disk(at));
        const where = `${kind} killed after ${ms} ms`;
        for (const [path, hash] of between)
          expect(known.has(hash) || path === 'to/tree.tar' || path === 'packed.tar', `${where}: ${path}`).toBe(true);
        if (![...between.keys()].some((path) => path.startsWith('to/'))) unfinished += 1;
        const sealed = filesBelow(join(box.usb1, OWNER, '.safebox'));
        const hashes = [...between.values()];
        if (!(kind === 'encrypt' && sealed.size > 0)) expect(hashes, where).toContain(sha(large));
        expect(hashes.filter((hash) => hash === sha(small)).length, where).toBeGreaterThanOrEqual(20);

        box = await startBoxProcess({ dataDir });
        client = await signIn(box.origin, OWNER);
        guard.secret(client.token);
        await client.safe.unlock({ username: OWNER, password: 'tulip-42' });
        const task = await waitForTask(client, OWNER, id);
        met.set(`${kind} ${task.tb_state}`, (met.get(`${kind} ${task.tb_state}`) ?? 0) + 1);
        expect(task, `${where}: ${task.tb_code} ${task.tb_msg}`).toMatchObject({ tb_state: 1 });
        const after = filesBelow(disk(at));
        const arrived = { copy: 'to/tree', move: 'to/tree', unpack: 'to/packed/tree', pack: 'tree', encrypt: '' }[kind];
        if (arrived !== '') {
          expect(after.get(`${arrived}/large.bin`), where).toBe(sha(large));
          for (let n = 0; n < 20; n++) expect(after.get(`${arrived}/many/${n}.txt`), where).toBe(sha(small));
        }
        if (kind === 'move') expect([...after.keys()].filter((path) => path.startsWith('tree/'))).toEqual([]);
        if (kind === 'encrypt') expect(after.has('tree/large.bin')).toBe(false);
        expect(scratchOf(box.usb1), where).toEqual([]);
        guard.check(box);
        rmSync(disk(at), { recursive: true });
        // The next round encrypts a file of the same name.
        for (const name of filesBelow(disk('.safebox')).keys()) rmSync(disk(`.safebox/${name}`));
      }
      // Kills that only happen after the end prove nothing.
      expect(unfinished).toBeGreaterThan(0);
      console.log(
        `faults: ${RUNS} tasks killed, ${unfinished} of them with nothing to show yet: ${[...met].map(([what, times]) => `${what} x${times}`).join(', ')}`,
      );
    },
  );
});
