import { describe, expect, it } from 'vitest';
import { shownName } from './shown-name.ts';

describe('names as they are shown', () => {
  it('signs of direction are seen, not obeyed', () => {
    expect(shownName('photo\u202Egpj.exe')).toBe('photo\uFFFDgpj.exe');
    expect(shownName('\u2066a\u2069\u200Fb\u061C')).toBe('\uFFFDa\uFFFD\uFFFDb\uFFFD');
  });

  it('letters of every script, joiners and emoji stay', () => {
    for (const name of ['照片.jpg', 'شجرة.txt', 'עץ.md', 'क्ष\u200Dय', '👩\u200D👧.png'])
      expect(shownName(name)).toBe(name);
  });
});
