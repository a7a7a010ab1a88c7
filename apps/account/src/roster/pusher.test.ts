import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../testing/kit.ts';
import { startService } from '../testing/kit.ts';

let service: Service;
const got: { secret: unknown; body: string }[] = [];
let answer = '{"error":0}';
const box = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    if (request.url === '/internal/roster') got.push({ secret: request.headers['x-box-secret'], body });
    response.end(answer);
  });
});
let endpoint: string;

beforeEach(async () => {
  got.length = 0;
  answer = '{"error":0}';
  service = await startService();
  await new Promise<void>((resolve) => box.listen(0, '127.0.0.1', resolve));
  const address = box.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterEach(async () => {
  await service.stop();
  box.closeAllConnections();
  await new Promise((resolve) => box.close(resolve));
  expect(service.faults).toEqual([]);
});
const until = async (fine: () => boolean) => {
  for (let i = 0; i < 3000; i++) {
    if (fine()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it never came to be');
};
const users = () => {
  const last: unknown = JSON.parse(got.at(-1)?.body ?? '{}');
  return last;
};

describe('pushing the roster to a box with an address', () => {
  it('X106 G-05: is a POST with the box secret; a box that says no is asked again until it says yes', async () => {
    answer = '{"error":6}';
    await service.box('box7').link.register({ box: { ...service.card('box7'), endpoint } });
    await service.box('box7').link.setUpOwner({ userName: 'ann_lee', password: 'correct horse' });
    await until(() => got.length > 0);
    const refused = got.length;
    answer = '{"error":0}';
    service.clock.pass(600);
    await until(() => got.length > refused);
    expect(got.at(-1)?.secret).toBe('box7-secret-of-at-least-32-characters');
    expect(users()).toMatchObject({ users: [{ userName: 'ann_lee', admin: 'Y' }] });
    // Taken: there is nothing left to say, however long one waits.
    const taken = got.length;
    service.clock.pass(3600);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(got).toHaveLength(taken);
  });
});
