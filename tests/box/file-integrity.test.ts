/** File integrity: saved data stays, an upload only resumes the same file, and replaced content can be restored. */
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient, UploadSource } from '@boxwood/box-sdk';
import { PutChunk, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import type { Cli } from '../lib/box/cli.ts';
import { createCli } from '../lib/box/cli.ts';
import { signIn } from '../lib/box/client.ts';
import type { CuttableProxy } from '../lib/http/cuttable-proxy.ts';
import { startCuttableProxy } from '../lib/http/cuttable-proxy.ts';

const MB = 1024 * 1024;
const SECOND = 1_700_000_000;
const sha = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const source = (target: string, data: Buffer, mtime: number | string = SECOND): UploadSource => ({
  target,
  size: data.length,
  mtime,
  read: (start, end) => Promise.resolve(new Uint8Array(data.subarray(start, end))),
});

describe('one file at a real box', () => {
  let box: BoxProcess;
  let line: CuttableProxy;
  let client: BoxClient;
  let cli: Cli;
  let local: string;
  const wire = (name: string) => `/mnt/usb1/${OWNER}/${name}`;
  const disk = (name: string) => join(box.usb1, OWNER, name);
  const contents = (folder: string) =>
    Object.fromEntries(
      readdirSync(disk(folder)).map((name) => [name, readFileSync(disk(`${folder}/${name}`), 'utf8')]),
    );

  beforeAll(async () => {
    box = await startBoxProcess();
    line = await startCuttableProxy(box.port);
    client = await signIn(line.origin, OWNER);
    cli = createCli();
    local = mkdtempSync(join(tmpdir(), 'boxwood-local-'));
    await cli.run(['login', line.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD });
  });
  afterAll(async () => {
    cli.remove();
    await line.close();
    await box.remove();
    rmSync(local, { recursive: true });
  });

  it('UPLOAD-24: of many who keep both at once every one survives, beside a program that takes names as well', async () => {
    mkdirSync(disk('keep'));
    writeFileSync(disk('keep/a.txt'), 'first');
    writeFileSync(disk('keep/a_copy.txt'), 'second');
    const texts = Array.from({ length: 10 }, (_, at) => `text ${String(at).padStart(2, '0')}`);
    const theirs: string[] = [];
    const upload = async (text: string, at: number): Promise<string> => {
      const data = Buffer.from(text);
      const target = wire('keep/a.txt');
      // Another program creates each name as soon as it is free.
      const name = `keep/a_copy${at + 2}.txt`;
      try {
        writeFileSync(disk(name), `their ${at}`, { flag: 'wx' });
        theirs.push(`their ${at}`);
      } catch {
        // The box was faster.
      }
      if (at % 2 === 0) {
        const sent = await uploadFile(client, source(target, data), { keep: `keep-${at}` });
        return sent._tag === 'Right' ? sent.right.path : '';
      }
      const files = [{ target, size: data.length, mtime: SECOND, keep: `keep-${at}` }];
      const { uuid = '' } = await client.transfers.prepareMany({ files });
      await client.transfer(PutChunk, { uuid, start: 0 }, new Uint8Array(data))();
      return (await client.transfers.finishMany({ uuid })).list[0]?.path ?? '';
    };
    const paths = await Promise.all(texts.map(upload));
    expect(new Set(paths).size).toBe(texts.length);
    for (const [at, path] of paths.entries())
      expect(readFileSync(join(box.usb1, path.slice('/mnt/usb1/'.length)), 'utf8')).toBe(texts[at]);
    expect(Object.values(contents('keep')).toSorted()).toEqual(['first', 'second', ...texts, ...theirs].toSorted());
    for (const _ of texts) await client.journal.undo({ id: [] });
    expect(Object.values(contents('keep')).toSorted()).toEqual(['first', 'second', ...theirs].toSorted());
  });

  it('UPLOAD-23: what an upload replaced comes back by undo', async () => {
    writeFileSync(disk('replaced.txt'), 'old');
    expect(await uploadFile(client, source(wire('replaced.txt'), Buffer.from('new')))).toMatchObject({ _tag: 'Right' });
    expect(readFileSync(disk('replaced.txt'), 'utf8')).toBe('new');
    await client.journal.undo({ id: [] });
    expect(readFileSync(disk('replaced.txt'), 'utf8')).toBe('old');
    await client.journal.redo({ id: [] });
    expect(readFileSync(disk('replaced.txt'), 'utf8')).toBe('new');
  });

  it('UPLOAD-10: what was cut off goes on with the same file, and begins anew with one that was changed in place', async () => {
    const [first, second] = [randomBytes(20 * MB), randomBytes(20 * MB)];
    const target = wire('cut.bin');
    const old = source(target, first, `${SECOND}.100`);
    line.cutAfter('up', 12 * MB);
    expect(await uploadFile(client, old)).toMatchObject({ _tag: 'Left', left: { _tag: 'Network' } });
    const held = (await client.transfers.prepare({ target, size: first.length, more: { mtime: `${SECOND}.100` } }))
      .start;
    expect(held).toBeGreaterThan(8 * MB);
    // The same size and the same second, but not the same file.
    expect(await uploadFile(client, source(target, second, `${SECOND}.900`))).toMatchObject({
      right: { resumedAt: 0 },
    });
    expect(sha(readFileSync(disk('cut.bin')))).toBe(sha(second));
    // And the same file resumes where it was cut.
    const other = source(wire('on.bin'), first, `${SECOND}.100`);
    line.cutAfter('up', 12 * MB);
    expect(await uploadFile(client, other)).toMatchObject({ _tag: 'Left' });
    const done = await uploadFile(client, other);
    expect(done).toMatchObject({ _tag: 'Right', right: { identical: false } });
    expect(done._tag === 'Right' && done.right.resumedAt).toBeGreaterThan(8 * MB);
    expect(sha(readFileSync(disk('on.bin')))).toBe(sha(first));
  });

  it('UPLOAD-09: put sends a file again that was changed in place within the second, and nothing that is the same', async () => {
    const path = join(local, 'notes.txt');
    writeFileSync(path, 'one');
    utimesSync(path, SECOND + 0.25, SECOND + 0.25);
    const put = async () => JSON.parse((await cli.run(['put', path, '--to', 'put', '--json'])).out) as unknown;
    expect(await put()).toMatchObject([{ identical: false }]);
    expect(await put()).toMatchObject([{ identical: true }]);
    const file = openSync(path, 'r+');
    writeSync(file, 'two');
    closeSync(file);
    utimesSync(path, SECOND + 0.75, SECOND + 0.75);
    expect(await put()).toMatchObject([{ identical: false }]);
    expect(readFileSync(disk('put/notes.txt'), 'utf8')).toBe('two');
    expect(Math.floor(statSync(disk('put/notes.txt')).mtimeMs)).toBe(SECOND * 1000 + 750);
    const kept = await cli.run(['put', path, '--to', 'put', '--keep-both', '--json']);
    expect(JSON.parse(kept.out)).toMatchObject([{ path: wire('put/notes_copy.txt'), identical: false }]);
  });

  it('UPLOAD-24: put --keep-both puts a folder beside the one that is there, and into no other', async () => {
    mkdirSync(join(local, 'trip'));
    writeFileSync(join(local, 'trip/x.txt'), 'new');
    for (const name of ['trip', 'trip_copy']) {
      mkdirSync(disk(`trips/${name}`), { recursive: true });
      writeFileSync(disk(`trips/${name}/x.txt`), name);
    }
    expect((await cli.run(['put', join(local, 'trip'), '--to', 'trips', '--keep-both'])).code).toBe(0);
    expect(contents('trips/trip')).toEqual({ 'x.txt': 'trip' });
    expect(contents('trips/trip_copy')).toEqual({ 'x.txt': 'trip_copy' });
    expect(contents('trips/trip_copy2')).toEqual({ 'x.txt': 'new' });
  });
});
