import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Account, createAccount } from '../account.ts';
import { createReleases } from './releases.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-offered-'));
const data = mkdtempSync(join(tmpdir(), 'boxwood-account-'));
afterAll(() => {
  for (const each of [folder, data]) rmSync(each, { recursive: true });
});

const BYTES = 'abcdefghij';
const about = {
  package: 'box-1.0.9.tar.gz',
  platform: 'linux-x64',
  name: '1.1',
  versions: { N2: '1.0.1030', G2: '1.0.9' },
  notes: { en: ['Faster'], zh: ['更快'] },
};
const odd: unknown[] = [];

beforeAll(() => {
  writeFileSync(join(folder, 'box-1.0.9.tar.gz'), BYTES);
  writeFileSync(join(folder, 'box-1.0.9.tar.gz.minisig'), 'signed');
  writeFileSync(join(folder, 'box-1.0.9.json'), JSON.stringify(about));
});

describe('releases in a folder', () => {
  const releases = createReleases(folder, (fault) => odd.push(fault));
  afterEach(() => rmSync(join(folder, 'wrong.json'), { force: true }));

  it('are offered by model, with their notes in the language that is asked in', async () => {
    expect(await releases.listForModel('G2', 'zh')).toEqual([
      { Version: '1.0.9', VersionName: '1.1', Description: ['更快'] },
    ]);
    expect(await releases.listForModel('N2', 'en')).toEqual([
      { Version: '1.0.1030', VersionName: '1.1', Description: ['Faster'] },
    ]);
    expect(await releases.listForModel('N3', 'en')).toEqual([]);
    expect(await releases.listForModel('toString', 'en')).toEqual([]);
    expect(await releases.find('G2', '1.0.9', 'linux-arm64')).toBeUndefined();
  });

  it('are not what is described wrongly, which is told once', async () => {
    for (const [at, wrong] of [
      '{',
      '[]',
      JSON.stringify({ ...about, package: '../../secret.tar.gz' }),
      JSON.stringify({ ...about, package: '/etc/passwd' }),
      JSON.stringify({ ...about, versions: { G2: 'newest' } }),
      JSON.stringify({ ...about, notes: { en: ['x'] } }),
      JSON.stringify({ ...about, name: 'x'.repeat(70_000) }),
    ].entries()) {
      writeFileSync(join(folder, 'wrong.json'), wrong);
      const before = odd.length;
      for (let times = 0; times < 2; times++)
        expect(await releases.listForModel('G2', 'en'), wrong.slice(0, 80)).toHaveLength(1);
      expect(odd.length - before, String(at)).toBe(1);
      rmSync(join(folder, 'wrong.json'));
    }
  });

  it('of a folder that is not there are none', async () => {
    expect(await createReleases(join(folder, 'nowhere'), () => undefined).listForModel('G2', 'en')).toEqual([]);
  });
});

describe('packages over HTTP', () => {
  let account: Account;
  let origin: string;
  beforeAll(async () => {
    account = await createAccount({ dataDir: data, releases: folder });
    origin = `http://127.0.0.1:${await account.listen(0, '127.0.0.1')}`;
  });
  afterAll(() => account.close());
  const address = '/firmware/G2/1.0.9/linux-x64.tar.gz';

  it('come whole, from a byte on, and again from the beginning when they are others', async () => {
    const whole = await fetch(origin + address);
    expect([whole.status, await whole.text(), whole.headers.get('content-length')]).toEqual([200, BYTES, '10']);
    const etag = whole.headers.get('etag') ?? '';
    const rest = await fetch(origin + address, { headers: { range: 'bytes=4-', 'if-range': etag } });
    expect([rest.status, await rest.text(), rest.headers.get('content-range')]).toEqual([
      206,
      'efghij',
      'bytes 4-9/10',
    ]);
    const other = await fetch(origin + address, { headers: { range: 'bytes=4-', 'if-range': '"another"' } });
    expect([other.status, await other.text()]).toEqual([200, BYTES]);
    const head = await fetch(origin + address, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    expect(await (await fetch(`${origin}${address}.minisig`)).text()).toBe('signed');
  });

  it('are those that are described, and no other file', async () => {
    for (const path of [
      '/firmware/G2/1.0.8/linux-x64.tar.gz',
      '/firmware/G2/1.0.9/linux-x64.json',
      '/firmware/G2/1.0.9/linux-x64.tar.gz.minisig.minisig',
      '/firmware/G2/1.0.9/..%2Fbox-1.0.9.tar.gz',
      '/firmware/',
      '/firmware/N3/1.0.9/linux-x64.tar.gz',
    ])
      expect((await fetch(origin + path)).status, path).toBe(404);
    expect((await fetch(origin + address, { method: 'POST' })).status).toBe(404);
  });
});
