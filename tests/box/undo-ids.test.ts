/**
 * Each change reports its entry in the journal, so that exactly this change can be undone, whatever other devices,
 * scripts and users of the box do at the same time.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { propertyRuns } from '@boxwood/command-bus/testing';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

/** Operations of the desktop. */
const OWN_COUNT = 100;
/** Operations of a script of the same user and of another user, each. */
const OTHER_COUNT = propertyRuns(500);

describe('the journal entry that a change reports', () => {
  let box: BoxProcess;
  let desktop: BoxClient;
  let script: BoxClient;
  let member: BoxClient;
  const wire = (name: string, user = OWNER): string => `/mnt/usb1/${user}/${name}`;
  const disk = (name: string, user = OWNER): string => join(box.usb1, user, name);
  const idOf = ({ change }: { readonly change?: number }): number => {
    if (change === undefined) throw new Error('no entry is reported');
    return change;
  };

  beforeAll(async () => {
    box = await startBoxProcess();
    [desktop, script, member] = await Promise.all([
      signIn(box.origin, OWNER),
      signIn(box.origin, OWNER),
      signIn(box.origin, MEMBER),
    ]);
  });
  afterAll(() => box.remove());

  it('is that of the call: a new folder, a rename, a batch of renames, and files in the trash', async () => {
    for (const name of ['one.txt', 'two.txt', 'three.txt']) writeFileSync(disk(name), name);
    const made = idOf(await desktop.files.makeFolder({ path: wire('new/deep') }));
    const renamed = idOf(await desktop.files.move({ source: wire('one.txt'), target: wire('1.txt') }));
    const batch = idOf(await desktop.files.rename({ renames: [{ source: wire('two.txt'), target: wire('2.txt') }] }));
    const trashed = idOf(await desktop.trash.put({ paths: [wire('three.txt')] }));
    expect(new Set([made, renamed, batch, trashed]).size).toBe(4);

    await desktop.journal.undo({ id: [renamed] });
    expect([existsSync(disk('one.txt')), existsSync(disk('2.txt')), existsSync(disk('three.txt'))]).toEqual([
      true,
      true,
      false,
    ]);
    for (const id of [batch, trashed, made]) await desktop.journal.undo({ id: [id] });
    const names = ['new', 'one.txt', '1.txt', 'two.txt', '2.txt', 'three.txt'];
    expect(names.filter((name) => existsSync(disk(name)))).toEqual(['one.txt', 'two.txt', 'three.txt']);
  });

  it('is absent when nothing changed, and present when a part of a batch failed', async () => {
    writeFileSync(disk('part.txt'), 'x');
    expect(await desktop.files.makeFolder({ path: wire('').slice(0, -1) })).toEqual({ existed: true });
    const same = { source: wire('part.txt'), target: wire('part.txt') };
    expect(await desktop.files.rename({ renames: [same] })).toEqual({ ok: 1, failed: [] });
    expect(await desktop.trash.put({ paths: [wire('part.txt'), wire('absent.txt')] })).toMatchObject({
      failed: [{ path: wire('absent.txt'), error: 15 }],
      change: expect.any(Number) as number,
    });
  });

  it(
    'undoes each of 100 renames alone, beside the changes of a script and of another user',
    { timeout: 300_000 },
    async () => {
      mkdirSync(disk('own'));
      mkdirSync(disk('script'));
      mkdirSync(disk('other', MEMBER));
      for (let n = 0; n < OWN_COUNT; n += 1) writeFileSync(disk(`own/${n}.txt`), String(n));
      const makeFolders = async (client: BoxClient, folder: string, user: string): Promise<void> => {
        for (let n = 0; n < OTHER_COUNT; n += 1) await client.files.makeFolder({ path: wire(`${folder}/${n}`, user) });
      };
      const others = Promise.all([makeFolders(script, 'script', OWNER), makeFolders(member, 'other', MEMBER)]);
      const ids: number[] = [];
      for (let n = 0; n < OWN_COUNT; n += 1)
        ids.push(idOf(await desktop.files.move({ source: wire(`own/${n}.txt`), target: wire(`own/${n}.new`) })));
      expect(new Set(ids).size).toBe(OWN_COUNT);
      // Not the newest first: each id undoes its own change alone.
      for (const [n, id] of ids.entries()) {
        await desktop.journal.undo({ id: [id] });
        expect([existsSync(disk(`own/${n}.txt`)), existsSync(disk(`own/${n}.new`))]).toEqual([true, false]);
      }
      await others;
      expect(readdirSync(disk('script'))).toHaveLength(OTHER_COUNT);
      expect(readdirSync(disk('other', MEMBER))).toHaveLength(OTHER_COUNT);
    },
  );
});
