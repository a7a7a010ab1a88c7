import { beforeEach, expect, it } from 'vitest';
import { UnlockedAreas } from './unlocked-areas.ts';

const IDLE_MS = 30 * 60_000;
let time: number;
let closed: number;
let unlocked: UnlockedAreas;
const key = (byte: number) => Buffer.alloc(32, byte);

beforeEach(() => {
  time = 1_700_000_000_000;
  closed = 0;
  unlocked = new UnlockedAreas({ now: () => time }, () => (closed += 1));
});

it('a key is wiped from memory as soon as its area closes, however it closes', () => {
  const ways: readonly (() => void)[] = [
    () => unlocked.lock('s1', 'safe'),
    () => unlocked.lockAll('s1'),
    () => unlocked.lockUser('ann'),
    () => unlocked.lockOthers('ann', 'safe', 's2'),
    () => unlocked.unlock('s1', 'safe', 'ann', key(2)),
    () => {
      time += IDLE_MS;
      unlocked.isUnlocked('s1', 'safe');
    },
  ];
  for (const [at, way] of ways.entries()) {
    const held = key(1);
    unlocked.unlock('s1', 'safe', 'ann', held);
    closed = 0;
    way();
    expect(held.equals(key(0)), `${at}`).toBe(true);
    expect(closed, `${at}`).toBe(1);
    unlocked.lock('s1', 'safe');
  }
});

it('who closes what is not open disturbs nobody', () => {
  unlocked.unlock('s1', 'safe', 'ann', key(1));
  unlocked.lock('s1', 'home');
  unlocked.lock('s2', 'safe');
  unlocked.lockAll('s2');
  unlocked.lockUser('bob');
  expect(closed).toBe(0);
  expect(unlocked.isUnlocked('s1', 'safe')).toBe(true);
});

it('a new password closes the area in the other sessions of its user, and no other area, no other user', () => {
  for (const [session, area, user] of [
    ['s1', 'safe', 'ann'],
    ['s2', 'safe', 'ann'],
    ['s2', 'home', 'ann'],
    ['s3', 'safe', 'bob'],
  ] as const)
    unlocked.unlock(session, area, user, key(1));
  unlocked.lockOthers('ann', 'safe', 's1');
  expect(unlocked.isUnlocked('s1', 'safe')).toBe(true);
  expect(unlocked.isUnlocked('s2', 'safe')).toBe(false);
  expect(unlocked.isUnlocked('s2', 'home')).toBe(true);
  expect(unlocked.isUnlocked('s3', 'safe')).toBe(true);
  unlocked.lockUser('ann');
  expect([unlocked.isUnlocked('s1', 'safe'), unlocked.isUnlocked('s2', 'home')]).toEqual([false, false]);
  expect(unlocked.isUnlocked('s3', 'safe')).toBe(true);
});

it('the key of a user comes from any session that has the safe open, and from none that was idle for too long', () => {
  expect(unlocked.identityOf('ann')).toBeNull();
  unlocked.unlock('s1', 'home', 'ann', key(1));
  unlocked.unlock('s2', 'safe', 'bob', key(2));
  expect(unlocked.identityOf('ann')).toBeNull();
  unlocked.unlock('s3', 'safe', 'ann', key(3));
  time += IDLE_MS - 1;
  unlocked.unlock('s4', 'safe', 'ann', key(4));
  expect(unlocked.identityOf('ann')).toEqual(key(3));
  // Reading the key does not count as use, because a task reads it and not the user.
  time += 1;
  expect(unlocked.identityOf('ann')).toEqual(key(4));
  expect(unlocked.isUnlocked('s3', 'safe')).toBe(false);
});

it('a key that was given away is its holder’s own: it stays when the area closes, and wiping it closes nothing', () => {
  unlocked.unlock('s1', 'safe', 'ann', key(1));
  const [one, other] = [unlocked.identityOf('ann'), unlocked.identityOf('ann')];
  one?.fill(0);
  expect(unlocked.identityOf('ann')).toEqual(key(1));
  unlocked.lock('s1', 'safe');
  expect(other).toEqual(key(1));
  expect(unlocked.identityOf('ann')).toBeNull();
});
