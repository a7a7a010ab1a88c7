import { mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { taskBox } from '../tasks/task-test-helpers.ts';
import { Refusal } from '../../storage/vault/index.ts';
import { downloadOperation } from './download-operation.ts';
import {
  ann,
  CONTENT,
  box,
  server,
  clock,
  real,
  address,
  run,
  correctServer,
  fileServer,
  setUpDownloadBox,
} from './download-test-helpers.ts';

setUpDownloadBox();

describe('DOWN: a web address into a folder', { timeout: 60_000 }, () => {
  it('follows redirects, not for ever, and to web addresses only', async () => {
    fileServer.answer = (request, response) => {
      const hop = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0);
      if (hop === 0) correctServer()(request, response);
      else response.writeHead(302, { location: hop > 50 ? 'file:///etc/passwd' : `/${hop - 1}` }).end();
    };
    expect(await run(address('/5'))).toMatchObject({ state: 1, name: '0' });
    expect(await run(address('/6'))).toMatchObject({ code: 15, message: 'too many redirects' });
    expect(await run(address('/99'))).toMatchObject({
      code: 15,
      message: 'it redirects to something that is not a web address',
    });
  });

  it.each([301, 302, 303, 307, 308])('follows a redirect (%i), and finds a host by its name', async (status) => {
    const { port } = server.address() as AddressInfo;
    fileServer.answer = (request, response) => {
      if (request.url === '/film.mp4') correctServer()(request, response);
      else response.writeHead(status, { location: `http://localhost:${port}/film.mp4` }).end();
    };
    expect(await run(address('/elsewhere'))).toMatchObject({ state: 1, name: 'film.mp4' });
    expect(readFileSync(real('Download/film.mp4')).equals(CONTENT)).toBe(true);
  });

  it('takes web addresses only, without a name and a password in them, and into a folder of one’s own', async () => {
    const refused = async (source: string, target = '/mnt/usb1/ann/Download') =>
      box.tasks.add(ann, { cmd: 'DOWN', source, target, params: {} }).then(
        () => 0,
        (failure: unknown) => (failure instanceof Refusal ? failure.code : failure),
      );
    for (const source of [
      '',
      'film.mp4',
      'file:///etc/passwd',
      'ftp://example.org/a',
      'http://ann:secret@example.org/',
      'http://',
    ])
      expect(await refused(source), source).toBe(3);
    expect(await refused(address(), '/mnt/usb1/ann/None')).toBe(9);
    expect(await refused(address(), '/mnt/usb1/bob')).toBe(13);
    expect(fileServer.requestHeaders).toEqual([]);
  });
});

describe('where a download may not go', { timeout: 60_000 }, () => {
  it('this machine and the home network are refused, by number, by name, and behind a redirect', async () => {
    const closed = taskBox({
      clock,
      more: (services) => ({ DOWN: downloadOperation(services, { clock, allowLan: false, retryDelayMs: 20 }) }),
    });
    try {
      mkdirSync(join(closed.root, 'usb1/ann'), { recursive: true });
      const { port } = server.address() as AddressInfo;
      for (const source of [
        `http://127.0.0.1:${port}/`,
        `http://localhost:${port}/`,
        `http://[::1]:${port}/`,
        `http://[::ffff:127.0.0.1]:${port}/`,
        `http://2130706433:${port}/`,
        `http://127.1:${port}/`,
        'http://169.254.169.254/latest/meta-data/',
        'http://192.168.1.1/',
      ]) {
        const id = await closed.tasks.add(ann, { cmd: 'DOWN', source, target: '/mnt/usb1/ann', params: {} });
        expect(await closed.tasks.whenSettled('ann', id), source).toMatchObject({ state: -1, code: 15 });
      }
      expect(fileServer.requestHeaders).toEqual([]);
    } finally {
      await closed.jobs.close();
      expect(closed.faults).toEqual([]);
      closed.remove();
    }
  });

  it('a redirect from an open address to a closed one is refused', async () => {
    const { openRemote } = await import('./open-remote.ts');
    fileServer.answer = (_, response) => {
      response.writeHead(302, { location: `http://localhost:${(server.address() as AddressInfo).port}/inside` }).end();
    };
    const hops: string[] = [];
    const open = openRemote(new URL(address('/outside')), {
      // The first server stands for one on the internet.
      mayReach: (ip) => hops.push(ip) === 1,
      signal: new AbortController().signal,
      from: 0,
      validator: null,
    });
    await expect(open).rejects.toThrow('this address is not on the internet');
    expect(fileServer.requestHeaders).toHaveLength(1);
  });
});
