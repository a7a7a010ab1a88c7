import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GEN, MAX_FAVOURITES } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER, OWNER, type TestBox, startTestBox, setUpTestBox, signInToTestBox } from '../../box-test-helpers.ts';
import { describeRefusal } from '../../platform/testing/describe-refusal.ts';

let box: TestBox;
let ann: Awaited<ReturnType<typeof signInToTestBox>>;
let bob: Awaited<ReturnType<typeof signInToTestBox>>;
let verifier: string;

const home = `/mnt/usb1/${OWNER}`;
const make = (...names: readonly string[]): string => {
  mkdirSync(join(box.usb1, OWNER, ...names), { recursive: true });
  return [home, ...names].join('/');
};
/** The list as text. */
const shown = async (who: typeof ann): Promise<readonly string[]> =>
  (await who.favourites.list({})).list.map(({ path, gone }) => `${path}${gone === 1 ? ' gone' : ''}`);
/** Runs `work` and expects a change of the favourites to be reported. */
const expectNotification = async (who: typeof ann, work: () => unknown): Promise<void> => {
  let { cursor } = await who.changes.wait({ cursor: '', wait: 0, folders: [] });
  await work();
  const told = new Set<string>();
  for (let tries = 0; tries < 5 && !told.has('favourites'); tries += 1) {
    const changed = await who.changes.wait({ cursor, wait: 5, folders: [] });
    ({ cursor } = changed);
    for (const area of changed.areas) told.add(area);
  }
  expect(told).toContain('favourites');
};

beforeAll(async () => {
  box = await startTestBox();
  verifier = await setUpTestBox(box);
  [ann, bob] = [await signInToTestBox(box, OWNER), await signInToTestBox(box, MEMBER)];
}, 60_000);
afterAll(() => box.remove());

describe('favourites', () => {
  it('are each person’s own, in the order in which they were put, each once, and are told of', async () => {
    const [letters, films] = [make('Letters'), make('Films')];
    writeFileSync(join(box.usb1, OWNER, 'note.txt'), 'x');
    for (const path of [letters, `${home}/note.txt`, films, letters]) await ann.favourites.put({ path });
    const { list } = await ann.favourites.list({});
    expect(list.map(({ path, folder, gone }) => [path, folder, gone])).toEqual([
      [letters, 1, 0],
      [`${home}/note.txt`, 0, 0],
      [films, 1, 0],
    ]);
    expect(await shown(bob)).toEqual([]);
    const [first] = list;
    expect(await describeRefusal(bob.favourites.remove({ id: first?.id ?? 0 }))).toBe(`${GEN.path} favourite`);
    await expectNotification(ann, () => ann.favourites.remove({ id: first?.id ?? 0 }));
    expect(await shown(ann)).toEqual([`${home}/note.txt`, films]);
    for (const { id } of list.slice(1)) await ann.favourites.remove({ id });
  });

  it('follow a rename of theirs and of a folder above; in the bin they are gone, and back when it comes back', async () => {
    const path = make('House', 'Bills', '2024 🏠');
    const { id } = await ann.favourites.put({ path });
    await expectNotification(ann, () => ann.files.move({ source: path, target: `${home}/House/Bills/new` }));
    await ann.files.move({ source: `${home}/House`, target: `${home}/Home` });
    expect(await shown(ann)).toEqual([`${home}/Home/Bills/new`]);
    await ann.trash.put({ paths: [`${home}/Home/Bills`] });
    expect(await shown(ann)).toEqual([`${home}/Home/Bills/new gone`]);
    await ann.journal.undo({ id: [] });
    expect(await shown(ann)).toEqual([`${home}/Home/Bills/new`]);
    await expectNotification(ann, () => ann.files.remove({ paths: [`${home}/Home`] }));
    expect(await shown(ann)).toEqual([`${home}/Home/Bills/new gone`]);
    await ann.favourites.remove({ id });
  });

  it('what another program took away is gone; what nobody may see or is not there is none', async () => {
    const { id } = await ann.favourites.put({ path: make('Away') });
    renameSync(join(box.usb1, OWNER, 'Away'), join(box.usb1, OWNER, 'Elsewhere'));
    expect(await shown(ann)).toEqual([`${home}/Away gone`]);
    await ann.favourites.remove({ id });
    rmSync(join(box.usb1, OWNER, 'Elsewhere'), { recursive: true });
    expect(await describeRefusal(ann.favourites.put({ path: `${home}/never` }))).toBe(`${GEN.path} absent`);
    expect(await describeRefusal(bob.favourites.put({ path: home }))).toMatch(String(GEN.noPrivilege));
    await ann.safe.setPrivatePassword({ username: OWNER, password: 'rose-4242' });
    await ann.safe.unlockPrivate({ username: OWNER, password: 'rose-4242' });
    expect(await describeRefusal(ann.favourites.put({ path: `${home}/.safe_home` }))).toBe(`${GEN.invalid} place`);
  });

  it('a folder that somebody shared is a favourite under the name that its user sees, while they may', async () => {
    const path = make('Trip', 'Lake');
    const share = { id: '', name: 'Trip', path: `${home}/Trip` };
    await ann.shares.familyPut({ ...share, users: [{ user: MEMBER, perm: 'rw' }] });
    const seen = `/mnt/usb1/${MEMBER}/.share2me/${OWNER}/Trip/Lake`;
    await bob.favourites.put({ path: seen });
    await ann.files.move({ source: path, target: `${home}/Trip/Sea` });
    expect(await shown(bob)).toEqual([seen.replace('Lake', 'Sea')]);
    const [made] = (await ann.shares.familyList({ user: OWNER })).list;
    await ann.shares.familyRemove({ id: made?.id ?? '' });
    expect(await shown(bob)).toEqual([`${seen.replace('Lake', 'Sea')} gone`]);
  });

  it('a person has a hundred, and none when they come back after they left', { timeout: 30_000 }, async () => {
    for (let at = 0; at < MAX_FAVOURITES; at += 1) await ann.favourites.put({ path: make('Many', String(at)) });
    expect(await describeRefusal(ann.favourites.put({ path: make('One more') }))).toBe(`${GEN.overLimit} favourites`);
    const owner = { userName: OWNER, verifier };
    await box.pushRoster([owner]);
    await box.pushRoster([owner, { userName: MEMBER, verifier }]);
    expect(await shown(await signInToTestBox(box, MEMBER))).toEqual([]);
  });
});
