import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeParams, createAccountClient, signInParams } from '@boxwood/account-sdk';
import { localTransport } from '@boxwood/box-sdk/server';
import { makeUserFolders } from '../../user-folders.ts';
import { hashPassword } from '../../server/identity/passwords.ts';
import { newSecret } from '../../server/identity/secrets.ts';
import { stampOf } from '../../storage/journal/file-stamp.ts';
import type { Services } from '../../services.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { DEMO_PASSWORD, DEMO_USERS, SHARED_FOLDERS } from './demo-data.ts';
import { writeDemoFiles } from './demo-files.ts';

/** Reads the verification code for a number from the outbox folder, which stands for text messages. */
const readSmsCode = async (outbox: string, mobile: string): Promise<string> => {
  for (const name of await readdir(outbox)) {
    const messageFile = join(outbox, name);
    const [to, ...lines] = (await readFile(messageFile, 'utf8')).split('\n');
    if (to !== `To: ${mobile}`) continue;
    await rm(messageFile);
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
  const [owner, ...others] = DEMO_USERS;
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
  for (const { user, mobile } of DEMO_USERS) {
    const { token } = await anonymous.session.signIn(signInParams(user, DEMO_PASSWORD, newSecret()));
    const client = createAccountClient({ baseUrl, transport, identity: () => ({ username: user, token }) });
    await client.session.sendCode(codeParams(mobile));
    await client.user.changeMobile({ mobile, mobileCode: await readSmsCode(outbox, mobile) });
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
  for (const { user } of DEMO_USERS) await makeUserFolders(vault, user);
  await writeDemoFiles(vault);
  for (const [index, { user, admin }] of DEMO_USERS.entries())
    users.create({ name: user, admin, owner: index === 0 }, verifier);
  for (const { owner, name, folder, members } of SHARED_FOLDERS) {
    const location = vault.resolve(callerFor(owner), `/mnt/usb1/${owner}/${folder}`, 'read');
    const stat = await vault.lstatExactName(location);
    family.make({ owner, name, members, path: location.key, stamp: stat === undefined ? null : stampOf(stat) });
  }
  facts.set('boxname', 'The family box');
  await services.link.syncWithAccount();
};
