/** Links and family shares through the door of a whole box: who makes, sees and ends them, and what a visitor gets. */
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxClient } from '@boxwood/box-sdk';
import { shareFileAddress } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MEMBER, OWNER, refusal, runBox, type RunningBox, settle, signInAt } from '../testing.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = `/mnt/usb1/${MEMBER}`;
let box: RunningBox;
/** An administrator, and somebody who is none and makes the shares. */
let ann: BoxClient;
let rob: BoxClient;
const disk = (name: string) => join(box.usb1, MEMBER, name);
const share = (names: readonly string[], code = '0000', path = home) =>
  rob.shares.link({ path, names: [...names], days: 3, code });
const page = async (path: string, init: RequestInit = {}) => {
  const reply = await fetch(`${box.origin}${path}`, { ...init, redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};
const typed = (id: string, code: string) =>
  page(`/s/${id}`, { method: 'POST', headers: { origin: box.origin }, body: new URLSearchParams({ code }) });
const ticketOf = async (id: string, code = '') => (await box.stranger.shares.open({ id, code })).ticket;
const at = (id: string, ticket: string, index = 0, path?: string) =>
  page(shareFileAddress('', { id, index, ticket, ...(path === undefined ? {} : { path }) }));
/** The addresses of a page, as a browser reads them. */
const linksOf = (text: string, pattern = /href="(\/s\/[^"]*)"/g) =>
  [...text.matchAll(pattern)].map(([, address = '']) => address.replaceAll('&amp;', '&'));

beforeAll(async () => {
  box = await runBox();
  await settle(box);
  [ann, rob] = [await signInAt(box, OWNER), await signInAt(box, MEMBER)];
  mkdirSync(disk('Trip/deep/.git'), { recursive: true });
  writeFileSync(disk('letter.txt'), 'dear friend');
  writeFileSync(disk('Trip/deep/photo.jpg'), 'picture');
  writeFileSync(disk('Trip/deep/.git/config'), 'hidden');
  writeFileSync(disk('.hush'), 'hidden');
  symlinkSync('/etc/passwd', disk('Trip/away'));
  mkdirSync(disk('Many'));
  for (let n = 0; n < 230; n += 1) writeFileSync(disk(`Many/${String(n).padStart(3, '0')}.txt`), '');
  mkdirSync(disk('Links'));
  for (let n = 0; n < 210; n += 1) symlinkSync('/etc/passwd', disk(`Links/hush${String(n).padStart(3, '0')}`));
  writeFileSync(disk('Links/zebra.txt'), 'shown');
});
afterAll(() => box.remove());

describe('a link', () => {
  it('is made of what its owner may read, and seen and ended by nobody else, an administrator included', async () => {
    const { id, url } = await share(['letter.txt'], '1234');
    expect(url).toBe(`${box.origin}/s/${id}`);
    for (const [path, names, code] of [
      [`/mnt/usb1/${OWNER}`, ['Download'], '13 otherUser'],
      [home, ['nothing'], '15 ENOENT'],
      [home, ['.hush'], '15 hidden'],
      [home, ['letter.txt', 'letter.txt'], '11 names'],
    ] as const)
      expect((await refusal(share(names, '0000', path))).slice(0, 2), String(names)).toBe(code.slice(0, 2));
    const list = (client: BoxClient, user: string) => client.shares.list({ user, page: 1, count: 10 });
    expect((await list(rob, MEMBER)).list.map((one) => [one.id, one.code])).toEqual([[id, '1234']]);
    expect(await refusal(list(ann, MEMBER))).toBe('13 user');
    expect((await list(ann, OWNER)).total).toBe(0);
    expect(await refusal(ann.shares.remove({ id }))).toBe('13 share');
    expect(await refusal(rob.shares.remove({ id: 'B'.repeat(16) }))).toBe('11 share');
    expect(await refusal(rob.shares.remove({ id }))).toBe('done');
    expect((await page(`/s/${id}`)).status).toBe(404);
    expect(
      await refusal(
        rob.shares.add({ type: 3, user: MEMBER, count: 1, path: home, files: ['letter.txt'], targets: ['x'] }),
      ),
    ).toBe('3 notOffered');
    expect(await refusal(ann.shares.add({ type: 1, user: MEMBER, count: 1, path: home, files: ['letter.txt'] }))).toBe(
      '13 user',
    );
  });

  it('asks for its code and tells nothing before; wrong ones are counted, and say so', async () => {
    const { id } = await share(['letter.txt'], '0420');
    const asked = await page(`/s/${id}`);
    expect([asked.status, asked.text.includes('name="code"'), asked.text.includes('letter.txt')]).toEqual([
      200,
      true,
      false,
    ]);
    expect(asked.headers.get('content-security-policy')).toMatch(/default-src 'none'(?!.*script)/);
    expect(asked.headers.get('cache-control')).toBe('no-store');
    expect(await refusal(box.stranger.shares.open({ id, code: '' }))).toBe('6 code');
    expect((await typed(id, 'abcd')).status).toBe(403);
    const open = await typed(id, '0420');
    expect([open.status, open.text.includes('letter.txt')]).toEqual([200, true]);
    for (let n = 0; n < 5; n += 1) expect((await typed(id, '0421')).status, `${n}`).toBe(403);
    const closed = await typed(id, '0420');
    expect([closed.status, closed.headers.get('retry-after')]).toEqual([429, '600']);
    expect(closed.text).toContain('Wait ten minutes');
    expect((await typed(`${id}x`, '0420')).status).toBe(404);
    const long = new URLSearchParams({ code: '0420', more: 'x'.repeat(2000) });
    expect((await page(`/s/${id}`, { method: 'POST', headers: { origin: box.origin }, body: long })).status).toBe(404);
    const away = { origin: 'http://evil.example' };
    expect((await page(`/s/${id}`, { method: 'POST', headers: away, body: '' })).status).toBe(403);
  });

  it('opens folders with a way back, and names nothing that is hidden, a link or outside', async () => {
    const { id } = await share(['Trip', 'letter.txt']);
    const ticket = await ticketOf(id);
    const top = await at(id, ticket);
    expect([top.text.includes('deep'), top.text.includes('away')]).toEqual([true, false]);
    const [back = ''] = linksOf(top.text);
    const again = await page(back);
    expect([again.status, again.text.includes('letter.txt')]).toEqual([200, true]);
    // A time that nobody set is not shown.
    utimesSync(disk('Trip/deep/photo.jpg'), 0, 0);
    const deep = await at(id, ticket, 0, 'deep');
    expect(deep.text).not.toContain('1970');
    expect([deep.text.includes('photo.jpg'), deep.text.includes('.git')]).toEqual([true, false]);
    // All files, then Trip; where the visitor is, is no link.
    const [, trip = ''] = linksOf(deep.text);
    expect((await page(trip)).text).toContain('deep');
    expect(deep.text).toMatch(/aria-current="page"><bdi>deep/);
    const file = await at(id, ticket, 0, 'deep/photo.jpg');
    expect([file.text, file.headers.get('content-disposition')?.startsWith('attachment')]).toEqual(['picture', true]);
    for (const path of ['..', '../letter.txt', 'deep/../../letter.txt', 'deep/.git/config', 'away', 'deep//photo.jpg'])
      expect((await at(id, ticket, 0, path)).status, path).toBe(404);
    expect((await at(id, ticket, 2)).status).toBe(404);
    const missing = await at(id, ticket, 0, 'nothing');
    expect([missing.status, missing.text.includes('no longer there')]).toEqual([404, true]);
    for (const bad of ['', 'x', `${ticket}x`]) {
      const refused = await at(id, bad);
      expect([refused.status, refused.text.includes('Your visit has ended')], bad).toEqual([403, true]);
    }
    expect((await at(id, await ticketOf((await share(['letter.txt'])).id))).status).toBe(403);
  });

  it('is made of a file on a disk that was plugged in as well', async () => {
    const stick = join(box.usb1, '..', 'extdev', 'stick');
    mkdirSync(stick, { recursive: true });
    writeFileSync(join(stick, 'film.txt'), 'film');
    const { id } = await share(['film.txt'], '0000', '/mnt/extdev/stick');
    expect((await at(id, await ticketOf(id))).text).toBe('film');
  });

  it('shows a long folder page by page, each entry once, also when most of it is not shown', async () => {
    const { id } = await share(['Many', 'Links']);
    const ticket = await ticketOf(id);
    const walk = async (index: number): Promise<readonly string[]> => {
      const names: string[] = [];
      for (let reply = await at(id, ticket, index); ;) {
        expect(reply.status).toBe(200);
        expect(reply.text).not.toContain('hush');
        names.push(...[...reply.text.matchAll(/<div class="name"><bdi>([^<]*)/g)].map(([, name = '']) => name));
        const [next] = linksOf(reply.text, /class="more"><a href="([^"]*)"/g);
        if (next === undefined) return names;
        reply = await page(next);
      }
    };
    expect(await walk(0)).toEqual(Array.from({ length: 230 }, (_, n) => `${String(n).padStart(3, '0')}.txt`));
    expect(await walk(1)).toEqual(['zebra.txt']);
  });

  it('whose files are gone says so, comes back with them, and keeps the places of the others', async () => {
    writeFileSync(disk('one.txt'), '1');
    writeFileSync(disk('two.txt'), '2');
    const { id } = await share(['one.txt', 'two.txt']);
    const ticket = await ticketOf(id);
    renameSync(disk('one.txt'), disk('other.txt'));
    const { list } = await box.stranger.shares.open({ id, code: '' });
    expect(list.map(({ n, s }) => [n, s])).toEqual([
      ['one.txt', 0],
      ['two.txt', 1],
    ]);
    expect((await page(`/s/${id}`)).text).not.toContain('one.txt');
    expect((await at(id, ticket, 1)).text).toBe('2');
    rmSync(disk('two.txt'));
    const gone = await page(`/s/${id}`);
    expect([gone.status, gone.text.includes('no longer there')]).toEqual([410, true]);
    renameSync(disk('other.txt'), disk('one.txt'));
    expect((await page(`/s/${id}`)).status).toBe(200);
    for (const path of ['/s/', '/s/x', `/s/${'A'.repeat(16)}`, `/s/${id}/f/`, `/s/${id}/f/100`])
      expect((await page(path)).status, path).toBe(404);
  });
});

describe('a family share', () => {
  const put = (client: BoxClient, name: string, more: object = {}) =>
    client.shares.familyPut({
      ...{ id: '', name, path: `${home}/Trip`, users: [{ user: OWNER, perm: 'rw' as const }] },
      ...more,
    });
  const list = (client: BoxClient, user: string) => client.shares.familyList({ user });

  it('is of a folder of one’s own, changed by its creator, ended by them or an administrator, and seen by who is in it', async () => {
    expect(await refusal(put(rob, '..'))).toBe('11 unusable');
    expect(await refusal(put(rob, 'x', { path: home }))).toBe('15 place');
    expect(await refusal(put(rob, 'x', { path: `${home}/letter.txt` }))).toBe('15 absent');
    expect(await refusal(put(rob, 'x', { path: '/mnt/usb1/shared-files' }))).toBe('15 place');
    expect(await refusal(put(rob, 'x', { users: [{ user: MEMBER, perm: 'none' }] }))).toBe('11 creator');
    expect((await refusal(put(ann, 'x'))).slice(0, 2)).toBe('13');
    const { id } = await put(rob, 'Trip');
    expect((await list(rob, MEMBER)).list).toMatchObject([{ id, path: `${home}/Trip`, owner: MEMBER }]);
    const friends = `/mnt/usb1/${OWNER}/.share2me/${MEMBER}/Trip`;
    expect((await list(ann, OWNER)).list).toMatchObject([{ id, path: friends }]);
    expect(await refusal(list(ann, MEMBER))).toBe('13 user');
    expect(await refusal(put(ann, 'Trip', { id }))).toBe('13 share');
    expect(await refusal(put(rob, 'Trip', { id: 'nothing' }))).toBe('11 share');
    const inside = () => refusal(ann.files.list({ path: friends, count: 10, order: 1, dirfirst: 1, hasbaseinfo: 0 }));
    expect(await inside()).toBe('done');
    await put(rob, 'Trip', { id, users: [] });
    expect(await inside()).not.toBe('done');
    await put(rob, 'Trip', { id });
    expect(await inside()).toBe('done');
    const own = await ann.shares.familyPut({ id: '', name: 'Own', path: `/mnt/usb1/${OWNER}/Download`, users: [] });
    expect(await refusal(rob.shares.familyRemove({ id: own.id }))).toBe('13 share');
    expect(await refusal(rob.shares.familyRemove({ id: 'nothing' }))).toBe('11 share');
    expect(await refusal(ann.shares.familyRemove({ id: 'nothing' }))).toBe('11 share');
    expect(await refusal(ann.shares.familyRemove({ id }))).toBe('done');
    expect(await inside()).not.toBe('done');
  });

  it('whose folder another program renames is closed to others until it is found again', async () => {
    mkdirSync(disk('Garden/pond'), { recursive: true });
    writeFileSync(disk('Garden/pond/frog.txt'), 'frog');
    mkdirSync(disk('far/away'), { recursive: true });
    const { id } = await put(rob, 'Pond', { path: `${home}/Garden/pond` });
    const friends = `/mnt/usb1/${OWNER}/.share2me/${MEMBER}/Pond`;
    const seen = async () => {
      const answer = ann.files.list({ path: friends, count: 10, order: 1, dirfirst: 1, hasbaseinfo: 0 });
      return answer.then(
        ({ file_list: files }) => files.map(({ n }) => n).join(),
        () => 'closed',
      );
    };
    expect(await seen()).toBe('frog.txt');
    renameSync(disk('Garden/pond'), disk('far/away/lake'));
    mkdirSync(disk('Garden/pond'));
    writeFileSync(disk('Garden/pond/secret.txt'), 'of rob alone');
    expect(await seen()).toBe('closed');
    await vi.waitFor(async () => expect(await seen()).toBe('frog.txt'), { timeout: 20_000 });
    expect((await list(rob, MEMBER)).list.find((one) => one.id === id)?.path).toBe(`${home}/far/away/lake`);
  });
});
