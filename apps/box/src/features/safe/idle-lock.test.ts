import { expect, it } from 'vitest';
import { UnlockedAreas } from './unlocked-areas.ts';

it('a key that nobody uses or asks for is wiped when its time is over, and no other one', () => {
  let time = 1_700_000_000_000;
  const closed: number[] = [];
  const unlocked = new UnlockedAreas({ now: () => time }, () => closed.push(time));
  const [idle, used] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  unlocked.unlock('s1', 'safe', 'ann', idle);
  unlocked.unlock('s1', 'home', 'ann', Buffer.alloc(0));
  unlocked.unlock('s2', 'safe', 'bob', used);
  time += 20 * 60_000;
  expect(unlocked.isUnlocked('s2', 'safe')).toBe(true);
  unlocked.lockIdle();
  expect(closed).toEqual([]);
  time += 10 * 60_000;
  unlocked.lockIdle();
  expect([idle.every((byte) => byte === 0), used.every((byte) => byte === 2), closed.length]).toEqual([true, true, 2]);
});
