/** Real power cuts, on real file systems: `FAULT_CUTS=200` for the long run, half of them on each. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { BoxFailure, createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, setUpOwner, SOURCES, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import type { FileSystem, LossyDisk } from '../lib/machine/lossy-disk.ts';
import { makeLossyDisk, lossyDiskUnavailableReason } from '../lib/machine/lossy-disk.ts';
import { envSkippingSync } from '../lib/syscalls/traced-box.ts';
import { SAFE_PASSWORD } from './mutation-context.ts';
import type { RandomChange, ChangeContext, DurablePromise, FileHashes } from './random-changes.ts';
import {
  hashesAfter,
  createChange,
  CHANGE_COUNT,
  NO_FILES,
  createPrerequisites,
  LARGE,
  haveSameFiles,
  sha,
  undoOrRedo,
} from './random-changes.ts';
import { waitForTask } from './invariants.ts';

const CUTS = Number(process.env['FAULT_CUTS'] ?? 2) / 2;
/** A source line whose sync is disabled (`apps/box/src/features/trash/trash-sidecar.ts:43`): then the cuts have to fail. */
const LOST = process.env['FAULT_LOST'] ?? '';
const KINDS = ['ext4', 'xfs'] as const satisfies readonly FileSystem[];

const missing = new Map(
  await Promise.all(KINDS.map(async (kind) => [kind, await lossyDiskUnavailableReason(kind)] as const)),
);
for (const [kind, why] of missing) if (why !== null) console.log(`faults: SKIPPED the power cuts on ${kind}: ${why}`);

describe.each(KINDS.filter((kind) => missing.get(kind) === null))('power cuts on %s', (kind) => {
  const ending = new AsyncDisposableStack();
  let configDir = '';
  let disk: LossyDisk;
  let dataDir = '';
  let folder = '';
  const vows: DurablePromise[] = [];
  let web: Server;
  let box: BoxProcess;
  let client: BoxClient;
  /** The content of the folder after each change that can be undone, oldest first. */
  let past: FileHashes[] = [];
  let number = 0;

  const seen = (): FileHashes =>
    new Map(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => !path.startsWith('.Trash') && statSync(join(folder, path)).isFile())
        .map((path) => {
          const file = join(folder, path);
          // An encrypted file differs each time; it is whole when its size is a known one.
          return [path, path.startsWith('.safebox') ? `${statSync(file).size} bytes` : sha(readFileSync(file))];
        }),
    );
  const launch = (): Promise<BoxProcess> =>
    startBoxProcess({
      dataDir,
      configDir,
      withUsers: false,
      args: ['--allow-lan-downloads'],
      ...(LOST === '' ? {} : { program: SOURCES, env: envSkippingSync(LOST) }),
    });
  const start = async (): Promise<void> => {
    box = await launch();
    client = await signIn(box.origin, OWNER);
  };
  /** Cuts the power, and restores it. */
  const cut = async (): Promise<void> => {
    disk.cut();
    await box.kill();
    await disk.restore();
  };
  const house = (): ChangeContext => {
    const address = web.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return {
      client,
      origin: box.origin,
      folder,
      now: past.at(-1) ?? NO_FILES,
      address: (name) => `http://127.0.0.1:${port}/${name}`,
      promised: (vow) => vows.push(vow),
    };
  };
  /** Picks a change, or the undo of the last one. */
  const choose = (): RandomChange => {
    const which = Math.floor(Math.random() * (CHANGE_COUNT + 1));
    const [before, now] = [past.at(-2), past.at(-1)];
    if (which < CHANGE_COUNT || before === undefined || now === undefined)
      return createChange(which % CHANGE_COUNT, house(), `n${number++}`);
    return {
      what: 'undo',
      adds: new Map([...before].filter(([path]) => !now.has(path))),
      removes: new Set([...now.keys()].filter((path) => !before.has(path))),
      run: () => undoOrRedo(client, 'undo'),
    };
  };
  const changed = ({ what }: RandomChange, now: FileHashes): void => {
    if (what === 'undo') past.pop();
    else if (!haveSameFiles(now, past.at(-1) ?? NO_FILES)) past.push(now);
  };

  beforeAll(async () => {
    configDir = mkdtempSync(join(tmpdir(), 'boxwood-config-'));
    ending.defer(() => {
      rmSync(configDir, { recursive: true, force: true });
    });
    disk = makeLossyDisk(kind);
    ending.defer(() => disk.remove());
    dataDir = join(disk.folder, 'box');
    folder = join(dataDir, 'usb1', OWNER);
    web = createServer((_, response) => response.end(LARGE));
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    ending.defer(() => void web.close());
    box = await launch();
    ending.defer(() => box.kill());
  });
  // Cleans up at any stage.
  afterAll(() => ending.disposeAsync());

  /** Checks immediately, in any state of the box, the promises that are not about files. */
  const keepsPromises = async (): Promise<void> => {
    const { list } = await client.shares.list({ user: OWNER, page: 1, count: 500 });
    const shares = new Set(list.map(({ id }) => id));
    for (const { kind, value } of vows)
      if (kind === 'share') expect(shares, 'a share that was made').toContain(value);
      else expect(await isSignedOut(box.origin, value), 'a token that was given back').toBe(true);
  };
  const settleAll = async (): Promise<void> => {
    const { list } = await client.tasks.list({ user: OWNER, count: 100, start: 0, type: 'ALL' });
    for (const { tb_id: id, tb_state: state } of list)
      if (state === 0 || state === 2) await waitForTask(client, OWNER, id);
  };

  it('a new box keeps the owner that it has just got', async () => {
    await setUpOwner(box.origin, box.setupCode ?? '');
    await cut();
    await start();
    expect(box.setupCode).toBeNull();
  });

  it('what was not synced is really lost', async () => {
    await box.stop();
    const at = (name: string): string => join(disk.folder, name);
    writeFileSync(at('kept'), 'kept', { flush: true });
    writeFileSync(at('part'), LARGE);
    renameSync(at('part'), at('whole'));
    disk.cut();
    await disk.restore();
    expect(readFileSync(at('kept'), 'utf8')).toBe('kept');
    for (const name of readdirSync(disk.folder))
      if (name === 'whole' || name === 'part') expect(readFileSync(at(name))).toHaveLength(0);
    await start();
  });

  it(
    `${CUTS} cuts: what was answered is there, the rest is whole or absent, and undo goes on`,
    { timeout: 60_000 + CUTS * 30_000 },
    async () => {
      await createPrerequisites({ client });
      past = [seen()];
      const met = { answered: 0, done: 0, absent: 0 };
      for (let round = 0; round < CUTS; round++) {
        await client.safe.unlock({ username: OWNER, password: SAFE_PASSWORD });
        for (let before = Math.floor(Math.random() * 3); before > 0; before--) {
          const first = choose();
          const now = hashesAfter(past.at(-1) ?? NO_FILES, first);
          await first.run();
          changed(first, now);
        }
        const before = past.at(-1) ?? NO_FILES;
        const last = choose();
        const where = `cut ${round}, ${last.what}`;
        const goal = hashesAfter(before, last);
        const answer = { came: false };
        const run = last.run().then(
          () => (answer.came = true),
          () => undefined,
        );
        // Half of the cuts happen right after the answer, the others during the change.
        if ((round + KINDS.indexOf(kind)) % 2 === 0) await run;
        else await Promise.race([run, delay(Math.random() ** 2 * 250)]);
        const answered = answer.came;
        await cut();
        await run;

        const found = seen();
        const half = [...found].filter(([path, hash]) => hash !== before.get(path) && hash !== goal.get(path));
        expect(half, `${where}: half files`).toEqual([]);
        for (const path of before.keys())
          if (!last.removes.has(path)) expect(found.has(path), `${where}: ${path} is gone`).toBe(true);
        if (answered) expect(haveSameFiles(found, goal), `${where}: answered, but not there`).toBe(true);

        await start();
        await client.safe.unlock({ username: OWNER, password: SAFE_PASSWORD });
        await settleAll();
        await keepsPromises();
        const now = seen();
        const some =
          last.apart === true && [...now].every(([path, hash]) => (goal.get(path) ?? before.get(path)) === hash);
        expect(
          haveSameFiles(now, before) || haveSameFiles(now, goal) || some,
          `${where}: ${[...now.keys()].join(' ')}`,
        ).toBe(true);
        if (round % 10 === 9) console.log(`faults: ${round + 1} of ${CUTS} cuts on ${disk.kind}`);
        met[answered ? 'answered' : haveSameFiles(now, before) ? 'absent' : 'done'] += 1;
        if (!haveSameFiles(now, before)) changed(last, now);

        // Undo and redo work across the cut.
        const earlier = past.at(-2);
        if (earlier !== undefined) {
          await undoOrRedo(client, 'undo');
          expect(haveSameFiles(seen(), earlier), `${where}: undone`).toBe(true);
          await client.safe.unlock({ username: OWNER, password: SAFE_PASSWORD });
          await undoOrRedo(client, 'redo');
          expect(haveSameFiles(seen(), now), `${where}: redone`).toBe(true);
        }
      }
      console.log(`faults: ${CUTS} power cuts on ${disk.kind}: ${JSON.stringify(met)}`);
    },
  );
});

const isSignedOut = async (origin: string, token: string): Promise<boolean> => {
  const client = createBoxClient({
    baseUrl: origin,
    transport: fetchTransport(),
    identity: () => ({ username: OWNER, token }),
  });
  try {
    await client.tasks.count({ user: OWNER, type: 'ALL' });
    return false;
  } catch (failure) {
    return failure instanceof BoxFailure && failure.error._tag === 'Refused' && failure.error.code === 18;
  }
};
