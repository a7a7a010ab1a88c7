/**
 * Fifty malicious names, as users, folders, hosts, shares and arguments, through every endpoint. An answer is a typed
 * refusal, or the object has exactly that name; nothing is created outside of the requested place.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBoxClient, encodeWirePath, fetchTransport } from '@boxwood/box-sdk';
import { signInParams } from '@boxwood/account-sdk';
import { MEMBER, OWNER, PASSWORD } from '../lib/box/box-process.ts';
import { createCli } from '../lib/box/cli.ts';
import { signIn } from '../lib/box/client.ts';
import { isEntryName, MALICIOUS_NAMES } from '../lib/adversarial/malicious-names.ts';
import {
  HOME,
  box,
  fresh,
  token,
  canary,
  startBoxes,
  removeBoxes,
  post,
  call,
  fromPlace,
  others,
  entriesOf,
  onDisk,
  topOf,
  isYes,
  NO,
  everyName,
} from './malicious-names-test-helpers.ts';

beforeAll(startBoxes, 120_000);
afterAll(removeBoxes);

describe('as folders and files', () => {
  it('MKDIR', async () => {
    const made = await everyName('mkdir', (path) => call('/eshell', 'MKDIR', [path]));
    // Most are ordinary names; invalid entry names and the box's own folder are not created.
    expect(made).toEqual(
      expect.arrayContaining(MALICIOUS_NAMES.filter((name) => isEntryName(name) && name !== '.boxwood').map(onDisk)),
    );
  });

  it('PREPUT, PUT, PUTDONE, and back by its address', async () => {
    await everyName('put', async (target) => {
      const prepared = await call('/filetrans', 'PREPUT', [target, '4']);
      if (!isYes(prepared)) return prepared;
      const uuid = String(prepared.json['uuid']);
      await fetch(`${box.origin}/filetrans?uuid=${uuid}&start=0`, { method: 'PUT', body: 'text' });
      return call('/filetrans', 'PUTDONE', [target, '4', '0', uuid, '1700000000']);
    });
    const client = await signIn(box.origin, OWNER);
    const { key } = await client.session.fileKey();
    for (const name of MALICIOUS_NAMES) {
      const reply = await fetch(`${box.origin}/port_80${encodeWirePath(`${HOME}/put/${name}`)}?key=${key}&dl=1`);
      const read = await reply.text();
      expect([200, 400, 401, 403, 404, 421], JSON.stringify(name)).toContain(reply.status);
      if (reply.status === 200 && isEntryName(name)) expect(read).toBe('text');
      expect([...reply.headers.keys()]).not.toContain('set-cookie');
      expect(reply.headers.get('content-type') ?? '').not.toContain('html');
    }
  });

  it('BATCHRENAME, MOVE and the bin', async () => {
    const fill = (place: string, at: number): string => {
      writeFileSync(join(box.usb1, OWNER, `${place}-source-${at}`), 'text');
      return `${HOME}/${place}-source-${at}`;
    };
    for (const cmd of ['BATCHRENAME', 'MOVE']) {
      const place = cmd.toLowerCase();
      mkdirSync(join(box.usb1, OWNER, place));
      for (const [at, name] of MALICIOUS_NAMES.entries()) {
        const before = others(place);
        const source = fill(place, at);
        const answer = await call('/eshell', cmd, [source, `${HOME}/${place}/${name}`]);
        const went = !readdirSync(join(box.usb1, OWNER)).includes(`${place}-source-${at}`);
        if (went && isEntryName(name)) {
          expect(entriesOf(place)).toContain(onDisk(name));
          expect(others(place)).toEqual(before);
          expect(isYes(await call('/eshell', 'TRASHIN', [`${HOME}/${place}/${name}`])), name).toBe(true);
          await call('/eshell', 'UNDO', []);
          expect(entriesOf(place)).toContain(onDisk(name));
        } else {
          expect(NO.has(answer.code), `${cmd} ${JSON.stringify(name)} ${answer.text}`).toBe(true);
          expect(others(place)).toEqual([...before, `usb1/${OWNER}/${place}-source-${at}`].toSorted());
        }
      }
    }
    expect(canary.changes()).toEqual([]);
  });

  it('ADDTASK: copies, archives and removals of them and into them', async () => {
    mkdirSync(join(box.usb1, OWNER, 'tasks'));
    writeFileSync(join(box.usb1, OWNER, 'tasks', 'source.txt'), 'text');
    const before = others('tasks');
    const client = await signIn(box.origin, OWNER);
    let accepted = 0;
    for (const name of MALICIOUS_NAMES) {
      const there = `${HOME}/tasks/${name}`;
      await call('/eshell', 'MKDIR', [there]);
      for (const task of [
        { type: 'COPY', source: `${HOME}/tasks/source.txt`, target: there },
        { type: 'COPY', source: there, target: `${HOME}/tasks/none` },
        { type: 'COMPRESS', source: `${HOME}/tasks`, target: `${HOME}/tasks/${name}.zip`, names: ['source.txt'] },
        { type: 'COMPRESS', source: `${HOME}/tasks`, target: `${HOME}/tasks/all.zip`, names: [name] },
        { type: 'DECOMPRESS', source: there, target: `${HOME}/tasks` },
        { type: 'DOWN', source: name, target: `${HOME}/tasks` },
        { type: 'DOWN', source: `file:///${name}`, target: `${HOME}/tasks` },
        { type: name, source: there, target: there },
        { type: 'REMOVE', source: there, target: '' },
      ])
        if (isYes(await call('/offlinetask', 'ADDTASK', { user: OWNER, ...task }))) accepted += 1;
    }
    expect(accepted).toBeGreaterThan(100);
    const waiting = async () => {
      const { list } = await client.tasks.list({ user: OWNER, type: 'ALL', start: 0, count: 200 });
      return list.filter(({ tb_state: state }) => state === 0 || state === 2);
    };
    await expect.poll(waiting).toEqual([]);
    expect(others('tasks')).toEqual(before);
    expect(canary.changes()).toEqual([]);
    expect(box.log()).not.toMatch(/"level":(50|60)/);
  });
});

describe('as shares', () => {
  it('links to them show them as words, and family shares have exactly that name or none', async () => {
    const place = join(box.usb1, OWNER, 'shared');
    mkdirSync(place);
    const member = await signIn(box.origin, MEMBER);
    let linked = 0;
    let befriended = 0;
    for (const name of MALICIOUS_NAMES) {
      if (isEntryName(name)) writeFileSync(join(place, name), 'text');
      const shared = { path: `${HOME}/shared`, names: [name], days: 1, code: '0000' };
      const made = await call(`/${token}`, 'SHAREURL', shared);
      if (isYes(made)) {
        expect(isEntryName(name), name).toBe(true);
        linked += 1;
        const page = await fetch(`${box.origin}/s/${String(made.json['id'])}`);
        const shown = await page.text();
        expect(page.status).toBe(200);
        expect(shown).not.toMatch(/<script|<img|\{\{49|TypeError/);
        expect([...page.headers.keys()]).not.toContain('set-cookie');
      } else expect(NO.has(made.code), `${JSON.stringify(name)} ${made.text}`).toBe(true);

      const folder = `${HOME}/my-shares/${name}`;
      const put = { id: '', name, path: folder, users: [{ user: MEMBER, perm: 'rw' }] };
      const family = await call(`/${token}`, 'FSHAREPUT', put);
      if (!isYes(family)) {
        expect(NO.has(family.code), `${JSON.stringify(name)} ${family.text}`).toBe(true);
        continue;
      }
      befriended += 1;
      const { list } = await member.shares.familyList({ user: MEMBER });
      expect(list.map((share) => share.name)).toEqual([name]);
      const path = `/mnt/usb1/${MEMBER}/.share2me/${OWNER}/${name}`;
      await expect(member.files.list({ path, count: 10, hasbaseinfo: 0 })).resolves.toMatchObject({ file_list: [] });
      expect(isYes(await call(`/${token}`, 'FSHAREDEL', { id: family.json['id'] }))).toBe(true);
    }
    expect([linked > 30, befriended > 10], `${linked} ${befriended}`).toEqual([true, true]);
    expect(canary.changes()).toEqual([]);
  });
});

describe('as users', () => {
  it('none can be had: not by registration, not as the owner of a new box', async () => {
    for (const [at, name] of MALICIOUS_NAMES.entries()) {
      const person = { userName: name, password: PASSWORD, param: '', code: '', inviteCode: 'ABCDEFGH' };
      const { status, code } = await post(box.origin, '/account/user/register', person, fromPlace(at));
      expect([status, [1018, 1030, 2004].includes(code)], `${JSON.stringify(name)} ${code}`).toEqual([200, true]);
      const setUp = { version: 1, cmd: 'SETUP', params: [fresh.setupCode, 'Box', name, PASSWORD] };
      const first = await post(fresh.origin, '/eshell', setUp, fromPlace(at));
      expect([first.status, first.code], JSON.stringify(name)).toEqual([200, 4]);
    }
    expect(readdirSync(fresh.usb1, { encoding: 'latin1' }).filter((name) => !name.startsWith('.'))).toEqual([
      'shared-files',
    ]);
  });

  it('nobody signs in by one, at either door, and no foreign session is theirs', async () => {
    for (const [at, name] of MALICIOUS_NAMES.entries()) {
      const shown = {
        appId: 'web',
        appIdSecurity: '',
        appKey: '',
        devtype: 'web',
        logintype: 1,
        userName: name,
        pwd: PASSWORD,
      };
      const own = await post(box.origin, '/transitAuth/check', shown, fromPlace(at));
      expect([own.status, own.code === 200], JSON.stringify(name)).toEqual([200, false]);
      for (const userName of [name, OWNER]) {
        const call = {
          version: 1,
          username: userName,
          token: userName === OWNER ? name : token,
          cmd: 'KEYGET',
          params: [],
        };
        const { status, code } = await post(box.origin, '/eshell', call);
        expect([status, [4, 18, 19].includes(code)], `${JSON.stringify(name)} ${code}`).toEqual([200, true]);
      }
      const { code } = await call('/eshell', 'MKDIR', [`/mnt/usb1/${name}/mine`]);
      if (name !== 'shared-files' && isEntryName(name)) expect(NO.has(code), JSON.stringify(name)).toBe(true);
    }
  });

  it('a wrong password under one is refused at the account service’s own door, and the log knows it as nobody', async () => {
    const before = box.log().length;
    const asked = new Map<string, number>();
    for (const [at, name] of MALICIOUS_NAMES.entries()) {
      const shown = signInParams(name, `wrong ${name}`.slice(0, 32), 'k'.repeat(32));
      const { status, code, text } = await post(box.origin, '/account/transitAuth/check', shown, `127.0.12.${at + 1}`);
      // Sign-in ignores the case of a name.
      const expected = name.toLowerCase() === MEMBER ? [1009] : [1010, 1018, 2004];
      expect([status, expected.includes(code)], `${JSON.stringify(name)} ${text}`).toEqual([200, true]);
      expect(text).not.toMatch(/token|native code|\[object |TypeError/);
      asked.set(name, code);
    }
    // Most are ordinary names to the sign-in: no user has them.
    expect([...asked.values()].filter((code) => code === 1010).length).toBeGreaterThan(40);
    const lines = box
      .log()
      .slice(before)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      // What the box does by itself during a long run.
      .filter(({ msg }) => msg !== 'the database was backed up');
    expect(new Set(lines.map(({ msg, user, code }) => `${String(msg)} ${String(user)} ${String(code)}`))).toEqual(
      new Set(['sign-in refused nobody 1010', `sign-in refused ${MEMBER} 1009`]),
    );
    expect((await signIn(box.origin, OWNER)).token).toHaveLength(32);
  });

  it('what normalises to the name of somebody is nobody else', async () => {
    const alike = [
      MEMBER,
      ` ${MEMBER} `,
      MEMBER.toUpperCase(),
      `${MEMBER}\u200b`,
      `${MEMBER}\u0000`,
      `${MEMBER}.`,
      `${MEMBER}/`,
    ];
    const looks = [
      'r\u043ebert1',
      '\uff52obert1',
      'robert\uff11',
      'rober\u0074\u03011',
      '\u202erobert1',
      'robert1\u00ad',
    ];
    for (const [at, userName] of [...alike, ...looks].entries()) {
      const person = { userName, password: PASSWORD, param: '', code: '', inviteCode: 'ABCDEFGH' };
      const { code } = await post(box.origin, '/account/user/register', person, `127.0.10.${at + 1}`);
      expect([1006, 1030, 2004], JSON.stringify(userName)).toContain(code);
    }
  });

  it('a box may be called by one, and says exactly that', async () => {
    const boxname = '<script>{{7*7}}';
    const setUp = { version: 1, cmd: 'SETUP', params: [fresh.setupCode, boxname, OWNER, PASSWORD] };
    expect((await post(fresh.origin, '/eshell', setUp, '127.0.11.1')).code).toBe(0);
    const told = await createBoxClient({ baseUrl: fresh.origin, transport: fetchTransport() }).session.setup();
    expect(told.boxname).toBe(boxname);
  });
});

describe('as hosts', () => {
  /** The box's answer to raw bytes, until it closes the connection. */
  const say = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(box.port, '127.0.0.1');
      socket.on('error', reject);
      text(socket).then(resolve, reject);
      socket.end(bytes);
    });

  it('Host: is answered 200 where it is a name of a house, else 400 or 421, and is found in no answer', async () => {
    const share = {
      version: 1,
      username: OWNER,
      token,
      cmd: 'SHARELIST',
      params: { user: OWNER, page: 1, count: 100 },
    };
    const body = JSON.stringify(share);
    let urls = 0;
    await call(`/${token}`, 'SHAREURL', { path: HOME, names: ['canary'], days: 1, code: '0000' });
    for (const name of MALICIOUS_NAMES)
      for (const host of [name, `${name}:${box.port}`, `${name}.example.org`, `[${name}]`]) {
        const page = await say(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect(page, JSON.stringify(host)).toMatch(/^HTTP\/1\.1 (200|400|421) /);
        const links = await say(
          `POST /${token} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
        );
        expect(links, JSON.stringify(host)).toMatch(/^HTTP\/1\.1 (200|400|421) /);
        for (const [, url = ''] of links.matchAll(/"url":"([^"]*)"/g)) {
          urls += 1;
          expect(url).toMatch(/^http:\/\/[\w.:[\]-]+\//);
          expect(new URL(url).pathname, url).toMatch(/^\/s\/[A-Za-z0-9]{16}$/);
        }
        // The list has names of files, and nothing of the request except the host of its links.
        expect(links.split('\r\n\r\n')[0]).not.toMatch(/set-cookie/i);
        if (host.length > 10) expect(page).not.toContain(host);
      }
    expect(urls).toBeGreaterThan(0);
  });

  it('SNI: there is none, because the box speaks no TLS; what begins like it is no request', async () => {
    const failed = await new Promise<string>((resolve) => {
      const socket = connectTls({
        port: box.port,
        host: '127.0.0.1',
        servername: 'evil.example',
        rejectUnauthorized: false,
      });
      socket.on('secureConnect', () => {
        socket.destroy();
        resolve('');
      });
      socket.on('error', (failure: Error) => resolve(failure.message));
    });
    expect(failed).not.toBe('');
    expect((await fetch(`${box.origin}/healthz`)).status).toBe(200);
  });
});

describe('as arguments', () => {
  it('of the command line: made exactly, or refused in words with an exit code', { timeout: 180_000 }, async () => {
    const cli = createCli();
    try {
      expect((await cli.run(['login', box.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD })).code).toBe(0);
      mkdirSync(join(box.usb1, OWNER, 'cli'));
      const before = others('cli');
      const made = new Set<string>();
      for (const name of MALICIOUS_NAMES) {
        // An argument ends at a NUL, and an ill-formed string has no UTF-8 encoding.
        if (name.includes('\0') || !name.isWellFormed()) continue;
        const ran = await cli.run(['mkdir', '--', `cli/${name}`]);
        expect([0, 2, 4], `${JSON.stringify(name)} ${ran.err}`).toContain(ran.code);
        expect(ran.err).not.toMatch(/\n\s+at |TypeError/);
        // Dots are normalised as in a shell, and the box checks the resulting path.
        if (ran.code === 0 && topOf(name) !== undefined && !name.split('/').includes('..'))
          made.add(onDisk(topOf(name) ?? ''));
        expect(entriesOf('cli'), JSON.stringify(name)).toEqual([...made].toSorted());
        if (name.startsWith('-')) expect((await cli.run(['mkdir', name])).code, name).toBe(name === '--help' ? 0 : 2);
      }
      expect(others('cli').filter((path) => path !== `usb1/${OWNER}/b`)).toEqual(before);
      expect(canary.changes()).toEqual([]);
    } finally {
      cli.remove();
    }
  });

  it('and the boxes are what they were', async () => {
    for (const each of [box, fresh]) expect(each.log()).not.toMatch(/"level":(50|60)/);
    const member = await signIn(box.origin, MEMBER);
    await expect(member.system.setLed({ status: 0 })).rejects.toMatchObject({ error: { code: 13 } });
  });
});
