import { expect, it } from 'vitest';
import { DownloadSlots } from './download-slots.ts';

it('a share has sixteen downloads at a time, a visitor of it six; what is given back is free, and other shares have their own', () => {
  const places = new DownloadSlots();
  const taken = Array.from({ length: 24 }, (_, at) => places.acquire('one', `visitor ${at % 3}`));
  expect(taken.filter((place) => place !== null)).toHaveLength(16);
  expect(taken.slice(0, 18).filter((place) => place === null)).toHaveLength(2);
  expect(places.acquire('two', 'visitor 0')).not.toBe(null);
  taken[0]?.[Symbol.dispose]();
  expect(places.acquire('one', 'visitor 3')).not.toBe(null);
  expect(places.acquire('one', 'visitor 4')).toBe(null);
  const alone = new DownloadSlots();
  const mine = Array.from({ length: 9 }, () => alone.acquire('one', 'visitor'));
  expect(mine.filter((place) => place !== null)).toHaveLength(6);
});
