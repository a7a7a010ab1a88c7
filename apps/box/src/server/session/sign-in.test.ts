/** Sign-in, sign-out, setup and reports of the account service, over HTTP with a whole box. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../identity/passwords.ts';
import {
  MEMBER,
  OWNER,
  PASSWORD,
  startTestBox,
  type TestBox,
  setUpTestBox,
  signInToTestBox,
} from '../../box-test-helpers.ts';
import { describeRefusal } from '../../platform/testing/describe-refusal.ts';

const app = { appId: 'web', appIdSecurity: '', appKey: '', logintype: 1, devtype: 'web' } as const;

describe('the first start', { timeout: 60_000 }, () => {
  let box: TestBox;
  beforeAll(async () => {
    box = await startTestBox();
  });
  afterAll(() => box.remove());
  const code = () => new URL(box.setupLink ?? '').searchParams.get('setup') ?? '';
  const right = () => ({ code: code(), boxname: ' Test box ', username: OWNER, password: PASSWORD });
  const setUp = (more: Partial<ReturnType<typeof right>>) =>
    describeRefusal(box.anonymous.session.setUp({ ...right(), ...more }));

  it('takes the code that was printed, an own name and a password, once, and ten tries of an address', async () => {
    expect(await box.anonymous.session.setup()).toMatchObject({ needed: 1, boxname: '', account: '/account' });
    expect(await setUp({ code: 'x'.repeat(32) })).toBe('6');
    expect(await setUp({ username: 'constructor' })).toBe('4 username');
    expect(await setUp({ username: 'Short' })).toBe('4 username');
    expect(await setUp({ password: '12345' })).toBe('4 password');
    expect(await setUp({ boxname: ' ' })).toBe('4 boxname');
    expect(await box.anonymous.session.setup()).toMatchObject({ needed: 1 });
    const both = await Promise.all([setUp({}), setUp({ username: 'somebody' })]);
    expect(both.toSorted()).toEqual(['11 setup', 'done']);
    expect(await setUp({})).toBe('11 setup');
    expect(await box.anonymous.session.setup()).toMatchObject({ needed: 0, boxname: 'Test box' });
    expect((await box.anonymous.session.setup()).boxid).toMatch(/^bw[a-z0-9]{14}$/);
  });

  it('an address that guesses codes is stopped', async () => {
    const other = await startTestBox();
    const guess = () =>
      describeRefusal(
        other.anonymous.session.setUp({
          code: 'x'.repeat(32),
          boxname: 'x',
          username: OWNER,
          password: PASSWORD,
        }),
      );
    const outcomes: string[] = [];
    for (let tries = 0; tries < 12; tries += 1) outcomes.push(await guess());
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => '6'), '16', '16']);
    await other.remove();
  });
});

describe('a box with its family', { timeout: 60_000 }, () => {
  let box: TestBox;
  let verifier: string;
  beforeAll(async () => {
    box = await startTestBox();
    verifier = await setUpTestBox(box);
  });
  afterAll(() => box.remove());
  const signIn = (userName: string, pwd: string, more: { readonly devtype?: string } = {}) =>
    describeRefusal(box.anonymous.session.signIn({ ...app, ...more, userName, pwd }));
  const isIn = async (client: Awaited<ReturnType<typeof signInToTestBox>>) =>
    (await describeRefusal(client.session.fileKey())) === 'done';

  it('says what is wrong with a sign-in, and who is an administrator', async () => {
    expect(await signIn(OWNER, PASSWORD, { devtype: 'phone' })).toBe('2008');
    expect(await signIn('', PASSWORD)).toBe('1018');
    expect(await signIn(OWNER, '')).toBe('2004');
    expect(await signIn('ann@example.org', PASSWORD)).toBe('2000');
    expect(await signIn('nobody1', PASSWORD)).toBe('2007');
    expect(await signIn('nobody@1', PASSWORD)).toBe('2007');
    // The password is compared exactly: not truncated, trimmed or lower-cased.
    for (const other of ['wrong-1', `${PASSWORD} `, PASSWORD.toUpperCase()])
      expect(await signIn(OWNER, other)).toBe('2003');
    const owner = await box.anonymous.session.signIn({ ...app, userName: OWNER, pwd: PASSWORD });
    expect(owner).toMatchObject({ userName: OWNER, admin: 'Y' });
    expect(owner.token).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await box.anonymous.session.signIn({ ...app, userName: MEMBER, pwd: PASSWORD })).toMatchObject({
      admin: 'N',
    });
  });

  it('five wrong passwords close a name, a right one before takes them back, and the name of nobody is closed alike', async () => {
    for (let tries = 0; tries < 4; tries += 1) expect(await signIn(MEMBER, 'wrong-1')).toBe('2003');
    expect(await signIn(MEMBER, PASSWORD)).toBe('done');
    for (let tries = 0; tries < 5; tries += 1) expect(await signIn(MEMBER, 'wrong-1')).toBe('2003');
    expect(await signIn(MEMBER, PASSWORD)).toBe('2002');
    for (let tries = 0; tries < 5; tries += 1) expect(await signIn('nobody2', 'wrong-1')).toBe('2007');
    expect(await signIn('nobody2', 'wrong-1')).toBe('2002');
    expect(await signIn(OWNER, PASSWORD)).toBe('done');
    // Attempts of anonymous clients are evicted when there are too many; those of users are not.
    const database = new DatabaseSync(join(box.usb1, '..', '.boxwood', 'box.sqlite'), { readOnly: true });
    const subjects = database.prepare('select distinct subject from tries').all();
    database.close();
    const named = subjects.map(({ subject }) => String(subject)).filter((subject) => subject.includes('signin'));
    expect(named.toSorted()).toEqual([
      `signin ${MEMBER}`,
      'stranger signin nobody1',
      'stranger signin nobody2',
      'stranger signin nobody@1',
    ]);
  });

  it('a sign-out ends the session of its name and token, and no other', async () => {
    const [one, other] = [await signInToTestBox(box, OWNER), await signInToTestBox(box, OWNER)];
    await one.session.signOut({ userName: MEMBER, token: one.token });
    await one.session.signOut({ userName: OWNER, token: 'x'.repeat(32) });
    expect([await isIn(one), await isIn(other)]).toEqual([true, true]);
    await one.session.signOut({ userName: OWNER, token: one.token });
    expect([await isIn(one), await isIn(other)]).toEqual([false, true]);
    expect((await other.session.fileKey()).expire).toBeGreaterThan(60);
  });

  it('the log tells who came, was refused and left, from where and when, and no password, token or made-up name', async () => {
    const before = box.log().length;
    const forged = 'a\n{"user":"annabel"}';
    expect(await signIn(forged, 'my-password-1')).toBe('2007');
    expect(await signIn(OWNER, 'my-password-1')).toBe('2003');
    const owner = await signInToTestBox(box, OWNER);
    await owner.session.signOut({ userName: OWNER, token: owner.token });
    const text = box.log().slice(before);
    const lines = text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const remote = expect.stringMatching(/127\.0\.0\.1$/) as unknown;
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown;
    expect(lines).toMatchObject([
      { msg: 'sign-in refused', user: 'nobody', code: 2007, remote, time },
      { msg: 'sign-in refused', user: OWNER, code: 2003, remote, time },
      { msg: 'signed in', user: OWNER, code: 0, remote, time },
      { msg: 'signed out', user: OWNER, code: 0, remote, time },
    ]);
    for (const secret of ['my-password-1', PASSWORD, owner.token, 'a\\n']) expect(text).not.toContain(secret);
  });

  it('the account service alone says who is a user: who is gone, has a new password or ended a session is out at once', async () => {
    const everybody = [OWNER, 'sophie1', 'martin1'].map((userName) => ({ userName, verifier }));
    expect(await describeRefusal(box.pushRoster(everybody, [], 'guessed'))).toBe('6');
    expect(await describeRefusal(box.pushRoster(everybody, [], ''))).toBe('6');
    expect(await describeRefusal(box.anonymous.session.pushRoster({ users: [] }))).toBe('6');
    expect(await signIn('sophie1', PASSWORD)).toBe('2007');
    await box.pushRoster(everybody);
    expect(existsSync(join(box.usb1, 'sophie1', 'Download'))).toBe(true);
    const [sophie, martin, owner, second] = [
      await signInToTestBox(box, 'sophie1'),
      await signInToTestBox(box, 'martin1'),
      await signInToTestBox(box, OWNER),
      await signInToTestBox(box, OWNER),
    ];
    const all = () => Promise.all([sophie, martin, owner, second].map(isIn));
    await box.pushRoster(everybody);
    expect(await all()).toEqual([true, true, true, true]);
    const renewed = await hashPassword('another-1', { holder: 'test', known: true });
    await box.pushRoster([...everybody.slice(0, 2), { userName: 'martin1', verifier: renewed }]);
    expect(await all()).toEqual([true, false, true, true]);
    await box.pushRoster([...everybody.slice(0, 1), { userName: 'martin1', verifier: renewed }]);
    expect(await all()).toEqual([false, false, true, true]);
    await box.pushRoster([{ userName: OWNER, verifier }], [createHash('sha256').update(second.token).digest('hex')]);
    expect(await all()).toEqual([false, false, true, false]);
  });
});
