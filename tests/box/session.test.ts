import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BoxFailure, createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const refusal = async (run: Promise<unknown>): Promise<number> => {
  try {
    await run;
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused') return failure.error.code;
    throw failure;
  }
  return 0;
};

describe('signing in at a real box', () => {
  let box: BoxProcess;
  beforeAll(async () => {
    box = await startBoxProcess();
  });
  afterAll(() => box.remove());

  const attempt = (userName: string, pwd: string, devtype = 'web') =>
    createBoxClient({ baseUrl: box.origin, transport: fetchTransport() }).session.signIn({
      appId: 'web',
      appIdSecurity: '',
      appKey: '',
      logintype: 1 as const,
      devtype,
      userName,
      pwd,
    });

  it('SDK-B120: answers with a token, the user id and the admin flag', async () => {
    const owner = await attempt(OWNER, PASSWORD);
    expect(owner.token).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(owner).toMatchObject({ userName: OWNER, admin: 'Y' });
    expect(await attempt(MEMBER, PASSWORD)).toMatchObject({ userName: MEMBER, admin: 'N' });
  });

  it('LOGIN-07: a mail address is refused with 2000', async () => {
    expect(await refusal(attempt('ann@example.org', PASSWORD))).toBe(2000);
  });

  it('names what is wrong: empty name 1018, unknown user 2007, device type 2008, empty password 2004', async () => {
    expect(await refusal(attempt('', PASSWORD))).toBe(1018);
    expect(await refusal(attempt('nobody1', PASSWORD))).toBe(2007);
    expect(await refusal(attempt(OWNER, PASSWORD, 'phone'))).toBe(2008);
    expect(await refusal(attempt(OWNER, ''))).toBe(2004);
  });

  it('counts tries before it verifies: after five wrong ones even the right password waits', async () => {
    for (let i = 0; i < 5; i++) expect(await refusal(attempt('charlie', 'wrong-password'))).toBe(2003);
    expect(await refusal(attempt('charlie', PASSWORD))).toBe(2002);
  });

  it('a token ends with signing out', async () => {
    const client = await signIn(box.origin, OWNER);
    expect((await client.session.fileKey()).key).toMatch(/^[A-Za-z0-9]{32}$/);
    await client.session.signOut({ userName: OWNER, token: client.token });
    expect(await refusal(client.session.fileKey())).toBe(18);
  });

  it('no password and no token is in the log', async () => {
    const client = await signIn(box.origin, OWNER);
    await client.session.fileKey();
    expect(box.log()).not.toContain(PASSWORD);
    expect(box.log()).not.toContain(client.token);
  });
});
