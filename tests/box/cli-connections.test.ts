import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OWNER, PASSWORD } from '../lib/box/box-process.ts';
import { createCli } from '../lib/box/cli.ts';
import { box, cli, json, home, here, said, setUpCliBox } from './cli-test-helpers.ts';

/** A connection to a box that can be cut and restored. */
const lineTo = async (port: number) => {
  const open = new Set<Socket>();
  let isCut = false;
  let carried = 0;
  const server = createServer((socket) => {
    const far = connect(port, '127.0.0.1');
    for (const end of [socket, far]) {
      open.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => open.delete(end));
    }
    if (isCut) socket.destroy();
    socket.on('data', ({ length }) => (carried += length));
    socket.pipe(far).pipe(socket);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  return {
    port: (server.address() as AddressInfo).port,
    carried: () => carried,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    join: () => {
      isCut = false;
    },
    close: () => server.close(),
  };
};

describe('boxwood beside rclone and mc: what people look for', () => {
  setUpCliBox();

  it('a network fault is one sentence with address and reason, errors are JSON for who asked', async () => {
    const at = (url: string, args: readonly string[] = ['ls']) =>
      cli.run(args, { BOXWOOD_URL: url, BOXWOOD_USER: OWNER, BOXWOOD_TOKEN: 'x'.repeat(32) });
    expect((await at('http://127.0.0.1:9')).err).toMatch(/^boxwood: http:\/\/127\.0\.0\.1:9: \S.*\n$/);
    expect((await at('http://no-such-host.invalid')).err).toMatch(
      /no-such-host\.invalid: .*(does not exist|looked up)/,
    );
    expect((await at(box.origin.replace('http', 'https'))).err).toMatch(/https/);
    expect(json((await at('http://127.0.0.1:9', ['ls', '--json'])).err)).toMatchObject({ code: 5 });
    // Parser errors, too.
    expect(json((await cli.run(['ls', '--jsn', '--json'])).err)).toEqual({
      error: "unknown option '--jsn' (Did you mean --json?)",
      code: 2,
    });
    expect(json((await cli.run(['cat', '--json'], { LANG: 'zh_CN.UTF-8', LC_ALL: '' })).err)).toMatchObject({
      error: '缺少参数“path”',
      code: 2,
    });
    expect((await cli.run(['login', 'ftp://box'], { BOXWOOD_PASSWORD: 'x' })).code).toBe(2);
    const silent = await createCli().run(['login', box.origin, '-u', OWNER]);
    expect(silent.code).toBe(2);
    expect(silent.err).toContain('password');
    expect(await said(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('profiles keep two sessions apart', async () => {
    const login = ['--profile', 'other', 'login', box.origin.replace('http://', ''), '-u', OWNER];
    expect((await cli.run(login, { BOXWOOD_PASSWORD: PASSWORD })).code).toBe(0);
    expect((await cli.run(['-p', 'other', 'logout'])).code).toBe(0);
    expect((await cli.run(['-p', 'other', 'ls'])).code).toBe(3);
    expect((await cli.run(['ls'])).code).toBe(0);
  });

  it('a line that is away for five seconds ends nothing', async () => {
    const line = await lineTo(box.port);
    const large = Buffer.alloc(64 * 1024 * 1024, 'boxwood');
    writeFileSync(here('large.bin'), large);
    const env = { BOXWOOD_PROFILE: 'line', BOXWOOD_PASSWORD: PASSWORD };
    await cli.run(['login', `http://127.0.0.1:${line.port}`, '-u', OWNER], env);
    const putting = cli.run(['put', here('large.bin'), '--to', 'line'], env);
    await expect.poll(line.carried).toBeGreaterThan(12 * 1024 * 1024);
    line.cut();
    await delay(5000);
    line.join();
    expect(await putting).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(home('line', 'large.bin')).equals(large)).toBe(true);
    line.close();
  });
});
