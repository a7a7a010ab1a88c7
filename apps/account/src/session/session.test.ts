import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountClient } from '@boxwood/account-sdk';
import { codeParams, signInParams } from '@boxwood/account-sdk';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, it, itOnBoth, PASSWORD, startService } from '../testing/account-test-helpers.ts';
import { runQueued } from './password-hashing.ts';

const APP_KEY = 'k'.repeat(32);
const boxToken = async (api: AccountClient, boxName = 'box7'): Promise<string> =>
  (await api.box.address({ boxName })).boxToken ?? '';
let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});

describe('sign-in', () => {
  itOnBoth('SDK-A01 LOGIN-02 LOGIN-03: answers with a token and the user id, also for mobile and mail', async () => {
    const { token, api } = await service.createBoxWithOwner();
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    const mailCode = await service.codeFor('ann@example.org');
    await api.user.changeMail({ mail: 'Ann@Example.org', mailCode });
    const mobileCode = await service.codeFor('13800000000');
    await api.user.changeMobile({ mobile: '13800000000', mobileCode });
    for (const name of ['ann_lee', ' ann@EXAMPLE.org ', '13800000000'])
      expect((await service.signIn(name)).userName).toBe('ann_lee');
  });

  it('LOGIN-05 ERR-054 ERR-063 ERR-064 ERR-072 ERR-096: each way to fail has its own code', async () => {
    await service.createBoxWithOwner();
    const { session } = service.client();
    const good = signInParams('ann_lee', PASSWORD, APP_KEY);
    expect(await codeOfCall(session.signIn({ ...good, pwd: 'wrong password' }))).toBe(1009);
    expect(await codeOfCall(session.signIn({ ...good, userName: 'nobody_here' }))).toBe(1010);
    expect(await codeOfCall(session.signIn({ ...good, userName: '  ' }))).toBe(1018);
    expect(await codeOfCall(session.signIn({ ...good, appIdSecurity: 'f'.repeat(64) }))).toBe(1000);
    expect(await codeOfCall(session.signIn({ ...good, devtype: 'phone' }))).toBe(2008);
    expect(await codeOfCall(session.signIn(good))).toBe(200);
  });

  it('ERR-091 G-70: the sixth try in ten minutes is refused, right password or not, under every name, after a restart too', async () => {
    const { api } = await service.createBoxWithOwner();
    const mailCode = await service.codeFor('ann@example.org');
    await api.user.changeMail({ mail: 'ann@example.org', mailCode });
    const { session } = service.client();
    const tries = (name: string, password: string) => codeOfCall(session.signIn(signInParams(name, password, APP_KEY)));
    for (let i = 0; i < 5; i++)
      expect(await tries(i % 2 === 0 ? 'ann_lee' : 'ann@example.org', 'wrong password')).toBe(1009);
    expect(await tries('ann_lee', PASSWORD)).toBe(2002);
    await service.restart();
    expect(await tries('ann@example.org', PASSWORD)).toBe(2002);
    service.clock.advance(601);
    expect(await tries('ann_lee', PASSWORD)).toBe(200);
  });

  itOnBoth('G-70: a hundred tries at once get five verifications', async () => {
    await service.createBoxWithOwner();
    const { session } = service.client();
    const codes = await Promise.all(
      Array.from({ length: 40 }, () => codeOfCall(session.signIn(signInParams('ann_lee', 'wrong password', APP_KEY)))),
    );
    expect(codes.filter((code) => code === 1009)).toHaveLength(5);
    expect(codes.filter((code) => code === 2002)).toHaveLength(35);
  });

  it('G-70: a name that nobody has is hashed and counted like a wrong password, so that the time tells nothing', async () => {
    await service.createBoxWithOwner();
    const { session } = service.client();
    const tries = (name: string) => codeOfCall(session.signIn(signInParams(name, 'wrong password', APP_KEY)));
    // Hashing blocks until the test releases it.
    const holding = Promise.withResolvers<undefined>();
    const held = ['one', 'two'].map((holder) => runQueued({ holder, known: true }, 2, () => holding.promise));
    const answered: number[] = [];
    const asked = tries('nobody_here').then((code) => answered.push(code));
    for (let i = 0; i < 50; i++) expect(await codeOfCall(session.check())).toBe(1001);
    const early = [...answered];
    holding.resolve(undefined);
    await Promise.all([asked, ...held]);
    expect([early, answered]).toEqual([[], [1010]]);
    for (let i = 0; i < 4; i++) expect(await tries('nobody_here')).toBe(1010);
    expect(await tries('nobody_here')).toBe(2002);
  });

  itOnBoth(
    'G-70: what boxes count at their own doors is one count with this one, and they forgive what they counted',
    async () => {
      await service.createBoxWithOwner();
      await service.box('box8').link.register({ box: service.boxInfo('box8') });
      const { session } = service.client();
      const here = (password: string) => codeOfCall(session.signIn(signInParams('ann_lee', password, APP_KEY)));
      const at = (boxId: string, right: 'Y' | 'N' = 'N') =>
        codeOfCall(service.box(boxId).link.countTry({ userName: 'ann_lee', address: '203.0.113.7', right }));
      for (let i = 0; i < 3; i++) expect(await at('box7')).toBe(200);
      for (let i = 0; i < 2; i++) expect(await here('wrong password')).toBe(1009);
      expect(await here(PASSWORD)).toBe(2002);
      expect(await at('box7')).toBe(2002);
      // A box of another user counts nothing for this name, and resets nothing.
      expect(await at('box8', 'Y')).toBe(200);
      expect(await here(PASSWORD)).toBe(2002);
      // Her own box resets its own three attempts; the two counted here remain.
      expect(await at('box7', 'Y')).toBe(200);
      for (let i = 0; i < 3; i++) expect(await here('wrong password')).toBe(1009);
      expect(await at('box7', 'Y')).toBe(200);
      expect(await here(PASSWORD)).toBe(2002);
      service.clock.advance(600);
      for (let i = 0; i < 9; i++) await at('box8');
      expect(await here(PASSWORD)).toBe(200);
      // A correct password here resets all attempts.
      for (let i = 0; i < 5; i++) expect(await at('box7')).toBe(200);
    },
  );

  it('only a box with its secret has tries counted', async () => {
    await service.createBoxWithOwner();
    const params = { userName: 'ann_lee', address: '203.0.113.7', right: 'N' as const };
    expect(await codeOfCall(service.client().link.countTry(params))).toBe(1035);
    expect(await codeOfCall(service.box('box7', 'x'.repeat(40)).link.countTry(params))).toBe(1035);
  });

  it('SDK-A58 LOGIN-14 ERR-055 G-28: a newer sign-in ends the older session, which then answers 1001', async () => {
    const first = await service.createBoxWithOwner();
    expect(await codeOfCall(first.api.session.check())).toBe(200);
    const second = await service.signIn('ann_lee');
    expect(await codeOfCall(first.api.session.check())).toBe(1001);
    expect(await codeOfCall(second.api.session.check())).toBe(200);
    await service.restart();
    expect(await codeOfCall(second.api.session.check())).toBe(200);
  });

  it('SDK-A02: after sign-out the token is worth nothing', async () => {
    const { api, token } = await service.createBoxWithOwner();
    await api.session.signOut();
    expect(await codeOfCall(api.user.get())).toBe(1001);
    expect(await codeOfCall(service.client('bob_lee', token).user.get())).toBe(1001);
  });

  it('a session that nobody uses ends after thirty days; one that is used goes on', async () => {
    const { api } = await service.createBoxWithOwner();
    for (let day = 0; day < 40; day += 10) {
      service.clock.advance(10 * 86_400);
      expect(await codeOfCall(api.session.check())).toBe(200);
    }
    service.clock.advance(30 * 86_400 + 1);
    expect(await codeOfCall(api.session.check())).toBe(1001);
  });

  it('a token does not serve for another user id', async () => {
    const { api, token } = await service.createBoxWithOwner();
    await service.addUser(api, 'bob_lee');
    expect(await codeOfCall(service.client('bob_lee', token).user.get())).toBe(1001);
    expect(await codeOfCall(service.client('', token).user.get())).toBe(1001);
  });

  it('keeps no password and no token in its files', async () => {
    const { token } = await service.createBoxWithOwner();
    await service.account().close();
    const file = await readFile(join(service.dir, 'account.sqlite')).catch(() => Buffer.alloc(0)); // absent on PostgreSQL
    expect(file.includes(PASSWORD)).toBe(false);
    expect(file.includes(token)).toBe(false);
  });
});

describe('verification codes', () => {
  const session = () => service.client().session;

  it('SDK-A07 SDK-A08 ACCOUNT-06: a code is sent, checked any number of times within its tries, and lives ten minutes', async () => {
    const code = await service.codeFor('ann@example.org');
    expect(code).toMatch(/^\d{6}$/);
    const check = (given: string) => codeOfCall(session().checkCode({ ...codeParams('ann@example.org'), code: given }));
    expect(await check(code)).toBe(200);
    expect(await check(code === '000000' ? '000001' : '000000')).toBe(1007);
    service.clock.advance(600);
    expect(await check(code)).toBe(1008);
  });

  it('ERR-061 ERR-062: after five tries the code is dead, also the right one', async () => {
    const code = await service.codeFor('13800000000');
    const check = (given: string) => codeOfCall(session().checkCode({ ...codeParams('13800000000'), code: given }));
    const wrong = code === '111111' ? '222222' : '111111';
    for (let i = 0; i < 5; i++) expect(await check(wrong)).toBe(1007);
    expect(await check(code)).toBe(1008);
  });

  it('A07: sixty seconds lie between two codes to one address', async () => {
    await service.codeFor('ann@example.org');
    const send = () => codeOfCall(session().sendCode(codeParams('ann@example.org')));
    service.clock.advance(59);
    expect(await send()).toBe(2002);
    service.clock.advance(1);
    expect(await send()).toBe(200);
  });

  it('ERR-054: an address that is not signed with the application secret gets no code', async () => {
    const given = { ...codeParams('ann@example.org'), param: 'bob@example.org' };
    expect(await codeOfCall(session().sendCode(given))).toBe(1000);
    expect(await codeOfCall(session().checkCode({ ...given, code: '123456' }))).toBe(1000);
    expect(await codeOfCall(session().sendCode(codeParams('not an address')))).toBe(2004);
  });

  it('the outbox is for the account that runs the service alone', async () => {
    await service.codeFor('ann@example.org');
    expect((await stat(join(service.dir, 'outbox'))).mode & 0o777).toBe(0o700);
  });

  itOnBoth('ERR-057: mail that cannot be sent is 1003, and the next try is not held up', async () => {
    const broken = await startService({ smtp: { url: 'smtp://127.0.0.1:9', from: 'box@example.org' } });
    try {
      const send = () => codeOfCall(broken.client().session.sendCode(codeParams('ann@example.org')));
      expect([await send(), await send()]).toEqual([1003, 1003]);
      expect(broken.faults).toHaveLength(2);
    } finally {
      await broken.stop();
    }
  });
});

describe('registration', () => {
  itOnBoth('X102 ACCOUNT-17 ERR-060 ERR-072 ERR-078: the user id has a rule and is unique', async () => {
    const { api } = await service.createBoxWithOwner();
    const { inviteCode } = await api.roster.invite({ boxName: 'box7' });
    const register = (userName: string, password = PASSWORD) =>
      codeOfCall(service.client().session.register({ userName, password, param: '', code: '', inviteCode }));
    expect(await register('')).toBe(1018);
    for (const bad of [
      'abcde',
      'Upper_case',
      'a'.repeat(18),
      'with space',
      '名字名字名字',
      '13800000000',
      'shared-files',
    ])
      expect(await register(bad), bad).toBe(1030);
    for (const bad of ['constructor', '__proto__', '--help', '-rf-rf', 'my-shares'])
      expect(await register(bad), bad).toBe(1030);
    expect(await register('ann_lee')).toBe(1006);
    expect(await register('bob_lee', 'short')).toBe(2004);
    expect(await register('bob_lee')).toBe(200);
  });

  it('without an invitation nobody registers, unless the service is open', async () => {
    const params = { userName: 'carol_w', password: PASSWORD, param: 'carol@example.org', code: '123456' };
    expect(await codeOfCall(service.client().session.register(params))).toBe(1022);
    const open = await startService({ registration: 'open' });
    try {
      const register = (code: string) => codeOfCall(open.client().session.register({ ...params, code }));
      expect(await register('123456')).toBe(1008);
      const code = await open.codeFor('carol@example.org');
      expect(await register(code === '123456' ? '654321' : '123456')).toBe(1007);
      expect(await register(code)).toBe(200);
      expect((await open.signIn('carol@example.org')).userName).toBe('carol_w');
    } finally {
      await open.stop();
    }
  });
});

describe('introspection', () => {
  it('X105 G-05: tells a box who a token belongs to and what that user may do there', async () => {
    const ann = await service.createBoxWithOwner();
    const bob = await service.addUser(ann.api, 'bob_lee');
    await service.createBoxWithOwner('box8', 'carol_w');
    const ask = (userName: string, token: string, boxId = 'box7') =>
      service.box(boxId).session.introspect({ boxId, userName, token });
    const [anns, bobs] = [await boxToken(ann.api), await boxToken(bob.api)];
    expect(await ask('ann_lee', anns)).toEqual({ userName: 'ann_lee', admin: 'Y', bound: 'Y', vip: 0 });
    expect(await ask('bob_lee', bobs)).toEqual({ userName: 'bob_lee', admin: 'N', bound: 'Y', vip: 0 });
    expect(await codeOfCall(ask('ann_lee', bobs))).toBe(1001);
    expect(await codeOfCall(ask('ann_lee', 'offline'))).toBe(1001);
  });

  it("a token opens one door: that of a box no other box and not the account, and the account's no box", async () => {
    const ann = await service.createBoxWithOwner();
    const carol = await service.createBoxWithOwner('box8', 'carol_w');
    const { inviteCode } = await carol.api.roster.invite({ boxName: 'box8' });
    await ann.api.roster.join({ boxName: 'box8', inviteCode });
    const ask = (boxId: string, token: string) =>
      codeOfCall(service.box(boxId).session.introspect({ boxId, userName: 'ann_lee', token }));
    const shown = await boxToken(ann.api, 'box8');
    expect(await ask('box8', shown)).toBe(200);
    expect(await ask('box7', shown)).toBe(1001);
    const thief = service.client('ann_lee', shown);
    expect(await codeOfCall(thief.user.get())).toBe(1001);
    expect(await codeOfCall(thief.box.address({ boxName: 'box7' }))).toBe(1001);
    for (const box of ['box7', 'box8']) expect(await ask(box, ann.token)).toBe(1001);
  });

  itOnBoth('a box token ends after a day without use, and goes on while it is used', async () => {
    const { api } = await service.createBoxWithOwner();
    const token = await boxToken(api);
    const ask = () => codeOfCall(service.box('box7').session.introspect({ boxId: 'box7', userName: 'ann_lee', token }));
    for (let day = 0; day < 3; day += 1) {
      service.clock.advance(86_000);
      expect(await ask()).toBe(200);
    }
    service.clock.advance(86_401);
    expect(await ask()).toBe(1001);
  });

  it('X105: only a box with its secret may ask, and only about itself', async () => {
    const { api } = await service.createBoxWithOwner();
    const token = await boxToken(api);
    const params = { boxId: 'box7', userName: 'ann_lee', token };
    expect(await codeOfCall(service.client().session.introspect(params))).toBe(1035);
    expect(await codeOfCall(service.box('box7', 'x'.repeat(40)).session.introspect(params))).toBe(1035);
    await service.box('box8').link.register({ box: service.boxInfo('box8') });
    expect(await codeOfCall(service.box('box8').session.introspect(params))).toBe(1035);
  });
});
