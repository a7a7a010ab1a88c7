import { createServer } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { text } from 'node:stream/consumers';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialIn } from '../testing/dialled-box.ts';
import type { TestService } from '../testing/account-test-helpers.ts';
import { startService } from '../testing/account-test-helpers.ts';

// The network guard of the unit tests wraps the sockets of http; this test needs real ones.
nock.restore();

let service: TestService;
const hangUps: (() => void)[] = [];

beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  for (const hangUp of hangUps.splice(0)) hangUp();
  await service.stop();
  expect(service.faults).toEqual([]);
});
const until = async (fine: () => boolean) => {
  for (let i = 0; i < 5000; i++) {
    if (fine()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it never came to be');
};

const secretOf = (boxId: string) => `${boxId}-secret-of-at-least-32-characters`;
/** A box with an owner and a tunnel, whose requests are answered by `answers`. */
const dialled = async (boxId: string, owner: string, answers: (stream: ServerHttp2Stream) => void) => {
  const told: { secret: unknown; body: string }[] = [];
  await service.createBoxWithOwner(boxId, owner);
  const { hangUp } = await dialIn(service.url(), boxId, secretOf(boxId), (stream, headers) => {
    text(stream).then(
      (body) => {
        told.push({ secret: headers['x-box-secret'], body });
        answers(stream);
      },
      () => undefined, // the service closed the stream before the box had finished
    );
  });
  hangUps.push(hangUp);
  return told;
};
const says = (reply: string) => (stream: ServerHttp2Stream) => {
  stream.respond({ ':status': 200 });
  stream.end(reply);
};

describe('telling boxes their users', () => {
  it('X106 G-05: is a POST with the box secret; a box that says no is asked again until it says yes', async () => {
    let answer = '{"error":6}';
    const told = await dialled('box7', 'ann_lee', (stream) => says(answer)(stream));
    await until(() => told.length > 0);
    const refused = told.length;
    answer = '{"error":0}';
    // The refusal may still be in transit; the retry is due some time after it has arrived.
    await until(() => {
      service.clock.advance(1);
      return told.length > refused;
    });
    expect(told.at(-1)?.secret).toBe(secretOf('box7'));
    expect(JSON.parse(told.at(-1)?.body ?? '')).toMatchObject({ users: [{ userName: 'ann_lee', admin: 'Y' }] });
    // Accepted: nothing is pending any more, however long the test waits.
    const taken = told.length;
    service.clock.advance(3600);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(told).toHaveLength(taken);
  });

  it('no address that a box names is called: boxes dial in', async () => {
    const calls: string[] = [];
    const canary = createServer((request, response) => {
      calls.push(request.url ?? '');
      response.end('{"error":0}');
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const address = canary.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const inside = `http://127.0.0.1:${port}`;
    const box = { ...service.boxInfo('box7'), endpoint: inside, lanIp: '127.0.0.1', apiPort: port };
    const reply = await fetch(`${service.url()}/internal/registerBox`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-box-id': 'box7', 'x-box-secret': secretOf('box7') },
      body: JSON.stringify({ box }),
    });
    expect(await reply.json()).toMatchObject({ code: 200 });
    const own = service.box('box7').link;
    await own.report({ lanIp: '127.0.0.1', wanIp: '127.0.0.1', ipv6: '::1', apiPort: port, version: '1.0.25' });
    await own.setUpOwner({ userName: 'ann_lee', password: 'correct horse' });
    // When another box dials in, its users are pushed; the retry of the first one would have happened before.
    const told = await dialled('box8', 'bob_lee', says('{"error":0}'));
    await until(() => told.length > 0);
    expect(calls).toEqual([]);
    await new Promise((resolve) => canary.close(resolve));
  });

  it('a box that says nothing holds up nobody else', async () => {
    let silent: ServerHttp2Stream | undefined;
    await dialled('box7', 'ann_lee', (stream) => {
      silent ??= stream;
    });
    await until(() => silent !== undefined);
    const told = await dialled('box8', 'bob_lee', says('{"error":0}'));
    await until(() => told.length > 0);
    expect(silent?.closed, 'the silent one is still waited for').toBe(false);
  });

  it('a box whose answer has no end, or comes byte by byte, is let go', async () => {
    let dripping: ServerHttp2Stream | undefined;
    await dialled('box7', 'ann_lee', (stream) => {
      dripping ??= stream;
      stream.respond({ ':status': 200 });
      const drops = setInterval(() => stream.write(' '), 50);
      stream.once('close', () => {
        clearInterval(drops);
      });
    });
    let endless: ServerHttp2Stream | undefined;
    let poured = 0;
    await dialled('box8', 'bob_lee', (stream) => {
      endless ??= stream;
      stream.respond({ ':status': 200 });
      const pour = () => {
        if (stream.destroyed) return;
        poured += 65_536;
        if (stream.write(Buffer.alloc(65_536, 32))) setImmediate(pour);
        else stream.once('drain', pour);
      };
      pour();
    });
    await until(() => endless?.closed === true && dripping?.closed === true);
    expect(poured).toBeLessThan(64 * 1024 * 1024);
  });

  it('a box that comes back is told at once what it was being told when its line was cut', async () => {
    const first: ServerHttp2Stream[] = [];
    await dialled('box7', 'ann_lee', (stream) => first.push(stream));
    await until(() => first.length > 0);
    const told: string[] = [];
    const { hangUp } = await dialIn(service.url(), 'box7', secretOf('box7'), (stream) => {
      told.push('once');
      says('{"error":0}')(stream);
    });
    hangUps.push(hangUp);
    // The clock of the service stands still, so that no retry becomes due.
    await until(() => told.length > 0);
  });
});
