import { expect, it } from 'vitest';
import type { BoxError } from '@boxwood/command-bus';
import { errorText } from './messages.ts';

it('has words for everything that can go wrong with the account service, in both languages', () => {
  const refused = (code: number): BoxError => ({ _tag: 'Refused', family: 'ACC', code, fields: {} });
  expect(errorText(refused(1007), 'en')).toBe('The verification code is wrong');
  expect(errorText(refused(1007), 'zh-CN')).toBe('验证码错误');
  expect(errorText(refused(4321), 'en')).toContain('4321');
  expect(errorText({ _tag: 'Http', status: 418, body: '' }, 'en')).toContain('418');
  const others: readonly BoxError[] = [
    { _tag: 'Network', cause: null },
    { _tag: 'Timeout', ms: 1 },
    { _tag: 'Aborted' },
    { _tag: 'Malformed', at: 'params', issues: [] },
    { _tag: 'Malformed', at: 'result', issues: [] },
  ];
  const words = others.map((error) => errorText(error, 'zh-CN'));
  expect(new Set(words).size).toBe(others.length);
  expect(words.every((each) => /\p{Script=Han}/u.test(each))).toBe(true);
});
