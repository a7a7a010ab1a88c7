import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { remoteName } from './remote-name.ts';

const at = (address: string, disposition?: string) => remoteName(new URL(address, 'https://example.org'), disposition);

describe('the name of a download', () => {
  it.each([
    ['/a/report.pdf?x=1#y', undefined, 'report.pdf'],
    ['/%E6%96%87%E4%BB%B6.txt', undefined, '文件.txt'],
    ['/', undefined, 'example.org'],
    ['/get', 'attachment; filename="my report.pdf"', 'my report.pdf'],
    ['/get', 'attachment; filename=plain.zip; size=3', 'plain.zip'],
    ['/get', `attachment; filename="old.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt`, '€ rates.txt'],
    ['/get', `attachment; filename="${Buffer.from('文件.txt').toString('latin1')}"`, '文件.txt'],
    ['/get', 'attachment; filename="a\\"b.txt"', 'a"b.txt'],
    ['/get', 'attachment; filename="../../etc/passwd"', '_.._etc_passwd'],
    ['/get', 'attachment; filename="..\\\\..\\\\boot.ini"', '_.._boot.ini'],
    ['/get', 'attachment; filename=".bashrc"', 'bashrc'],
    ['/get', 'attachment; filename="..."', 'get'],
    ['/.boxwood', undefined, 'boxwood'],
    ['/get', 'inline', 'get'],
    ['/%ff%fe', undefined, '%ff%fe'],
  ])('%s %s', (address, disposition, name) => {
    expect(at(address, disposition)).toBe(name);
  });

  it('whatever the other side says, it is one name that a file system takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.webPath(), (said, path) => {
        const name = at(`/x${path}`, `attachment; filename="${said}"`);
        expect(name).not.toMatch(/[/\\\0]|^\.|^$/);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      }),
    );
  });

  it('a long name keeps its ending', () => {
    const name = at('/x', `attachment; filename="${'长'.repeat(300)}.tar.gz"`);
    expect(name.endsWith('.gz')).toBe(true);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
  });
});
