import type { WireRequest } from '@boxwood/command-bus';
import { createClient, right } from '@boxwood/command-bus';
import { describe, expect, it } from 'vitest';
import { CHUNK_BYTES, PutChunk, ReadFile, ReadThumbnail } from './transfer-commands.ts';

const uuid = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG';

describe('transfers', () => {
  it('SDK-B67 UPLOAD-30: a chunk goes out as PUT with uuid and start in the query; the reply says what the box holds', async () => {
    const sent: WireRequest[] = [];
    const client = createClient({
      baseUrl: 'http://box.test',
      identity: () => ({ username: 'ann', token: 't' }),
      transport: {
        reportsProgress: false,
        exchange: (request) => {
          sent.push(request);
          const text = () => Promise.resolve('{"error":0,"size":16777221}');
          return Promise.resolve(right({ status: 200, text }));
        },
      },
    });
    const body = new Uint8Array([1, 2, 3, 4, 5]);
    const answer = await client.transfer(PutChunk, { uuid, start: 16_777_216 }, body)();
    expect(answer).toMatchObject({ _tag: 'Right', right: { size: 16_777_221 } });
    expect(sent).toMatchObject([
      { method: 'PUT', url: 'http://box.test/filetrans', query: { uuid, start: '16777216' }, body },
    ]);
    expect(CHUNK_BYTES).toBe(8_388_608);
  });

  it('SDK-B67 G-17: statuses of a chunk', () => {
    expect(Object.keys(PutChunk.statuses).map(Number)).toEqual([404, 409, 413, 507]);
    for (const wrong of [{ uuid: '', start: 0 }, { uuid: '../x/y', start: 0 }, { uuid, start: -1 }, { uuid }])
      expect(PutChunk.query.is(wrong)).toBe(false);
    for (const other of ['{0C9E-42}', 'ab+c==']) expect(PutChunk.query.is({ uuid: other, start: 0 })).toBe(true);
  });

  it('SDK-B102 SDK-B103: files and thumbnails are read with the key', () => {
    expect([ReadFile.method, ReadFile.path, ReadThumbnail.path]).toEqual([
      'GET',
      '/port_80/{path}',
      '/port_80/thumb/{md512kb}',
    ]);
    expect(ReadFile.query.is({ key: 'k', dl: '1' })).toBe(true);
    expect(ReadFile.query.is({})).toBe(false);
    expect(ReadThumbnail.query.is({ key: 'k', w: '100' })).toBe(false);
  });
});
