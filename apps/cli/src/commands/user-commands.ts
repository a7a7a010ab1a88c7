import type { AccountClient } from '@boxwood/account-sdk';
import { createAccountClient, newAppKey, signInParams } from '@boxwood/account-sdk';
import { fetchTransport } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { openContext } from '../cli-context.ts';
import { CliError, EXIT } from '../cli-errors.ts';
import type { Output } from '../cli-output.ts';
import { printable, formatTable, formatTime } from '../cli-output.ts';
import { readPassword } from '../read-password.ts';
import { translate } from '../messages/translate.ts';
import { isoTime, personShape } from '../json-shapes.ts';
import type { DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';

interface AccountServiceOptions {
  readonly account?: string;
}

/** A client of the account service, signed in with the user's password: a session of the box is not valid there. */
const signIn = async ({ session }: CliContext, { account }: AccountServiceOptions) => {
  const baseUrl = (account ?? `${session.url}/account`).replace(/\/+$/, '');
  const known = { username: session.user, token: '' };
  const service: AccountClient = createAccountClient({ baseUrl, transport: fetchTransport(), identity: () => known });
  const appKey = newAppKey((bytes) => crypto.getRandomValues(bytes));
  const { token } = await service.session.signIn(signInParams(session.user, await readPassword(), appKey));
  known.token = token;
  return service;
};

/** The name of this box in the account service. */
const findBoxName = async ({ box }: CliContext, service: AccountClient): Promise<string> => {
  const [{ boxname }, boxes] = await Promise.all([box.system.product(), service.roster.boxes()]);
  const found = boxes.find(({ boxName }) => boxName === boxname) ?? (boxes.length === 1 ? boxes[0] : undefined);
  if (found === undefined)
    throw new CliError(translate('The account service does not list this box as yours.'), EXIT.refused);
  return found.boxName;
};

export const addUsers = (program: Command, output: () => Output): void => {
  const users = program
    .command('users')
    .description(
      'list, invite or remove the users of this box in the account service; asks for your password and ends your other sessions there',
    );
  const verb = (name: string, description: string, options?: { readonly isDefault: true }): Command =>
    users
      .command(name, options)
      .description(description)
      .option('--account <url>', 'address of the account service (default: the one of the box)');

  verb('ls', 'list the users of this box and its administrators', { isDefault: true }).action(
    async (options: AccountServiceOptions) => {
      const context = openContext();
      const service = await signIn(context, options);
      const list = await service.roster.users({ boxName: await findBoxName(context, service) });
      output().result(
        list.map(personShape),
        formatTable(
          list.map(({ userName, nickName, owner, admin, ctime }) => [
            printable(userName),
            printable(nickName),
            owner === 'Y' ? translate('owner') : admin === 'Y' ? translate('administrator') : translate('member'),
            formatTime(ctime),
          ]),
        ),
      );
    },
  );
  withDryRun(verb('invite', 'print an invitation code; valid for seven days, for one person')).action(
    async ({ dryRun, ...options }: AccountServiceOptions & DryRun) => {
      const context = openContext();
      const service = await signIn(context, options);
      const boxName = await findBoxName(context, service);
      if (dryRun === true) {
        reportPlan(output(), [{ act: 'add', path: translate('one person, with an invitation code'), target: boxName }]);
        return;
      }
      const invite = await service.roster.invite({ boxName });
      output().result({ code: invite.inviteCode, expires: isoTime(invite.expire) }, [invite.inviteCode]);
    },
  );
  withDryRun(verb('remove', 'remove a user from the box; their files stay'))
    .argument('<user>')
    .option('-f, --force', 'confirm the removal')
    .action(
      async (
        user: string,
        { dryRun, force, ...options }: AccountServiceOptions & DryRun & { readonly force?: true },
      ) => {
        if (dryRun !== true && force !== true)
          throw new CliError(
            translate('A removed user cannot open the box any more. To remove the user, add --force.'),
            EXIT.usage,
          );
        const context = openContext();
        const service = await signIn(context, options);
        const targetBox = await findBoxName(context, service);
        const list = await service.roster.users({ boxName: targetBox });
        if (!list.some(({ userName }) => userName === user))
          throw new CliError(translate('{user}: no such user on this box', { user }), EXIT.refused);
        if (dryRun === true) {
          reportPlan(output(), [{ act: 'remove', path: user, target: targetBox }]);
          return;
        }
        await service.roster.remove({ targetUser: user, targetBox });
        output().result({ removed: user }, [translate('{user} was removed from the box', { user })]);
      },
    );
};
