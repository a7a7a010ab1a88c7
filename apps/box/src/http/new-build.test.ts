/** The desktop or its help is rebuilt while the box runs. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createDesktop } from './serve-desktop.ts';

const builtAt = (folder: string, second: number) => {
  utimesSync(join(folder, 'index.html'), second, second);
};

/** A folder with a built desktop and a server for it. */
const served = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-desktop-'));
  writeFileSync(join(folder, 'index.html'), 'the desktop');
  builtAt(folder, 1000);
  const desktop = createDesktop(folder, null);
  const server = createServer((request, response) => void desktop.serve(request, response, request.url ?? '/'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const ask = async (path: string, accepts = 'gzip') => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const response = await fetch(url, { headers: { 'accept-encoding': accepts } });
    return `${response.status} ${(await response.text()).trim()}`;
  };
  return { folder, ask };
};

it('what was built after the start is there, without a page having been asked for before', async () => {
  const { folder, ask } = await served();
  mkdirSync(join(folder, 'help'));
  writeFileSync(join(folder, 'help/index.html'), 'the help');
  expect(await ask('/help/index.html')).toBe('404 Not found');
  builtAt(folder, 2000);
  expect(await ask('/help/index.html')).toBe('200 the help');
  expect([await ask('/help'), await ask('/help/')]).toEqual(['200 the help', '200 the help']);
  writeFileSync(join(folder, 'index.html'), 'a new desktop');
  builtAt(folder, 3000);
  expect(await ask('/files')).toBe('200 a new desktop');
});

it('what the build has packed goes as it is to whoever takes it, and to nobody else', async () => {
  const { folder, ask } = await served();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/program.js'), 'a program');
  // Differs from the file, so that the test can tell them apart.
  writeFileSync(join(folder, 'assets/program.js.br'), brotliCompressSync('packed before'));
  builtAt(folder, 2000);
  await ask('/');
  expect(await ask('/assets/program.js', 'gzip, br')).toBe('200 packed before');
  expect(await ask('/assets/program.js')).toBe('200 a program');
});
