import { expect, it } from 'vitest';
import { recordUpgradeCheck, lastNotifiedVersion, msUntilNextCheck } from './upgrade-check-schedule.ts';

const DAY = 86_400_000;

it('P-25: a new version is looked for once a day, by each person; what was told is kept', () => {
  const kept = new Map<string, string>();
  const settings = {
    text: (key: string) => kept.get(key) ?? null,
    setText: (key: string, value: string | null) => {
      kept.set(key, value ?? '');
    },
  };
  const noon = 20_000.5 * DAY;
  expect(msUntilNextCheck(settings, 'ann', noon)).toBe(0);
  expect(lastNotifiedVersion(settings, 'ann')).toBe('');
  recordUpgradeCheck(settings, 'ann', noon, '1.0.8');
  expect(msUntilNextCheck(settings, 'ann', noon)).toBe(DAY / 2);
  expect(msUntilNextCheck(settings, 'bob', noon)).toBe(0);
  expect(msUntilNextCheck(settings, 'ann', noon + DAY)).toBe(0);
  expect(lastNotifiedVersion(settings, 'ann')).toBe('1.0.8');
  kept.set('ann_upgrade', 'something else');
  expect([msUntilNextCheck(settings, 'ann', noon), lastNotifiedVersion(settings, 'ann')]).toEqual([0, 'else']);
});
