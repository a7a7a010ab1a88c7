import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Progress } from '../../runtime/progress.ts';
import { type Caller, callerFor, Refusal } from '../../storage/vault/index.ts';
import { runHeavy } from './heavy.ts';
import { type TaskBox, taskBox } from './task-test-helpers.ts';
import { UsageScans, usageMigrations } from './usage-scans.ts';

let box: TaskBox;
let usage: UsageScans;
const clock = { now: () => Date.now() };
const ann = callerFor('ann');
const real = (path: string) => join(box.root, path);
const write = (path: string, content: string) => {
  mkdirSync(join(real(path), '..'), { recursive: true });
  writeFileSync(real(path), content);
};
let started = 0;
process.on('worker', () => (started += 1));
/** Worker threads started so far; an idle one stays for five seconds. */
const threads = (): number => started;
const codeOfStart = async (caller: Caller, mount: string): Promise<number> => {
  try {
    await usage.start(caller, mount);
    return 0;
  } catch (failure) {
    if (failure instanceof Refusal) return failure.code;
    throw failure;
  }
};

beforeEach(() => {
  box = taskBox({ clock });
  for (const { sql } of usageMigrations) box.database.exec(sql);
  usage = new UsageScans(box.vault, box.database, clock);
  for (const place of ['usb1/ann', 'usb1/shared-files']) mkdirSync(real(place), { recursive: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await usage.close();
  await box.jobs.close();
  box.remove();
});

describe('usage scans (B49, B50)', { timeout: 60_000 }, () => {
  it("measures the caller's places folder by folder, names no hidden ones, and keeps the result", async () => {
    write('usb1/ann/docs/a', '12345');
    write('usb1/ann/docs/deep/b', '123');
    write('usb1/ann/.safebox/s', '1234567');
    write('usb1/bob/x', 'bob');
    write('usb1/shared-files/p', '12');
    expect(usage.list(ann, '/mnt/usb1', undefined)).toEqual({ scanning: 0, time: 0, list: [] });
    await usage.start(ann, '/mnt/usb1');
    await expect(usage.start(ann, '/mnt/usb1')).rejects.toThrow();
    expect(usage.list(ann, '/mnt/usb1', undefined).scanning).toBe(1);
    await usage.idle();
    const { list, scanning, time } = usage.list(ann, '/mnt/usb1', undefined);
    expect([scanning, time > 0]).toEqual([0, true]);
    expect(usage.list(callerFor('bob'), '/mnt/usb1', undefined).list).toEqual([]);
    expect(list).toEqual([
      { path: '/mnt/usb1/ann', size: 15, count: 3, dirs: 3 },
      { path: '/mnt/usb1/ann/docs', size: 8, count: 2, dirs: 1 },
      { path: '/mnt/usb1/shared-files', size: 2, count: 1, dirs: 0 },
    ]);
    expect(usage.list(ann, '/mnt/usb1', '/mnt/usb1/ann/docs').list).toHaveLength(1);
    await expect(usage.start(ann, '/mnt/none')).rejects.toThrow();
    await expect(usage.start(ann, '/etc')).rejects.toThrow();
    for (const nowhere of ['/mnt/none', '/etc', '/mnt/usb1/bob'])
      expect(() => usage.list(ann, nowhere, undefined), nowhere).toThrow(expect.objectContaining({ code: 8 }));
    expect(existsSync(real('usb1/ann/docs/a'))).toBe(true);
  });

  it('a place that is made up is refused before anything begins for it, however many are asked for', async () => {
    write('extdev/disk1/photos/a', '12345');
    const before = threads();
    const asked = Array.from({ length: 300 }, (_, at) => codeOfStart(ann, `/mnt/extdev/disk${at + 2}/x`));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([8]));
    expect(await codeOfStart(ann, '/mnt/extdev/disk1/photos/a')).toBe(8);
    expect(await codeOfStart(ann, '/mnt/extdev/disk1/../../usb1/ann')).toBe(8);
    await usage.idle();
    expect(threads()).toBe(before);
  });

  it('one person has four scans, one place is measured at a time, and one that two ask for only once', async () => {
    const places = Array.from({ length: 6 }, (_, at) => `disk1/folder${at}`);
    for (const place of places) for (const name of ['a', 'b', 'c']) write(`extdev/${place}/${name}/x`, '123');
    const open = box.vault.folder.bind(box.vault);
    const gate = Promise.withResolvers<undefined>();
    const opened = vi.spyOn(box.vault, 'folder').mockImplementation((place) => gate.promise.then(() => open(place)));
    const before = threads();
    const codes = await Promise.all(places.map((place) => codeOfStart(ann, `/mnt/extdev/${place}`)));
    expect(codes.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 2, 2]);
    const begun = places.filter((_, at) => codes[at] === 0);
    for (const user of ['bob', 'cyd'])
      for (const place of begun) expect(await codeOfStart(callerFor(user), `/mnt/extdev/${place}`)).toBe(0);
    gate.resolve(undefined);
    await usage.idle();
    expect(threads() - before).toBeLessThanOrEqual(1);
    expect(opened).toHaveBeenCalledTimes(begun.length);
    for (const user of ['ann', 'bob', 'cyd'])
      for (const place of begun)
        expect(usage.list(callerFor(user), `/mnt/extdev/${place}`, undefined).list).toContainEqual({
          path: `/mnt/extdev/${place}`,
          size: 9,
          count: 3,
          dirs: 3,
        });
    expect(await codeOfStart(ann, `/mnt/extdev/${begun[0] ?? ''}`)).toBe(0);
    await usage.idle();
  });

  it('forty measures that are asked for at once take three threads', async () => {
    write('usb1/ann/docs/a', '12345');
    await using folder = await box.vault.folder(box.vault.resolve(ann, '/mnt/usb1/ann', 'read'));
    const job = { kind: 'measure', from: folder.path, name: Buffer.from('docs') } as const;
    const before = threads();
    const { signal } = new AbortController();
    const results = await Promise.all(Array.from({ length: 40 }, () => runHeavy(job, new Progress(), signal)));
    expect(new Set(results.map(({ bytes }) => bytes))).toEqual(new Set([5]));
    expect(threads() - before).toBeLessThanOrEqual(3);
  });
});
