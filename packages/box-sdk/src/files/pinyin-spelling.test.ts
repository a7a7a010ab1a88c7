import { expect, it } from 'vitest';
import { matchesTyped, pinyinSpellings } from './pinyin-spelling.ts';

it('Chinese is spelled by syllables and by first letters; what has none has no other spelling', () => {
  expect(pinyinSpellings('文件 2024.TXT')).toEqual(['wenjian 2024.txt', 'wj 2024.txt']);
  expect(pinyinSpellings('任务中心')).toEqual(['renwuzhongxin', 'rwzx']);
  expect(pinyinSpellings('Letters')).toEqual([]);
});

it('a text is found by what is in it, in its syllables or in their first letters', () => {
  const found = (typed: string) => ['文件', '家庭照片.jpg', 'Wjelse'].filter((text) => matchesTyped(typed, text));
  expect(found('wj')).toEqual(['文件', 'Wjelse']);
  expect(found('WENJIAN')).toEqual(['文件']);
  expect(found('照片')).toEqual(['家庭照片.jpg']);
  expect(found('jtzp.jpg')).toEqual(['家庭照片.jpg']);
  expect(found('zpx')).toEqual([]);
});
