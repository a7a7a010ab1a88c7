import { expect, it } from 'vitest';
import { createLook, whenQuiet } from './memory.ts';

it('a burst is collected twice when it is over, and once more what a rest let go', () => {
  const collected: string[] = [];
  const afterWork: boolean[] = [];
  const look = createLook(({ flavor }) => collected.push(flavor));
  let rested = 0;
  let goes = false;
  const forget = whenQuiet((worked) => {
    rested += 1;
    afterWork.push(worked);
    return goes;
  });
  look(false);
  expect([collected, rested]).toEqual([[], 1]);
  look(true);
  look(true);
  expect([collected, rested]).toEqual([[], 1]);
  for (let at = 0; at < 3; at += 1) look(false);
  expect([collected, rested]).toEqual([['regular', 'last-resort'], 4]);
  expect(afterWork).toEqual([false, true, false, false]);
  goes = true;
  look(false);
  goes = false;
  look(false);
  look(false);
  expect(collected).toEqual(['regular', 'last-resort', 'regular', 'last-resort']);
  forget();
  look(false);
  expect(rested).toBe(7);
});

it('everything rests, also after one that let something go', () => {
  const asked: string[] = [];
  const forget = ['one', 'two'].map((name) => whenQuiet(() => asked.push(name) > 0));
  createLook(() => undefined)(false);
  for (const off of forget) off();
  expect(asked).toEqual(['one', 'two']);
});
