import { join } from 'node:path';
import { BoxFailure, signInParams } from '@boxwood/account-sdk';
import { checkNewPassword } from '@boxwood/account-sdk/rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../store/open-store.ts';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, startService } from '../testing/account-test-helpers.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { COMMON_PASSWORD_ISSUE, isCommonPassword } from './password-policy.ts';
import { createVerifier } from './password-hashing.ts';

it('the list has 10,000 passwords that the length rule allows, each once and as it is compared', () => {
  const words = COMMON_PASSWORDS.trim().split(/\s/);
  expect([words.length, new Set(words).size]).toEqual([10_000, 10_000]);
  expect(words.filter((word) => !checkNewPassword(word).ok || word !== word.toLowerCase())).toEqual([]);
});

it('common is what the list has, in any case, and what is a name with digits and signs; nothing else', () => {
  const names = ['annabel', '', 'Li', '我们的家', 'ann@example.org', '13800000000', 'Test box'];
  const common = [
    '123456',
    'Password',
    ' QWERTY ',
    '5201314',
    'woaini1314',
    'ｐａｓｓｗｏｒｄ1',
    'Boxwood-1',
    'boxwood2026',
    '!annabel!',
    'Annabel99',
    'test-box-7',
    '我们的家2026',
    'Ann@example.org',
    '13800000000',
  ];
  const good = [
    'correct horse',
    'hedge-in-june',
    'annabella',
    'annabel and bob',
    'boxwood hedge',
    '123456 monkey',
    'li-73-91-55',
    '13800000001',
    '83749274',
    '      ',
    '我们的家人2026',
  ];
  expect(common.filter((password) => !isCommonPassword(password, names))).toEqual([]);
  expect(good.filter((password) => isCommonPassword(password, names))).toEqual([]);
});

describe('at the doors', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => {
    await service.stop();
    expect(service.faults).toEqual([]);
  });

  /** The code of a refusal and its info. */
  const answerOf = async (call: Promise<unknown>): Promise<unknown> => {
    try {
      await call;
      return 'taken';
    } catch (failure) {
      if (failure instanceof BoxFailure && failure.error._tag === 'Refused')
        return [failure.error.code, failure.error.info];
      throw failure;
    }
  };
  const refused = [2004, COMMON_PASSWORD_ISSUE];

  it('a registration with a common password, the own name or the name of the box is refused', async () => {
    const { api } = await service.createBoxWithOwner();
    const report = { lanIp: '', wanIp: '', ipv6: '', apiPort: 6900, version: '1.0.25' };
    await service.box('box7').link.report({ ...report, title: 'Summer house' });
    const { inviteCode } = await api.roster.invite({ boxName: 'box7' });
    const register = (password: string, more: { readonly nickName?: string } = {}) =>
      answerOf(
        service.client().session.register({ userName: 'bob_lee', password, param: '', code: '', inviteCode, ...more }),
      );
    expect(await register('football')).toEqual(refused);
    expect(await register('Bob-Lee-1')).toEqual(refused);
    expect(await register('robert77', { nickName: 'Robert' })).toEqual(refused);
    expect(await register('summerhouse1')).toEqual(refused);
    expect(await register('summer-in-a-house')).toBe('taken');
  });

  it('so is one with what stands in the address', async () => {
    await service.stop();
    service = await startService({ registration: 'open' });
    const params = { userName: 'carol_w', param: 'rosalind@example.org', code: '000000' };
    const register = (password: string) => answerOf(service.client().session.register({ ...params, password }));
    expect(await register('rosalind99')).toEqual(refused);
    expect(await register('rosalind@example.org')).toEqual(refused);
    expect(await register('hedge-in-june')).toEqual([1008, undefined]);
  });

  it('a change is refused for common ones, names and addresses, and uses up no code', async () => {
    const { api } = await service.createBoxWithOwner();
    const address = 'harriet@example.org';
    await api.user.changeMail({ mail: address, mailCode: await service.codeFor(address) });
    await api.user.changeNickname({ nickName: 'Mathilda' });
    service.clock.advance(1);
    const code = await service.codeFor(address, 'password');
    await api.roster.rename({ boxName: 'box7', nick: 'Lighthouse' });
    const change = (password: string) => answerOf(api.user.changePassword({ password, param: address, code }));
    for (const password of ['trustno1', 'AnnLee99', 'harriet5', 'mathilda!', 'lighthouse-7'])
      expect(await change(password)).toEqual(refused);
    expect(await change('short')).toEqual([2004, 'login.passwordLength']);
    expect(await change('hedge-in-june')).toBe('taken');
  });

  it('a new owner is refused; whoever has such a password already signs in and may be an owner', async () => {
    await service.createBoxWithOwner();
    const box = service.box('box8').link;
    await box.register({ box: service.boxInfo('box8') });
    expect(await answerOf(box.setUpOwner({ userName: 'dora_k', password: 'dragon' }))).toEqual(refused);
    expect(await answerOf(box.setUpOwner({ userName: 'dora_k', password: 'dora-k' }))).toEqual(refused);
    const db = await openStore(join(service.dir, 'account.sqlite'), () => undefined);
    const verifier = await createVerifier('dragon', { holder: 'test', known: true });
    await db.updateTable('users').set({ verifier }).where('user_name', '=', 'ann_lee').execute();
    await db.destroy();
    const given = signInParams('ann_lee', 'dragon', 'k'.repeat(32));
    expect(await codeOfCall(service.client().session.signIn(given))).toBe(200);
    expect(await answerOf(box.setUpOwner({ userName: 'ann_lee', password: 'dragon' }))).toBe('taken');
  });
});
