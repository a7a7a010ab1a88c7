import { describe, expect, it } from 'vitest';
import { safeDisplayName } from './safe-display-name.ts';

describe('names as they are shown', () => {
  it('signs of direction are seen, not obeyed', () => {
    expect(safeDisplayName('photo\u202Egpj.exe')).toBe('photo\uFFFDgpj.exe');
    expect(safeDisplayName('\u2066a\u2069\u200Fb\u061C')).toBe('\uFFFDa\uFFFD\uFFFDb\uFFFD');
  });

  it('letters of every script, joiners and emoji stay', () => {
    for (const name of ['照片.jpg', 'شجرة.txt', 'עץ.md', 'क्ष\u200Dय', '👩\u200D👧.png'])
      expect(safeDisplayName(name)).toBe(name);
  });
});
