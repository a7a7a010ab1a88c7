import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeParams, createAccountClient, signInParams } from '@boxwood/account-sdk';
import { localTransport } from '@boxwood/box-sdk/server';
import { makeUserFolders } from '../folders.ts';
import { hashPassword } from '../identity/passwords.ts';
import { newSecret } from '../identity/secrets.ts';
import { stampOf } from '../journal/stamp.ts';
import type { Services } from '../services.ts';
import { callerFor } from '../vault/index.ts';
import { DEMO_PASSWORD, FAMILY, SHARED } from './family.ts';
import { fillDemo } from './fill.ts';

/** Reads the verification code for a number from the outbox folder, which stands for text messages. */
const codeIn = async (outbox: string, mobile: string): Promise<string> => {
  for (const name of await readdir(outbox)) {
    const letter = join(outbox, name);
    const [to, ...lines] = (await readFile(letter, 'utf8')).split('\n');
    if (to !== `To: ${mobile}`) continue;
    await rm(letter);
    return /\b[0-9]{6}\b/.exec(lines.join('\n'))?.[0] ?? '';
  }
  return '';
};

/** Creates the demo accounts at the embedded service: the owner, then the others by invitation. */
const openAccounts = async ({
  account,
  link,
  facts,
  config,
}: Pick<Services, 'account' | 'link' | 'facts' | 'config'>): Promise<void> => {
  const [owner, ...others] = FAMILY;
  if (account === null || owner === undefined) return;
  await link.setUpOwner(owner.user, DEMO_PASSWORD);
  const baseUrl = 'http://embedded';
  const transport = localTransport(account.router);
  const anonymous = createAccountClient({ baseUrl, transport });
  const signed = await anonymous.session.signIn(signInParams(owner.user, DEMO_PASSWORD, newSecret()));
  const asOwner = createAccountClient({
    baseUrl,
    transport,
    identity: () => ({ username: signed.userName, token: signed.token }),
  });
  for (const { user } of others) {
    const { inviteCode } = await asOwner.roster.invite({ boxName: facts.get('boxid') ?? '' });
    await anonymous.session.register({ userName: user, password: DEMO_PASSWORD, param: '', code: '', inviteCode });
  }
  // Sharing by link requires a verified phone number (SHARE-06), so each demo user gets an unassigned one.
  const outbox = join(config.stateDir, 'account', 'outbox');
  for (const { user, mobile } of FAMILY) {
    const { token } = await anonymous.session.signIn(signInParams(user, DEMO_PASSWORD, newSecret()));
    const client = createAccountClient({ baseUrl, transport, identity: () => ({ username: user, token }) });
    await client.session.sendCode(codeParams(mobile));
    await client.user.changeMobile({ mobile, mobileCode: await codeIn(outbox, mobile) });
  }
};

/** Creates the demo users and their files on an empty box. Does nothing on a box that has users. */
export const startDemo = async (
  services: Pick<Services, 'users' | 'vault' | 'facts' | 'log' | 'account' | 'link' | 'config' | 'family'>,
): Promise<void> => {
  const { users, vault, facts, log, family } = services;
  if (!users.empty) {
    log.info('the box has users already: --demo changes nothing');
    return;
  }
  await openAccounts(services);
  const verifier = await hashPassword(DEMO_PASSWORD, { holder: 'demo', known: true });
  for (const { user } of FAMILY) await makeUserFolders(vault, user);
  await fillDemo(vault);
  for (const [index, { user, admin }] of FAMILY.entries())
    users.create({ name: user, admin, owner: index === 0 }, verifier);
  for (const { owner, name, folder, members } of SHARED) {
    const location = vault.resolve(callerFor(owner), `/mnt/usb1/${owner}/${folder}`, 'read');
    const stat = await vault.lstatExact(location);
    family.make({ owner, name, members, path: location.key, thing: stat === undefined ? null : stampOf(stat) });
  }
  facts.set('boxname', 'The family box');
  await services.link.tell();
};
