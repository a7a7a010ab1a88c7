import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient, FamilyShare } from '@boxwood/box-sdk';
import { BoxFailure, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box-process.ts';
import { signIn } from '../lib/client.ts';

/** The refusal's code and what it is about. */
const refusal = async (run: Promise<unknown>): Promise<string> => {
  try {
    await run;
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused')
      return `${failure.error.code} ${failure.error.info ?? ''}`.trim();
    throw failure;
  }
  return 'done';
};

describe('family shares at a real box', () => {
  let box: BoxProcess;
  let ann: BoxClient;
  let rob: BoxClient;
  const home = `/mnt/usb1/${OWNER}`;
  const friends = `/mnt/usb1/${MEMBER}/.share2me`;
  const disk = (...names: string[]) => join(box.usb1, OWNER, ...names);
  const meet = async (): Promise<void> => {
    ann = await signIn(box.origin, OWNER);
    rob = await signIn(box.origin, MEMBER);
  };
  const list = async (client: BoxClient, path: string) =>
    (await client.files.list({ path, count: 500, hasbaseinfo: 0 })).file_list.map((item) => item.n);
  const put = (client: BoxClient, name: string, path: string, users: readonly string[] = [MEMBER], id = '') =>
    client.shares.familyPut({ id, name, path, users: users.map((user) => ({ user, perm: 'rw' })) });
  const shared = async (client: BoxClient, user: string): Promise<readonly FamilyShare[]> =>
    (await client.shares.familyList({ user })).list;

  beforeAll(async () => {
    box = await startBoxProcess();
    await meet();
    mkdirSync(disk('Trip', 'day 1'), { recursive: true });
    writeFileSync(disk('Trip', 'map.txt'), 'map');
    writeFileSync(disk('other.txt'), 'not shared');
  });
  afterAll(async () => {
    await box.remove();
    for (const folder of [box.dataDir, `${box.dataDir}-config`]) rmSync(folder, { recursive: true, force: true });
  });

  it('SHARE-14 SHARE-16 SHARE-17 SHARE-22 ROLE-07: whoever is let in may do everything inside, and loses it at once', async () => {
    expect(await list(rob, friends)).toEqual([]);
    const { id } = await put(ann, 'Our trip', `${home}/Trip`);
    const there = `${friends}/${OWNER}/Our trip`;
    expect(await list(rob, friends)).toEqual([OWNER]);
    expect(await list(rob, `${friends}/${OWNER}`)).toEqual(['Our trip']);
    expect(await list(rob, there)).toEqual(['day 1', 'map.txt']);
    const users = [OWNER, MEMBER].map((user) => ({ user, perm: 'rw' }));
    expect(await shared(ann, OWNER)).toMatchObject([
      { id, name: 'Our trip', path: `${home}/Trip`, owner: OWNER, users },
    ]);
    expect(await shared(rob, MEMBER)).toMatchObject([{ id, path: there, owner: OWNER, users }]);

    const photo = Buffer.from('a photo');
    const sent = await uploadFile(rob, {
      ...{ target: `${there}/day 1/photo.jpg`, size: photo.length, mtime: 1_700_000_000 },
      read: (start, end) => Promise.resolve(photo.subarray(start, end)),
    });
    expect(sent._tag).toBe('Right');
    await rob.files.makeFolder({ path: `${there}/day 2` });
    await rob.files.move({ source: `${there}/map.txt`, target: `${there}/day 2/plan.txt` });
    expect(readFileSync(disk('Trip', 'day 1', 'photo.jpg'), 'utf8')).toBe('a photo');
    expect(readFileSync(disk('Trip', 'day 2', 'plan.txt'), 'utf8')).toBe('map');
    await rob.trash.put({ paths: [`${there}/day 2/plan.txt`] });
    expect(readdirSync(disk('Trip', 'day 2'))).toEqual([]);
    const { list: bin } = await ann.trash.list({ offset: 0, count: 10, order: '5', desc: 1 });
    expect(bin.map(({ n }) => n)).toEqual(['plan.txt']);

    // Inside only: neither beside it, nor above it, nor the folder itself.
    for (const path of [`${home}/Trip`, `${home}/other.txt`])
      expect(await refusal(rob.files.list({ path, count: 1, hasbaseinfo: 0 }))).toMatch(/^(5|13)\b/);
    expect(await refusal(rob.files.move({ source: there, target: `/mnt/usb1/${MEMBER}/mine` }))).toMatch(/^13\b/);
    expect(existsSync(disk('Trip'))).toBe(true);

    await put(ann, 'Our trip', `${home}/Trip`, [], id);
    expect(await refusal(rob.files.list({ path: there, count: 1, hasbaseinfo: 0 }))).toMatch(/^13\b/);
    expect(await list(rob, friends)).toEqual([]);
    expect(await shared(rob, MEMBER)).toEqual([]);
    expect(await shared(ann, OWNER)).toHaveLength(1);
    await ann.shares.familyRemove({ id });
    expect(existsSync(disk('Trip', 'day 1', 'photo.jpg'))).toBe(true);
  });

  it('SHARE-15: the creator keeps access, and nobody else changes or ends a share but the administrator', async () => {
    const none = { user: OWNER, perm: 'none' } as const;
    const trip = { id: '', name: 'Mine', path: `${home}/Trip` };
    expect(await refusal(ann.shares.familyPut({ ...trip, users: [none] }))).toBe('11 creator');
    const { id } = await put(ann, 'Mine', `${home}/Trip`, [OWNER, MEMBER, MEMBER]);
    expect((await shared(ann, OWNER)).map(({ users }) => users.length)).toEqual([2]);
    expect(await refusal(put(rob, 'Taken over', `${home}/Trip`, [], id))).toBe('13 share');
    expect(await refusal(rob.shares.familyRemove({ id }))).toBe('13 share');
    expect(await refusal(rob.shares.familyList({ user: OWNER }))).toBe('13 user');
    await ann.shares.familyRemove({ id });

    mkdirSync(join(box.usb1, MEMBER, 'Songs'));
    const songs = await put(rob, 'Songs', `/mnt/usb1/${MEMBER}/Songs`, [OWNER]);
    await ann.shares.familyRemove({ id: songs.id });
    expect(await shared(rob, MEMBER)).toEqual([]);
    expect(await refusal(rob.shares.familyRemove({ id: songs.id }))).toBe('11 share');
  });

  it('refuses what cannot be shared, in words, and shares nothing', async () => {
    mkdirSync(disk('Twice'));
    await put(ann, 'Once', `${home}/Twice`);
    for (const [name, path, users, reason] of [
      ['Once', `${home}/Trip`, [MEMBER], '11 name'],
      ['a/b', `${home}/Trip`, [MEMBER], '11 unusable'],
      ['..', `${home}/Trip`, [MEMBER], '11 unusable'],
      ['Again', `${home}/Twice`, [MEMBER], '11 folder'],
      ['Stranger', `${home}/Trip`, ['nobody'], '11 users'],
      ['File', `${home}/other.txt`, [MEMBER], '15 absent'],
      ['Nothing', `${home}/nothing`, [MEMBER], '15 absent'],
      ['Home', home, [MEMBER], '15 place'],
      ['Public', '/mnt/usb1/shared-files', [MEMBER], '15 place'],
      ['Safe', `${home}/.safebox`, [MEMBER], '13 path'],
      ['Theirs', `/mnt/usb1/${MEMBER}`, [MEMBER], '13 path'],
    ] as const)
      expect(await refusal(put(ann, name, path, users)), name).toBe(reason);
    expect(await refusal(put(ann, 'Once', `${home}/Twice`, [], 'unknown'))).toBe('11 share');
    expect(await shared(ann, OWNER)).toHaveLength(1);
  });

  it('P-13: the proposed folder is made', async () => {
    await put(ann, 'New', `${home}/my-shares/New`);
    expect(existsSync(disk('my-shares', 'New'))).toBe(true);
    await rob.files.makeFolder({ path: `${friends}/${OWNER}/New/from robert` });
    expect(existsSync(disk('my-shares', 'New', 'from robert'))).toBe(true);
  });

  it('a shared folder stays shared under a new name, and out of the recycle bin again, also after a restart', async () => {
    mkdirSync(disk('Album', 'Inner'), { recursive: true });
    const { id } = await put(ann, 'Inner', `${home}/Album/Inner`);
    const there = `${friends}/${OWNER}/Inner`;
    await ann.files.move({ source: `${home}/Album`, target: `${home}/Album 2` });
    writeFileSync(disk('Album 2', 'Inner', 'a.txt'), 'a');
    expect(await list(rob, there)).toEqual(['a.txt']);
    await ann.trash.put({ paths: [`${home}/Album 2`] });
    expect(await refusal(rob.files.list({ path: there, count: 1, hasbaseinfo: 0 }))).toMatch(/^13\b/);
    // It does not hide the others, and who may use it can still be said.
    expect(await list(rob, `${friends}/${OWNER}`)).toEqual(['New', 'Once']);
    const [gone] = (await shared(ann, OWNER)).filter((share) => share.id === id);
    await put(ann, 'Inner', gone?.path ?? '', [MEMBER], id);
    await ann.journal.undo({ id: [] });
    await box.stop();
    box = await startBoxProcess({ dataDir: box.dataDir });
    await meet();
    expect(await list(rob, there)).toEqual(['a.txt']);
  });
});
