import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkFileName,
  checkFolderName,
  checkPathLength,
  completeName,
  decryptedName,
  encryptedName,
  isEncryptedName,
  isWellFormedName,
  joinName,
  nameLength,
  splitName,
} from './file-names.ts';

const FORBIDDEN = Array.from('\\/:*&%$#?"<>|');

describe('names', () => {
  it('VALID-01: an empty name', () => {
    expect(checkFileName('')).toEqual({ ok: false, issue: 'name.empty' });
  });

  it('VALID-02: a malformed name', () => {
    for (const name of [
      '.',
      '..',
      ' a',
      'a ',
      '-a',
      'a-',
      'a.',
      '.bashrc',
      'a😀',
      '\u0000',
      'a\nb',
      'a\u007fb',
      'a\ud800b',
    ])
      expect(checkFileName(name), JSON.stringify(name)).toEqual({ ok: false, issue: 'name.format' });
  });

  it('VALID-03 CONST-01: 128 bytes pass, 129 fail; a non-ASCII character counts 3', () => {
    expect(checkFileName('a'.repeat(128)).ok).toBe(true);
    expect(checkFileName('a'.repeat(129))).toEqual({ ok: false, issue: 'name.tooLong', max: 128 });
    expect(checkFileName(`${'中'.repeat(42)}ab`).ok).toBe(true);
    expect(checkFileName(`${'中'.repeat(42)}abc`).ok).toBe(false);
    expect(nameLength('a𠀀b')).toBe(5);
    assert(
      property(array(constantFrom('a', '中', 'é', '😀')), (chars) => {
        expect(nameLength(chars.join(''))).toBe(chars.reduce((n, c) => n + (c === 'a' ? 1 : 3), 0));
      }),
    );
  });

  it('VALID-04 CONST-04: 240 bytes pass in protected areas, 241 fail', () => {
    expect(checkFileName('a'.repeat(240), 'protected').ok).toBe(true);
    expect(checkFileName('a'.repeat(241), 'protected')).toEqual({ ok: false, issue: 'name.tooLong', max: 240 });
    expect(checkFileName('中'.repeat(80), 'protected').ok).toBe(true);
    expect(checkFileName('中'.repeat(81), 'protected').ok).toBe(false);
  });

  it('VALID-05 CONST-05: a path of 254 passes, 255 fails', () => {
    expect(checkPathLength(`/${'a'.repeat(253)}`).ok).toBe(true);
    expect(checkPathLength(`/${'a'.repeat(254)}`)).toEqual({ ok: false, issue: 'name.pathTooLong', max: 254 });
    expect(checkPathLength(`/${'中'.repeat(85)}`).ok).toBe(false);
  });

  it('VALID-06: a missing suffix is appended, a present one is not doubled', () => {
    expect(completeName('trip', 'jpg', '')).toBe('trip.jpg');
    expect(completeName('trip.jpg', 'jpg', '')).toBe('trip.jpg');
    expect(completeName('trip.JPG', 'jpg', '')).toBe('trip.JPG');
    expect(completeName('a.b', 'tar.gz', '')).toBe('a.b.tar.gz');
    expect(completeName('folder', '', '')).toBe('folder');
  });

  it('VALID-07: encrypted suffixes survive and stay last', () => {
    for (const encrypted of ['.hyencrypt_v2', '.hyencrypt_v3']) {
      expect(completeName('new', 'pdf', encrypted)).toBe(`new.pdf${encrypted}`);
      expect(completeName(`new.pdf${encrypted}`, 'pdf', encrypted)).toBe(`new.pdf${encrypted}`);
    }
  });

  it('VALID-08: first and last character are letters or digits, of any script', () => {
    for (const edge of [
      'a',
      'Z',
      '0',
      '9',
      '中',
      '㐀',
      '𠀀',
      '豈',
      '〇',
      'é',
      'e\u0301',
      'あ',
      'ー',
      '한',
      'ن',
      'Ж',
      'क्षि',
      '٣',
    ])
      expect(isWellFormedName(`${edge}_x_${edge}`), edge).toBe(true);
    for (const edge of ['_', '-', '.', ' ', '(', '～', '😀', '，'])
      for (const name of [`${edge}ab`, `ab${edge}`]) expect(isWellFormedName(name), name).toBe(false);
    expect(isWellFormedName('a (1) é_あ.b')).toBe(true);
  });

  it('VALID-09: none of the thirteen signs', () => {
    expect(FORBIDDEN).toHaveLength(13);
    for (const sign of FORBIDDEN) expect(isWellFormedName(`a${sign}b`), sign).toBe(false);
    assert(
      property(string({ unit: 'binary' }), (middle) => {
        const bad = FORBIDDEN.some((sign) => middle.includes(sign)) || /[\p{Cc}\p{Cs}]/u.test(middle);
        expect(isWellFormedName(`a${middle}z`)).toBe(!bad);
      }),
    );
  });

  it('VALID-11: a folder name is required', () => {
    expect(checkFolderName('')).toEqual({ ok: false, issue: 'name.empty' });
  });

  it('VALID-12 CONST-02: 64 characters pass, 65 fail', () => {
    for (const character of ['a', '中', '𠀀']) {
      expect(checkFolderName(character.repeat(64)).ok).toBe(true);
      expect(checkFolderName(character.repeat(65))).toEqual({ ok: false, issue: 'name.folderTooLong', max: 64 });
    }
  });

  it('VALID-13: a folder name follows the same signs', () => {
    for (const name of ['a/b', 'a?', '.hidden', 'a '])
      expect(checkFolderName(name)).toEqual({ ok: false, issue: 'name.folderFormat' });
    expect(checkFolderName('照片 2026').ok).toBe(true);
  });

  it('VALID-26: encrypted by either suffix, by nothing else', () => {
    for (const name of ['a.hyencrypt_v2', 'a.pdf.hyencrypt_v3']) expect(isEncryptedName(name)).toBe(true);
    for (const name of ['a', 'a.hyencrypt_v1', 'a.hyencrypt', 'a.hyencrypt_v3.pdf', 'hyencrypt_v3'])
      expect(isEncryptedName(name), name).toBe(false);
  });

  it('FILES-55: encrypting adds v3, decrypting removes either', () => {
    expect(encryptedName('a.pdf')).toBe('a.pdf.hyencrypt_v3');
    expect(decryptedName('a.pdf.hyencrypt_v2')).toBe('a.pdf');
    expect(decryptedName('a.pdf')).toBe('a.pdf');
    assert(
      property(
        string({ minLength: 1 }),
        (name) => isEncryptedName(name) || decryptedName(encryptedName(name)) === name,
      ),
    );
  });

  it('G-56: a name comes apart and together again', () => {
    expect(splitName('a.tar.gz')).toEqual({ stem: 'a', suffix: 'tar.gz', encrypted: '' });
    expect(splitName('a.TAR.GZ.hyencrypt_v3')).toEqual({ stem: 'a', suffix: 'TAR.GZ', encrypted: '.hyencrypt_v3' });
    expect(splitName('.bashrc')).toEqual({ stem: '.bashrc', suffix: '', encrypted: '' });
    expect(splitName('a.')).toEqual({ stem: 'a.', suffix: '', encrypted: '' });
    expect(splitName('.tar.gz')).toEqual({ stem: '.tar', suffix: 'gz', encrypted: '' });
    const piece = constantFrom('a', '.', '.tar', '.gz', '.hyencrypt_v2', '.hyencrypt_v3', '中', ' ');
    assert(property(array(piece), (pieces) => joinName(splitName(pieces.join(''))) === pieces.join('')));
  });
});
