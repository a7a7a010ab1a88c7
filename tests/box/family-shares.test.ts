import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient, FamilyShare } from '@boxwood/box-sdk';
import { BoxFailure, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

/** The code of the refusal and its subject. */
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
      target: `${there}/day 1/photo.jpg`,
      size: photo.length,
      mtime: 1_700_000_000,
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

    // Only inside of it: not next to it, above it, or the folder itself.
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
    // It does not hide the others, and its access can still be changed.
    expect(await list(rob, `${friends}/${OWNER}`)).toEqual(['New', 'Once']);
    const [gone] = (await shared(ann, OWNER)).filter((share) => share.id === id);
    await put(ann, 'Inner', gone?.path ?? '', [MEMBER], id);
    await ann.journal.undo({ id: [] });
    await box.stop();
    box = await startBoxProcess({ dataDir: box.dataDir });
    await meet();
    expect(await list(rob, there)).toEqual(['a.txt']);
  });

  describe('a share is its folder, not the name of it', () => {
    const there = (name: string) => `${friends}/${OWNER}/${name}`;
    const fill = (folder: string, file: string): void => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, file), file);
    };
    /** Everything that a member can see of it, through every command. */
    const seen = async (name: string): Promise<readonly string[]> => {
      const found: string[] = [];
      const note = async (look: Promise<readonly string[]>) => found.push(...(await look.catch(() => [])));
      await note(list(rob, there(name)));
      const query = { path: there(name), count: 500, hasbaseinfo: 0 } as const;
      await note(rob.files.list({ ...query, regex: '.*' }).then((page) => page.file_list.map(({ n }) => n)));
      const search = { regex: 'secret', roots: [4], count: 100, hasbaseinfo: 0 } as const;
      await note(rob.files.search(search).then((page) => page.file_list.map(({ n }) => n)));
      const { key } = await rob.session.fileKey({});
      const file = await fetch(`${box.origin}/port_80${encodeURI(there(name))}/secret.txt?key=${key}`);
      if (file.ok) found.push(await file.text());
      await note(rob.files.checksum({ path: `${there(name)}/secret.txt` }).then(({ sha256 }) => [sha256]));
      return found;
    };

    it('renamed above with an emoji in its name: the old name shows nothing', async () => {
      fill(disk('🏖️ Sea', 'Inner 🌊'), 'ours.txt');
      await put(ann, 'Waves', `${home}/🏖️ Sea/Inner 🌊`);
      await ann.files.move({ source: `${home}/🏖️ Sea`, target: `${home}/Sea 2` });
      fill(disk('🏖️ Sea', 'Inner 🌊'), 'secret.txt');
      expect(await list(rob, there('Waves'))).toEqual(['ours.txt']);
      expect((await shared(ann, OWNER)).find(({ name }) => name === 'Waves')?.path).toBe(`${home}/Sea 2/Inner 🌊`);
    });

    it('renamed by another program: what took its name is closed to others, and it is found again', async () => {
      fill(disk('Shell', 'Trip'), 'ours.txt');
      await put(ann, 'Shell', `${home}/Shell/Trip`);
      expect(await list(rob, there('Shell'))).toEqual(['ours.txt']);
      renameSync(disk('Shell'), disk('Renamed'));
      fill(disk('Shell', 'Trip'), 'secret.txt');
      // The creator has listed it: the box's cache of the new folder is not shared with others either.
      expect(await list(ann, `${home}/Shell/Trip`)).toEqual(['secret.txt']);
      for (let round = 0; round < 3; round += 1) expect(await seen('Shell')).not.toContain('secret.txt');
      await expect
        .poll(() => list(rob, there('Shell')).catch(() => []), { timeout: 30_000, interval: 50 })
        .toEqual(['ours.txt']);
      expect((await shared(ann, OWNER)).find(({ name }) => name === 'Shell')?.path).toBe(`${home}/Renamed/Trip`);
      await rob.files.makeFolder({ path: `${there('Shell')}/by rob` });
      expect(existsSync(disk('Renamed', 'Trip', 'by rob'))).toBe(true);
    });

    it('replaced while the box was off: nothing is written into what took its name', async () => {
      fill(disk('Off'), 'ours.txt');
      await put(ann, 'Off', `${home}/Off`);
      await box.stop();
      renameSync(disk('Off'), join(box.dataDir, 'outside'));
      fill(disk('Off'), 'secret.txt');
      box = await startBoxProcess({ dataDir: box.dataDir });
      await meet();
      expect(await seen('Off')).toEqual([]);
      expect(await list(rob, `${friends}/${OWNER}`)).not.toContain('Off');
      expect(await refusal(rob.files.makeFolder({ path: `${there('Off')}/mine` }))).toMatch(/^15\b/);
      expect(readdirSync(disk('Off'))).toEqual(['secret.txt']);
      // Moved back, it has its former access.
      rmSync(disk('Off'), { recursive: true });
      renameSync(join(box.dataDir, 'outside'), disk('Off'));
      expect(await list(rob, there('Off'))).toEqual(['ours.txt']);
    });

    it('removed for good or merged into another, its share is over; out of the bin again it goes on', async () => {
      const names = async () => (await shared(ann, OWNER)).map(({ name }) => name);
      fill(disk('Binned'), 'ours.txt');
      await put(ann, 'Binned', `${home}/Binned`);
      const inBin = async () => {
        await ann.trash.put({ paths: [`${home}/Binned`] });
        const { list: bin } = await ann.trash.list({ offset: 0, count: 10, order: '5', desc: 1 });
        return bin.filter(({ n }) => n === 'Binned').map(({ id }) => id);
      };
      await ann.trash.restore({ ids: await inBin() });
      expect(await list(rob, there('Binned'))).toEqual(['ours.txt']);
      await ann.trash.remove({ ids: await inBin() });
      expect(await names()).not.toContain('Binned');
      fill(disk('Binned'), 'secret.txt');
      expect(await seen('Binned')).toEqual([]);

      fill(disk('from', 'Merged'), 'ours.txt');
      fill(disk('to', 'Merged'), 'secret.txt');
      await put(ann, 'Merged', `${home}/from/Merged`);
      await ann.tasks.add({
        user: OWNER,
        type: 'MOVE',
        source: `${home}/from/Merged`,
        target: `${home}/to`,
        conflict: 1,
      });
      await expect.poll(() => existsSync(disk('from', 'Merged')), { timeout: 30_000 }).toBe(false);
      await expect.poll(names, { timeout: 30_000 }).not.toContain('Merged');
      fill(disk('from', 'Merged'), 'secret.txt');
      expect(await seen('Merged')).toEqual([]);

      await ann.files.makeFolder({ path: `${home}/Taken back` });
      await put(ann, 'Taken back', `${home}/Taken back`);
      await ann.journal.undo({ id: [] });
      expect([existsSync(disk('Taken back')), await names()]).toEqual([
        false,
        expect.not.arrayContaining(['Taken back']),
      ]);

      fill(disk('Erased', 'Deep'), 'ours.txt');
      await put(ann, 'Erased', `${home}/Erased/Deep`);
      await ann.tasks.add({ user: OWNER, type: 'REMOVE', source: `${home}/Erased` });
      await expect.poll(names, { timeout: 30_000 }).not.toContain('Erased');
    });
  });
});
