import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestFiles } from '../files/file-test-helpers.ts';
import { createTestFiles } from '../files/file-test-helpers.ts';
import { identityMigrations } from '../../server/identity/identity-tables.ts';
import { LoginRateLimiter } from '../../server/identity/login-rate-limiter.ts';
import { Users } from '../../server/identity/users.ts';
import { bytes } from '../../store/row-columns.ts';
import { RELAYED_HEADERS } from '../../server/relay/loopback.ts';
import { Refusal } from '../../storage/vault/index.ts';
import { shareOrigin } from './share-origin.ts';
import { pagesIn } from './share-pages.ts';
import { ShareSecrets, TICKET_TTL_MS } from './share-secrets.ts';
import { HttpShares } from './http-shares.ts';
import { CONTENT_SECURITY_POLICY } from './share-page-style.ts';
import { shareMigrations } from './share-migrations.ts';
import { ShareVisitors } from './share-visitors.ts';
import { formatCounts, languageFromHeader, formatUntil } from './share-messages.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);

let box: TestFiles;
let shares: HttpShares;
let users: Users;
let visitors: ShareVisitors;
let now = START;
const clock = { now: () => now };
const secrets = new ShareSecrets('the secret of this box');

const make = (code = '0000', days = 3, names: readonly string[] = ['a.txt']) =>
  shares.make({ user: 'ann', path: '/mnt/usb1/ann', names, days, code });
const outcome = (id: string, code: string): string => {
  try {
    visitors.open(id, code);
    return 'open';
  } catch (failure) {
    if (failure instanceof Refusal) return `${failure.code} ${failure.info ?? ''}`;
    throw failure;
  }
};

beforeEach(() => {
  now = START;
  box = createTestFiles([...identityMigrations, ...shareMigrations]);
  const { database, vault, lister } = box;
  users = new Users(database, clock);
  for (const name of ['owner', 'ann']) users.create({ name, admin: false, owner: name === 'owner' }, 'x');
  shares = new HttpShares(database, secrets, clock);
  visitors = new ShareVisitors({ shares, secrets, tries: new LoginRateLimiter(database, clock), vault, lister, clock });
  mkdirSync(join(box.root, 'usb1/ann'), { recursive: true });
  writeFileSync(join(box.root, 'usb1/ann/a.txt'), 'a');
});
afterEach(() => box.close());

describe('HTTP shares', () => {
  it('SHARE-03: a share ends to the second after its days, and a new link begins them again', () => {
    const { id, ends } = make();
    expect(ends).toBe(START / 1000 + 3 * 86_400);
    now = ends * 1000 - 1;
    expect(outcome(id, '')).toBe('open');
    now = ends * 1000;
    expect(outcome(id, '')).toBe('16 expired');
    expect(make()).toMatchObject({ id, ends: now / 1000 + 3 * 86_400 });
    expect(outcome(id, '')).toBe('open');
    for (const other of [make('1234'), make('0000', 4), make('0000', 3, ['b.txt'])]) expect(other.id).not.toBe(id);
  });

  it('one person has a thousand shares at a time, and the same one again is none more', () => {
    const first = make('0000', 3, ['0.txt']);
    for (let n = 1; n < 1000; n++)
      box.database.run(
        'insert into shares (id, user, path, names, code, days, created) values (?, ?, ?, ?, null, 3, 0)',
        `filler ${n}`,
        'ann',
        '/mnt/usb1/ann',
        JSON.stringify([`${n}.txt`]),
      );
    expect(() => make('0000', 3, ['1000.txt'])).toThrow(new Refusal(16, 'shares'));
    expect(make('0000', 3, ['0.txt']).id).toBe(first.id);
    shares.remove(first.id);
    expect(make('0000', 3, ['1000.txt']).names).toEqual(['1000.txt']);
  });

  it('SHARE-04: five wrong codes within ten minutes, twenty in all, then for good; a right one does not give the twenty back', () => {
    const { id } = make('4711');
    for (let round = 0; round < 4; round++) {
      for (let wrong = 0; wrong < 4; wrong++) expect(outcome(id, '0000')).toBe('6 code');
      expect(outcome(id, '4711')).toBe('open');
      now += 60_000;
    }
    for (let wrong = 0; wrong < 4; wrong++) expect(outcome(id, '1111')).toBe('6 code');
    expect(outcome(id, '4711')).toBe('16 frozen');
    now += DAY_MS;
    expect(outcome(id, '4711')).toBe('16 frozen');
    const anew = make('4711');
    expect(anew.id).not.toBe(id);
    expect(outcome(anew.id, '4711')).toBe('open');
  });

  it('SHARE-04: the lock of ten minutes ends by itself, and typing nothing costs nothing', () => {
    const { id } = make('4711');
    for (let wrong = 0; wrong < 5; wrong++) expect(outcome(id, '0000')).toBe('6 code');
    for (let nothing = 0; nothing < 30; nothing++) expect(outcome(id, '')).toBe('6 code');
    expect(outcome(id, '4711')).toBe('16 tries');
    now += 600_000;
    expect(outcome(id, '4711')).toBe('open');
  });

  it('tickets are good for one share and two hours, and not for longer when a clock ran ahead', () => {
    const one = make().id;
    const { ticket } = visitors.open(one, '');
    expect(visitors.isValidTicket(one, ticket)).toBe(true);
    expect(visitors.isValidTicket(make('1234').id, ticket)).toBe(false);
    for (const bad of ['', '.', `${ticket}x`, ticket.replace('.', '_'), ticket.toUpperCase()])
      expect(visitors.isValidTicket(one, bad), bad).toBe(false);
    now -= 1000;
    expect(visitors.isValidTicket(one, ticket)).toBe(false);
    now += 1000 + TICKET_TTL_MS;
    expect(visitors.isValidTicket(one, ticket)).toBe(false);
    expect(new ShareSecrets('another box').isValidTicket(one, ticket, START)).toBe(false);
  });

  it('the disk shows no code: the same code is stored differently each time and opens with the box secret alone', () => {
    const ids = [make('4711').id, make('4711', 4).id];
    const stored = ids.map((id) =>
      box.database.get((row) => bytes(row, 'code'), 'select code from shares where id = ?', id),
    );
    const [first = new Uint8Array(), second = new Uint8Array()] = stored;
    expect(Buffer.from(first).equals(second)).toBe(false);
    expect(Buffer.from(first).includes('4711')).toBe(false);
    expect(ids.map((id) => shares.get(id)?.code)).toEqual(['4711', '4711']);
    expect(secrets.unseal(ids[1] ?? '', first)).toBeNull();
    expect(new ShareSecrets('another box').unseal(ids[0] ?? '', first)).toBeNull();
  });

  it('with a lost box secret a link with a code is closed, and everything else goes on', () => {
    const closed = make('4711').id;
    const open = make().id;
    const after = new HttpShares(box.database, new ShareSecrets('a new secret'), clock);
    expect(after.get(closed)).toMatchObject({ code: '', frozen: true });
    expect(after.get(open)).toMatchObject({ code: '0000', frozen: false });
    expect(after.make({ user: 'ann', path: '/mnt/usb1/ann', names: ['a.txt'], days: 3, code: '4711' }).id).not.toBe(
      closed,
    );
    expect(after.list('ann', 0, 10)).toHaveLength(3);
  });

  it('ends with the membership of whoever made it', () => {
    const { id } = make();
    users.replace([]);
    expect(shares.get(id)).toBeUndefined();
    expect(outcome(id, '')).toBe('15 share');
  });
});

describe('the address of a share', () => {
  it('SHARE-08: has the host the person came by, not that of the relay, and nothing a header smuggles in', () => {
    const listening = { port: 6900, loopbackOnly: false };
    expect(shareOrigin({ host: 'box.lan:6900' }, listening)).toBe('http://box.lan:6900');
    expect(shareOrigin({ host: 'box.example', 'x-forwarded-proto': 'https' }, listening)).toBe('https://box.example');
    for (const headers of [
      {},
      { host: 'relay.example', ...RELAYED_HEADERS },
      { host: 'evil.example/path?' },
      { host: 'user@evil.example' },
      { host: 'not a host' },
    ])
      expect(shareOrigin(headers, listening)).toMatch(/^http:\/\/(localhost|[0-9.]+):6900$/);
    // A user at the box itself shares its LAN address, if the box listens there.
    for (const host of ['localhost:6900', '127.0.0.1:6900', '[::1]:6900']) {
      expect(shareOrigin({ host }, listening), host).toMatch(/^http:\/\/(localhost|(?!127)[0-9.]+):6900$/);
      expect(shareOrigin({ host }, { port: 6900, loopbackOnly: true })).toBe(`http://${host}`);
    }
  });
});

describe('the page of a share', () => {
  it('bears the mark of the desktop', () => {
    const file = readFileSync(new URL('../../../../desktop/public/boxwood.svg', import.meta.url), 'utf8');
    const [, mark = ''] = /<svg[^>]*>([^]*)<\/svg>/.exec(file) ?? [];
    expect(pagesIn('en').codeForm('/s/x', '')).toContain(mark.replaceAll(/\n\s*/g, ''));
  });

  it('takes every text for text, in the visitor’s language', () => {
    const name = `"><img src=x onerror=alert(1)>'&`;
    const { listing, codeForm } = pagesIn('zh');
    const line = {
      name,
      kind: 'folder' as const,
      size: 0,
      mtime: 0,
      address: '/s/x?a=1&b="',
      raw: '"',
      view: '"',
      thumbnail: () => '"',
    };
    const text = listing({
      summary: { giver: name, title: name, ends: 0, now: 0, contents: null },
      archive: '/s/zip"',
      trail: [
        { name, address: '/s/"' },
        { name, address: null },
      ],
      items: [line, { ...line, kind: 'picture' }],
      next: '"',
    });
    expect(text.match(/<img [^>]*>/g)).toEqual([
      '<img src="&quot;" alt="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;" loading="lazy" decoding="async">',
    ]);
    expect(text).toContain('aria-label="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;"');
    expect(text.match(/href="[^"]*"/g)).toEqual([
      'href="data:,"',
      'href="/s/zip&quot;"',
      'href="/s/&quot;"',
      'href="/s/x?a=1&amp;b=&quot;"',
      'href="&quot;"',
      'href="&quot;"',
    ]);
    expect(codeForm('/s/x', 'a\u202Egpj.exe')).toContain('a\uFFFDgpj.exe');
    const [, sheet = ''] = /<style>([^]*?)<\/style>/.exec(codeForm('/s/x', '')) ?? [];
    expect(CONTENT_SECURITY_POLICY).toContain(
      `style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
    );
    expect(codeForm('/s/x', '')).toContain('<html lang="zh-CN">');
    const counts = { photos: 1, films: 2, songs: 0, others: 1200 };
    expect([formatCounts('en', counts), formatCounts('zh', counts)]).toEqual([
      '1 photo, 2 films and 1,200 files',
      '1 张照片、2 个视频、1,200 个文件',
    ]);
    const none = { photos: 0, films: 0, songs: 0, others: 0 };
    expect([formatCounts('en', none), formatCounts('zh', none)]).toEqual(['a folder', '一个文件夹']);
    const noon = Date.UTC(2026, 0, 4, 12) / 1000;
    expect(formatUntil('en', noon, noon - 86_400)).toMatch(/^until Sunday \d\d:00$/);
    expect(formatUntil('zh', noon, noon - 6 * 86_400)).toBe('2026年1月4日 前有效');
    expect(['zh-CN,zh;q=0.9,en', 'en-GB,zh', 'fr', undefined].map(languageFromHeader)).toEqual([
      'zh',
      'en',
      'en',
      'en',
    ]);
  });
});
