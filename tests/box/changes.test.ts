/** Changes on a real box, reported to the clients that wait for them. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { copyTask, isRight, WaitChanges } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

/** Changes are reported within a second; the rest is tolerance for a busy machine. */
const LONG = 20;
/** Seconds in which nothing may be reported. */
const QUIET = 1;

describe('changes of a real box', () => {
  let box: BoxProcess;
  let ann: BoxClient;
  let rob: BoxClient;
  const home = `/mnt/usb1/${OWNER}`;
  const disk = (...names: readonly string[]) => join(box.usb1, OWNER, ...names);
  const cursorOf = async (who: BoxClient) => (await who.changes.wait({ cursor: '', wait: 0, folders: [] })).cursor;
  const wait = async (who: BoxClient, folders: readonly string[], cursor?: string, seconds = LONG) =>
    who.changes.wait({ cursor: cursor ?? (await cursorOf(who)), wait: seconds, folders: [...folders] });
  /** The areas reported from a cursor on, until `area` is among them. */
  const areasUntil = async (who: BoxClient, cursor: string, area: string): Promise<readonly string[]> => {
    const all: string[] = [];
    for (let at = cursor; !all.includes(area);) {
      const told = await wait(who, [], at);
      if (told.areas.length === 0) throw new Error(`${area} was not told`);
      all.push(...told.areas);
      at = told.cursor;
    }
    return all;
  };

  /** The first reported folders; changes of areas may come before them. */
  const firstFolders = async (who: BoxClient, folders: readonly string[]): Promise<readonly string[]> => {
    for (let at = await cursorOf(who); ;) {
      const told = await wait(who, folders, at);
      if (told.folders.length > 0 || told.areas.length === 0) return told.folders;
      at = told.cursor;
    }
  };

  beforeAll(async () => {
    box = await startBoxProcess();
    ann = await signIn(box.origin, OWNER);
    rob = await signIn(box.origin, MEMBER);
    for (const name of ['in', 'other', 'Trip/day']) mkdirSync(disk(name), { recursive: true });
    writeFileSync(disk('in/first.txt'), '1');
  });
  beforeEach(async () => {
    // Changes of an earlier test are reported first.
    await delay(200);
  });
  afterAll(async () => {
    await box.remove();
  });

  it('a shell’s file shows within a second, in its folder and in no other', async () => {
    const waiting = wait(ann, [`${home}/in`, `${home}/other`]);
    await delay(100);
    const began = performance.now();
    writeFileSync(disk('in/from a shell.txt'), '1');
    expect(await waiting).toMatchObject({ folders: [`${home}/in`], everything: 0 });
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('what is written between two calls is told by the second', async () => {
    const cursor = await cursorOf(ann);
    writeFileSync(disk('in/between.txt'), '1');
    await delay(300);
    expect((await wait(ann, [`${home}/in`], cursor)).folders).toEqual([`${home}/in`]);
  });

  it('a folder that is renamed or removed is told to whoever has it or something in it open', async () => {
    mkdirSync(disk('away/deep'), { recursive: true });
    await delay(300);
    const folders = [`${home}/away`, `${home}/away/deep`];
    const cursor = await cursorOf(ann);
    renameSync(disk('away'), disk('gone'));
    const told = new Set<string>();
    for (let at = cursor; told.size < folders.length;) {
      const changes = await wait(ann, folders, at);
      expect(changes.folders).not.toEqual([]);
      for (const folder of changes.folders) told.add(folder);
      at = changes.cursor;
    }
  });

  it('nobody is told of a folder that is not theirs, and of a shared one only while it is', async () => {
    const robs = `/mnt/usb1/${MEMBER}/.share2me/${OWNER}/Our trip`;
    const { id } = await ann.shares.familyPut({
      id: '',
      name: 'Our trip',
      path: `${home}/Trip`,
      users: [{ user: MEMBER, perm: 'rw' }],
    });
    await delay(300);
    const shared = firstFolders(rob, [robs, `${home}/Trip`, `${home}/in`]);
    await delay(100);
    writeFileSync(disk('in/private.txt'), '1');
    writeFileSync(disk('Trip/map.txt'), '1');
    // Under the name that Robert sees.
    expect(await shared).toEqual([robs]);
    const cursor = await cursorOf(rob);
    const later = wait(rob, [robs], cursor, 2);
    await delay(100);
    await ann.shares.familyRemove({ id });
    // Its end is reported as a change.
    await later;
    expect(await areasUntil(rob, cursor, 'shares')).toContain('shares');
    const after = wait(rob, [robs], await cursorOf(rob), QUIET);
    await delay(100);
    writeFileSync(disk('Trip/secret.txt'), '1');
    expect(await after).toMatchObject({ folders: [], areas: [], everything: 0 });
  });

  it('tasks, the bin, activity and shares are told to whose they are', async () => {
    const cursor = await cursorOf(ann);
    const robs = wait(rob, [], undefined, 3);
    await ann.tasks.add(copyTask(OWNER, `${home}/in/first.txt`, `${home}/other`));
    expect(await areasUntil(ann, cursor, 'journal')).toContain('tasks');
    await ann.trash.put({ paths: [`${home}/in/between.txt`] });
    await areasUntil(ann, cursor, 'trash');
    expect(await robs).toMatchObject({ folders: [], areas: [], everything: 0 });
  });

  it('many who wait take nothing from those who ask, and who goes is not waited for', async () => {
    const cursor = await cursorOf(ann);
    const going = new AbortController();
    const all = Array.from({ length: 15 }, () =>
      ann.exec(WaitChanges, { cursor, wait: LONG, folders: [] }, { signal: going.signal })(),
    );
    await delay(200);
    expect((await ann.files.list({ path: home, count: 10, hasbaseinfo: 0 })).sum).toBeGreaterThan(0);
    going.abort();
    expect((await Promise.all(all)).some(isRight)).toBe(false);
    // If they had stayed connected, this would exceed the limit of waiting calls, and the first of them would be
    // answered.
    const again = new AbortController();
    const first = ann.exec(
      WaitChanges,
      { cursor: await cursorOf(ann), wait: 2, folders: [] },
      { signal: again.signal },
    )();
    const began = performance.now();
    const others = Array.from({ length: 10 }, () =>
      ann.exec(WaitChanges, { cursor, wait: 2, folders: [] }, { signal: again.signal })(),
    );
    await first;
    expect(performance.now() - began).toBeGreaterThan(1500);
    await Promise.all(others);
  });

  it('who signs out waits for nothing any more', async () => {
    const guest = await signIn(box.origin, MEMBER);
    const waiting = wait(guest, []);
    await delay(200);
    const began = performance.now();
    await guest.session.signOut({ userName: MEMBER, token: guest.token });
    await waiting;
    expect(performance.now() - began).toBeLessThan(1000);
    await expect(wait(guest, [])).rejects.toMatchObject({ error: { _tag: 'Refused', code: 18 } });
  });

  it('after a restart anything may have changed; and a box that stops lets nobody wait', async () => {
    const cursor = await cursorOf(ann);
    const waiting = ann.exec(WaitChanges, { cursor, wait: LONG, folders: [] })();
    await delay(200);
    const began = performance.now();
    await box.stop();
    expect(performance.now() - began).toBeLessThan(4000);
    await waiting;
    const { dataDir } = box;
    box = await startBoxProcess({ dataDir, configDir: `${dataDir}-config` });
    ann = await signIn(box.origin, OWNER);
    expect(await wait(ann, [], cursor)).toMatchObject({ everything: 1 });
    rmSync(disk('in'), { recursive: true });
  });
});
