/**
 * Links and family shares over HTTP with a whole box: who creates, sees and ends them, and what a visitor can access.
 */
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxClient } from '@boxwood/box-sdk';
import { shareFileAddress } from '@boxwood/box-sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MEMBER, OWNER, startTestBox, type TestBox, setUpTestBox, signInToTestBox } from '../../box-test-helpers.ts';
import { describeRefusal } from '../../platform/testing/describe-refusal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = `/mnt/usb1/${MEMBER}`;
let box: TestBox;
/** An administrator, and a regular user who creates the shares. */
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
const ticketOf = async (id: string, code = '') => (await box.anonymous.shares.open({ id, code })).ticket;
const at = (id: string, ticket: string, index = 0, path?: string) =>
  page(shareFileAddress('', { id, index, ticket, ...(path === undefined ? {} : { path }) }));
/** The links of a page, as a browser reads them. */
const linksOf = (text: string, pattern = /href="(\/s\/[^"]*)"/g) =>
  [...text.matchAll(pattern)].map(([, address = '']) => address.replaceAll('&amp;', '&'));

beforeAll(async () => {
  box = await startTestBox();
  await setUpTestBox(box);
  [ann, rob] = [await signInToTestBox(box, OWNER), await signInToTestBox(box, MEMBER)];
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
    // Sharing the same entries again returns the same link and reports it as known.
    expect(await share(['letter.txt'], '1234')).toMatchObject({ id, known: 1 });
    const other = await share(['letter.txt'], '4321');
    expect(other).toMatchObject({ known: 0 });
    await rob.shares.remove({ id: other.id });
    for (const [path, names, code] of [
      [`/mnt/usb1/${OWNER}`, ['Download'], '13 otherUser'],
      [home, ['nothing'], '15 ENOENT'],
      [home, ['.hush'], '15 hidden'],
      [home, ['letter.txt', 'letter.txt'], '11 names'],
    ] as const)
      expect((await describeRefusal(share(names, '0000', path))).slice(0, 2), String(names)).toBe(code.slice(0, 2));
    const list = (client: BoxClient, user: string) => client.shares.list({ user, page: 1, count: 10 });
    expect((await list(rob, MEMBER)).list.map((one) => [one.id, one.code])).toEqual([[id, '1234']]);
    expect(await describeRefusal(list(ann, MEMBER))).toBe('13 user');
    expect((await list(ann, OWNER)).total).toBe(0);
    expect(await describeRefusal(ann.shares.remove({ id }))).toBe('13 share');
    expect(await describeRefusal(rob.shares.remove({ id: 'B'.repeat(16) }))).toBe('11 share');
    expect(await describeRefusal(rob.shares.remove({ id }))).toBe('done');
    expect((await page(`/s/${id}`)).status).toBe(404);
    expect(
      await describeRefusal(
        rob.shares.add({ type: 3, user: MEMBER, count: 1, path: home, files: ['letter.txt'], targets: ['x'] }),
      ),
    ).toBe('3 notOffered');
    expect(
      await describeRefusal(ann.shares.add({ type: 1, user: MEMBER, count: 1, path: home, files: ['letter.txt'] })),
    ).toBe('13 user');
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
    expect(await describeRefusal(box.anonymous.shares.open({ id, code: '' }))).toBe('6 code');
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
    const [, back = ''] = linksOf(top.text);
    const again = await page(back);
    expect([again.status, again.text.includes('letter.txt')]).toEqual([200, true]);
    // An unknown modification time is not displayed.
    utimesSync(disk('Trip/deep/photo.jpg'), 0, 0);
    const deep = await at(id, ticket, 0, 'deep');
    expect(deep.text).not.toContain('1970');
    expect([deep.text.includes('photo.jpg'), deep.text.includes('.git')]).toEqual([true, false]);
    // Breadcrumbs: All files, then Trip; the current page is not a link.
    const [, , trip = ''] = linksOf(deep.text);
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
        names.push(
          ...[...reply.text.matchAll(/<div class="name"><a [^>]*><bdi>([^<]*)/g)].map(([, name = '']) => name),
        );
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
    const { list } = await box.anonymous.shares.open({ id, code: '' });
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

describe('the page of a link', () => {
  const picture = (colour: string) =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
      .jpeg()
      .toBuffer();
  const follow = async (address: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${box.origin}${address}`, { headers, redirect: 'manual' });
    return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
  };

  beforeAll(async () => {
    mkdirSync(disk('Holidays/more/.git'), { recursive: true });
    for (const [name, colour] of [
      ['1.jpg', '#3366aa'],
      ['2.jpg', '#aa3366'],
      ['more/3.jpg', '#66aa33'],
    ] as const)
      writeFileSync(disk(`Holidays/${name}`), await picture(colour));
    writeFileSync(disk('Holidays/broken.jpg'), 'no picture');
    writeFileSync(disk('Holidays/film.webm'), 'a film');
    writeFileSync(disk('Holidays/packing.txt'), 'socks');
    writeFileSync(disk('Holidays/prices.xyz'), 'many');
    writeFileSync(disk('Holidays/.diary'), 'hidden');
    writeFileSync(disk('Holidays/more/.git/config'), 'hidden');
  });

  it('says who gives what until when, and shows a single folder at once, with its pictures', async () => {
    const { id } = await share(['Holidays']);
    const { text } = await page(`/s/${id}`);
    expect(text).toContain('<h1><bdi>Holidays</bdi></h1>');
    expect(text).toContain(`${MEMBER} shares 4 photos, 1 film and 2 files with you`);
    expect(text).toMatch(/until (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d\d:\d\d</);
    expect(text).toMatch(/Download all · [\d.]+ [KM]?B/);
    const chinese = await page(`/s/${id}`, { headers: { 'accept-language': 'zh-CN' } });
    expect(chinese.text).toContain(`${MEMBER} 与你分享了 4 张照片、1 个视频、2 个文件`);
    const shown = linksOf(text, /<img src="([^"]*)"/g);
    expect(shown).toHaveLength(4);
    const [first = '', , broken = ''] = shown;
    const { reply, bytes } = await follow(first);
    expect(reply.headers.get('cache-control')).toBe('private, max-age=600');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512 });
    expect((await follow(broken)).reply.status).toBe(404);
    expect((await follow(first.replace('w=512', 'w=500'))).reply.status).toBe(404);
    expect((await follow(first.replace(/ticket=[^&]*/, 'ticket=x'))).reply.status).toBe(403);
    // A page loads resources from the box only and runs no scripts.
    const { headers } = await page(`/s/${id}`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]*; img-src 'self'/,
    );
  });

  it('opens a picture large, with the way to its neighbours and its bytes as they are', async () => {
    const { id } = await share(['Holidays']);
    const { text } = await page(`/s/${id}`);
    const [first = ''] = linksOf(text, /<li><a href="([^"]*)"/g);
    const view = await page(first);
    expect(view.text).toContain('<h1><bdi>1.jpg</bdi></h1>');
    expect(linksOf(view.text, /rel="prev" href="([^"]*)"/g)).toEqual([]);
    const walk: string[] = [];
    for (let at: string | undefined = first; at !== undefined && walk.length < 9;) {
      const { text: here } = await page(at);
      walk.push(/<h1><bdi>([^<]*)/.exec(here)?.[1] ?? '');
      [at] = linksOf(here, /rel="next" href="([^"]*)"/g);
    }
    expect(walk).toEqual(['1.jpg', '2.jpg', 'broken.jpg', 'film.webm']);
    const [second = ''] = linksOf(view.text, /rel="next" href="([^"]*)"/g);
    expect(linksOf((await page(second)).text, /rel="prev" href="([^"]*)"/g)).toEqual([first]);
    const [large = ''] = linksOf(view.text, /<img src="([^"]*)"/g);
    expect((await sharp((await follow(large)).bytes).metadata()).width).toBe(900);
    const [raw = ''] = linksOf(view.text, /class="stage"><a href="([^"]*)"/g);
    const whole = await follow(raw, { range: 'bytes=0-9' });
    expect([whole.reply.status, whole.reply.headers.get('content-disposition')]).toEqual([206, 'inline']);
    expect(whole.reply.headers.get('content-security-policy')).toMatch(/^sandbox/);
    const film = linksOf(text, /<li><a href="([^"]*)"/g).find((address) => address.includes('film'));
    expect((await page(film ?? '')).text).toMatch(/<video src="[^"]*film\.webm&amp;as=raw"/);
  });

  it('opens a link of one picture with the picture, and of several things with a list', async () => {
    const one = await share(['letter.txt']);
    expect((await page(`/s/${one.id}`)).text).toMatch(/>Download<span class="unseen"> letter\.txt</);
    const several = await share(['letter.txt', 'Holidays']);
    const { text } = await page(`/s/${several.id}`);
    expect(text).toContain('<h1><bdi>2 items</bdi></h1>');
    expect(text).toContain('4 photos, 1 film and 3 files');
  });

  it('gives all of it, or one folder, as an archive that can be gone on with, and nothing that is hidden', async () => {
    const { id } = await share(['Holidays', 'letter.txt']);
    const ticket = await ticketOf(id);
    const archive = async (address: string) => {
      const { reply } = await follow(address);
      expect(reply.status).toBe(303);
      const to = reply.headers.get('location') ?? '';
      return { to, ...(await follow(to)) };
    };
    const { to, reply, bytes } = await archive(`/s/${id}/zip?ticket=${ticket}`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip']);
    for (const name of ['Holidays/more/3.jpg', 'letter.txt', 'dear friend', 'socks'])
      expect(bytes.includes(name)).toBe(true);
    for (const name of ['.diary', '.git', 'hidden']) expect(bytes.includes(name), name).toBe(false);
    const rest = await follow(to, { range: 'bytes=100-' });
    expect([rest.reply.status, rest.bytes.equals(bytes.subarray(100))]).toEqual([206, true]);
    const { text } = await at(id, ticket, 0, 'more');
    const [below = ''] = linksOf(text, /class="button" href="([^"]*)"/g);
    const small = await archive(below);
    expect(small.reply.headers.get('content-disposition')).toContain('more.zip');
    expect([small.bytes.includes('3.jpg'), small.bytes.includes('letter')]).toEqual([true, false]);
    for (const path of ['.git', '..', '../letter.txt', 'nothing'])
      expect((await page(`/s/${id}/zip?index=0&ticket=${ticket}&path=${path}`)).status, path).toBe(404);
    // An archive belongs to one link and needs a ticket.
    const other = await share(['letter.txt']);
    const key = to.replace(/^.*zip\/|\?.*$/g, '');
    expect((await page(`/s/${other.id}/zip/${key}?ticket=${await ticketOf(other.id)}`)).status).toBe(404);
    expect((await page(`/s/${id}/zip/${key}?ticket=x`)).status).toBe(403);
    expect((await page(`/s/${id}/zip?ticket=x`)).status).toBe(403);
    await rob.shares.remove({ id });
    for (const address of [to, `/s/${id}/zip?ticket=${ticket}`]) expect((await page(address)).status).toBe(404);
  });
});

describe('a family share', () => {
  const put = (client: BoxClient, name: string, more: object = {}) =>
    client.shares.familyPut({
      id: '',
      name,
      path: `${home}/Trip`,
      users: [{ user: OWNER, perm: 'rw' as const }],
      ...more,
    });
  const list = (client: BoxClient, user: string) => client.shares.familyList({ user });

  it('is of a folder of one’s own, changed by its creator, ended by them or an administrator, and seen by who is in it', async () => {
    expect(await describeRefusal(put(rob, '..'))).toBe('11 unusable');
    expect(await describeRefusal(put(rob, 'x', { path: home }))).toBe('15 place');
    expect(await describeRefusal(put(rob, 'x', { path: `${home}/letter.txt` }))).toBe('15 absent');
    expect(await describeRefusal(put(rob, 'x', { path: '/mnt/usb1/shared-files' }))).toBe('15 place');
    expect(await describeRefusal(put(rob, 'x', { users: [{ user: MEMBER, perm: 'none' }] }))).toBe('11 creator');
    expect((await describeRefusal(put(ann, 'x'))).slice(0, 2)).toBe('13');
    const { id } = await put(rob, 'Trip');
    expect((await list(rob, MEMBER)).list).toMatchObject([{ id, path: `${home}/Trip`, owner: MEMBER }]);
    const friends = `/mnt/usb1/${OWNER}/.share2me/${MEMBER}/Trip`;
    expect((await list(ann, OWNER)).list).toMatchObject([{ id, path: friends }]);
    expect(await describeRefusal(list(ann, MEMBER))).toBe('13 user');
    expect(await describeRefusal(put(ann, 'Trip', { id }))).toBe('13 share');
    expect(await describeRefusal(put(rob, 'Trip', { id: 'nothing' }))).toBe('11 share');
    const inside = () =>
      describeRefusal(ann.files.list({ path: friends, count: 10, order: 1, dirfirst: 1, hasbaseinfo: 0 }));
    expect(await inside()).toBe('done');
    // A member can use the folder but cannot share it further.
    const onwards = ann.shares.link({ path: friends, names: ['deep'], days: 3, code: '0000' });
    expect(await describeRefusal(onwards)).toBe('13 place');
    await put(rob, 'Trip', { id, users: [] });
    expect(await inside()).not.toBe('done');
    await put(rob, 'Trip', { id });
    expect(await inside()).toBe('done');
    const own = await ann.shares.familyPut({ id: '', name: 'Own', path: `/mnt/usb1/${OWNER}/Download`, users: [] });
    expect(await describeRefusal(rob.shares.familyRemove({ id: own.id }))).toBe('13 share');
    expect(await describeRefusal(rob.shares.familyRemove({ id: 'nothing' }))).toBe('11 share');
    expect(await describeRefusal(ann.shares.familyRemove({ id: 'nothing' }))).toBe('11 share');
    expect(await describeRefusal(ann.shares.familyRemove({ id }))).toBe('done');
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
