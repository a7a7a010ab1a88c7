import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { conformance } from '../conformance/conformance-suite.ts';

let box: BoxProcess;
beforeAll(async () => {
  box = await startBoxProcess();
});
afterAll(() => box.remove());

/** The same box with one command that answers differently. */
const broken = async (word: string, reply: object) => {
  const server = createServer((asked, answer) => {
    const pieces: Buffer[] = [];
    asked.on('data', (piece: Buffer) => pieces.push(piece));
    asked.on('end', () => {
      const body = Buffer.concat(pieces);
      if (body.includes(`"cmd":"${word}"`)) {
        answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
        return;
      }
      const { method, url: path, headers } = asked;
      const on = { method, path, headers: { ...headers, host: `127.0.0.1:${box.port}` } };
      request({ host: '127.0.0.1', port: box.port, ...on }, (far) => {
        answer.writeHead(far.statusCode ?? 502, far.headers);
        far.pipe(answer);
      }).end(body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

it('a box of ours holds, for somebody of the family, and nothing is left behind', async () => {
  const person = await connect(box.origin, { user: MEMBER, password: PASSWORD });
  const rows = await conformance(person);
  expect(rows.filter(({ outcome }) => outcome !== 'yes')).toEqual([]);
  expect(readdirSync(join(box.usb1, MEMBER)).filter((name) => name.startsWith('conformance'))).toEqual([]);
});

it('a box with one broken command does not, and what it does not offer is no failure', async () => {
  const wrong = await broken('SHA256SUM', { error: 0, sha256: 'f'.repeat(64), size: 11, mtime: 1_760_000_000 });
  const at = async (url: string) => {
    const rows = await conformance(await connect(url, { user: MEMBER, password: PASSWORD }, { patienceMs: 0 }));
    return rows.filter(({ outcome }) => outcome !== 'yes').map(({ name, outcome }) => [outcome, name]);
  };
  expect(await at(wrong.url)).toEqual([['no', 'a checksum is that of the bytes']]);
  wrong.close();
  const missing = await broken('SHA256SUM', { error: 19 });
  expect(await at(missing.url)).toEqual([['not offered', 'a checksum is that of the bytes']]);
  missing.close();
});
