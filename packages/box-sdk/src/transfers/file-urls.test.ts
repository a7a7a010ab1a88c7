import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeWirePath, fileUrl, thumbUrl } from './file-urls.ts';

const base = { base: 'http://box.lan:6900', key: 'k'.repeat(32) };

describe('file addresses', () => {
  it('SDK-B102 FILES-59: the path is encoded, # and ? are escaped', () => {
    expect(fileUrl(base, '/mnt/usb1/ann/a#1 ?中.mp4')).toBe(
      `http://box.lan:6900/port_80/mnt/usb1/ann/a%231%20%3F%E4%B8%AD.mp4?key=${'k'.repeat(32)}`,
    );
    expect(fileUrl(base, '/a', { download: true })).toContain('&dl=1');
  });

  it('SDK-B102: for a box without keys the address is the path alone, with the values of the relay where it is behind one', () => {
    const bare = { ...base, key: '' };
    expect(fileUrl(bare, '/a b')).toBe('http://box.lan:6900/port_80/a%20b');
    expect(fileUrl({ ...bare, relay: { host: 'h', auth: 's' } }, '/a')).toBe(
      'http://box.lan:6900/port_80/a?host=h&auth=s',
    );
    expect(thumbUrl(bare, 'abc', 64)).toBe('http://box.lan:6900/port_80/thumb/abc?w=64');
  });

  it('SDK-B102: whatever a file is called, the address leads back to its path', () => {
    assert(
      property(string({ unit: 'grapheme' }), (name) => {
        const path = `/mnt/${name.replaceAll('/', '')}`;
        const url = new URL(fileUrl(base, path.endsWith('/.') || path.endsWith('/..') ? '/mnt/x' : path));
        expect(url.search).toBe(`?key=${'k'.repeat(32)}`);
        expect(url.hash).toBe('');
        expect(encodeWirePath(path)).not.toMatch(/[#?\s]/);
        expect(decodeURIComponent(encodeWirePath(path))).toBe(path.toWellFormed());
      }),
    );
  });

  it('a name that is no text is addressed by its bytes', () => {
    expect(encodeWirePath('/mnt/caf\uDCE9 \uDC80')).toBe('/mnt/caf%E9%20%80');
    expect(encodeWirePath('/\u{1F480}\uD800x')).toBe('/%F0%9F%92%80%EF%BF%BDx');
  });

  it('SDK-B103 FILES-60: thumbnails by hash and width', () => {
    expect(thumbUrl(base, '9e107d9d372bb6826bd81d3542a419d6', 128)).toBe(
      `http://box.lan:6900/port_80/thumb/9e107d9d372bb6826bd81d3542a419d6?key=${'k'.repeat(32)}&w=128`,
    );
    expect(thumbUrl(base, 'x')).toContain('w=256');
  });

  it('SDK-003 FILES-61 PREVIEW-05: the external network adds host and auth', () => {
    const url = new URL(fileUrl({ ...base, relay: { host: 'h&1', auth: 'a b' } }, '/a.mp3'));
    expect([...url.searchParams]).toEqual([
      ['key', 'k'.repeat(32)],
      ['host', 'h&1'],
      ['auth', 'a b'],
    ]);
  });
});
