import { expect, it } from 'vitest';
import { OWNER, PASSWORD, startTestBox, setUpTestBox } from '../../box-test-helpers.ts';
import { describeRefusal } from '../../platform/testing/describe-refusal.ts';

const app = { appId: 'web', appIdSecurity: '', appKey: '', logintype: 1, devtype: 'web' } as const;

it(
  'an address has a hundred wrong tries over all names, and right ones cost it nothing',
  { timeout: 120_000 },
  async () => {
    const box = await startTestBox();
    try {
      await setUpTestBox(box);
      const at = (userName: string, pwd: string) =>
        describeRefusal(box.anonymous.session.signIn({ ...app, userName, pwd }));
      for (let times = 0; times < 12; times += 1) expect(await at(OWNER, PASSWORD)).toBe('done');
      const outcomes: string[] = [];
      for (let tries = 0; tries < 102; tries += 1) outcomes.push(await at(`nobody${tries % 30}x`, 'wrong-1'));
      expect(outcomes.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => '2007'));
      expect(outcomes.slice(100)).toEqual(['2002', '2002']);
      expect(await at(OWNER, PASSWORD)).toBe('2002');
    } finally {
      await box.remove();
    }
  },
);
