import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { from, firstValueFrom } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxEvent, Connection, Transport } from '@boxwood/box-sdk';
import {
  BoxFailure,
  connect,
  copyTask,
  eventsOf,
  each,
  fetchTransport,
  left,
  ListFiles,
  ListJournal,
  ListTasks,
  ListTrash,
  SearchFiles,
  uploadFile,
  uploadMany,
} from '@boxwood/box-sdk';
import { fileTransport, localFile, uploadFolder } from '@boxwood/box-sdk/node';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';

/** A value that plain JavaScript may pass. */
const meant = (typed: object): never => typed as never;

/** What scripts get from the built SDK at a real box; results are checked on the disk. */
describe('a script at a real box', () => {
  let process: BoxProcess;
  let box: Connection;
  let local: string;
  const home = `/mnt/usb1/${OWNER}`;
  const disk = (...path: string[]) => join(process.usb1, OWNER, ...path);

  beforeAll(async () => {
    process = await startBoxProcess();
    box = await connect(`${process.origin}/`, { user: OWNER, password: PASSWORD });
    local = mkdtempSync(join(tmpdir(), 'boxwood-script-'));
  });
  afterAll(async () => {
    rmSync(local, { recursive: true, force: true });
    await process.remove();
  });

  it('connects with a password or a token, and says why it does not', async () => {
    expect(box.user).toBe(OWNER);
    const other = await connect(process.origin.replace('http://', ''), { user: OWNER, token: box.token });
    expect((await other.files.list({ path: home, count: 1, hasbaseinfo: 0 })).file_list).toHaveLength(1);
    const refused = connect(process.origin, { user: OWNER, password: 'wrong' });
    await expect(refused).rejects.toMatchObject({ error: { _tag: 'Refused', family: 'ACC', code: 2003 } });
    await expect(refused).rejects.toBeInstanceOf(BoxFailure);
  });

  it('a session that has ended is made anew, once, however many calls find out', async () => {
    const before = box.token;
    await box.session.signOut({ userName: OWNER, token: before });
    await Promise.all([1, 2, 3].map((n) => box.files.makeFolder({ path: `${home}/renewed-${n}` })));
    expect(box.token).not.toBe(before);
    expect([1, 2, 3].filter((n) => statSync(disk(`renewed-${n}`)).isDirectory())).toHaveLength(3);
    // A client given a token cannot renew it.
    const held = await connect(process.origin, { user: OWNER, token: before });
    await expect(held.files.list({ path: home, count: 1, hasbaseinfo: 0 })).rejects.toMatchObject({
      error: { code: 18 },
    });
  });

  it('whoever signed out is out: what is asked afterwards makes no new session, and a token that is not there connects nobody', async () => {
    const leaving = await connect(process.origin, { user: OWNER, password: PASSWORD });
    await leaving.signOut();
    const look = { path: home, count: 1, hasbaseinfo: 0 } as const;
    await expect(leaving.files.list(look)).rejects.toMatchObject({ error: { code: 18 } });
    await leaving.signOut();
    await expect(connect(process.origin, meant({ user: OWNER, token: undefined }))).rejects.toThrow(
      'token: expected string',
    );
  });

  it('options that nobody knows, a path that is none and a page that lacks something are refused by name', async () => {
    expect(() => box.events(meant({ folder: [home] }))).toThrow('folder: not known; did you mean folders?');
    expect(() => box.upload([], meant({ paralel: 2 }))).toThrow('did you mean parallel?');
    await expect(box.tasks.wait('one', meant({ timeout: 1 }))).rejects.toThrow('timeout: not known');
    await expect(box.url('Photos/a.jpg')).rejects.toThrow('expected absolute path');
    await expect(box.each(ListFiles, meant({})).next()).rejects.toThrow('path: expected absolute path');
    const stopped = box.each(ListFiles, { path: home }, { signal: AbortSignal.abort() });
    await expect(stopped.next()).rejects.toMatchObject({ error: { _tag: 'Aborted' } });
  });

  it('progress of many is the sum of what is on its way at the same time', async () => {
    const size = 9 * 1024 * 1024;
    const [half, told] = [8 * 1024 * 1024, [] as number[]];
    const begun = { one: Promise.withResolvers<undefined>(), other: Promise.withResolvers<undefined>() };
    const source = (name: 'one' | 'other') => ({
      name,
      target: `${home}/sum/${name}`,
      size,
      mtime: 1_700_000_000,
      // The second upload begins when a chunk of the first has arrived, and the first continues when a chunk of the
      // second has.
      read: async (start: number, end: number) => {
        if (start === 0 && name === 'other') await begun.one.promise;
        if (start > 0 && name === 'one') await begun.other.promise;
        return new Uint8Array(end - start);
      },
    });
    const sources = [source('one'), source('other')];
    const onProgress = (bytes: number, { target }: { readonly target: string }) => {
      told.push(bytes);
      begun[target.endsWith('/one') ? 'one' : 'other'].resolve(undefined);
    };
    const sent = await Array.fromAsync(box.upload(sources, { parallel: 2, onProgress }));
    expect(sent.map(({ result }) => result._tag)).toEqual(['Right', 'Right']);
    expect(told.slice(0, 2)).toEqual([half, 2 * half]);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(2 * size);
  });

  it('a box that stays away ends an upload of many once, and not file by file; one whose bytes are never taken is its own failure', async () => {
    let isAway = false;
    const away: Transport = {
      reportsProgress: false,
      exchange: (request) => {
        const isPoisoned = request.method === 'PUT' && request.body instanceof Uint8Array && request.body[0] === 7;
        return isAway || isPoisoned
          ? Promise.resolve(left({ _tag: 'Network', cause: 'away' }))
          : fetchTransport().exchange(request);
      },
    };
    const way = { transport: away, patienceMs: 300 };
    const far = await connect(process.origin, { user: OWNER, password: PASSWORD }, way);
    const size = 200_000;
    const sources = (folder: string, first: number) =>
      Array.from({ length: 12 }, (_, n) => ({
        target: `${home}/${folder}/${n}`,
        size,
        mtime: 1_700_000_000,
        read: () => Promise.resolve(new Uint8Array(size).fill(n === 0 ? first : 1)),
      }));
    const tags: string[] = [];
    for await (const { result } of far.upload(sources('poison', 7), { parallel: 1 })) tags.push(result._tag);
    expect(tags).toEqual(['Left', ...Array.from({ length: 11 }, () => 'Right')]);

    const seen: string[] = [];
    const upload = async () => {
      for await (const { result } of far.upload(sources('away', 1), { parallel: 2 })) {
        seen.push(result._tag);
        isAway = true;
      }
    };
    await expect(upload()).rejects.toMatchObject({ error: { _tag: 'Network' } });
    // The calls in progress have their result; none waited for the others.
    expect(seen.length).toBeLessThan(6);
    expect(seen.at(-1)).toBe('Left');
  });

  it('sixty writes at once all arrive, also beside somebody who takes all the turns of the box', async () => {
    const greedy = await connect(process.origin, { user: OWNER, password: PASSWORD }, { concurrency: 40 });
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 === 0 ? box : greedy).files.makeFolder({ path: `${home}/many/${String(n)}` }),
      ),
    );
    expect(readdirSync(disk('many'))).toHaveLength(60);
    await greedy.signOut();
  });

  it('uploads a folder: many small files together, large ones in pieces, empty folders, with their times, and nothing twice', async () => {
    const tree = join(local, 'tree');
    mkdirSync(join(tree, 'deep', 'empty'), { recursive: true });
    for (let n = 0; n < 600; n += 1) {
      writeFileSync(join(tree, n % 3 === 0 ? 'deep' : '', `${n}.txt`), `file ${n}`);
      utimesSync(join(tree, n % 3 === 0 ? 'deep' : '', `${n}.txt`), 1_700_000_000, 1_700_000_000 + n);
    }
    writeFileSync(join(tree, 'zero'), '');
    const large = Buffer.alloc(9 * 1024 * 1024, 'box');
    writeFileSync(join(tree, 'large.bin'), large);
    const first = await Array.fromAsync(uploadFolder(box, tree, `${home}/tree`));
    expect(first.filter(({ result }) => result._tag === 'Left')).toEqual([]);
    expect(first).toHaveLength(602);
    expect(readFileSync(disk('tree', 'large.bin')).equals(large)).toBe(true);
    expect(readFileSync(disk('tree', 'deep', '597.txt'), 'utf8')).toBe('file 597');
    expect(statSync(disk('tree', 'deep', '597.txt')).mtimeMs).toBe((1_700_000_000 + 597) * 1000);
    expect(readdirSync(disk('tree', 'deep', 'empty'))).toEqual([]);
    expect(statSync(disk('tree', 'zero')).size).toBe(0);
    const again = await Array.fromAsync(uploadFolder(box, tree, `${home}/tree`));
    expect(again.filter(({ result }) => result._tag === 'Left' || !result.right.identical)).toEqual([]);
  });

  it('a large file goes out in one body while it is read, what was cut goes on as one, and one that changes meanwhile is its own failure', async () => {
    const size = 100 * 1024 * 1024 + 1;
    const large = join(local, 'large.bin');
    const bytes = randomBytes(size);
    writeFileSync(large, bytes);
    const puts: string[] = [];
    let disturb = (_sent: number): void => undefined;
    const files = fileTransport();
    const transferTransport: Transport = {
      ...files,
      exchange: (request) => {
        puts.push(`${request.query['start']} ${request.query['whole'] ?? ''}`);
        const onProgress = (sent: number): void => {
          request.onProgress?.(sent);
          disturb(sent);
        };
        return files.exchange({ ...request, onProgress });
      },
    };
    const quick = await connect(process.origin, { user: OWNER, token: box.token }, { transferTransport });

    const cut = new AbortController();
    disturb = (sent) => {
      if (sent > 30 * 1024 * 1024) cut.abort();
    };
    const target = `${home}/Large/large.bin`;
    const aborted = await uploadFile(quick, await localFile(large, target), { signal: cut.signal });
    expect(aborted).toEqual({ _tag: 'Left', left: { _tag: 'Aborted' } });
    disturb = () => undefined;
    const [sent] = await Array.fromAsync(quick.upload([await localFile(large, target)]));
    expect(sent?.result).toMatchObject({ _tag: 'Right', right: { identical: false, path: target } });
    expect(readFileSync(disk('Large', 'large.bin')).equals(bytes)).toBe(true);
    const resumedAt = sent?.result._tag === 'Right' ? sent.result.right.resumedAt : 0;
    expect(resumedAt).toBeGreaterThan(0);
    // The rest is longer than 64 MiB, so it is sent in one chunk again.
    expect(puts).toEqual(['0 1', `${resumedAt} 1`]);

    disturb = (done) => {
      if (done > 0) utimesSync(large, 1_700_000_000, 1_700_000_000);
    };
    const other = await localFile(large, `${home}/Large/other.bin`);
    const [changed] = await Array.fromAsync(quick.upload([other]));
    expect(changed?.result).toMatchObject({
      _tag: 'Left',
      left: { _tag: 'Unread', cause: { name: 'NotReadableError' } },
    });
    expect(readdirSync(disk('Large'))).toEqual(['large.bin']);
  });

  it('a file that cannot be read is its own failure, and the others arrive', async () => {
    const source = (name: string) => localFile(join(local, 'tree', `${name}.txt`), `${home}/some/${name}.txt`);
    const broken = { ...(await source('2')), read: () => Promise.reject(new Error('the disk is old')) };
    const results = await Array.fromAsync(uploadMany(box, [await source('1'), broken, await source('4')]));
    expect(readdirSync(disk('some')).toSorted()).toEqual(['1.txt', '4.txt']);
    const failed = results.find(({ result }) => result._tag === 'Left');
    expect(failed?.result).toMatchObject({ left: { _tag: 'Unread', cause: { message: 'the disk is old' } } });
  });

  it('pages of every form are one loop', async () => {
    const names = [];
    for await (const { n } of box.each(ListFiles, { path: `${home}/tree` })) names.push(n);
    expect(names.toSorted()).toEqual(readdirSync(disk('tree')).toSorted());
    const found = await Array.fromAsync(each(box, SearchFiles, { roots: [1], regex: '^[0-9]+\\.txt$' }));
    expect(new Set(found.map(({ n, p }) => `${p}/${n}`)).size).toBe(602);
    await box.trash.put({ paths: names.slice(0, 2).map((name) => `${home}/tree/${name}`) });
    expect(await Array.fromAsync(box.each(ListTrash, { order: '5', desc: 1 }))).toHaveLength(2);
    const ids = (await Array.fromAsync(box.each(ListJournal, {}))).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(60);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  });

  it('waits for a task, to its end and to its failure', async () => {
    const { id } = await box.tasks.add(copyTask(OWNER, `${home}/tree`, `${home}/many`));
    const seen: number[] = [];
    const ended = await box.tasks.wait(id, { onProgress: ({ tb_state: state }) => seen.push(state) });
    expect(ended.outcome).toBe('done');
    expect(seen.at(-1)).toBe(1);
    expect(readdirSync(disk('many', 'tree')).length).toBe(readdirSync(disk('tree')).length);
    expect((await Array.fromAsync(box.each(ListTasks, { user: OWNER, type: 'ALL' }))).length).toBeGreaterThan(0);
    expect(await box.tasks.wait('no-such-task')).toEqual({ outcome: 'gone' });
  });

  it('tells of changes as they come, to a loop and to RxJS', async () => {
    const folder = `${home}/inbox`;
    await box.files.makeFolder({ path: folder });
    const { cursor } = await box.changes.wait({ cursor: '', wait: 0, folders: [] });
    const isInbox = (event: BoxEvent) => event.type === 'folder' && event.path === folder;
    const heard = (async () => {
      for await (const event of box.events({ folders: [folder], cursor })) if (isInbox(event)) return event;
      return undefined;
    })();
    const taken = firstValueFrom(from(eventsOf(box, { folders: [folder], cursor })));
    writeFileSync(disk('inbox', 'letter.txt'), 'hello');
    expect(await heard).toMatchObject({ type: 'folder', path: folder });
    expect(await taken).toMatchObject({ cursor: expect.any(String) as string });
    // Another stream continues where one stopped: changes that were received are not repeated.
    const later = (await heard)?.cursor ?? '';
    const stop = new AbortController();
    const next: BoxEvent[] = [];
    const reading = (async () => {
      for await (const event of box.events({ folders: [folder], cursor: later, signal: stop.signal })) {
        next.push(event);
        stop.abort();
      }
    })();
    await box.files.makeFolder({ path: `${folder}/new` });
    await reading;
    expect(next.length).toBeGreaterThan(0);
  });
});
