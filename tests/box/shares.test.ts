import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { BoxFailure, createBoxClient, fetchTransport, shareAddress, shareFileAddress } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const DAY_MS = 86_400_000;
// As a URL: NODE_OPTIONS is split at spaces.
const preload = new URL('../faults/shifted-clock.mjs', import.meta.url).href;

const refusal = async (run: Promise<unknown>): Promise<{ code: number; info: string | undefined }> => {
  try {
    await run;
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused')
      return { code: failure.error.code, info: failure.error.info };
    throw failure;
  }
  return { code: 0, info: undefined };
};

describe('HTTP shares at a real box', () => {
  let box: BoxProcess;
  let ann: BoxClient;
  let rob: BoxClient;
  let visitor: BoxClient;
  const home = `/mnt/usb1/${OWNER}`;
  const disk = (name: string) => join(box.usb1, OWNER, name);
  const share = (names: readonly string[], code = '0000', days = 3) =>
    ann.shares.link({ path: home, names: [...names], days, code });
  const page = (id: string, init: RequestInit = {}) => fetch(`${box.origin}/s/${id}`, init);
  const typed = (id: string, code: string) =>
    page(id, { method: 'POST', headers: { origin: box.origin }, body: new URLSearchParams({ code }) });
  const bytes = (id: string, ticket: string, index = 0, path?: string, headers: Record<string, string> = {}) =>
    fetch(shareFileAddress(box.origin, { id, index, ticket, ...(path === undefined ? {} : { path }) }), { headers });
  const meet = async (): Promise<void> => {
    ann = await signIn(box.origin, OWNER);
    rob = await signIn(box.origin, MEMBER);
    visitor = createBoxClient({ baseUrl: box.origin, transport: fetchTransport() });
  };

  beforeAll(async () => {
    box = await startBoxProcess({ args: ['--share-port', '0'] });
    await meet();
    writeFileSync(disk('letter.txt'), 'dear friend');
    writeFileSync(disk('<b>&.html'), '<script>alert(1)</script>');
    mkdirSync(disk('Trip/deep/.git'), { recursive: true });
    writeFileSync(disk('Trip/deep/photo.jpg'), 'picture');
    writeFileSync(disk('Trip/deep/.git/config'), 'hidden');
    writeFileSync(disk('outside.txt'), 'not shared');
  });
  afterAll(() => box.remove());

  it('SHARE-08: a link is https where something in front of the box speaks TLS, and as it is where nothing does', async () => {
    const behindTls = fetchTransport({
      fetch: (url, init) => {
        const headers = new Headers(init?.headers);
        headers.set('x-forwarded-proto', 'https');
        return fetch(url, { ...init, headers });
      },
    });
    const { token } = await signIn(box.origin, OWNER);
    const secure = createBoxClient({
      baseUrl: box.origin,
      transport: behindTls,
      identity: () => ({ username: OWNER, token }),
    });
    const wanted = { path: home, names: ['letter.txt'], days: 3, code: '0000' };
    const [far, near] = [await secure.shares.link(wanted), await ann.shares.link(wanted)];
    expect([far.plain, near.plain]).toEqual([0, 1]);
    expect(shareAddress(far)).toBe(`${box.origin.replace('http:', 'https:')}/s/${far.id}`);
    expect(await (await fetch(shareAddress(near))).text()).toContain('letter.txt');
  });

  it('SHARE-07 SHARE-18 SDK-B63: a link without a code opens for anybody, with ranges and as a download', async () => {
    const made = await share(['letter.txt']);
    expect(made).toMatchObject({ url: `${box.origin}/s/${made.id}`, plain: 1 });
    expect(made.id).toMatch(/^[A-Za-z0-9]{16}$/);
    const shown = await page(made.id);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('letter.txt');
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'(?!.*script)/);
    const { list, ticket, etime, name } = await visitor.shares.open({ id: made.id, code: '' });
    expect({ name, etime, list }).toMatchObject({
      name: 'letter.txt',
      etime: made.etime,
      list: [{ n: 'letter.txt', s: 11 }],
    });
    const whole = await bytes(made.id, ticket);
    expect(await whole.text()).toBe('dear friend');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="letter\.txt"/);
    const part = await bytes(made.id, ticket, 0, undefined, { range: 'bytes=5-' });
    expect([part.status, await part.text()]).toEqual([206, 'friend']);
    for (const bad of ['', `${ticket.slice(0, -1)}_`, `zzzzzzzzz${ticket.slice(ticket.indexOf('.'))}`])
      expect((await bytes(made.id, bad)).status, bad).toBe(403);
    const other = await share(['outside.txt']);
    expect((await bytes(other.id, ticket)).status).toBe(403);
  });

  it('SHARE-18: names are text on the page, and a document that could run is a download', async () => {
    const { id } = await share(['<b>&.html']);
    const text = await (await page(id)).text();
    expect(text).toContain('&lt;b&gt;&amp;.html');
    expect(text).not.toContain('<b>&');
    const { ticket } = await visitor.shares.open({ id, code: '' });
    const reply = await bytes(id, ticket);
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(reply.headers.get('content-security-policy')).toMatch(/^sandbox/);
  });

  it('SHARE-04: a code is asked for, tells nothing before, and opens', async () => {
    const { id } = await share(['letter.txt', 'Trip'], '0420');
    const asked = await (await page(id)).text();
    expect(asked).toContain('name="code"');
    expect(asked).not.toContain('letter.txt');
    expect(await refusal(visitor.shares.open({ id, code: '' }))).toMatchObject({ code: 6 });
    const wrong = await typed(id, '0421');
    expect([wrong.status, (await wrong.text()).includes('letter.txt')]).toEqual([403, false]);
    const right = await typed(id, '0420');
    const text = await right.text();
    expect([right.status, text.includes('letter.txt'), text.includes('Trip')]).toEqual([200, true, true]);
    expect(
      (
        await page(id, {
          method: 'POST',
          headers: { origin: 'http://elsewhere.example' },
          body: new URLSearchParams({ code: '0420' }),
        })
      ).status,
    ).toBe(403);
    const chinese = await page(id, { headers: { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' } });
    expect(await chinese.text()).toContain('提取码');
  });

  it('SHARE-04 CONST-32: five wrong codes lock for ten minutes, also when they come at once; twenty for good', async () => {
    const { id } = await share(['letter.txt'], '7777');
    const codes = Array.from({ length: 40 }, (_, at) => String(at).padStart(4, '0'));
    const answers = await Promise.all(codes.map((code) => refusal(visitor.shares.open({ id, code }))));
    expect(answers.filter(({ code }) => code === 6)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 16)).toHaveLength(35);
    expect(await refusal(visitor.shares.open({ id, code: '7777' }))).toEqual({ code: 16, info: 'tries' });
    expect((await typed(id, '7777')).status).toBe(429);
  });

  it('opens folders, without what is hidden and without a way out', async () => {
    const { id } = await share(['Trip', 'letter.txt']);
    const { ticket } = await visitor.shares.open({ id, code: '' });
    const top = await bytes(id, ticket);
    const text = await top.text();
    expect(text).toContain('deep');
    const [, back = ''] = /href="(\/s\/[^"]*)">[^<]*<bdi>All files/.exec(text) ?? [];
    expect(await (await fetch(`${box.origin}${back.replaceAll('&amp;', '&')}`)).text()).toContain('Trip');
    const deep = await (await bytes(id, ticket, 0, 'deep')).text();
    expect([deep.includes('photo.jpg'), deep.includes('.git')]).toEqual([true, false]);
    expect(await (await bytes(id, ticket, 0, 'deep/photo.jpg')).text()).toBe('picture');
    for (const path of [
      '..',
      '../outside.txt',
      'deep/../../outside.txt',
      '/etc/passwd',
      'deep/.git/config',
      'deep//photo.jpg',
      'deep/photo.jpg\0',
      '..%2foutside.txt',
      'deep\\..\\..\\outside.txt',
    ])
      expect((await bytes(id, ticket, 0, path)).status, path).toBe(404);
    expect((await bytes(id, ticket, 2)).status).toBe(404);
  });

  it('names nothing that is hidden and no link, on no page and in no address', async () => {
    mkdirSync(disk('Links'));
    for (let at = 0; at < 230; at += 1)
      symlinkSync('/etc/passwd', join(disk('Links'), `hush${String(at).padStart(3, '0')}`));
    writeFileSync(join(disk('Links'), '.hush'), 'hidden');
    writeFileSync(join(disk('Links'), 'zebra.txt'), 'shown');
    const { id } = await share(['Links']);
    const { ticket } = await visitor.shares.open({ id, code: '' });
    let text = await (await bytes(id, ticket)).text();
    for (let pages = 0; pages < 5; pages += 1) {
      expect(text).not.toContain('hush');
      const [, next] = /class="more"><a href="([^"]*)"/.exec(text) ?? [];
      if (next === undefined) break;
      text = await (await fetch(`${box.origin}${next.replaceAll('&amp;', '&')}`)).text();
    }
    expect(text).toContain('zebra.txt');
    writeFileSync(disk('.hush.txt'), 'hidden');
    await expect(share(['.hush.txt', 'letter.txt'])).rejects.toMatchObject({ error: { code: 15 } });
  });

  describe('downloads that are running', () => {
    /** Larger than the buffers between the box and a reader. */
    const FILM = 48 * 1024 * 1024;
    const open: IncomingMessage[] = [];
    const fetchFilm = async (address: string, localAddress = '127.0.0.1'): Promise<IncomingMessage> => {
      const reply = await new Promise<IncomingMessage>((resolve, reject) => {
        get(address, { localAddress, agent: false }, resolve).on('error', reject);
      });
      reply.on('error', () => undefined);
      open.push(reply);
      return reply;
    };
    /** Reads to the end; resolves with whether all of it arrived. */
    const wholeOf = async (reply: IncomingMessage): Promise<boolean> => {
      reply.resume();
      if (!reply.destroyed) await new Promise((resolve) => reply.once('close', resolve));
      return reply.complete;
    };
    const addressOf = async (id: string, index = 0): Promise<string> =>
      shareFileAddress(box.origin, { id, index, ticket: (await visitor.shares.open({ id, code: '' })).ticket });
    beforeAll(() => {
      mkdirSync(disk('Films'));
      for (const name of ['film.bin', 'Films/film.bin']) {
        writeFileSync(disk(name), 'film');
        truncateSync(disk(name), FILM);
      }
    });
    afterEach(() => {
      for (const reply of open.splice(0)) reply.destroy();
    });

    it('end with their link', async () => {
      const [ended, other] = [await share(['film.bin']), await share(['Films', 'film.bin'])];
      const cut = await fetchFilm(await addressOf(ended.id));
      const kept = await fetchFilm(await addressOf(other.id, 1));
      await ann.shares.remove({ id: ended.id });
      expect([cut.statusCode, await wholeOf(cut)]).toEqual([200, false]);
      expect(await wholeOf(kept)).toBe(true);
    });

    it.each(['loses it', 'ends it', 'bins it'] as const)('end with a family share when its creator %s', async (how) => {
      const users = [{ user: MEMBER, perm: 'rw' as const }];
      const folder = { name: 'Films', path: `${home}/Films` };
      const { id } = await ann.shares.familyPut({ id: '', ...folder, users });
      const { key } = await rob.session.fileKey();
      const cut = await fetchFilm(
        `${box.origin}/port_80/mnt/usb1/${MEMBER}/.share2me/${OWNER}/Films/film.bin?key=${key}`,
      );
      if (how === 'loses it') await ann.shares.familyPut({ id, ...folder, users: [] });
      if (how === 'bins it') await ann.trash.put({ paths: [`${home}/Films`] });
      if (how === 'ends it') await ann.shares.familyRemove({ id });
      expect([cut.statusCode, await wholeOf(cut)]).toEqual([200, false]);
      if (how === 'bins it') await ann.journal.undo({ id: [] });
      if (how !== 'ends it') await ann.shares.familyRemove({ id });
    });

    it('of one visitor who never reads leave places for others', async () => {
      const { id } = await share(['film.bin']);
      const address = await addressOf(id);
      const replies = await Promise.all(Array.from({ length: 16 }, () => fetchFilm(address)));
      expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
      const guest = await fetchFilm(address, '127.0.0.2');
      expect(guest.statusCode).toBe(200);
      expect(await wholeOf(guest)).toBe(true);
    });
  });

  it('a shared file that becomes a link gives nothing, and neither does a folder inside it', async () => {
    writeFileSync(disk('swap.txt'), 'mine');
    mkdirSync(disk('Swap/inner'), { recursive: true });
    writeFileSync(disk('Swap/inner/a.txt'), 'a');
    const { id } = await share(['swap.txt', 'Swap']);
    const { ticket } = await visitor.shares.open({ id, code: '' });
    expect(await (await bytes(id, ticket)).text()).toBe('mine');
    rmSync(disk('swap.txt'));
    symlinkSync('/etc/passwd', disk('swap.txt'));
    rmSync(disk('Swap/inner'), { recursive: true });
    symlinkSync(join(box.usb1, MEMBER), disk('Swap/inner'));
    writeFileSync(join(box.usb1, MEMBER, 'a.txt'), 'secret of robert');
    expect((await bytes(id, ticket)).status).toBe(404);
    expect((await bytes(id, ticket, 1, 'inner/a.txt')).status).toBe(404);
    expect((await bytes(id, ticket, 1, 'inner')).status).toBe(404);
    expect(await (await page(id)).text()).not.toContain('swap.txt');
  });

  it('SHARE-18: files that are gone end the share, and come back with it', async () => {
    const { id } = await share(['outside.txt']);
    renameSync(disk('outside.txt'), disk('away.txt'));
    expect((await page(id)).status).toBe(410);
    expect((await page(id, { method: 'HEAD' })).status).toBe(410);
    expect(await refusal(visitor.shares.open({ id, code: '' }))).toMatchObject({ code: 15 });
    renameSync(disk('away.txt'), disk('outside.txt'));
    expect((await page(id)).status).toBe(200);
    expect((await page('A'.repeat(16))).status).toBe(404);
    expect((await page('x')).status).toBe(404);
    expect((await page(id, { method: 'HEAD' })).status).toBe(200);
  });

  it('nobody shares what they may not read, what is locked, or a trash', async () => {
    const of = (client: BoxClient, path: string, ...names: string[]) =>
      refusal(client.shares.link({ path, names, days: 3, code: '0000' }));
    expect(await of(rob, home, 'letter.txt')).toMatchObject({ code: 13 });
    expect(await of(ann, '/mnt/usb1', OWNER)).toMatchObject({ code: 13 });
    expect(await of(ann, `${home}/.safebox`, 'x')).toMatchObject({ code: 13 });
    expect(await of(ann, home, '.Trash')).toMatchObject({ code: 13 });
    expect(await of(ann, home, 'nothing.txt')).toMatchObject({ code: 15 });
    expect(await of(ann, home, 'letter.txt', 'letter.txt')).toMatchObject({ code: 11 });
  });

  it('SHARE-09 SDK-B60 SDK-B61 SDK-B62: records are listed with their code, for their owner alone, and removed', async () => {
    const user = OWNER;
    const { total: before } = await ann.shares.list({ user, page: 1, count: 1 });
    const added = await ann.shares.add({
      type: 1,
      user,
      count: 1,
      path: home,
      files: ['letter.txt'],
      days: 7,
      code: '1111',
    });
    const same = await share(['letter.txt'], '1111', 7);
    expect([same.id, added.link]).toEqual([added.id, same.url]);
    await visitor.shares.open({ id: added.id, code: '1111' });
    const { total, list } = await ann.shares.list({ user, page: 1, count: 500 });
    expect(total).toBe(before + 1);
    const record = list.find(({ id }) => id === added.id);
    expect(record).toMatchObject({
      type: 1,
      path: home,
      files: ['letter.txt'],
      code: '1111',
      days: 7,
      visits: 1,
      etime: same.etime,
    });
    expect(await refusal(rob.shares.list({ user, page: 1, count: 50 }))).toMatchObject({ code: 13 });
    expect(await refusal(rob.shares.remove({ id: added.id }))).toMatchObject({ code: 13 });
    expect(await refusal(ann.shares.remove({ id: 'B'.repeat(16) }))).toMatchObject({ code: 11 });
    await ann.shares.remove({ id: added.id });
    expect((await page(added.id)).status).toBe(404);
    expect(
      await refusal(ann.shares.add({ type: 3, user, count: 1, path: home, files: ['letter.txt'], targets: ['bob'] })),
    ).toEqual({ code: 3, info: 'notOffered' });
    const database = ['box.sqlite', 'box.sqlite-wal'].map((name) =>
      readFileSync(join(box.dataDir, '.boxwood', name), 'latin1'),
    );
    expect(database.join('').includes('"0420"')).toBe(false);
  });

  it('SHARE-20 SDK-B119: the share entrance serves shares and nothing else', async () => {
    const { id } = await share(['letter.txt'], '2468');
    const entrance = `http://127.0.0.1:${/"sharePort":(\d+)/.exec(box.log())?.[1] ?? ''}`;
    const guest = createBoxClient({ baseUrl: entrance, transport: fetchTransport() });
    const { ticket } = await guest.shares.open({ id, code: '2468' });
    expect(await (await fetch(shareFileAddress(entrance, { id, index: 0, ticket }))).text()).toBe('dear friend');
    const form = { method: 'POST', headers: { origin: entrance }, body: new URLSearchParams({ code: '2468' }) };
    expect((await fetch(`${entrance}/s/${id}`, form)).status).toBe(200);
    for (const path of ['/', '/healthz', '/home', '/port_80/mnt/usb1', '/account/transitAuth/check', '/s', '/S/x'])
      expect((await fetch(`${entrance}${path}`)).status, path).toBe(404);
    for (const [method, path] of [
      ['POST', '/eshell'],
      ['POST', '/fsnotify'],
      ['PUT', '/filetrans'],
      ['OPTIONS', '/eshell'],
    ] as const)
      expect((await fetch(`${entrance}${path}`, { method })).status, path).toBe(404);
  });

  it('SHARE-03: a share ends with its last day, tickets and all, and one whose clock ran on is listed as ended', async () => {
    const { id } = await share(['letter.txt'], '0000', 1);
    const longer = await share(['letter.txt'], '0000', 2);
    const { dataDir } = box;
    await box.stop();
    box = await startBoxProcess({
      dataDir,
      env: {
        SHIFT_MS: String(DAY_MS + 60_000),
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${preload}`,
      },
    });
    await meet();
    expect((await page(id)).status).toBe(410);
    expect(await refusal(visitor.shares.open({ id, code: '' }))).toEqual({ code: 16, info: 'expired' });
    const { ticket } = await visitor.shares.open({ id: longer.id, code: '' });
    expect((await bytes(id, ticket)).status).toBe(410);
    expect(await (await bytes(longer.id, ticket)).text()).toBe('dear friend');
    const { list } = await ann.shares.list({ user: OWNER, page: 1, count: 500 });
    expect(list.some((record) => record.id === id && record.etime * 1000 < Date.now() + DAY_MS + 60_000)).toBe(true);
  });
});
