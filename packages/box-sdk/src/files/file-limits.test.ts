import { describe, expect, it } from 'vitest';
import {
  checkAlbumUpload,
  checkDecrypt,
  checkDownload,
  checkDrop,
  checkEncrypt,
  checkPreview,
  isExternalLink,
  manualUploadPath,
  openActionFor,
} from './file-limits.ts';
import { ROOT_TYPES } from './file-queries.ts';

const file = (name: string, size = 1, type = 0) => ({ name, size, type });

describe('limits', () => {
  it('VALID-27 FILES-53: folders are neither encrypted nor decrypted', () => {
    for (const type of [5, 100]) {
      expect(checkEncrypt(file('a', 1, type))).toEqual({ ok: false, issue: 'crypt.folder' });
      expect(checkDecrypt(file('a.hyencrypt_v3', 1, type))).toEqual({ ok: false, issue: 'crypt.folder' });
    }
    expect(checkEncrypt(file('a.pdf')).ok).toBe(true);
    expect(checkEncrypt(file('a.hyencrypt_v2'))).toEqual({ ok: false, issue: 'crypt.already' });
    expect(checkDecrypt(file('a.hyencrypt_v2')).ok).toBe(true);
    expect(checkDecrypt(file('a.pdf'))).toEqual({ ok: false, issue: 'crypt.notEncrypted' });
  });

  it('VALID-36 VALID-37: album upload needs files and a target', () => {
    expect(checkAlbumUpload(0, '/a')).toEqual({ ok: false, issue: 'albumUpload.files' });
    expect(checkAlbumUpload(1, null)).toEqual({ ok: false, issue: 'albumUpload.target' });
    expect(checkAlbumUpload(1, '')).toEqual({ ok: false, issue: 'albumUpload.target' });
    expect(checkAlbumUpload(1, '/a').ok).toBe(true);
  });

  it('PHOTO-07: the target always ends with the manual-upload folder', () => {
    expect(['/a', '/a/', '/a/manual-upload'].map(manualUploadPath)).toEqual(
      Array.from({ length: 3 }, () => '/a/manual-upload'),
    );
  });

  it('VALID-41 FILES-26: nothing is dropped into the safe', () => {
    for (const root of ROOT_TYPES) expect(checkDrop(root).ok).toBe(root !== 3);
    expect(checkDrop(3)).toEqual({ ok: false, issue: 'upload.encryptedArea' });
  });

  it('VALID-42 PREVIEW-07 CONST-34: 10 MB for documents, 1 GB for a pdf, equality passes', () => {
    expect(checkPreview(file('a.docx', 10_485_760)).ok).toBe(true);
    expect(checkPreview(file('a.docx', 10_485_761))).toEqual({ ok: false, issue: 'preview.tooLarge' });
    expect(checkPreview(file('a.pdf', 1_073_741_824)).ok).toBe(true);
    expect(checkPreview(file('a.pdf', 1_073_741_825))).toEqual({ ok: false, issue: 'preview.hardLimit' });
    expect(checkPreview(file('a.mp4', 10 ** 12, 2)).ok).toBe(true);
  });

  it('VALID-43 FILES-56 FILES-57 CONST-33: one file of at most 50,000,000 bytes', () => {
    expect(checkDownload([file('a', 50_000_000)]).ok).toBe(true);
    expect(checkDownload([file('a', 50_000_001)])).toEqual({ ok: false, issue: 'download.tooLarge' });
    expect(checkDownload([file('a'), file('b')])).toEqual({ ok: false, issue: 'download.several' });
    for (const type of [5, 100])
      expect(checkDownload([file('a', 0, type)])).toEqual({ ok: false, issue: 'download.folder' });
    expect(checkDownload([])).toEqual({ ok: false, issue: 'download.nothing' });
  });

  it('FILES-27 to FILES-32 PREVIEW-01 PREVIEW-02: what a double-click opens', () => {
    const opens = (name: string, type = 0) => openActionFor({ name, type, size: 1_000_000 });
    expect([
      opens('a.mp3', 1),
      opens('a.mp4', 2),
      opens('a.jpg', 3),
      opens('d', 5),
      opens('l', 100),
      opens('v', 777),
    ]).toEqual(['music', 'video', 'photo', 'folder', 'folder', 'folder']);
    expect(opens('a.PDF', 4)).toBe('pdf');
    for (const extension of ['txt', 'md', 'json', 'js', 'py', 'java', 'lua', 'sh', 'docx', 'xls', 'xlsx', 'pptx'])
      expect(opens(`a.${extension}`, 4), extension).toBe('preview');
    for (const name of ['a.exe', 'a', 'a.doc', 'a.txt.hyencrypt_v3']) expect(opens(name), name).toBe('unsupported');
    expect(checkPreview(file('a.exe'))).toEqual({ ok: false, issue: 'preview.unsupported' });
  });

  it('texts beyond the list are texts; of the two kinds of .ts the small ones are', () => {
    for (const name of ['a.csv', 'box.log', 'a.YAML', 'page.html', 'film.srt'])
      expect(openActionFor({ name, type: 0, size: 1 }), name).toBe('preview');
    expect(openActionFor({ name: 'app.ts', type: 2, size: 4_000 })).toBe('preview');
    expect(openActionFor({ name: 'news.ts', type: 2, size: 200_000 })).toBe('video');
    expect(openActionFor({ name: 'clip.mp4', type: 2, size: 4_000 })).toBe('video');
  });

  it('FILES-58: a link to an external resource is not opened, whatever kind the box takes it for; a folder of that name is', () => {
    for (const name of ['Cats.url', 'Cats.WEBLOC', 'Cats.website', 'Film.strm'])
      for (const type of [0, 2, 4]) {
        expect(openActionFor({ name, type, size: 1 }), name).toBe('link');
        expect(checkPreview(file(name, 1, type)), name).toEqual({ ok: false, issue: 'file.externalLink' });
      }
    expect(openActionFor({ name: 'Cats.url', type: 5, size: 0 })).toBe('folder');
    expect([0, 5, 100].map((type) => isExternalLink({ name: 'Cats.url', type }))).toEqual([true, false, false]);
    expect(openActionFor({ name: 'Cats.url.hyencrypt_v3', type: 0, size: 1 })).toBe('unsupported');
    expect(checkDownload([file('Cats.url')]).ok).toBe(true);
  });
});
