/**
 * Names that are not UTF-8: every file command of a real box, with names that another program or an archive created.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BoxClient, Cursor, OpTask } from '@boxwood/box-sdk';
import {
  compressTask,
  copyTask,
  createBoxClient,
  decryptTask,
  encryptTask,
  extractTask,
  fetchTransport,
  fileUrl,
  moveTask,
  removeTask,
  shareFileAddress,
  uploadFile,
} from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

/** A name on the disk and on the wire: U+DC00 plus the byte, for a byte that is not UTF-8. */
const odd = (...parts: readonly (string | number)[]) => ({
  disk: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part)))),
  wire: parts.map((part) => (typeof part === 'string' ? part : String.fromCharCode(0xdc00 + part))).join(''),
});
const FILE = odd('odd ', 0xff, 0xfe, '.txt');
const GBK = odd(0xd6, 0xd0, 0xce, 0xc4, '.txt');
const CUT = odd('cut ', 0xe4, 0xb8, '中.txt');
const FOLDER = odd('folder ', 0xc3);
const ALL = [FILE, GBK, CUT];

describe('names that are no UTF-8, at a real box', () => {
  let box: BoxProcess;
  let ann: BoxClient & { readonly token: string };
  let round = 0;
  let folder = '';
  const wire = (...names: readonly string[]) => [`/mnt/usb1/${OWNER}/${folder}`, ...names].join('/');
  const disk = (...names: readonly (string | Buffer)[]) =>
    Buffer.concat(
      [box.usb1, OWNER, folder, ...names].map((name, at) =>
        Buffer.concat([Buffer.from(at === 0 ? '' : '/'), Buffer.from(name)]),
      ),
    );
  const onDisk = (...names: readonly (string | Buffer)[]) =>
    readdirSync(disk(...names), { encoding: 'buffer' })
      .map((name) => name.toString('latin1'))
      .toSorted();
  const bytes = (...names: readonly { readonly disk: Buffer }[]) =>
    names.map((name) => name.disk.toString('latin1')).toSorted();
  const list = async (path = wire()) =>
    (await ann.files.list({ path, count: 500, hasbaseinfo: 0 })).file_list.map((item) => item.n).toSorted();

  beforeAll(async () => {
    box = await startBoxProcess();
    ann = await signIn(box.origin, OWNER);
  });
  afterAll(() => box.remove());
  beforeEach(() => {
    round += 1;
    folder = `round ${round}`;
    mkdirSync(disk(FOLDER.disk), { recursive: true });
    for (const name of ALL) {
      writeFileSync(disk(name.disk), name.disk);
      writeFileSync(disk(FOLDER.disk, name.disk), name.disk);
    }
  });

  const finished = async (id: string): Promise<OpTask> => {
    for (;;) {
      const { list: tasks } = await ann.tasks.list({ user: OWNER, count: 100, start: 0, type: 'ALL' });
      const task = tasks.find((entry) => entry.tb_id === id);
      if (task === undefined) throw new Error('the task is gone');
      if (task.tb_state === 1 || task.tb_state === -1) return task;
      await delay(50);
    }
  };
  const run = async (task: Parameters<typeof ann.tasks.add>[0]) => finished((await ann.tasks.add(task)).id);
  const undone = async (there: () => boolean): Promise<void> => {
    const { tasks } = await ann.journal.undo({ id: [] });
    for (const id of tasks) await finished(id);
    for (let tries = 0; tries < 100 && !there(); tries += 1) await delay(50);
    expect(there()).toBe(true);
  };

  it('they are listed, asked for one by one, counted page by page and measured', async () => {
    expect(await list()).toEqual([...ALL, FOLDER].map((name) => name.wire).toSorted());
    expect(await list(wire(FOLDER.wire))).toEqual(ALL.map((name) => name.wire).toSorted());
    for (const name of ALL)
      expect((await ann.files.list({ path: wire(name.wire), count: 1, hasbaseinfo: 0 })).file_list).toMatchObject([
        { n: name.wire, s: name.disk.length },
      ]);
    const pages: string[] = [];
    let baseinfo: Cursor | undefined;
    for (;;) {
      const page = await ann.files.list({
        path: wire(),
        count: 2,
        hasbaseinfo: baseinfo === undefined ? 0 : 1,
        ...(baseinfo === undefined ? {} : { baseinfo }),
      });
      pages.push(...page.file_list.map((item) => item.n));
      const last = page.file_list.at(-1);
      if (last === undefined || page.file_list.length < 2) break;
      baseinfo = { n: last.n, t: last.t, k: last.k };
    }
    expect(pages.toSorted()).toEqual(await list());
    expect(await ann.files.measure({ path: wire(FOLDER.wire) })).toMatchObject({ count: 3 });
    const parts = await ann.files.measureEntries({ path: wire(), most: 10 });
    expect(parts.list.map((part) => part.name).toSorted()).toEqual(await list());
    expect(JSON.stringify(await ann.files.checksum({ path: wire(FILE.wire) }))).toMatch(/[0-9a-f]{64}/);
  });
  it('they are read by address, and written', async () => {
    const { key } = await ann.session.fileKey({});
    for (const name of ALL) {
      const reply = await fetch(fileUrl({ base: box.origin, key }, wire(FOLDER.wire, name.wire), { download: true }));
      expect(Buffer.from(await reply.arrayBuffer()).equals(name.disk)).toBe(true);
    }
    const made = odd('new ', 0x80, '.bin');
    const content = new TextEncoder().encode('new');
    const sent = await uploadFile(ann, {
      target: wire(FOLDER.wire, made.wire),
      size: content.length,
      mtime: 1_760_000_000,
      read: (start, end) => Promise.resolve(content.slice(start, end)),
    });
    expect(sent).toMatchObject({ _tag: 'Right', right: { path: wire(FOLDER.wire, made.wire) } });
    expect(readFileSync(disk(FOLDER.disk, made.disk), 'utf8')).toBe('new');
  });
  it('they are made, renamed, moved and undone', async () => {
    const made = odd('made ', 0xfe);
    expect(await ann.files.makeFolder({ path: wire(made.wire) })).toMatchObject({ existed: false });
    expect(existsSync(disk(made.disk))).toBe(true);
    await ann.files.move({ source: wire(FILE.wire), target: wire(made.wire, GBK.wire) });
    expect(readFileSync(disk(made.disk, GBK.disk)).equals(FILE.disk)).toBe(true);
    await undone(() => existsSync(disk(FILE.disk)));
    await ann.files.move({ source: wire(FILE.wire), target: wire('plain.txt') });
    expect(readFileSync(disk('plain.txt')).equals(FILE.disk)).toBe(true);
    const { ok } = await ann.files.rename({
      renames: [
        { source: wire(GBK.wire), target: wire(CUT.wire) },
        { source: wire(CUT.wire), target: wire(GBK.wire) },
      ],
    });
    expect(ok).toBe(2);
    expect(readFileSync(disk(GBK.disk)).equals(CUT.disk)).toBe(true);
    await undone(() => readFileSync(disk(GBK.disk)).equals(GBK.disk));
  });
  it('they are copied and moved with their trees, and undone', async () => {
    mkdirSync(disk('to'));
    expect(await run(copyTask(OWNER, wire(FOLDER.wire), wire('to')))).toMatchObject({ tb_state: 1 });
    expect(onDisk('to', FOLDER.disk)).toEqual(bytes(...ALL));
    expect(await run(copyTask(OWNER, wire(FILE.wire), wire('to')))).toMatchObject({ tb_state: 1 });
    expect(await run(copyTask(OWNER, wire(FILE.wire), wire('to'), 2))).toMatchObject({ tb_state: 1 });
    expect(onDisk('to')).toHaveLength(3);
    expect(await run(moveTask(OWNER, wire(FOLDER.wire), wire('to'), 2))).toMatchObject({ tb_state: 1 });
    expect(existsSync(disk(FOLDER.disk))).toBe(false);
    await undone(() => existsSync(disk(FOLDER.disk, FILE.disk)));
    expect(onDisk(FOLDER.disk)).toEqual(bytes(...ALL));
  });
  it('they go into the bin and come back, and are deleted', async () => {
    await ann.trash.put({ paths: [FOLDER, ...ALL].map((name) => wire(name.wire)) });
    expect(onDisk()).toEqual([]);
    const { list: trashed } = await ann.trash.list({ offset: 0, count: 10, order: '5', desc: 1 });
    expect(
      trashed
        .slice(0, 4)
        .map((item) => item.n)
        .toSorted(),
    ).toEqual([FOLDER, ...ALL].map((name) => name.wire).toSorted());
    await ann.trash.restore({ ids: trashed.slice(0, 4).map((item) => item.id) });
    expect(onDisk()).toEqual(bytes(FOLDER, ...ALL));
    await ann.trash.put({ paths: [wire(FILE.wire)] });
    await undone(() => existsSync(disk(FILE.disk)));
    await ann.trash.put({ paths: [wire(FILE.wire)] });
    await ann.trash.empty({});
    await ann.files.remove({ paths: [wire(GBK.wire)] });
    expect(await run(removeTask(OWNER, wire(FOLDER.wire)))).toMatchObject({ tb_state: 1 });
    expect(onDisk()).toEqual(bytes(CUT));
  });
  it('they are found by name, in the folder and over the box', async () => {
    const within = async () =>
      (await ann.files.list({ path: wire(), count: 50, hasbaseinfo: 0, regex: 'odd' })).file_list;
    const anywhere = async () =>
      (await ann.files.search({ roots: [1], regex: 'odd', count: 1000, hasbaseinfo: 0 })).file_list;
    for (const search of [within, anywhere])
      await expect
        .poll(async () => (await search()).map((item) => `${item.p ?? ''} ${item.n}`))
        .toEqual(expect.arrayContaining([expect.stringContaining(folder)]));
    for (const search of [within, anywhere]) {
      const hits = (await search()).filter((item) => JSON.stringify(item).includes(folder) || search === within);
      expect(hits.map((item) => item.n)).toContain(FILE.wire);
    }
  });
  it.each(['zip', 'tar', 'tar.gz'])('they are packed into %s, and come out of it as they were', async (suffix) => {
    const names = [FOLDER, ...ALL].map((name) => name.wire);
    expect(await run(compressTask(OWNER, wire(), names, { target: wire(), name: 'out', suffix }))).toMatchObject({
      tb_state: 1,
    });
    expect(await run(extractTask(OWNER, wire(`out.${suffix}`), wire()))).toMatchObject({ tb_state: 1 });
    // Common Chinese in its old encoding becomes readable, and nothing else changes.
    const out = [FILE, CUT, odd('中文.txt')];
    expect(onDisk('out')).toEqual(bytes(FOLDER, ...out));
    expect(onDisk('out', FOLDER.disk)).toEqual(bytes(...out));
    for (const name of [FILE, CUT])
      expect(readFileSync(disk('out', FOLDER.disk, name.disk)).equals(name.disk)).toBe(true);
    expect(readFileSync(disk('out', FOLDER.disk, '中文.txt')).equals(GBK.disk)).toBe(true);
  });
  it('an archive that is called so is unpacked', async () => {
    execFileSync('tar', ['-cf', 'plain.tar', '-C', '/etc', 'hostname'], { cwd: disk().toString() });
    const name = odd('packed ', 0xff, '.tar');
    await ann.files.move({ source: wire('plain.tar'), target: wire(name.wire) });
    expect(await run(extractTask(OWNER, wire(name.wire), wire()))).toMatchObject({ tb_state: 1 });
    expect(onDisk(odd('packed ', 0xff).disk)).toEqual(['hostname']);
  });
  it('they are encrypted and decrypted', async () => {
    const safe = `/mnt/usb1/${OWNER}/.safebox`;
    await ann.safe.setUp({ username: OWNER, password: 'safe-123' });
    await ann.safe.unlock({ username: OWNER, password: 'safe-123' });
    expect(await run(encryptTask(OWNER, wire(FILE.wire), safe))).toMatchObject({ tb_state: 1 });
    expect(existsSync(disk(FILE.disk))).toBe(false);
    expect(await run(decryptTask(OWNER, `${safe}/${FILE.wire}.hyencrypt_v3`, wire()))).toMatchObject({ tb_state: 1 });
    expect(readFileSync(disk(FILE.disk)).equals(FILE.disk)).toBe(true);
  });
  it('they are shared, whole folders of them too', async () => {
    const made = await ann.shares.link({ path: wire(), names: [FILE.wire, FOLDER.wire], days: 3, code: '0000' });
    const visitor = createBoxClient({ baseUrl: box.origin, transport: fetchTransport() });
    const opened = await visitor.shares.open({ id: made.id, code: '' });
    expect(opened.list.map((item) => item.n)).toEqual([FILE.wire, FOLDER.wire]);
    const page = await fetch(`${box.origin}/s/${made.id}`);
    expect(page.status).toBe(200);
    const whole = await fetch(shareFileAddress(box.origin, { id: made.id, index: 0, ticket: opened.ticket }));
    expect(Buffer.from(await whole.arrayBuffer()).equals(FILE.disk)).toBe(true);
    const inside = await fetch(
      shareFileAddress(box.origin, { id: made.id, index: 1, ticket: opened.ticket, path: FILE.wire }),
    );
    expect(inside.status).toBe(200);
    // In form encoding, which older links use.
    writeFileSync(disk(FOLDER.disk, 'a + b.txt'), 'plus');
    const form = new URLSearchParams({ ticket: opened.ticket, path: 'a + b.txt' }).toString();
    expect(await (await fetch(`${box.origin}/s/${made.id}/f/1?${form}`)).text()).toBe('plus');
    expect(Buffer.from(await inside.arrayBuffer()).equals(FILE.disk)).toBe(true);
  });
  it('a request whose body is no UTF-8 is refused with 20, and nothing is made or taken for something else', async () => {
    writeFileSync(disk('\uFFFD\uFFFD'), 'not asked for');
    const before = onDisk();
    const call = { version: 1, username: OWNER, token: ann.token, cmd: 'MKDIR', params: [wire('here')] };
    for (const cmd of ['MKDIR', 'RMFILE', 'TRASH']) {
      const body = Buffer.from(JSON.stringify({ ...call, cmd }).replace('here', '\u00ff\u00fe'), 'latin1');
      const reply = await fetch(`${box.origin}/eshell`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([reply.status, await reply.json()]).toEqual([200, { error: 20 }]);
    }
    expect(onDisk()).toEqual(before);
  });
  it('the journal says their names', async () => {
    await ann.files.remove({ paths: [wire(GBK.wire)] });
    await ann.trash.put({ paths: [wire(FILE.wire)] });
    const { list: entries } = await ann.journal.list({ count: 10, cursor: 0 });
    expect(entries[0]).toMatchObject({ action: 'trash', path: wire(FILE.wire) });
    expect(entries[1]).toMatchObject({ action: 'remove', path: wire(GBK.wire) });
  });
});
