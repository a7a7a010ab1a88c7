import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AccountClient } from '@boxwood/account-sdk';
import { codeParams, createAccountClient, signInParams } from '@boxwood/account-sdk';
import type { BoxClient, RelayQuery } from '@boxwood/box-sdk';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import type { AccountProcess } from '../box/account-process.ts';
import { startAccountProcess } from '../box/account-process.ts';
import type { BoxProcess } from '../box/box-process.ts';
import { OWNER, PASSWORD, setUpOwner, startBoxProcess } from '../box/box-process.ts';

const APP_KEY = 'k'.repeat(32);

/** The two access paths to a box: its own port, and the relay of the account service. */
export const ACCESS_PATHS = ['box', 'relay'] as const;
export type AccessPath = (typeof ACCESS_PATHS)[number];

/** How a client reaches the box through one access path. */
export interface BoxAccess {
  readonly client: BoxClient;
  readonly base: string;
  /** The ticket through the relay. */
  readonly relay?: RelayQuery;
}

/** A user who is signed in at the account service and at the box. */
export interface SignedInUser {
  readonly user: string;
  readonly account: AccountClient;
  readonly token: string;
  readonly ticket: RelayQuery;
  readonly at: Readonly<Record<AccessPath, BoxAccess>>;
}

/** An account service and a box with an owner, each in its own process. */
export interface AccountAndBox {
  readonly account: AccountProcess;
  readonly box: BoxProcess;
  readonly boxId: string;
  /** Creates an account for each name, and invites them as users of the box. */
  invite(names: readonly string[]): Promise<void>;
  visit(user: string, password?: string): Promise<SignedInUser>;
  /** Gives the user's account a mail address. The returned function requests a code and reads it from the mail. */
  mailOf(visit: SignedInUser): Promise<() => Promise<string>>;
  remove(): Promise<void>;
}

/**
 * Starts both processes.
 * @param args additional arguments of the box
 */
export const startAccountAndBox = async (args: readonly string[] = []): Promise<AccountAndBox> => {
  const account = await startAccountProcess();
  const box = await startBoxProcess({ withUsers: false, args: ['--account', account.url, ...args] });
  await setUpOwner(box.origin, box.setupCode ?? '');
  const transport = fetchTransport();
  const { boxid: boxId } = await createBoxClient({ baseUrl: box.origin, transport }).session.setup();
  const accountOf = (username = '', token = ''): AccountClient =>
    createAccountClient({ baseUrl: account.url, transport, identity: () => ({ username, token }) });

  const hasFolders = async (name: string): Promise<void> => {
    for (let tries = 0; !existsSync(join(box.usb1, name, 'Download')); tries++) {
      if (tries > 2000) throw new Error(`the box never heard of ${name}`);
      await delay(25);
    }
  };
  await hasFolders(OWNER);

  const visit = async (user: string, password = PASSWORD): Promise<SignedInUser> => {
    const signed = await accountOf().session.signIn(signInParams(user, password, APP_KEY));
    const own = accountOf(user, signed.token);
    const { boxToken: token = '', relayHost, relayAuth } = await own.box.address({ boxName: boxId });
    const identity = () => ({ username: user, token });
    const ticket = { host: relayHost, auth: relayAuth };
    const far = `${account.url}/relay`;
    const relay = { current: () => ticket, renew: () => Promise.resolve(null) };
    return {
      user,
      account: own,
      token,
      ticket,
      at: {
        box: { base: box.origin, client: createBoxClient({ baseUrl: box.origin, transport, identity }) },
        relay: { base: far, relay: ticket, client: createBoxClient({ baseUrl: far, transport, identity, relay }) },
      },
    };
  };

  /** The newest code that was mailed to an address. */
  const codeFor = async (address: string): Promise<string> => {
    await accountOf().session.sendCode(codeParams(address));
    const folder = join(account.data, 'outbox');
    const texts = readdirSync(folder)
      .map((name) => join(folder, name))
      .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
      .map((file) => readFileSync(file, 'utf8'));
    return /\b\d{6}\b/.exec(texts.find((text) => text.startsWith(`To: ${address}\n`)) ?? '')?.[0] ?? '';
  };

  return {
    account,
    box,
    boxId,
    visit,
    invite: async (names) => {
      const signed = await accountOf().session.signIn(signInParams(OWNER, PASSWORD, APP_KEY));
      const owner = accountOf(OWNER, signed.token);
      for (const userName of names) {
        const { inviteCode } = await owner.roster.invite({ boxName: boxId });
        await accountOf().session.register({ userName, password: PASSWORD, param: '', code: '', inviteCode });
      }
      for (const name of names) await hasFolders(name);
    },
    mailOf: async ({ user, account: own }) => {
      const mail = `${user}@example.org`;
      await own.user.changeMail({ mail, mailCode: await codeFor(mail) });
      return () => codeFor(mail);
    },
    remove: async () => {
      await box.remove();
      await account.remove();
    },
  };
};
