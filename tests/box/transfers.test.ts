import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { downloadFile, fileUrl, FinishUpload, PrepareUpload, PutChunk, uploadFile } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const sha = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const source = (target: string, data: Buffer, mtime = 1_700_000_000) => ({
  target,
  size: data.length,
  mtime,
  read: (start: number, end: number) => Promise.resolve(new Uint8Array(data.subarray(start, end))),
});

describe('transfers at a real box', () => {
  let box: BoxProcess;
  let client: BoxClient;
  const wire = (name: string) => `/mnt/usb1/${OWNER}/${name}`;
  const disk = (name: string) => join(box.usb1, OWNER, name);

  beforeAll(async () => {
    box = await startBoxProcess();
    client = await signIn(box.origin, OWNER);
  });
  afterAll(() => box.remove());

  it('SDK-B66: says that nothing is there, then describes the committed file', async () => {
    const target = wire('described.txt');
    expect(await client.transfers.prepare({ target, size: 5 })).toMatchObject({ baseinfo: { size: 0, mtime_sec: 0 } });
    await uploadFile(client, source(target, Buffer.from('hello')));
    expect(await client.transfers.prepare({ target, size: 5 })).toMatchObject({
      baseinfo: { size: 5, mtime_sec: 1_700_000_000 },
    });
  });

  it('UPLOAD-12: nothing shows under the name before the upload is confirmed', async () => {
    const target = wire('hidden.bin');
    const data = randomBytes(300_000);
    const { uuid } = await client.transfers.prepare({ target, size: data.length });
    const put = await client.transfer(PutChunk, { uuid, start: 0 }, new Uint8Array(data))();
    expect(put).toMatchObject({ _tag: 'Right', right: { size: data.length } });
    expect(existsSync(disk('hidden.bin'))).toBe(false);
    expect(readdirSync(join(box.usb1, OWNER)).filter((name) => name.includes('hidden'))).toEqual([]);
    await client.transfers.finish({ target, size: data.length, reserved: '0', uuid, ctime: 1_700_000_001 });
    expect(sha(readFileSync(disk('hidden.bin')))).toBe(sha(data));
    expect(statSync(disk('hidden.bin')).mtimeMs).toBe(1_700_000_001_000);
  });

  it('SDK-B67: a wrong start is a 409 that names the right one; an unknown upload is a 404', async () => {
    const target = wire('offsets.bin');
    const { uuid } = await client.transfers.prepare({ target, size: 10 });
    await client.transfer(PutChunk, { uuid, start: 0 }, new Uint8Array(4))();
    const wrong = await client.transfer(PutChunk, { uuid, start: 7 }, new Uint8Array(3))();
    expect(wrong).toMatchObject({ _tag: 'Left', left: { _tag: 'Http', status: 409 } });
    expect(JSON.stringify(wrong)).toContain('\\"start\\":4');
    const unknown = await client.transfer(PutChunk, { uuid: 'x'.repeat(32), start: 0 }, new Uint8Array(1))();
    expect(unknown).toMatchObject({ _tag: 'Left', left: { _tag: 'Http', status: 404 } });
    const short = await client.exec(FinishUpload, { target, size: 10, reserved: '0', uuid, ctime: 1 })();
    expect(short).toMatchObject({ _tag: 'Left', left: { _tag: 'Refused', code: 11 } });
  });

  it('UPLOAD-10: goes on where the box left off, also after the box was killed', async () => {
    const target = wire('resumed.bin');
    const data = randomBytes(20 * 1024 * 1024);
    const more = { mtime: '1700000000' };
    const { uuid } = await client.transfers.prepare({ target, size: data.length, more });
    await client.transfer(PutChunk, { uuid, start: 0 }, new Uint8Array(data.subarray(0, 8 * 1024 * 1024)))();
    const { dataDir } = box;
    await box.kill();
    box = await startBoxProcess({ dataDir });
    client = await signIn(box.origin, OWNER);
    const again = await client.exec(PrepareUpload, { target, size: data.length, more })();
    expect(again).toMatchObject({ _tag: 'Right', right: { uuid, start: 8 * 1024 * 1024 } });
    const done = await uploadFile(client, source(target, data));
    expect(done).toMatchObject({ _tag: 'Right', right: { resumedAt: 8 * 1024 * 1024 } });
    expect(sha(readFileSync(disk('resumed.bin')))).toBe(sha(data));
  });

  it('UPLOAD-12: small files that go together are whole when the box has said so, also after it was killed', async () => {
    const small = (name: string, mtime = 1_700_000_000) => ({
      target: wire(`together/${name}`),
      size: name.length,
      mtime,
    });
    const files = Array.from({ length: 200 }, (_, at) => small(`${at}.txt`));
    const contentOf = ({ target }: { readonly target: string }) => target.slice(target.lastIndexOf('/') + 1);
    const { uuid = '', list } = await client.transfers.prepareMany({ files });
    expect(list).toEqual(files.map(() => ({ error: 0, have: 0 })));
    const body = new Uint8Array(Buffer.from(files.map(contentOf).join('')));
    const put = await client.transfer(PutChunk, { uuid, start: 0 }, body)();
    expect(put).toMatchObject({ _tag: 'Right', right: { size: body.length } });
    expect(readdirSync(disk('together'))).toEqual([]);
    expect((await client.transfers.finishMany({ uuid })).list).toEqual(files.map(() => ({ error: 0 })));
    const { dataDir } = box;
    await box.kill();
    for (const file of files) expect(readFileSync(disk(`together/${contentOf(file)}`), 'utf8')).toBe(contentOf(file));
    box = await startBoxProcess({ dataDir });
    client = await signIn(box.origin, OWNER);
    const again = await client.transfers.prepareMany({ files });
    expect([again.uuid, again.list]).toEqual([undefined, files.map(() => ({ error: 0, have: 1 }))]);
    // Only the file in a stranger's folder is refused; the journal has the whole batch as one step.
    const mixed = await client.transfers.prepareMany({
      files: [small('more.txt'), { ...small('x'), target: '/mnt/usb1/robert1/x' }],
    });
    expect(mixed.list.map(({ error }) => error)).toEqual([0, 13]);
    const { list: entries } = await client.journal.list({ count: 1, cursor: 0 });
    expect(entries[0]).toMatchObject({ action: 'upload', items: 200, reversible: 1 });
  });

  it('an empty file is a file', async () => {
    expect(await uploadFile(client, source(wire('empty.txt'), Buffer.alloc(0)))).toMatchObject({ _tag: 'Right' });
    expect(statSync(disk('empty.txt')).size).toBe(0);
  });

  it('a longer body than one chunk is refused with 413', async () => {
    const { uuid } = await client.transfers.prepare({ target: wire('long.bin'), size: 9 * 1024 * 1024 });
    const sent = await client.transfer(PutChunk, { uuid, start: 0 }, new Uint8Array(8 * 1024 * 1024 + 1))();
    expect(sent).toMatchObject({ _tag: 'Left', left: { _tag: 'Http', status: 413 } });
  });

  it('another user cannot write here, and a path outside is refused before anything is made', async () => {
    for (const target of [
      '/mnt/usb1/robert1/x',
      '/etc/passwd',
      '/mnt/usb1/annabel/.safebox/x',
      '/mnt/usb1/.boxwood/x',
    ]) {
      const result = await client.exec(PrepareUpload, { target, size: 1 })();
      expect(result, target).toMatchObject({ _tag: 'Left', left: { _tag: 'Refused' } });
    }
  });

  it('SDK-B102: reads whole files and ranges, only with a good key', async () => {
    const data = randomBytes(5_000_000);
    const name = 'range # ? 100%.bin';
    writeFileSync(disk(name), data);
    const { key } = await client.session.fileKey();
    const url = fileUrl({ base: box.origin, key }, wire(name));
    const whole = await fetch(url);
    expect(whole.status).toBe(200);
    expect(sha(new Uint8Array(await whole.arrayBuffer()))).toBe(sha(data));
    const part = await fetch(url, { headers: { range: 'bytes=1000-1999' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 1000-1999/5000000');
    expect(Buffer.from(await part.arrayBuffer()).equals(data.subarray(1000, 2000))).toBe(true);
    expect((await fetch(url, { headers: { range: 'bytes=9000000-' } })).status).toBe(416);
    const etag = whole.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await fetch(fileUrl({ base: box.origin, key: 'x'.repeat(32) }, wire(name)))).status).toBe(401);
    expect((await fetch(fileUrl({ base: box.origin, key }, '/mnt/usb1/robert1/x'))).status).toBe(403);
  });

  it('html and svg never run: plain text, sandboxed, not sniffed', async () => {
    const { key } = await client.session.fileKey();
    for (const name of ['page.html', 'picture.svg', 'page.xhtml']) {
      writeFileSync(disk(name), '<script>alert(1)</script>');
      const reply = await fetch(fileUrl({ base: box.origin, key }, wire(name)));
      expect(reply.headers.get('content-type'), name).toMatch(/^text\/plain/);
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(reply.headers.get('content-security-policy')).toContain('sandbox');
    }
  });

  it('downloadFile goes on after a broken connection and refuses a file that changed meanwhile', async () => {
    const data = randomBytes(3_000_000);
    writeFileSync(disk('broken.bin'), data);
    const { key } = await client.session.fileKey();
    const url = fileUrl({ base: box.origin, key }, wire('broken.bin'));
    const pieces: Uint8Array[] = [];
    let calls = 0;
    const breaking: typeof fetch = async (input, init) => {
      const reply = await fetch(input, init);
      calls += 1;
      if (calls > 1 || reply.body === null) return reply;
      let seen = 0;
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          seen += chunk.byteLength;
          if (seen > 500_000) controller.error(new Error('cut'));
          else controller.enqueue(chunk);
        },
      });
      return new Response(reply.body.pipeThrough(cut), { status: reply.status, headers: reply.headers });
    };
    const result = await downloadFile(url, { fetch: breaking, onBytes: (piece) => void pieces.push(piece) });
    expect(result).toMatchObject({ _tag: 'Right', right: { bytes: data.length } });
    expect(calls).toBeGreaterThan(1);
    expect(sha(Buffer.concat(pieces))).toBe(sha(data));
  });
});
