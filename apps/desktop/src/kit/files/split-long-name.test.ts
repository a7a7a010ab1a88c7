import { describe, expect, it } from 'vitest';
import { splitLongName } from './split-long-name.ts';

describe('halvesOf', () => {
  it('leaves a short name whole, and one that is written from right to left', () => {
    for (const name of ['a.txt', 'Holidays in May.jpeg', 'תמונות מהטיול הגדול שלנו לים.jpg'])
      expect(splitLongName(name)).toEqual([name, '']);
  });

  it('parts a long one in its middle, between two words where some meet near it', () => {
    expect(splitLongName('Annual general meeting 2019.pdf')).toEqual(['Annual general ', 'meeting 2019.pdf']);
    expect(splitLongName('IMG_20190412_134501_edited.jpg')).toEqual(['IMG_20190412_13', '4501_edited.jpg']);
    expect(splitLongName('二〇一九年春节全家在老家院子里的合影照片.jpg')).toEqual([
      '二〇一九年春节全家在老家',
      '院子里的合影照片.jpg',
    ]);
  });

  it('parts no mark from its letter, and no sign in two', () => {
    expect(splitLongName('aaaaaaaaae\u0301aaaaaaa.jpg')).toEqual(['aaaaaaaaae\u0301', 'aaaaaaa.jpg']);
    expect(splitLongName('aaaaaaaaaa🌳aaaaaa.jpg')).toEqual(['aaaaaaaaaa🌳', 'aaaaaa.jpg']);
  });
});
