import { PLACES } from '@boxwood/domain';
import { describe, expect, it } from 'vitest';
import { nameFieldsOf, hasSuffix, resolveRename } from './rename-fields.ts';

const file = (name: string) => ({ name, type: 0 });
const typed = (name: string, fields: { readonly stem?: string; readonly suffix?: string }) =>
  resolveRename(file(name), { ...nameFieldsOf(file(name)), ...fields }, PLACES.personal);

describe('what the rename dialog makes of its fields', () => {
  it.each([
    ['a.txt', { stem: 'b' }, 'b.txt'],
    ['a.txt', { stem: 'b.txt' }, 'b.txt'],
    ['a.txt', { stem: 'b.TXT' }, 'b.TXT'],
    ['a.txt', { stem: 'b', suffix: 'md' }, 'b.md'],
    ['a.txt', { stem: 'b.txt', suffix: 'md' }, 'b.txt.md'],
    ['a.txt', { stem: 'b', suffix: '' }, 'b'],
    ['a.pdf.hyencrypt_v3', { stem: 'b.pdf' }, 'b.pdf.hyencrypt_v3'],
    ['a.pdf.hyencrypt_v3', { stem: 'b.pdf.hyencrypt_v3' }, 'b.pdf.hyencrypt_v3'],
  ])('VALID-06 VALID-07: %s with %j becomes %s', (name, fields, expected) => {
    expect(typed(name, fields)).toEqual({ name: expected, verdict: { ok: true } });
  });

  it('G-31: what nobody changed stays what it is, twice the suffix and all', () => {
    for (const name of ['a.txt.txt', '.bashrc', 'a_'])
      expect(typed(name, {})).toMatchObject({ name, verdict: { ok: true } });
  });

  it('DIALOG-04: only ordinary files and folders have a suffix to change', () => {
    expect([0, 4, 5, 50, 100, 777].map((type) => hasSuffix({ type }))).toEqual([true, true, true, false, false, false]);
    expect(nameFieldsOf({ name: 'a.part', type: 50 })).toEqual({ stem: 'a.part', suffix: '', encrypted: '' });
  });

  it('VALID-01 VALID-02: nothing, and what is not well-formed, is told', () => {
    expect(typed('a.txt', { stem: '' }).verdict).toMatchObject({ ok: false, issue: 'name.empty' });
    expect(typed('a.txt', { stem: '_b' }).verdict).toMatchObject({ ok: false, issue: 'name.format' });
  });
});
