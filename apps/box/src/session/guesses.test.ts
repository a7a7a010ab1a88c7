import { expect, it } from 'vitest';
import { OWNER, PASSWORD, runBox, settle } from '../testing.ts';
import { refusalOf } from '../testing/refusal.ts';

const app = { appId: 'web', appIdSecurity: '', appKey: '', logintype: 1, devtype: 'web' } as const;

it(
  'an address has a hundred wrong tries over all names, and right ones cost it nothing',
  { timeout: 120_000 },
  async () => {
    const box = await runBox();
    try {
      await settle(box);
      const at = (userName: string, pwd: string) => refusalOf(box.stranger.session.signIn({ ...app, userName, pwd }));
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
