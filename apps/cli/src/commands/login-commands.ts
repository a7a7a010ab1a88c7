import { userInfo } from 'node:os';
import { newAppKey, signInParams } from '@boxwood/account-sdk';
import type { Command } from 'commander';
import { createBoxClient } from '../cli-context.ts';
import { CliError, EXIT } from '../cli-errors.ts';
import type { Output } from '../cli-output.ts';
import { readPassword } from '../read-password.ts';
import { forgetSession, loadSession, saveSession } from '../stored-session.ts';
import { translate } from '../messages/translate.ts';

export const addLogin = (program: Command, output: () => Output): void => {
  program
    .command('login')
    .description('sign in at a box and remember the session')
    .argument('<url>', 'address of the box, http://192.168.1.20:6900')
    .option('-u, --user <name>', 'user id (default: your user name on this computer)')
    .action(async (address: string, { user = userInfo().username }: { readonly user?: string }) => {
      const url = (/^\w+:\/\//.test(address) ? address : `http://${address}`).replace(/\/+$/, '');
      if (!/^https?:\/\/[^/]/.test(url))
        throw new CliError(
          translate('{address}: the address of a box begins with http:// or https://', { address }),
          EXIT.usage,
        );
      const box = createBoxClient(url);
      const appKey = newAppKey((bytes) => crypto.getRandomValues(bytes));
      const signed = await box.session.signIn(signInParams(user, await readPassword(), appKey));
      // A box that does not return the user name knows the user by the typed name.
      const known = signed.userName === '' ? user : signed.userName;
      saveSession({ url, user: known, token: signed.token });
      output().result({ url, user: known, admin: signed.admin === 'Y' }, [
        translate('Signed in as {known} at {url}', { known, url }),
      ]);
    });
  program
    .command('logout')
    .description('sign out and delete the stored session')
    .action(async () => {
      const session = loadSession();
      if (session !== undefined)
        await createBoxClient(session.url).session.signOut({ userName: session.user, token: session.token });
      forgetSession();
      output().result({}, [translate('Signed out')]);
    });
};
