import { describe, expect, it } from 'vitest';
import { newNameError } from './check-new-name.ts';

const home = '/mnt/usb1/ann';
const file = (source: string, target: string) =>
  newNameError({
    source: `${home}/${source}`,
    target: `${home}/${target}`,
    folder: false,
    place: { kind: 'personal', owner: 'ann' },
  });

describe('names that somebody typed', () => {
  it('VALID-08 VALID-09: a new name keeps to the rules, one that stays need not', () => {
    expect(file('a.txt', 'かな.txt')).toBeNull();
    for (const name of ['_a.txt', 'a?.txt', 'a.', '.a']) expect(file('a.txt', name), name).toBe('name');
    expect(file('.bashrc', 'old/.bashrc')).toBeNull();
    expect(file('a', 'b\udcff')).toBeNull();
  });

  it('VALID-03 VALID-04 VALID-12: as long as its kind and its place allow', () => {
    const long = 'a'.repeat(150);
    const place = { kind: 'private', owner: 'ann' } as const;
    expect(file('a', long)).toBe('name');
    expect(
      newNameError({ source: `${home}/.safe_home/a`, target: `${home}/.safe_home/${long}`, folder: false, place }),
    ).toBeNull();
    expect(
      newNameError({
        source: `${home}/a`,
        target: `${home}/${'b'.repeat(65)}`,
        folder: true,
        place: { kind: 'public' },
      }),
    ).toBe('name');
  });

  it('VALID-05: a path of more than 254 does not become longer, but may become shorter', () => {
    const deep = Array.from({ length: 5 }, () => 'd'.repeat(60)).join('/');
    expect(file(`${deep}/name`, `${deep}/name2`)).toBe('length');
    expect(file(`${deep}/name2`, `${deep}/n`)).toBeNull();
  });
});
