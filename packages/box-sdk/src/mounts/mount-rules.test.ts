import { describe, expect, it } from 'vitest';
import {
  checkMount,
  checkMountAddress,
  checkMountName,
  checkMountPort,
  checkMountRemark,
  checkWebdavPath,
} from './mount-form.ts';
import { defaultMountPort } from './mount-rules.ts';

describe('network storage', () => {
  it('VALID-76 MOUNT-02: letters, digits, Chinese, underscore, hyphen', () => {
    for (const name of ['nas', '影音_1-a', '中']) expect(checkMountName(name).ok, name).toBe(true);
    for (const name of ['', 'a b', 'a.b', 'a/b', 'é', 'a\n'])
      expect(checkMountName(name), name).toEqual({ ok: false, issue: 'mount.name' });
  });

  it('VALID-77 MOUNT-03: Chinese, digits, letters and . : - _ ( )', () => {
    for (const remark of ['', '书房(2)', 'a.b:c-d_e']) expect(checkMountRemark(remark).ok, remark).toBe(true);
    for (const remark of ['a b', 'a,b', '（全角）', 'a/b'])
      expect(checkMountRemark(remark), remark).toEqual({ ok: false, issue: 'mount.remark' });
  });

  it('a name and a remark have 64 characters at most, as a box accepts them', () => {
    for (const check of [checkMountName, checkMountRemark]) {
      for (const letter of ['n', '影']) expect(check(letter.repeat(64)).ok).toBe(true);
      expect(check('n'.repeat(65))).toEqual({ ok: false, issue: 'mount.tooLong', max: 64 });
    }
  });

  it('VALID-78 MOUNT-04: an address or a domain is required', () => {
    expect(checkMountAddress('')).toEqual({ ok: false, issue: 'mount.addressRequired' });
    for (const address of ['10.0.0.2', 'nas.example', 'fe80::2', 'nas'])
      expect(checkMountAddress(address).ok, address).toBe(true);
    for (const address of ['10.0.0', 'http://nas', 'a b']) expect(checkMountAddress(address).ok, address).toBe(false);
  });

  it('VALID-79 MOUNT-05: a numeric port', () => {
    for (const port of ['', 'abc', '44a', '-1', '4.5'])
      expect(checkMountPort(port), port).toEqual({ ok: false, issue: 'mount.portRequired' });
    expect(['0', '1', '445', '65535', '65536'].map((p) => checkMountPort(p).ok)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('VALID-80 MOUNT-06: a WebDAV path begins with a slash', () => {
    expect([
      checkWebdavPath('/dav').ok,
      checkWebdavPath('/').ok,
      checkWebdavPath('dav').ok,
      checkWebdavPath('').ok,
    ]).toEqual([true, true, false, false]);
  });

  it('MOUNT-07 ROLE-12: not on N2; the form as a whole', () => {
    const form = { kind: 'smb', addr: '10.0.0.2', port: '445', mntdir: 'nas', remark: '' } as const;
    expect(checkMount(form, 'N3').ok).toBe(true);
    expect(checkMount(form, 'N2')).toEqual({ ok: false, issue: 'mount.model', model: 'N2' });
    expect(checkMount({ ...form, kind: 'webdav' }, 'N3')).toEqual({ ok: false, issue: 'mount.webdavPath' });
    expect(checkMount({ ...form, kind: 'webdav', path: '/' }, 'N3').ok).toBe(true);
    expect(checkMount({ ...form, mntdir: 'a b' }, 'N3')).toMatchObject({ issue: 'mount.name' });
    expect([
      defaultMountPort('smb'),
      defaultMountPort('nfs'),
      defaultMountPort('ftp'),
      defaultMountPort('webdav'),
      defaultMountPort('webdav', 'http'),
    ]).toEqual([445, 2049, 21, 443, 80]);
  });
});
