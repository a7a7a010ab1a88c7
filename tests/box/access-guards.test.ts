/** Access checks at a real box: each of these is one line of code, and no other test failed when it was removed. */
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient, CommandSpec } from '@boxwood/box-sdk';
import { commandTree, createBoxClient, encodeRequest, fetchTransport, isRight } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { describeRefusal } from '../../apps/box/src/platform/testing/describe-refusal.ts';

const fixtures = fileURLToPath(new URL('../../packages/box-sdk/fixtures', import.meta.url));

const nobody = (origin: string): BoxClient => createBoxClient({ baseUrl: origin, transport: fetchTransport() });

describe('a box with its family', () => {
  let box: BoxProcess;
  let ann: BoxClient & { readonly token: string };
  let rob: BoxClient & { readonly token: string };
  beforeAll(async () => {
    box = await startBoxProcess({ args: ['--calls', '4'] });
    ann = await signIn(box.origin, OWNER);
    rob = await signIn(box.origin, MEMBER);
  });
  afterAll(() => box.remove());

  it('nobody confirms the upload of somebody else, also where both may write', async () => {
    const target = '/mnt/usb1/shared-files/plan.txt';
    const { uuid } = await ann.transfers.prepare({ target, size: 4 });
    await fetch(`${box.origin}/filetrans?uuid=${uuid}&start=0`, { method: 'PUT', body: 'plan' });
    const done = { target, size: 4, reserved: '0', uuid, ctime: 1_700_000_000 } as const;
    expect(await describeRefusal(rob.transfers.finish(done))).toBe('15 uuid');
    expect(existsSync(join(box.usb1, 'shared-files', 'plan.txt'))).toBe(false);
    expect(await describeRefusal(ann.transfers.finish(done))).toBe('done');
    const several = await ann.transfers.prepareMany({ files: [{ target: `${target}.2`, size: 1, mtime: 1 }] });
    expect(await describeRefusal(rob.transfers.finishMany({ uuid: several.uuid ?? '' }))).toBe('15 uuid');
  });

  it('a task moves nothing out of a place where its user may only read', async () => {
    writeFileSync(join(box.usb1, OWNER, 'binned.txt'), 'binned');
    await ann.trash.put({ paths: [`/mnt/usb1/${OWNER}/binned.txt`] });
    const { list } = await ann.trash.list({ offset: 0, count: 10, order: '5', desc: 1 });
    const source = `/mnt/usb1/${OWNER}/.Trash/${list[0]?.n ?? ''}`;
    const target = `/mnt/usb1/${OWNER}/Download`;
    const asked = { user: OWNER, type: 'MOVE', source, target, conflict: 1 } as const;
    expect(await describeRefusal(ann.tasks.add(asked))).not.toBe('done');
    expect((await ann.trash.list({ offset: 0, count: 10, order: '5', desc: 1 })).list).toHaveLength(list.length);
  });

  it('signing out ends no session but the one whose name and token are shown', async () => {
    const shown = { userName: MEMBER, token: ann.token };
    await nobody(box.origin).session.signOut(shown);
    await rob.session.signOut(shown);
    expect(await describeRefusal(ann.session.fileKey())).toBe('done');
    const other = await signIn(box.origin, OWNER);
    await ann.session.signOut({ userName: OWNER, token: other.token });
    expect(await describeRefusal(other.session.fileKey())).toMatch(/^18/);
    expect(await describeRefusal(ann.session.fileKey())).toBe('done');
  });

  it('private files are read with the key of a session that has opened them, until it locks them or signs out', async () => {
    const session = await signIn(box.origin, MEMBER);
    await session.safe.setPrivatePassword({ username: MEMBER, password: 'crocus-7' });
    mkdirSync(join(box.usb1, MEMBER, '.safe_home'), { recursive: true });
    writeFileSync(join(box.usb1, MEMBER, '.safe_home', 'diary.txt'), 'dear diary');
    const address = ({ key }: { readonly key: string }) =>
      `${box.origin}/port_80/mnt/usb1/${MEMBER}/.safe_home/diary.txt?key=${key}`;
    const reads = async (where: string): Promise<boolean> => {
      const reply = await fetch(where);
      return (await reply.text()) === 'dear diary' && reply.ok;
    };
    writeFileSync(join(box.usb1, MEMBER, 'plain.txt'), 'dear diary');
    const [opened, closed] = [address(await session.session.fileKey()), address(await rob.session.fileKey())];
    expect([await reads(opened), await reads(closed)]).toEqual([true, false]);
    await session.safe.lock({ area: 'home' });
    expect(await reads(opened)).toBe(false);
    await session.safe.unlockPrivate({ username: MEMBER, password: 'crocus-7' });
    expect(await reads(opened)).toBe(true);
    const plain = opened.replace('.safe_home/diary.txt', 'plain.txt');
    expect(await reads(plain)).toBe(true);
    await session.session.signOut({ userName: MEMBER, token: session.token });
    expect([await reads(opened), await reads(plain)]).toEqual([false, false]);
  });

  it('one person has so many calls at once and no more, and leaves the others theirs', async () => {
    const film = join(box.usb1, OWNER, 'film.bin');
    writeFileSync(film, '');
    truncateSync(film, 256 * 1024 * 1024);
    /** One call without a retry. */
    const hash = async (): Promise<unknown> => {
      const encoded = encodeRequest(
        commandTree.files.checksum,
        { path: `/mnt/usb1/${OWNER}/film.bin` },
        { username: OWNER, token: ann.token },
      );
      if (!isRight(encoded)) throw new Error('not encoded');
      const { method, path, headers, body } = encoded.right;
      const reply = await fetch(`${box.origin}${path}`, { method, headers, body });
      const answer: unknown = await reply.json();
      return typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : 'none';
    };
    const all = Promise.all(Array.from({ length: 12 }, hash));
    const other = await describeRefusal(rob.session.fileKey());
    const codes = await all;
    expect(other).toBe('done');
    // This box runs at most two heavy calls among the four concurrent ones.
    expect(codes.filter((code) => code === 0).length).toBeGreaterThanOrEqual(2);
    expect(codes.filter((code) => code === 2).length).toBeGreaterThanOrEqual(1);
    expect(await hash()).toBe(0);
  });

  describe('pages of other origins', () => {
    const FOREIGN: readonly Readonly<Record<string, string>>[] = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    const TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''];

    it('get nothing from any command, and are told no other origin may read', async () => {
      for (const [area, verbs] of Object.entries(commandTree))
        for (const command of Object.values<CommandSpec>(verbs)) {
          const fixture: unknown = JSON.parse(readFileSync(join(fixtures, area, `${command.name}.json`), 'utf8'));
          const params = typeof fixture === 'object' && fixture !== null && 'params' in fixture ? fixture.params : {};
          const encoded = encodeRequest(command, params, { username: OWNER, token: ann.token });
          if (!isRight(encoded)) throw new Error(command.name);
          const { method, path, query, headers, body } = encoded.right;
          const search = new URLSearchParams(query).toString();
          const foreign = { ...headers, origin: 'http://evil.example' };
          const reply = await fetch(`${box.origin}${path}${search === '' ? '' : `?${search}`}`, {
            method,
            headers: foreign,
            body,
          });
          expect([reply.status, reply.headers.get('access-control-allow-origin')], command.name).toEqual([403, null]);
        }
    });

    it('write nothing through any verb and content type, and their preflight allows nothing', async () => {
      const target = `/mnt/usb1/${OWNER}/sent.txt`;
      const { uuid } = await ann.transfers.prepare({ target, size: 4 });
      const { id } = await ann.shares.add({
        type: 1,
        user: OWNER,
        count: 1,
        path: `/mnt/usb1/${OWNER}`,
        files: ['film.bin'],
        days: 1,
        code: '4711',
      });
      const put = (headers: Readonly<Record<string, string>>) =>
        fetch(`${box.origin}/filetrans?uuid=${uuid}&start=0`, { method: 'PUT', headers, body: 'evil' });
      for (const foreign of FOREIGN) {
        for (const type of TYPES) {
          const headers = { ...foreign, ...(type === '' ? {} : { 'content-type': type }) };
          for (const path of ['/fsnotify', '/transitAuth/check', '/nowhere', `/s/${id}`]) {
            const reply = await fetch(`${box.origin}${path}`, { method: 'POST', headers, body: '{}' });
            expect(reply.status, `${path} ${type} ${JSON.stringify(foreign)}`).toBe(403);
          }
          expect((await put(headers)).status).toBe(403);
        }
        const preflight = await fetch(`${box.origin}/fsnotify`, {
          method: 'OPTIONS',
          headers: { ...foreign, 'access-control-request-method': 'POST' },
        });
        const cors = [...preflight.headers.keys()].filter((name) => name.startsWith('access-control'));
        expect([preflight.status, cors]).toEqual([204, []]);
      }
      expect((await put({})).status).toBe(200);
    });
  });
});

describe('a box that waits for its owner', () => {
  let box: BoxProcess;
  beforeAll(async () => {
    box = await startBoxProcess({ withUsers: false, args: ['--model', 'N2'] });
  });
  afterAll(() => box.remove());
  const setUp = (username: string, code: string) =>
    describeRefusal(nobody(box.origin).session.setUp({ code, boxname: 'Box', username, password: PASSWORD }));

  it('takes the one who shows the one-time code, once, and one of two who come at once', async () => {
    for (const code of ['x', 'x'.repeat(32), (box.setupCode ?? '').toLowerCase()])
      expect(await setUp('stranger', code), code).toMatch(/^6/);
    const code = box.setupCode ?? '';
    const both = await Promise.all([setUp(OWNER, code), setUp('stranger', code)]);
    expect(both.toSorted()).toEqual(['11 setup', 'done']);
    expect(await setUp('another', code)).toBe('11 setup');
    const winner = both[0] === 'done' ? OWNER : 'stranger';
    const loser = both[0] === 'done' ? 'stranger' : OWNER;
    expect(await describeRefusal(signIn(box.origin, winner))).toBe('done');
    expect(await describeRefusal(signIn(box.origin, loser))).toBe('2007');
    const owner = await signIn(box.origin, winner);
    // A model without removable disks refuses every caller.
    expect(await describeRefusal(owner.mounts.list())).toBe('11 model');
  });
});
