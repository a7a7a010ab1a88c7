import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLoginRateLimiter } from './login-rate-limiter.ts';

const stranger = { holder: '192.0.2.1', known: false };

it('of a crowd one goes on at each turn of the loop, in order, and others get theirs between them', async () => {
  const pace = createLoginRateLimiter();
  const went: (number | 'other')[] = [];
  const crowd = Promise.all(Array.from({ length: 5 }, async (_, at) => pace(stranger).then(() => went.push(at))));
  for (let turn = 0; turn < 4; turn += 1) {
    await setImmediate();
    went.push('other');
  }
  await crowd;
  expect(went.filter((one) => one !== 'other')).toEqual([0, 1, 2, 3, 4]);
  // The crowd must not proceed twice in one turn while another caller waits.
  expect(went.slice(0, 8).filter((one) => one === 'other').length).toBeGreaterThanOrEqual(3);
  expect(went.indexOf('other')).toBeLessThanOrEqual(1);
});

it('somebody of the family who comes last goes before the strangers who wait, and a second address before the rest of the first', async () => {
  const pace = createLoginRateLimiter();
  const went: string[] = [];
  const come = async (name: string, turn: { readonly holder: string; readonly known: boolean }): Promise<void> => {
    await pace(turn);
    went.push(name);
  };
  const crowd = Array.from({ length: 4 }, async (_, at) => come(`stranger ${at}`, stranger));
  await Promise.all([
    ...crowd,
    come('elsewhere', { holder: '192.0.2.2', known: false }),
    come('anna', { holder: 'anna', known: true }),
  ]);
  expect(went).toEqual(['stranger 0', 'anna', 'stranger 1', 'elsewhere', 'stranger 2', 'stranger 3']);
});
