/**
 * What the specification requires of files, transfers, areas, shares and messages, at our box and at the literal one:
 * one test for both.
 */
import type { BoxClient } from '@boxwood/box-sdk';
import { BoxFailure, FinishUpload, PutChunk, uploadFile } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHILD, MEMBER, OWNER } from '../lib/box/box-process.ts';
import { signInAt, CONTRACT_TARGETS, type TargetBox } from '../lib/box/targets.ts';

const HOME = `/mnt/usb1/${OWNER}`;
const page = { count: 500, hasbaseinfo: 0 } as const;

const source = (target: string, text: string, mtime = 1_759_000_000) => {
  const data = new TextEncoder().encode(text);
  return {
    target,
    size: data.length,
    mtime,
    read: (from: number, to: number) => Promise.resolve(data.slice(from, to)),
  };
};

/** The number of a refusal; "done" for a success. */
const refusal = async (call: Promise<unknown>): Promise<number | string> => {
  const failure = await call.then(
    () => 'done',
    (error: unknown) => error,
  );
  if (failure === 'done') return failure;
  if (!(failure instanceof BoxFailure)) throw new Error(String(failure));
  return failure.error._tag === 'Refused' ? failure.error.code : failure.error._tag;
};

describe.each(CONTRACT_TARGETS)('$name', (target) => {
  let place: TargetBox;
  let own: Awaited<ReturnType<typeof signInAt>>;
  let box: BoxClient;
  let folder = '';
  let round = 0;

  beforeAll(async () => {
    place = await target.open();
    own = await signInAt(place, OWNER);
    ({ box } = own);
  });
  afterAll(() => place.close());
  /** Puts files into a new folder through the box's own commands. */
  const fill = async (files: Readonly<Record<string, string>>): Promise<void> => {
    folder = `${HOME}/round ${(round += 1)}`;
    await box.files.makeFolder({ path: folder });
    for (const [name, text] of Object.entries(files))
      expect(await uploadFile(box, source(`${folder}/${name}`, text))).toMatchObject({ _tag: 'Right' });
  };
  const namesIn = async (path: string, client = box): Promise<readonly string[]> =>
    (await client.files.list({ path, ...page })).file_list.map(({ n }) => n);

  it('lists page by page, counts and searches', async () => {
    await fill(Object.fromEntries(['b10', 'B9', '家', 'a', 'c/deep b9'].map((name) => [`${name}.txt`, name])));
    const path = folder;
    await expect.poll(() => namesIn(path)).toHaveLength(5);
    const whole = await namesIn(path);
    expect(whole.indexOf('B9.txt')).toBeLessThan(whole.indexOf('b10.txt'));
    const paged: string[] = [];
    for (let last = null; ;) {
      const { sum, file_list } = await box.files.list({
        path,
        count: 2,
        hasbaseinfo: last === null ? 0 : 1,
        ...(last === null ? {} : { baseinfo: last }),
      });
      expect(sum).toBe(5);
      paged.push(...file_list.map(({ n }) => n));
      const item = file_list.at(-1);
      if (item === undefined) break;
      last = { n: item.n, t: item.t, k: item.k };
    }
    expect(paged).toEqual(whole);
    expect(await box.files.list({ path, count: 0, hasbaseinfo: 0 })).toMatchObject({ sum: 5, file_list: [] });
    const found = async () => (await box.files.list({ path, ...page, regex: 'b9', count: 50 })).file_list;
    await expect.poll(async () => (await found()).map(({ n }) => n).toSorted()).toEqual(['B9.txt', 'deep b9.txt']);
    expect(await refusal(box.files.list({ path, ...page, regex: '(' }))).toBe(11);
    expect(await refusal(box.files.list({ path: `${path}/none`, count: 1, hasbaseinfo: 0 }))).toBe(6);
  });

  it('a name is free until its upload is confirmed; what is there already is known, kept, or replaced', async () => {
    await fill({});
    const at = `${folder}/a.txt`;
    expect(await box.transfers.prepare({ target: at, size: 3 })).toMatchObject({ baseinfo: { size: 0, mtime_sec: 0 } });
    const { uuid } = await box.transfers.prepare({ target: at, size: 3 });
    const sent = await box.transfer(PutChunk, { uuid, start: 0 }, new TextEncoder().encode('old'))();
    expect(sent).toMatchObject({ _tag: 'Right' });
    expect(place.text(at)).toBeUndefined();
    await box.transfers.finish({ target: at, size: 3, reserved: '0', uuid, ctime: 1_759_000_000 });
    expect(place.text(at)).toBe('old');
    const kept = await uploadFile(box, source(at, 'new'), { keep: 'k1' });
    expect(kept).toMatchObject({ right: { path: `${folder}/a_copy.txt` } });
    await uploadFile(box, source(at, 'newer'));
    expect([place.text(at), place.text(`${folder}/a_copy.txt`)]).toEqual(['newer', 'new']);
    expect(await uploadFile(box, source(at, 'newer'))).toMatchObject({ right: { identical: true } });
    expect(await uploadFile(box, source(`${folder}/empty.txt`, ''))).toMatchObject({ right: { identical: false } });
    expect(place.text(`${folder}/empty.txt`)).toBe('');
  });

  it('an upload that is short is refused with 11, a wrong start with 409, one that nobody began with 404', async () => {
    await fill({});
    const target = `${folder}/short.bin`;
    const { uuid } = await box.transfers.prepare({ target, size: 10 });
    await box.transfer(PutChunk, { uuid, start: 0 }, new Uint8Array(4))();
    const wrong = await box.transfer(PutChunk, { uuid, start: 7 }, new Uint8Array(3))();
    expect(wrong).toMatchObject({ left: { _tag: 'Http', status: 409 } });
    const unknown = await box.transfer(PutChunk, { uuid: 'x'.repeat(32), start: 0 }, new Uint8Array(1))();
    expect(unknown).toMatchObject({ left: { _tag: 'Http', status: 404 } });
    const short = await box.exec(FinishUpload, { target, size: 10, reserved: '0', uuid, ctime: 1 })();
    expect(short).toMatchObject({ left: { _tag: 'Refused', code: 11 } });
  });

  it('makes folders, renames and never replaces, throws away and brings back, deletes', async () => {
    await fill({ 'a.txt': 'a', 'b.txt': 'b' });
    // 1 also means that it exists (G-02): creating it again succeeds.
    await box.files.makeFolder({ path: `${folder}/x/y` });
    await box.files.makeFolder({ path: `${folder}/x/y` });
    expect(await refusal(box.files.move({ source: `${folder}/a.txt`, target: `${folder}/b.txt` }))).toBe(11);
    expect(await refusal(box.files.move({ source: `${folder}/none`, target: `${folder}/n` }))).toBe(15);
    await box.files.move({ source: `${folder}/a.txt`, target: `${folder}/旅行.txt` });
    await box.files.rename({ renames: [{ source: `${folder}/b.txt`, target: `${folder}/trip-01.txt` }] });
    expect(place.names(folder)).toEqual(['trip-01.txt', 'x', '旅行.txt']);
    await box.trash.put({ paths: [`${folder}/trip-01.txt`] });
    expect(place.names(folder)).toEqual(['x', '旅行.txt']);
    // A box may retain replaced files as well.
    const bin = await box.trash.list({ offset: 0, count: 100, order: '5', desc: 1 });
    const list = bin.list.filter(({ p }) => p === folder);
    expect(list).toMatchObject([{ n: 'trip-01.txt', p: folder, s: 1 }]);
    await box.trash.restore({ ids: list.map(({ id }) => id) });
    expect(place.text(`${folder}/trip-01.txt`)).toBe('b');
    await box.files.remove({ paths: [`${folder}/trip-01.txt`] });
    expect(place.names(folder)).toEqual(['x', '旅行.txt']);
  });

  it('copies and moves as tasks, keeping both where a name is taken', async () => {
    await fill({ 'Trip/a.txt': 'a', 'Trip/深/b.txt': 'b', 'New/Trip/old.txt': 'old' });
    const task = async (type: 'COPY' | 'MOVE'): Promise<void> => {
      await box.tasks.add({ user: OWNER, type, source: `${folder}/Trip`, target: `${folder}/New`, conflict: 2 });
      const states = async () =>
        (await box.tasks.list({ user: OWNER, count: 100, start: 0, type: 'ALL' })).list.map(({ tb_state }) => tb_state);
      await expect.poll(async () => (await states()).every((state) => state === 1)).toBe(true);
    };
    await task('COPY');
    expect(place.names(`${folder}/New`)).toEqual(['Trip', 'Trip_copy']);
    expect(place.text(`${folder}/New/Trip_copy/深/b.txt`)).toBe('b');
    await task('MOVE');
    expect(place.names(`${folder}/New`)).toHaveLength(3);
    expect(place.names(folder)).toEqual(['New']);
  });

  it('nobody sees or touches what belongs to somebody else, nor what is in no place', async () => {
    await fill({ 'own.txt': 'mine' });
    const other = await signInAt(place, MEMBER);
    expect(await refusal(other.box.files.list({ path: folder, ...page }))).toBe(13);
    for (const path of [`/mnt/usb1/${MEMBER}/x`, '/etc/passwd', `${HOME}/.safebox/x`])
      expect(await refusal(box.transfers.prepare({ target: path, size: 1 })), path).toEqual(expect.any(Number));
  });

  it('the safe and the private files open with their password only, and wrong ones lock them', async () => {
    const username = CHILD;
    const child = await signInAt(place, CHILD);
    const [safe, home] = ['.safebox', '.safe_home'].map((area) => `/mnt/usb1/${CHILD}/${area}`) as [string, string];
    for (const path of [safe, home]) expect(await refusal(child.box.files.list({ path, ...page }))).toBe(13);
    await child.box.safe.setUp({ username, password: 'tulip-42' });
    expect(await refusal(child.box.safe.unlock({ username, password: 'wrong-1' }))).toBe(6);
    await child.box.safe.unlock({ username, password: 'tulip-42' });
    expect(await namesIn(safe, child.box)).toEqual([]);
    await child.box.safe.lock({ area: 'safe' });
    expect(await refusal(child.box.files.list({ path: safe, ...page }))).toBe(13);
    await child.box.safe.setPrivatePassword({ username, password: 'crocus-7' });
    for (let tries = 0; tries < 5; tries += 1)
      expect([6, 16]).toContain(await refusal(child.box.safe.unlockPrivate({ username, password: 'wrong-1' })));
    expect(await refusal(child.box.safe.unlockPrivate({ username, password: 'crocus-7' }))).toBe(16);
  });

  it('shares by link, and with the family', async () => {
    await fill({ 'Trip/a.txt': 'a' });
    const link = await box.shares.link({ path: folder, names: ['Trip'], days: 3, code: '0420' });
    expect(link.url).toMatch(/^https?:/);
    const listed = async () => (await box.shares.list({ user: OWNER, page: 1, count: 50 })).list;
    expect(await listed()).toMatchObject([{ files: ['Trip'] }]);
    // The answer need not contain the share; the list does.
    for (const { id } of await listed()) await box.shares.remove({ id });
    expect(await listed()).toEqual([]);
    await box.shares.familyPut({
      id: '',
      name: 'Trip',
      path: `${folder}/Trip`,
      users: [{ user: MEMBER, perm: 'rw' }],
    });
    const robert = await signInAt(place, MEMBER);
    await expect
      .poll(() => namesIn(`/mnt/usb1/${MEMBER}/.share2me/${OWNER}/Trip`, robert.box).catch(() => []))
      .toEqual(['a.txt']);
  });

  it('tells messages, how it is and what it is', async () => {
    const before = await own.account.messages.unread({});
    await own.account.messages.markRead({ type: 1 });
    expect((await own.account.messages.unread({})).total).toBeLessThanOrEqual(before.total);
    expect(await own.account.messages.list({ type: 1, pageNo: 1, pageSize: 100 })).toHaveProperty('datas');
    const status = await box.monitor.status({});
    expect(status.memory_info.memory_total).toBeGreaterThan(0);
    expect((await box.disks.list({})).disks.some(({ mntdir }) => mntdir === '/mnt/usb1')).toBe(true);
    expect((await box.system.product({})).product).toMatch(/^(N2|N3|G2)$/);
    const [listed] = await own.account.roster.boxes({});
    expect(listed).toMatchObject({ online: 'Y' });
  });
});
