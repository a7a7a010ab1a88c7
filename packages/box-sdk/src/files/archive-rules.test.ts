import { describe, expect, it } from 'vitest';
import { ARCHIVE_SUFFIXES } from '../constants.ts';
import {
  ARCHIVE_EXTENSIONS,
  archivePath,
  checkCompress,
  checkExtract,
  checkArchiveName,
  extractedFolderName,
} from './archive-rules.ts';

const file = (name: string, type = 0) => ({ name, type });

describe('archives', () => {
  it('VALID-23 ARCHIVE-02: the package name', () => {
    expect(checkArchiveName('photos', 'zip').ok).toBe(true);
    expect(checkArchiveName('', 'zip')).toEqual({ ok: false, issue: 'name.empty' });
    for (const name of ['a/b', 'a_', 'a-', 'a ', 'a.'])
      expect(checkArchiveName(name, 'zip'), name).toEqual({ ok: false, issue: 'name.format' });
    expect(checkArchiveName('a'.repeat(124), 'zip').ok).toBe(true);
    expect(checkArchiveName('a'.repeat(125), 'zip')).toMatchObject({ issue: 'name.tooLong' });
  });

  it('VALID-24 ARCHIVE-04: soft link no, folder yes, archive no, other file yes', () => {
    expect(checkCompress(file('link', 100), 'G2')).toEqual({ ok: false, issue: 'archive.softLink' });
    expect(checkCompress(file('folder.zip', 5), 'G2').ok).toBe(true);
    expect(checkCompress(file('a.ZIP'), 'G2')).toEqual({ ok: false, issue: 'archive.already' });
    expect(checkCompress(file('a.txt'), 'N3').ok).toBe(true);
  });

  it('VALID-25 ARCHIVE-05: exactly the ten extensions, without regard to case', () => {
    expect(ARCHIVE_EXTENSIONS).toHaveLength(10);
    for (const extension of ['zip', 'tar', 'gz', 'xz', 'bz2', 'zst', '7z', 'rar', 'iso', 'jar', 'RAR', 'tar.gz'])
      expect(checkExtract(file(`a.${extension}`), 'G2').ok, extension).toBe(true);
    for (const name of ['a.txt', 'zip', '.zip', 'a.zip.txt', 'a', 'a.zip.hyencrypt_v3'])
      expect(checkExtract(file(name), 'G2'), name).toEqual({ ok: false, issue: 'archive.notArchive' });
    for (const type of [5, 100, 777]) expect(checkExtract(file('a.zip', type), 'G2').ok).toBe(false);
  });

  it('VALID-110 ARCHIVE-06: neither exists on N2', () => {
    expect(checkCompress(file('a.txt'), 'N2')).toEqual({ ok: false, issue: 'archive.model', model: 'N2' });
    expect(checkExtract(file('a.zip'), 'N2')).toEqual({ ok: false, issue: 'archive.model', model: 'N2' });
  });

  it('ARCHIVE-01 ARCHIVE-03 CONST-76: target, name, dot, suffix', () => {
    expect(ARCHIVE_SUFFIXES.map((suffix) => archivePath('/mnt/usb1/ann', 'a', suffix))).toEqual([
      '/mnt/usb1/ann/a.zip',
      '/mnt/usb1/ann/a.tar',
      '/mnt/usb1/ann/a.tar.gz',
    ]);
    expect(['a.tar.gz', 'a.b.TAR.XZ', 'a.tgz', 'a.b.zip', '.zip', 'a'].map(extractedFolderName)).toEqual([
      'a',
      'a.b',
      'a',
      'a.b',
      '.zip',
      'a',
    ]);
  });
});
