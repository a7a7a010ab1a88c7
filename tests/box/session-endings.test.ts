/**
 * A revoked session stays revoked: whatever ended it, everything that depends on it ends with it on every access path,
 * and the sessions of others continue.
 */
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountClient } from '@boxwood/account-sdk';
import { codeParams, createAccountClient, signInParams } from '@boxwood/account-sdk';
import type { BoxClient } from '@boxwood/box-sdk';
import { BoxFailure, createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { CHILD, MEMBER, OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const APP_KEY = 'k'.repeat(32);
/** Larger than the buffers between box and reader. */
const FILM_BYTES = 256 * 1024 * 1024;

/** The number with which a call is refused; 0 when it succeeds. */
const codeOf = async (call: Promise<unknown>): Promise<number> => {
  try {
    await call;
    return 0;
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused') return failure.error.code;
    throw failure;
  }
};

let box: BoxProcess;
let boxId = '';
beforeAll(async () => {
  box = await startBoxProcess();
  ({ boxid: boxId } = await createBoxClient({ baseUrl: box.origin, transport: fetchTransport() }).session.setup());
  for (const name of [OWNER, MEMBER, CHILD]) {
    const film = join(box.usb1, name, 'film.bin');
    mkdirSync(join(box.usb1, name), { recursive: true });
    writeFileSync(film, 'film');
    truncateSync(film, FILM_BYTES);
  }
});
afterAll(() => box.remove());

const accountOf = (username = '', token = ''): AccountClient =>
  createAccountClient({
    baseUrl: `${box.origin}/account`,
    transport: fetchTransport(),
    identity: () => ({ username, token }),
  });

/** A user who is signed in at the account service and at the box. */
interface Visitor {
  readonly user: string;
  readonly account: AccountClient;
  readonly accountToken: string;
  readonly token: string;
  readonly client: BoxClient;
}
const boxClientOf = (user: string, token: string): BoxClient =>
  createBoxClient({
    baseUrl: box.origin,
    transport: fetchTransport(),
    identity: () => ({ username: user, token }),
  });
const visit = async (user: string, password = PASSWORD): Promise<Visitor> => {
  const signed = await accountOf().session.signIn(signInParams(user, password, APP_KEY));
  const account = accountOf(user, signed.token);
  const { boxToken: token = '' } = await account.box.address({ boxName: boxId });
  return { user, account, accountToken: signed.token, token, client: boxClientOf(user, token) };
};

/** The newest code that was mailed to an address. */
const codeFor = async (address: string): Promise<string> => {
  await accountOf().session.sendCode(codeParams(address));
  const folder = join(box.dataDir, '.boxwood', 'account', 'outbox');
  const letters = readdirSync(folder).map((name) => join(folder, name));
  const texts = letters
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
    .map((file) => readFileSync(file, 'utf8'));
  return /\b\d{6}\b/.exec(texts.find((text) => text.startsWith(`To: ${address}\n`)) ?? '')?.[0] ?? '';
};

/** Opens everything that depends on a session; each resource reports whether it is still open. */
const openDoors = async (who: Pick<Visitor, 'user' | 'client'>) => {
  const { key } = await who.client.session.fileKey();
  const address = (name: string) => `${box.origin}/port_80/mnt/usb1/${who.user}/${name}?key=${key}`;
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address('film.bin'), resolve).on('error', reject);
  });
  // The first bytes arrived; the rest waits for a slow reader.
  await once(reply, 'readable');
  expect(reply.statusCode).toBe(200);
  let cut = false;
  reply.on('error', () => (cut = true));
  reply.on('close', () => (cut = true));
  // A slow reader that consumes a little at intervals notices a cut connection.
  const sipping = setInterval(() => void reply.read(64 * 1024), 20);
  const small = { headers: { range: 'bytes=0-3' } };
  const doors = {
    command: async () => (await codeOf(who.client.session.fileKey())) === 0,
    fileKey: async () => {
      const answer = await fetch(address('film.bin'), small);
      await answer.arrayBuffer();
      return answer.status === 206;
    },
  };
  return {
    open: async (): Promise<Readonly<Record<string, boolean>>> => ({
      command: await doors.command(),
      fileKey: await doors.fileKey(),
      download: !cut,
    }),
    close: () => {
      clearInterval(sipping);
      reply.destroy();
    },
  };
};

const ALL_OPEN = { command: true, fileKey: true, download: true };
const ALL_CLOSED = { command: false, fileKey: false, download: false };

describe('whoever was shown out', () => {
  let owner: Visitor;
  let bystander: Awaited<ReturnType<typeof openDoors>>;
  const opened: { close: () => void }[] = [];
  const doorsOf = async (who: Pick<Visitor, 'user' | 'client'>) => {
    const doors = await openDoors(who);
    opened.push(doors);
    expect(await doors.open()).toEqual(ALL_OPEN);
    return doors;
  };
  beforeEach(async () => {
    owner = await visit(OWNER);
    bystander = await doorsOf(owner);
  });
  afterEach(async () => {
    expect(await bystander.open()).toEqual(ALL_OPEN);
    for (const doors of opened.splice(0)) doors.close();
  });

  it('a token shown to a box opens neither the account nor anything else, and the account token opens no box', async () => {
    const guest = await visit(MEMBER);
    expect(await codeOf(guest.client.session.fileKey())).toBe(0);
    expect(await codeOf(accountOf(MEMBER, guest.token).user.get())).toBe(1001);
    expect(await codeOf(boxClientOf(MEMBER, guest.accountToken).session.fileKey())).toBe(18);
    expect(await codeOf(boxClientOf(OWNER, guest.token).session.fileKey())).toBe(18);
  });

  it('signing out at the account service closes every door of that session', async () => {
    const guest = await visit(MEMBER);
    const doors = await doorsOf(guest);
    await guest.account.session.signOut();
    await expect.poll(doors.open).toEqual(ALL_CLOSED);
  });

  it('signing out at the box closes them too, for good, also when the service still knows the token', async () => {
    const guest = await visit(MEMBER);
    const doors = await doorsOf(guest);
    await guest.client.session.signOut({ userName: MEMBER, token: guest.token });
    await expect.poll(doors.open).toEqual(ALL_CLOSED);
    expect(await codeOf(guest.account.session.check())).toBe(0);
  });

  it('a newer sign-in at the service closes the doors of the older session', async () => {
    const doors = await doorsOf(await visit(MEMBER));
    const newer = await doorsOf(await visit(MEMBER));
    await expect.poll(doors.open).toEqual(ALL_CLOSED);
    expect(await newer.open()).toEqual(ALL_OPEN);
  });

  it('a new password closes every session of the user, those of the service and those of the box alone', async () => {
    const guest = await visit(MEMBER);
    const address = 'robert@example.org';
    await guest.account.user.changeMail({ mail: address, mailCode: await codeFor(address) });
    const offline = { user: MEMBER, client: await signIn(box.origin, MEMBER) };
    const [doors, alone] = [await doorsOf(guest), await doorsOf(offline)];
    const code = await codeFor(address);
    await guest.account.user.changePassword({ password: 'another-1', param: address, code });
    await expect.poll(doors.open).toEqual(ALL_CLOSED);
    await expect.poll(alone.open).toEqual(ALL_CLOSED);
    const again = await visit(MEMBER, 'another-1');
    expect(await codeOf(again.client.session.fileKey())).toBe(0);
  });

  it('the administrator who handed over is none at once, and the new one is', async () => {
    const heir = await visit(CHILD);
    const address = 'annabel@example.org';
    await owner.account.user.changeMail({ mail: address, mailCode: await codeFor(address) });
    /** The call may fail on a machine without a light; 13 means that the caller is not permitted. */
    const mayAsAdmin = async (who: Visitor) => (await codeOf(who.client.system.setLed({ status: 0 }))) !== 13;
    expect([await mayAsAdmin(owner), await mayAsAdmin(heir)]).toEqual([true, false]);
    const transfer = async (from: Visitor, to: string, code: string) => {
      await from.account.user.transferAdmin({ boxName: boxId, targetUser: to, code });
    };
    await transfer(owner, CHILD, await codeFor(address));
    await expect.poll(async () => [await mayAsAdmin(owner), await mayAsAdmin(heir)]).toEqual([false, true]);
    const back = 'charlie@example.org';
    await heir.account.user.changeMail({ mail: back, mailCode: await codeFor(back) });
    await transfer(heir, OWNER, await codeFor(back));
    await expect.poll(async () => [await mayAsAdmin(owner), await mayAsAdmin(heir)]).toEqual([true, false]);
  });

  it('a removed user is out by every door', async () => {
    const guest = await visit(CHILD);
    const offline = { user: CHILD, client: await signIn(box.origin, CHILD) };
    const [doors, alone] = [await doorsOf(guest), await doorsOf(offline)];
    const { uuid } = await guest.client.transfers.prepare({ target: `/mnt/usb1/${CHILD}/new.bin`, size: 8 });
    const put = async (start: number) =>
      (await fetch(`${box.origin}/filetrans?uuid=${uuid}&start=${start}`, { method: 'PUT', body: 'abcd' })).status;
    expect(await put(0)).toBe(200);
    await owner.account.roster.remove({ targetUser: CHILD, targetBox: boxId });
    await expect.poll(doors.open).toEqual(ALL_CLOSED);
    await expect.poll(alone.open).toEqual(ALL_CLOSED);
    await expect.poll(() => put(4)).toBe(404);
    expect(await codeOf(guest.account.box.address({ boxName: boxId }))).toBe(1035);
  });
});
