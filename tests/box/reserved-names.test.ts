/**
 * Names that every JavaScript object has, and options of programs, through every endpoint: they are treated as plain
 * names, and expose nothing of the box itself.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { createBoxClient, encodeWirePath, fetchTransport, shareFileAddress } from '@boxwood/box-sdk';
import { checkFolderName } from '@boxwood/box-sdk/rules';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const NAMES = [
  ...new Set(Object.getOwnPropertyNames(Object.prototype).flatMap((name) => [name, name.toLowerCase()])),
  'prototype',
  'length',
  'name',
  'then',
  'shared-files',
  '--help',
  '-rf',
  '$(id)',
  '%s',
  '{{7*7}}',
];

describe('names that mean something to programs', () => {
  let box: BoxProcess;
  let client: BoxClient;
  let token = '';
  const home = `/mnt/usb1/${OWNER}`;
  /** What a reply must not be: an internal error of the box, or an inherited property instead of an answer. */
  const look = async (reply: Response, what: string): Promise<string> => {
    const text = await reply.text();
    expect(reply.status, what).toBeLessThan(500);
    expect(`${JSON.stringify([...reply.headers])}${text.slice(0, 10_000)}`, what).not.toMatch(
      /native code|\[object |function Object|TypeError/,
    );
    return text;
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${box.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    box = await startBoxProcess();
    const signed = await signIn(box.origin, OWNER);
    client = signed;
    token = signed.token;
  });
  afterAll(() => box.remove());

  it.each(NAMES)('%s', async (name) => {
    const at = encodeURIComponent(name);
    for (const path of [
      `/${at}`,
      `/${at}/${at}`,
      `/account/${at}`,
      `/account/transitAuth/${at}`,
      `/s/${at}`,
      `/thumb/${at}`,
    ])
      for (const query of ['', `?${at}=${at}&userName=${at}&token=${at}`]) {
        await look(await fetch(`${box.origin}${path}${query}`), `GET ${path}`);
        await look(await post(`${path}${query}`, { [name]: name, userName: name, token: name }), `POST ${path}`);
      }
    const identities = [
      { username: name, token: name },
      { username: OWNER, token },
    ];
    for (const identity of identities)
      for (const path of ['/eshell', '/fsnotify', '/filetrans', '/downloader', `/${identity.token}`]) {
        const params = JSON.parse(`{"${name}":"${name}","__proto__":{"admin":true},"user":"${name}"}`) as object;
        const call = { version: 1, ...identity, cmd: name };
        for (const form of [{ params: [name, name] }, { params }, { jsonparam: JSON.stringify(params) }])
          await look(await post(path, { ...call, ...form }), `POST ${path} ${JSON.stringify(form)}`);
      }
    if (/^[\w-]+$/.test(name)) await look(await post('/eshell', {}, { [name]: name }), `header ${name}`);

    // As names of objects: a folder, a file of that kind, a share, an event of the list.
    const folder = join(box.usb1, OWNER, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `a.${name}`), 'text');
    const listed = await client.files.list({ path: `${home}/${name}`, count: 10, hasbaseinfo: 0 });
    expect(listed.file_list.map(({ n }) => n)).toEqual([`a.${name}`]);
    const { key } = await client.session.fileKey();
    const file = await fetch(`${box.origin}/port_80${encodeWirePath(`${home}/${name}/a.${name}`)}?key=${key}`);
    expect(await look(file, 'file')).toBe('text');
    expect(file.headers.get('content-type')).toMatch(/^[a-z]+\/[\w.+-]+(; charset=utf-8)?$/);
    const { id } = await client.shares.link({ path: home, names: [name], days: 1, code: '0000' });
    const { ticket } = await client.shares.open({ id, code: '' });
    expect(await look(await fetch(shareFileAddress(box.origin, { id, index: 0, ticket })), 'share')).toContain(
      '<main>',
    );
    const users = [{ user: MEMBER, perm: 'rw' as const }];
    const shown = checkFolderName(name).ok ? name : 'Shared';
    const family = await client.shares.familyPut({ id: '', name: shown, path: `${home}/${name}`, users });
    await client.shares.familyRemove({ id: family.id });
    await client.trash.put({ paths: [`${home}/${name}`] });
  });

  it('and the box is what it was', async () => {
    expect(await createBoxClient({ baseUrl: box.origin, transport: fetchTransport() }).session.setup()).toMatchObject({
      needed: 0,
    });
    const member = await signIn(box.origin, MEMBER);
    await expect(member.system.setLed({ status: 0 })).rejects.toMatchObject({ error: { code: 13 } });
    expect(box.log()).not.toMatch(/"level":(50|60)/);
  });
});
