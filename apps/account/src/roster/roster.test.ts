import { createHash } from 'node:crypto';
import type { AccountClient } from '@boxwood/account-sdk';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { RosterEntry } from '../service-settings.ts';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, it, itOnBoth, PASSWORD, startService } from '../testing/account-test-helpers.ts';

let service: TestService;
let pushed: { boxId: string; users: readonly RosterEntry[]; ended: readonly string[] }[];
let away: boolean;
beforeEach(async () => {
  pushed = [];
  away = false;
  service = await startService({
    pushRoster: (boxId, users, ended) => {
      if (away) return Promise.reject(new Error('away'));
      pushed.push({ boxId, users, ended });
      return Promise.resolve();
    },
  });
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});
const until = async (fine: () => boolean) => {
  for (let i = 0; i < 3000; i++) {
    if (fine()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it never came to be');
};
const newest = () => pushed.at(-1)?.users.map(({ userName, admin }) => `${userName}:${admin}`);

describe('boxes and their users', () => {
  it('SDK-A16 LOGIN-21 G-29: without a name the boxes of the caller, with one its users', async () => {
    const ann = await service.createBoxWithOwner();
    const bob = await service.addUser(ann.api, 'bob_lee');
    expect(await bob.api.roster.boxes()).toEqual([
      {
        boxName: 'box7',
        boxId: 'box7',
        boxJID: 'box7@box',
        nick: 'box7',
        model: 'N3',
        online: 'Y',
        edition: 'standard',
        role: 'user',
        version: '1.0.25',
        lanIp: '192.168.1.20',
      },
    ]);
    expect((await ann.api.roster.boxes())[0]?.role).toBe('owner');
    expect(await bob.api.roster.users({ boxName: 'box7' })).toMatchObject([
      { userName: 'ann_lee', admin: 'Y', owner: 'Y' },
      { userName: 'bob_lee', admin: 'N', owner: 'N' },
    ]);
    const carol = await service.createBoxWithOwner('box8', 'carol_w');
    expect(await codeOfCall(carol.api.roster.users({ boxName: 'box7' }))).toBe(1035);
    expect(await carol.api.roster.boxes()).toHaveLength(1);
  });

  it('a box that was silent for three minutes is offline', async () => {
    const { api } = await service.createBoxWithOwner();
    service.clock.advance(180);
    expect((await api.roster.boxes())[0]?.online).toBe('Y');
    service.clock.advance(1);
    expect((await api.roster.boxes())[0]?.online).toBe('N');
  });

  itOnBoth('SDK-A18 ACCOUNT-09: a box is renamed for one user alone', async () => {
    const ann = await service.createBoxWithOwner();
    const bob = await service.addUser(ann.api, 'bob_lee');
    await bob.api.roster.rename({ boxName: 'box7', nick: '阁楼' });
    expect((await bob.api.roster.boxes())[0]?.nick).toBe('阁楼');
    expect((await ann.api.roster.boxes())[0]?.nick).toBe('box7');
    expect(await codeOfCall(bob.api.roster.rename({ boxName: 'box7', nick: 'x'.repeat(21) }))).toBe(2004);
    expect(await codeOfCall(bob.api.roster.rename({ boxName: 'box9', nick: 'x' }))).toBe(1035);
  });

  it('SDK-A15 ACCOUNT-08: a user leaves, the administrator removes, nobody removes the administrator', async () => {
    const ann = await service.createBoxWithOwner();
    const bob = await service.addUser(ann.api, 'bob_lee');
    const dan = await service.addUser(ann.api, 'dan_lee');
    const remove = (api: typeof ann.api, targetUser: string) =>
      codeOfCall(api.roster.remove({ targetUser, targetBox: 'box7' }));
    expect(await remove(bob.api, 'dan_lee')).toBe(1020);
    expect(await remove(bob.api, 'ann_lee')).toBe(1020);
    expect(await remove(ann.api, 'ann_lee')).toBe(1020);
    expect(await remove(ann.api, 'nobody_x')).toBe(1010);
    expect(await remove(ann.api, 'dan_lee')).toBe(200);
    expect(await remove(bob.api, 'bob_lee')).toBe(200);
    expect(await dan.api.roster.boxes()).toEqual([]);
    expect(await codeOfCall(dan.api.box.address({ boxName: 'box7' }))).toBe(1035);
    expect((await dan.api.messages.list({ type: 3, pageNo: 1, pageSize: 10 })).datas[0]?.content).toMatch(/removed/);
  });

  it('ACCOUNT-10 ROLE-04 CONST-41 ERR-077: the twenty-first user is refused', async () => {
    const { api } = await service.createBoxWithOwner();
    for (let i = 1; i <= 17; i++) await service.addUser(api, `user_${String(i).padStart(2, '0')}`);
    const registered: string[] = [];
    // Four more who already have accounts, through another box, each with an invitation of its own.
    const carol = await service.createBoxWithOwner('box8', 'carol_w');
    for (const name of ['late_1', 'late_2', 'late_3', 'late_4'])
      registered.push((await service.addUser(carol.api, name, 'box8')).token);
    const codes: number[] = [];
    for (const [i, token] of registered.entries()) {
      const { inviteCode } = await api.roster.invite({ boxName: 'box7' });
      codes.push(await codeOfCall(service.client(`late_${i + 1}`, token).roster.join({ boxName: 'box7', inviteCode })));
    }
    expect(codes).toEqual([200, 200, 1029, 1029]);
    expect(await api.roster.users({ boxName: 'box7' })).toHaveLength(20);
  });
});

describe('invitations', () => {
  it('X103 X104 ERR-075 ERR-076: the administrator invites, the code works once and for a week', async () => {
    const ann = await service.createBoxWithOwner();
    const carol = await service.createBoxWithOwner('box8', 'carol_w');
    const dave = await service.addUser(carol.api, 'dave_w', 'box8');
    const first = await ann.api.roster.invite({ boxName: 'box7' });
    expect(first.expire).toBe(Math.floor(service.clock.now() / 1000) + 7 * 86_400);
    expect(await ann.api.roster.invite({ boxName: 'box7' })).toEqual(first);
    expect(await codeOfCall(dave.api.roster.invite({ boxName: 'box8' }))).toBe(1020);
    expect(await codeOfCall(dave.api.roster.invite({ boxName: 'box7' }))).toBe(1035);
    const join = (api: typeof ann.api, inviteCode: string, boxName = 'box7') =>
      codeOfCall(api.roster.join({ boxName, inviteCode }));
    expect(await join(dave.api, first.inviteCode, 'box8')).toBe(1021);
    expect(await join(dave.api, 'WRONG23456')).toBe(1022);
    expect(await join(dave.api, first.inviteCode.toLowerCase())).toBe(200);
    expect(await join(carol.api, first.inviteCode)).toBe(1022);
    const second = await ann.api.roster.invite({ boxName: 'box7' });
    service.clock.advance(7 * 86_400);
    expect(await join(carol.api, second.inviteCode)).toBe(1022);
  });

  it('codes cannot be guessed: five tries, then ten minutes of 2002', async () => {
    await service.createBoxWithOwner();
    const { api } = await service.createBoxWithOwner('box8', 'carol_w');
    for (let i = 0; i < 5; i++)
      expect(await codeOfCall(api.roster.join({ boxName: 'box7', inviteCode: `WRONG2345${i}` }))).toBe(1022);
    expect(await codeOfCall(api.roster.join({ boxName: 'box7', inviteCode: 'WRONG23456' }))).toBe(2002);
  });

  it('an invitation is for its box, and is not used up at another one', async () => {
    const ann = await service.createBoxWithOwner();
    await service.createBoxWithOwner('box8', 'carol_w');
    const { api } = await service.createBoxWithOwner('box9', 'erin_lee');
    const { inviteCode } = await ann.api.roster.invite({ boxName: 'box7' });
    expect(await codeOfCall(api.roster.join({ boxName: 'box8', inviteCode }))).toBe(1022);
    expect(await codeOfCall(api.roster.join({ boxName: 'box7', inviteCode }))).toBe(200);
  });

  it('one from before a removal lets nobody in any more, by their name or another one; who leaves ends none', async () => {
    const ann = await service.createBoxWithOwner();
    const bob = await service.addUser(ann.api, 'bob_lee');
    const dan = await service.addUser(ann.api, 'dan_lee');
    const invite = async () => (await ann.api.roster.invite({ boxName: 'box7' })).inviteCode;
    const remove = (api: typeof ann.api, targetUser: string) => api.roster.remove({ targetUser, targetBox: 'box7' });
    const inviteCode = await invite();
    expect(await remove(dan.api, 'dan_lee')).toEqual({});
    expect(await invite()).toBe(inviteCode);
    expect(await remove(ann.api, 'bob_lee')).toEqual({ renewed: 'Y' });
    expect(await codeOfCall(bob.api.roster.join({ boxName: 'box7', inviteCode }))).toBe(1022);
    const register = (code: string) =>
      codeOfCall(
        service
          .client()
          .session.register({ userName: 'bob_too', password: PASSWORD, param: '', code: '', inviteCode: code }),
      );
    expect(await register(inviteCode)).toBe(1022);
    const next = await invite();
    expect(next).not.toBe(inviteCode);
    expect(await codeOfCall(dan.api.roster.join({ boxName: 'box7', inviteCode: next }))).toBe(200);
    // There was no invitation, or it had expired.
    expect(await remove(ann.api, 'dan_lee')).toEqual({});
    await service.addUser(ann.api, 'erin_lee');
    await invite();
    service.clock.advance(7 * 86_400);
    expect(await remove(ann.api, 'erin_lee')).toEqual({});
  });

  itOnBoth('two people with one code: one joins', async () => {
    const ann = await service.createBoxWithOwner();
    const { inviteCode } = await ann.api.roster.invite({ boxName: 'box7' });
    const register = (userName: string) =>
      codeOfCall(service.client().session.register({ userName, password: PASSWORD, param: '', code: '', inviteCode }));
    const codes = await Promise.all([register('bob_lee'), register('dan_lee')]);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 1022]);
    expect(await ann.api.roster.users({ boxName: 'box7' })).toHaveLength(2);
  });
});

describe('administration', () => {
  itOnBoth(
    'SDK-A09 SDK-A17 ACCOUNT-07 ERR-074: is handed over with a code, by the administrator, to a user of the box',
    async () => {
      const ann = await service.createBoxWithOwner();
      const bob = await service.addUser(ann.api, 'bob_lee');
      await service.createBoxWithOwner('box8', 'carol_w');
      const give = (api: typeof ann.api, targetUser: string, code: string) =>
        codeOfCall(api.user.transferAdmin({ boxName: 'box7', targetUser, code }));
      expect(await give(ann.api, 'bob_lee', '123456')).toBe(1008); // no address to prove with yet
      await ann.api.user.changeMail({ mail: 'ann@example.org', mailCode: await service.codeFor('ann@example.org') });
      service.clock.advance(60);
      const { inviteCode } = await ann.api.roster.invite({ boxName: 'box7' });
      const code = await service.codeFor('ann@example.org');
      expect(await give(bob.api, 'bob_lee', code)).toBe(1020);
      expect(await give(ann.api, 'nobody_x', code)).toBe(1010);
      expect(await give(ann.api, 'carol_w', code)).toBe(1020);
      expect(await give(ann.api, 'bob_lee', code === '999999' ? '999998' : '999999')).toBe(1007);
      expect(await give(ann.api, 'bob_lee', code)).toBe(200);
      expect(await ann.api.user.admin({ boxName: 'box7' })).toEqual({ admin: 'bob_lee' });
      expect((await bob.api.roster.boxes())[0]?.role).toBe('admin');
      expect((await ann.api.roster.boxes())[0]?.role).toBe('user');
      expect(await codeOfCall(ann.api.roster.invite({ boxName: 'box7' }))).toBe(1020);
      // Invitations that the former administrator created are invalid for everybody.
      await bob.api.roster.remove({ targetUser: 'ann_lee', targetBox: 'box7' });
      expect(await codeOfCall(ann.api.roster.join({ boxName: 'box7', inviteCode }))).toBe(1022);
      await until(() => newest()?.includes('bob_lee:Y') === true);
    },
  );
});

describe('the roster at the box', () => {
  it('X106 G-05: every change reaches the box, with the verifier of the password and never the password', async () => {
    const ann = await service.createBoxWithOwner();
    await service.addUser(ann.api, 'bob_lee');
    await until(() => newest()?.join() === 'ann_lee:Y,bob_lee:N');
    expect(pushed.at(-1)?.users[0]?.verifier).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$/);
    expect(JSON.stringify(pushed)).not.toContain(PASSWORD);
    await ann.api.roster.remove({ targetUser: 'bob_lee', targetBox: 'box7' });
    await until(() => newest()?.join() === 'ann_lee:Y');
  });

  itOnBoth(
    'X106: what a box missed while it was away is told when it is back, also after a restart of the service',
    async () => {
      const ann = await service.createBoxWithOwner();
      await until(() => newest()?.join() === 'ann_lee:Y');
      away = true;
      await service.addUser(ann.api, 'bob_lee');
      await service.restart();
      expect(newest()?.join()).toBe('ann_lee:Y');
      away = false;
      service.clock.advance(600);
      await until(() => newest()?.join() === 'ann_lee:Y,bob_lee:N');
    },
  );

  it('a new password reaches every box of the user', async () => {
    const ann = await service.createBoxWithOwner();
    await ann.api.user.changeMail({ mail: 'ann@example.org', mailCode: await service.codeFor('ann@example.org') });
    await until(() => pushed.length > 0);
    const before = pushed.at(-1)?.users[0]?.verifier;
    service.clock.advance(60);
    const code = await service.codeFor('ann@example.org');
    await ann.api.user.changePassword({ password: 'a new password', param: 'ann@example.org', code });
    await until(() => pushed.at(-1)?.users[0]?.verifier !== before);
  });
});

describe('what ended', () => {
  const told = () => pushed.filter(({ boxId }) => boxId === 'box7').flatMap(({ ended }) => ended);
  /** A token for box7, and whether the service still accepts it. */
  const shown = async (api: AccountClient, userName: string) => {
    const { boxToken = '' } = await api.box.address({ boxName: 'box7' });
    const opens = async () =>
      (await codeOfCall(service.box('box7').session.introspect({ boxId: 'box7', userName, token: boxToken }))) === 200;
    expect(await opens()).toBe(true);
    return { hash: createHash('sha256').update(boxToken).digest('hex'), opens };
  };

  itOnBoth(
    'sign-out, a newer sign-in, a new password and a removal end the tokens shown to boxes, and each box hears of its own',
    async () => {
      const ann = await service.createBoxWithOwner();
      const bob = await service.addUser(ann.api, 'bob_lee');
      const mailCode = await service.codeFor('ann@example.org');
      await ann.api.user.changeMail({ mail: 'ann@example.org', mailCode });
      const stays = await shown(ann.api, 'ann_lee');

      const left = await shown(bob.api, 'bob_lee');
      await bob.api.session.signOut();
      await until(() => told().includes(left.hash));
      expect(await left.opens()).toBe(false);

      const older = await shown((await service.signIn('bob_lee')).api, 'bob_lee');
      const newer = await service.signIn('bob_lee');
      await until(() => told().includes(older.hash));
      expect(await older.opens()).toBe(false);

      const removed = await shown(newer.api, 'bob_lee');
      await ann.api.roster.remove({ targetUser: 'bob_lee', targetBox: 'box7' });
      await until(() => told().includes(removed.hash));
      expect(await removed.opens()).toBe(false);

      expect(await stays.opens()).toBe(true);
      service.clock.advance(60);
      const code = await service.codeFor('ann@example.org');
      await ann.api.user.changePassword({ password: 'another horse', param: 'ann@example.org', code });
      await until(() => told().includes(stays.hash));
      expect(await stays.opens()).toBe(false);
      expect(told()).toHaveLength(4);
    },
  );

  it('a box that was away hears of it when it is back, once', async () => {
    const ann = await service.createBoxWithOwner();
    const { hash } = await shown(ann.api, 'ann_lee');
    away = true;
    await ann.api.session.signOut();
    await service.restart();
    away = false;
    service.clock.advance(300);
    await until(() => told().includes(hash));
    await service.signIn('ann_lee');
    await service.addUser((await service.signIn('ann_lee')).api, 'bob_lee');
    await until(() => newest()?.length === 2);
    expect(told().filter((each) => each === hash)).toHaveLength(1);
  });
});
