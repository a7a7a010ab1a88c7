import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountClient } from '@boxwood/account-sdk';
import { BoxFailure } from '@boxwood/account-sdk';
import { parseNotice } from '@boxwood/account-sdk/rules';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { RosterEntry } from '../service-settings.ts';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, it, itOnBoth, manualClock, PASSWORD, startService } from '../testing/account-test-helpers.ts';
import { hashOf } from '../secrets.ts';
import { openStore } from '../store/open-store.ts';
import { createPasswordLink, consumeLink, deleteExpiredLinks } from './password-link-store.ts';

const NEW = 'another horse';
const WRONG = 'wrong password';

let service: TestService;
let told: (readonly [what: string, user: unknown, code: unknown])[];
let verifiers: Map<string, string>;
beforeEach(async () => {
  told = [];
  verifiers = new Map();
  service = await startService({
    onAccess: (what, { user, code }) => told.push([what, user, code]),
    pushRoster: (_, users: readonly RosterEntry[]) => {
      for (const { userName, verifier } of users) verifiers.set(userName, verifier);
      return Promise.resolve();
    },
  });
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});

const make = (api: AccountClient, targetUser = 'bob_lee', password = PASSWORD, boxName = 'box7') =>
  api.roster.makePasswordLink({ boxName, targetUser, password });
const renew = (secret: string, userName = 'bob_lee', password = NEW) =>
  service.client().roster.renewPassword({ userName, secret, password });
const signsIn = (password: string, name = 'bob_lee') => codeOfCall(service.signIn(name, password));
/** The code of a refusal with its info. */
const refusalOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'done';
  } catch (failure) {
    if (!(failure instanceof BoxFailure) || failure.error._tag !== 'Refused') throw failure;
    return `${failure.error.code} ${failure.error.info ?? ''}`.trim();
  }
};
const OVER = '1008 account.linkOver';
const noticesOf = async (api: AccountClient) =>
  (await api.messages.list({ type: 3, pageNo: 1, pageSize: 10 })).datas.map((each) => parseNotice(each)?.kind);

/** The secret hashes in the database. */
const storedSecrets = async (): Promise<readonly string[]> => {
  const db = await openStore(service.database, () => undefined);
  const rows = await db.selectFrom('password_links').select('secret_hash').execute();
  await db.destroy();
  return rows.map(({ secret_hash }) => secret_hash);
};

/** The owner of box7, and one of its users. */
const ownerAndUser = async () => {
  const ann = await service.createBoxWithOwner();
  return { ann, bob: await service.addUser(ann.api, 'bob_lee') };
};
/** Sets a user's mail address and proves a new password with it. */
const changesPassword = async (api: AccountClient, password: string) => {
  const mail = 'somebody@example.org';
  await api.user.changeMail({ mail, mailCode: await service.codeFor(mail) });
  service.clock.advance(60);
  await api.user.changePassword({ password, param: mail, code: await service.codeFor(mail) });
};

describe('a link for a new password', () => {
  itOnBoth(
    'lets its user choose one, once: the old one and every session end, boxes hear of it, and both steps are told',
    async () => {
      const { ann, bob } = await ownerAndUser();
      const { boxToken = '' } = await bob.api.box.address({ boxName: 'box7' });
      const opens = () =>
        codeOfCall(service.box('box7').session.introspect({ boxId: 'box7', userName: 'bob_lee', token: boxToken }));
      expect(await opens()).toBe(200);
      for (let i = 0; i < 5; i++) expect(await signsIn(WRONG)).toBe(1009);
      const before = verifiers.get('bob_lee');
      const { secret, expire } = await make(ann.api);
      expect(secret).toMatch(/^[A-Za-z0-9]{32}$/); // 190 bits
      expect(expire).toBe(Math.floor(service.clock.now() / 1000) + 4 * 3600);
      // The user sees a notice of an unrequested link before it is used.
      expect(await noticesOf(bob.api)).toEqual(['passwordLink']);
      expect(await refusalOf(renew(secret))).toBe('done');
      // Before the next sign-in, which would end the old session as well.
      expect(await codeOfCall(bob.api.session.check())).toBe(1001);
      expect(await opens()).toBe(1001);
      await expect.poll(() => verifiers.get('bob_lee')).not.toBe(before);
      // Failed attempts with the old password do not lock out the new one.
      expect(await signsIn(NEW)).toBe(200);
      expect(await signsIn(PASSWORD)).toBe(1009);
      expect(await noticesOf((await service.signIn('bob_lee', NEW)).api)).toEqual(['newPassword', 'passwordLink']);
      expect(await refusalOf(renew(secret, 'bob_lee', 'a third horse'))).toBe(OVER);
      expect(told).toContainEqual(['password link made', 'ann_lee', 0]);
      expect(told).toContainEqual(['password changed', 'bob_lee', 0]);
      expect(await codeOfCall(ann.api.session.check())).toBe(200);
    },
  );

  it('is told to the boxes also of who was signed in nowhere', async () => {
    const { ann, bob } = await ownerAndUser();
    await bob.api.session.signOut();
    const { secret } = await make(ann.api);
    await expect.poll(() => verifiers.has('bob_lee')).toBe(true);
    const before = verifiers.get('bob_lee');
    expect(await refusalOf(renew(secret))).toBe('done');
    await expect.poll(() => verifiers.get('bob_lee')).not.toBe(before);
  });

  itOnBoth('is stored as a hash alone, and told to nobody else', async () => {
    const { ann, bob } = await ownerAndUser();
    const { secret, expire } = await make(ann.api);
    for (const name of await readdir(service.dir))
      if (name.includes('sqlite')) expect(await readFile(join(service.dir, name), 'latin1')).not.toContain(secret);
    const linkOf = async (api: AccountClient) =>
      (await api.roster.users({ boxName: 'box7' })).map(({ userName, linkUntil = 0 }) => `${userName} ${linkUntil}`);
    expect(await linkOf(ann.api)).toEqual(['ann_lee 0', `bob_lee ${expire}`]);
    expect(await linkOf(bob.api)).toEqual(['ann_lee 0', 'bob_lee 0']);
    service.clock.advance(4 * 3600);
    expect(await linkOf(ann.api)).toEqual(['ann_lee 0', 'bob_lee 0']);
  });

  it('is made by the administrator of the box alone, for a user of it', async () => {
    const { ann, bob } = await ownerAndUser();
    await service.addUser(ann.api, 'dan_lee');
    const carol = await service.createBoxWithOwner('box8', 'carol_w');
    expect(await refusalOf(make(bob.api, 'dan_lee'))).toMatch(/^1020/);
    expect(await refusalOf(make(carol.api, 'bob_lee'))).toMatch(/^1035/);
    expect(await refusalOf(make(carol.api, 'bob_lee', PASSWORD, 'box8'))).toMatch(/^1010/);
    expect(await refusalOf(make(ann.api, 'nobody_x'))).toMatch(/^1010/);
    expect(
      await codeOfCall(
        service
          .client('ann_lee', 'x'.repeat(32))
          .roster.makePasswordLink({ boxName: 'box7', targetUser: 'bob_lee', password: PASSWORD }),
      ),
    ).toBe(1001);
  });

  it('is made for no administrator, and for no owner who handed the administration over', async () => {
    const { ann, bob } = await ownerAndUser();
    expect(await refusalOf(make(ann.api, 'ann_lee'))).toBe('1020 account.linkAdmin');
    await ann.api.user.changeMail({ mail: 'ann@example.org', mailCode: await service.codeFor('ann@example.org') });
    service.clock.advance(60);
    const code = await service.codeFor('ann@example.org');
    await ann.api.user.transferAdmin({ boxName: 'box7', targetUser: 'bob_lee', code });
    expect(await refusalOf(make(bob.api, 'ann_lee'))).toBe('1020 account.linkAdmin');
    expect(await refusalOf(make(bob.api, 'bob_lee'))).toBe('1020 account.linkAdmin');
  });

  it('is made only for who has no box of anybody else, since an account opens all of its boxes', async () => {
    const { ann, bob } = await ownerAndUser();
    const joins = async (admin: AccountClient, boxName: string) => {
      const { inviteCode } = await admin.roster.invite({ boxName });
      await bob.api.roster.join({ boxName, inviteCode });
    };
    // A second box of the same administrator is as good as one.
    await service.box('box9').link.register({ box: service.boxInfo('box9') });
    await service.box('box9').link.setUpOwner({ userName: 'ann_lee', password: PASSWORD });
    await joins(ann.api, 'box9');
    expect(await refusalOf(make(ann.api))).toBe('done');
    const carol = await service.createBoxWithOwner('box8', 'carol_w');
    await joins(carol.api, 'box8');
    expect(await refusalOf(make(ann.api))).toBe('1020 account.linkElsewhere');
    expect(await refusalOf(make(carol.api, 'bob_lee', PASSWORD, 'box8'))).toBe('1020 account.linkElsewhere');
    await carol.api.roster.remove({ targetUser: 'bob_lee', targetBox: 'box8' });
    expect(await refusalOf(make(ann.api))).toBe('done');
  });

  it('wants the own password of the administrator, whose tries count like those of a sign-in', async () => {
    const { ann } = await ownerAndUser();
    expect(await refusalOf(make(ann.api, 'bob_lee', WRONG))).toMatch(/^1009/);
    expect(told).toContainEqual(['password link refused', 'ann_lee', 1009]);
    expect(await refusalOf(make(ann.api))).toBe('done');
    // A correct password resets the failed attempts before it.
    for (let i = 0; i < 5; i++) expect(await refusalOf(make(ann.api, 'bob_lee', WRONG))).toMatch(/^1009/);
    expect(await refusalOf(make(ann.api))).toMatch(/^2002/);
    expect(await signsIn(PASSWORD, 'ann_lee')).toBe(2002);
    service.clock.advance(601);
    expect(await refusalOf(make(ann.api))).toBe('done');
  });

  it('takes a password by the rules of every other new one, and is not used up by one that is refused', async () => {
    const { ann } = await ownerAndUser();
    const { secret } = await make(ann.api);
    for (const password of ['short', 'x'.repeat(33), 'football', 'bob-lee-2020'])
      expect(await refusalOf(renew(secret, 'bob_lee', password)), password).toMatch(/^2004/);
    expect(await signsIn(PASSWORD)).toBe(200);
    expect(await refusalOf(renew(secret))).toBe('done');
  });

  it('is good for its user alone', async () => {
    const { ann } = await ownerAndUser();
    await service.addUser(ann.api, 'dan_lee');
    const { secret } = await make(ann.api);
    for (const name of ['dan_lee', 'ann_lee', 'nobody_x'])
      expect(await refusalOf(renew(secret, name)), name).toBe(OVER);
    expect(await signsIn(PASSWORD, 'dan_lee')).toBe(200);
  });

  it('cannot be guessed: twenty tries of an address, right or wrong', async () => {
    const { ann } = await ownerAndUser();
    const { secret } = await make(ann.api);
    for (let i = 0; i < 20; i++) expect(await refusalOf(renew('x'.repeat(32)))).toBe(OVER);
    expect(told).toContainEqual(['new password refused', 'nobody', 1008]);
    expect(await refusalOf(renew(secret))).toMatch(/^2002/);
    service.clock.advance(601);
    expect(await refusalOf(renew(secret))).toBe('done');
  });

  itOnBoth('two with one link: one chooses', async () => {
    const { ann } = await ownerAndUser();
    const { secret } = await make(ann.api);
    const answers = await Promise.all([refusalOf(renew(secret)), refusalOf(renew(secret, 'bob_lee', 'a third horse'))]);
    expect(answers.toSorted()).toEqual([OVER, 'done']);
  });
});

describe('a link for a new password ends', () => {
  const ends: readonly (readonly [string, (ann: AccountClient, bob: AccountClient) => Promise<unknown>])[] = [
    ['with the next one', (ann) => make(ann)],
    ['when it is taken back', (ann) => ann.roster.endPasswordLink({ boxName: 'box7', targetUser: 'bob_lee' })],
    ['when its user is removed', (ann) => ann.roster.remove({ targetUser: 'bob_lee', targetBox: 'box7' })],
    ['when its user leaves', (_, bob) => bob.roster.remove({ targetUser: 'bob_lee', targetBox: 'box7' })],
    ['when its user has a new password', (_, bob) => changesPassword(bob, 'a third horse')],
    ['when its maker has a new password', (ann) => changesPassword(ann, 'a third horse')],
    [
      'when its user joins a box of somebody else',
      async (_, bob) => {
        const carol = await service.createBoxWithOwner('box8', 'carol_w');
        const { inviteCode } = await carol.api.roster.invite({ boxName: 'box8' });
        await bob.roster.join({ boxName: 'box8', inviteCode });
      },
    ],
    [
      'when its user becomes the administrator',
      async (ann) => {
        await ann.user.changeMail({ mail: 'ann@example.org', mailCode: await service.codeFor('ann@example.org') });
        service.clock.advance(60);
        const code = await service.codeFor('ann@example.org');
        await ann.user.transferAdmin({ boxName: 'box7', targetUser: 'bob_lee', code });
      },
    ],
    [
      'when somebody else becomes the administrator',
      async (ann) => {
        await service.addUser(ann, 'dan_lee');
        await ann.user.changeMail({ mail: 'ann@example.org', mailCode: await service.codeFor('ann@example.org') });
        service.clock.advance(60);
        const code = await service.codeFor('ann@example.org');
        await ann.user.transferAdmin({ boxName: 'box7', targetUser: 'dan_lee', code });
      },
    ],
  ];
  for (const [what, happens] of ends)
    itOnBoth(what, async () => {
      const { ann, bob } = await ownerAndUser();
      const { secret } = await make(ann.api);
      await happens(ann.api, bob.api);
      expect(await storedSecrets()).not.toContain(hashOf(secret));
      expect(await refusalOf(renew(secret))).toBe(OVER);
      expect(await signsIn(NEW)).toBe(1009);
    });

  it('after four hours', async () => {
    const { ann } = await ownerAndUser();
    const { secret } = await make(ann.api);
    service.clock.advance(4 * 3600);
    expect(await refusalOf(renew(secret))).toBe(OVER);
  });

  itOnBoth('where something changed at the same moment, when it is used; and with its time it is gone', async () => {
    const db = await openStore(':memory:', () => undefined);
    const clock = manualClock();
    const add = (box_id: string, user_name: string, admin: 'Y' | 'N') =>
      db.insertInto('roster').values({ box_id, user_name, admin, owner: admin, nick: '', created: 0 }).execute();
    await add('box7', 'ann_lee', 'Y');
    await add('box7', 'bob_lee', 'N');
    const link = { admin: 'ann_lee', boxId: 'box7', userName: 'bob_lee' };
    const spend = (secret: string) => db.transaction().execute((tx) => consumeLink(tx, clock, 'bob_lee', secret));
    const first = await createPasswordLink(db, clock, link);
    expect(await spend(first.secret)).toEqual(link);
    const second = await createPasswordLink(db, clock, link);
    await add('box8', 'bob_lee', 'N');
    expect(await spend(second.secret)).toBeUndefined();
    await createPasswordLink(db, clock, link);
    clock.advance(4 * 3600 - 1);
    await deleteExpiredLinks(db, clock);
    expect(await db.selectFrom('password_links').selectAll().execute()).toHaveLength(1);
    clock.advance(1);
    await deleteExpiredLinks(db, clock);
    expect(await db.selectFrom('password_links').selectAll().execute()).toEqual([]);
    await db.destroy();
  });

  it('for good: who comes back into the box has none', async () => {
    const { ann, bob } = await ownerAndUser();
    const { secret } = await make(ann.api);
    await ann.api.roster.remove({ targetUser: 'bob_lee', targetBox: 'box7' });
    const { inviteCode } = await ann.api.roster.invite({ boxName: 'box7' });
    await bob.api.roster.join({ boxName: 'box7', inviteCode });
    expect(await refusalOf(renew(secret))).toBe(OVER);
  });

  it('by the administrator alone', async () => {
    const { ann, bob } = await ownerAndUser();
    const { secret } = await make(ann.api);
    const end = (api: AccountClient, boxName: string, targetUser = 'bob_lee') =>
      codeOfCall(api.roster.endPasswordLink({ boxName, targetUser }));
    const carol = await service.createBoxWithOwner('box8', 'carol_w');
    expect(await end(bob.api, 'box7')).toBe(1020);
    expect(await end(carol.api, 'box7')).toBe(1035);
    expect(await end(carol.api, 'box8')).toBe(1010);
    expect(await end(ann.api, 'box7', 'nobody_x')).toBe(1010);
    expect(await refusalOf(renew(secret))).toBe('done');
    expect(await end(ann.api, 'box7')).toBe(200);
  });
});
