import { expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { number } from '../../store/row-columns.ts';
import { identityMigrations } from './identity-tables.ts';
import { LoginRateLimiter } from './login-rate-limiter.ts';

const made = (most?: number) => {
  const database = openDatabase(':memory:', { migrations: identityMigrations });
  const clock = { at: 1_000_000_000, now: () => clock.at };
  const rows = () => database.get((row) => number(row, 'n'), 'select count(*) n from tries') ?? 0;
  return { clock, rows, tries: new LoginRateLimiter(database, clock, most) };
};

it('no ten minutes hold more tries than the limit, also with a clock that was set back', () => {
  const { tries, clock } = made();
  const took: number[] = [];
  for (let second = 0; second < 3000; second += 30) {
    if (tries.tryAttempt('signin ann', 5)) took.push(clock.at);
    clock.at += 30_000;
  }
  for (const from of took) expect(took.filter((at) => at >= from && at < from + 600_000).length).toBeLessThanOrEqual(5);
  expect(took.length).toBeGreaterThanOrEqual(20);
  clock.at -= 86_400_000;
  expect(tries.tryAttempt('signin ann', 5)).toBe(false);
  clock.at += 600_000;
  expect(tries.tryAttempt('signin ann', 5)).toBe(true);
});

it('what is settled goes with the next try of anybody', () => {
  const { tries, clock, rows } = made();
  for (let i = 0; i < 300; i++) tries.tryAttempt(LoginRateLimiter.anonymousSubject(`signin made up ${i}`), 5);
  expect(rows()).toBe(300);
  clock.at += 600_000;
  tries.tryAttempt('signin ann', 5);
  expect(rows()).toBe(1);
});

it('strangers fill no disk: of too many the oldest go, and what is counted for users stays', () => {
  const { tries, clock, rows } = made(200);
  for (let i = 0; i < 5; i++) tries.tryAttempt('signin ann', 5);
  for (let i = 0; i < 1000; i++) {
    clock.at += 1;
    tries.tryAttempt(LoginRateLimiter.anonymousSubject(`from 10.0.0.${i}`), 100);
    expect(rows()).toBeLessThanOrEqual(305);
  }
  expect(tries.tryAttempt('signin ann', 5)).toBe(false);
  for (let i = 0; i < 2; i++)
    expect(tries.tryAttempt(LoginRateLimiter.anonymousSubject('from 10.0.0.999'), 2)).toBe(i === 0);
});

it('a success takes back the tries of its name and no other, and a try that was none is taken back alone', () => {
  const { tries, rows } = made();
  for (let i = 0; i < 3; i++) tries.tryAttempt('signin ann', 5);
  tries.tryAttempt('signin bob', 5);
  tries.refund('signin ann');
  expect(rows()).toBe(3);
  tries.reset('signin ann');
  expect(rows()).toBe(1);
  expect(tries.tryAttempt('signin bob', 1)).toBe(false);
  expect(tries.tryAttempt('signin ann', 1)).toBe(true);
});
