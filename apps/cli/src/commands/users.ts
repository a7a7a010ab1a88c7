import type { AccountClient } from '@boxwood/account-sdk';
import { createAccountClient, newAppKey, signInParams } from '@boxwood/account-sdk';
import { fetchTransport } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { openContext } from '../context.ts';
import { Complaint, EXIT } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable, table, time } from '../output.ts';
import { readPassword } from '../password.ts';
import { say } from '../words/say.ts';
import { moment, personShape } from '../shapes.ts';
import type { DryRun } from './plan.ts';
import { dryRunnable, tellPlan } from './plan.ts';

interface Where {
  readonly account?: string;
}

/** A client of the account service, signed in with the user's password: a session of the box is not valid there. */
const signIn = async ({ session }: Context, { account }: Where) => {
  const baseUrl = (account ?? `${session.url}/account`).replace(/\/+$/, '');
  const known = { username: session.user, token: '' };
  const service: AccountClient = createAccountClient({ baseUrl, transport: fetchTransport(), identity: () => known });
  const appKey = newAppKey((bytes) => crypto.getRandomValues(bytes));
  const { token } = await service.session.signIn(signInParams(session.user, await readPassword(), appKey));
  known.token = token;
  return service;
};

/** The name of this box in the account service. */
const boxOf = async ({ box }: Context, service: AccountClient): Promise<string> => {
  const [{ boxname }, boxes] = await Promise.all([box.system.product(), service.roster.boxes()]);
  const found = boxes.find(({ boxName }) => boxName === boxname) ?? (boxes.length === 1 ? boxes[0] : undefined);
  if (found === undefined)
    throw new Complaint(say('The account service does not know this box as yours.'), EXIT.refused);
  return found.boxName;
};

export const addUsers = (program: Command, output: () => Output): void => {
  const users = program
    .command('users')
    .description(
      'people of this box, in the account service; asks for your password, and signs you out of it elsewhere',
    );
  const verb = (name: string, description: string, options?: { readonly isDefault: true }): Command =>
    users
      .command(name, options)
      .description(description)
      .option('--account <url>', 'where the account service is, when it is not that of the box');

  verb('ls', 'who has a place here, and who administers', { isDefault: true }).action(async (where: Where) => {
    const context = openContext();
    const service = await signIn(context, where);
    const list = await service.roster.users({ boxName: await boxOf(context, service) });
    output().result(
      list.map(personShape),
      table(
        list.map(({ userName, nickName, owner, admin, ctime }) => [
          printable(userName),
          printable(nickName),
          owner === 'Y' ? say('owner') : admin === 'Y' ? say('administrator') : say('member'),
          time(ctime),
        ]),
      ),
    );
  });
  dryRunnable(verb('invite', 'the code with which somebody joins: good for seven days, for one person')).action(
    async ({ dryRun, ...where }: Where & DryRun) => {
      const context = openContext();
      const service = await signIn(context, where);
      const boxName = await boxOf(context, service);
      if (dryRun === true) {
        tellPlan(output(), [{ act: 'add', path: say('one person, by a code'), target: boxName }]);
        return;
      }
      const invite = await service.roster.invite({ boxName });
      output().result({ code: invite.inviteCode, expires: moment(invite.expire) }, [invite.inviteCode]);
    },
  );
  dryRunnable(verb('remove', 'take somebody off the box; their files stay'))
    .argument('<user>')
    .option('-f, --force', 'yes, take them off')
    .action(async (user: string, { dryRun, force, ...where }: Where & DryRun & { readonly force?: true }) => {
      if (dryRun !== true && force !== true)
        throw new Complaint(say('Who is removed cannot open the box any more. Say --force.'), EXIT.usage);
      const context = openContext();
      const service = await signIn(context, where);
      const targetBox = await boxOf(context, service);
      const list = await service.roster.users({ boxName: targetBox });
      if (!list.some(({ userName }) => userName === user))
        throw new Complaint(say('{user}: nobody of that name is on this box', { user }), EXIT.refused);
      if (dryRun === true) {
        tellPlan(output(), [{ act: 'remove', path: user, target: targetBox }]);
        return;
      }
      await service.roster.remove({ targetUser: user, targetBox });
      output().result({ removed: user }, [say('{user} is off the box', { user })]);
    });
};
