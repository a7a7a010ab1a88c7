import { expect, it } from 'vitest';
import { createIdleCollector, onIdle } from './idle-memory.ts';

it('what a burst left is collected twice and given back when it is over, and once more what a rest let go', () => {
  const taken: string[] = [];
  const afterWork: boolean[] = [];
  const look = createIdleCollector((step) => taken.push(step));
  let rested = 0;
  let goes = false;
  const forget = onIdle((worked) => {
    rested += 1;
    afterWork.push(worked);
    return goes;
  });
  look(false);
  expect([taken, rested]).toEqual([[], 1]);
  look(true);
  look(true);
  expect([taken, rested]).toEqual([[], 1]);
  for (let at = 0; at < 3; at += 1) look(false);
  expect([taken, rested]).toEqual([['regular', 'last-resort', 'trim'], 4]);
  expect(afterWork).toEqual([false, true, false, false]);
  goes = true;
  look(false);
  goes = false;
  look(false);
  look(false);
  expect(taken.slice(3)).toEqual(['regular', 'last-resort', 'trim']);
  forget();
  look(false);
  expect(rested).toBe(7);
});

it('everything rests, also after one that let something go', () => {
  const asked: string[] = [];
  const forget = ['one', 'two'].map((name) => onIdle(() => asked.push(name) > 0));
  createIdleCollector(() => undefined)(false);
  for (const off of forget) off();
  expect(asked).toEqual(['one', 'two']);
});
