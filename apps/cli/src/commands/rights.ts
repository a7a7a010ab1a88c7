import { each, GEN, ListShares } from '@boxwood/box-sdk';
import type { ShareRecord } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../context.ts';
import { Complaint, EXIT, named } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable, table, time } from '../output.ts';
import { readPassword } from '../password.ts';
import { needRemote } from '../remote.ts';
import type { Act, DryRun } from './plan.ts';
import { dryRunnable, tellPlan } from './plan.ts';
import { say } from '../words/say.ts';
import { linkShape, tokenShape } from '../shapes.ts';

interface AddOptions extends DryRun {
  readonly write?: true;
  readonly days: string;
}

/** The path of an unlocked safe. */
const SAFE = '/mnt/safebox';

const none = (id: string): string => say('{id}: there is none of that name', { id });

/** Reports which items would be revoked, by name; throws for an unknown id. */
const tellEnds = (output: Output, ids: readonly string[], there: ReadonlyMap<string, string>): void => {
  const acts = ids.map((id): Act => {
    const path = there.get(id);
    if (path === undefined) throw new Complaint(none(id), EXIT.refused);
    return { act: 'end', path };
  });
  tellPlan(output, acts);
};

export const addRightCommands = (program: Command, output: () => Output): void => {
  const shares = program.command('shares').description('links that you made: who came, and their end');
  shares
    .command('ls', { isDefault: true })
    .description('links with their visits and ends')
    .action(async () => {
      const { box, session } = openContext();
      const list: ShareRecord[] = [];
      for await (const share of each(box, ListShares, { user: session.user })) list.push(share);
      output().result(
        list.map(linkShape),
        table(
          list.map(({ id, visits, etime, path, files }) => [
            id,
            say('{visits} visits', { visits }),
            say('until {time}', { time: time(etime) }),
            printable(`${path}/${files.join(', ')}`),
          ]),
        ),
      );
    });
  dryRunnable(shares.command('revoke'))
    .description('end links at once')
    .argument('<id...>', 'as "boxwood shares" tells them')
    .action(async (ids: readonly string[], { dryRun }: DryRun) => {
      const { box, session } = openContext();
      if (dryRun === true) {
        const there = new Map<string, string>();
        for await (const { id, path, files } of each(box, ListShares, { user: session.user }))
          there.set(id, `${path}/${files.join(', ')}`);
        tellEnds(output(), ids, there);
        return;
      }
      for (const id of ids) await named(() => none(id), box.shares.remove({ id }));
      output().result({ revoked: ids }, [say('Ended: {count}', { count: ids.length })]);
    });

  const tokens = program.command('tokens').description('tokens for scripts: what each may do, until when');
  tokens
    .command('ls', { isDefault: true })
    .description('your tokens, the newest first')
    .action(async () => {
      const { list } = await openContext().box.tokens.list();
      output().result(
        list.map(tokenShape),
        table(
          list.map(({ id, name, verb, path, etime, used }) => [
            id,
            printable(name),
            verb,
            printable(path),
            say('until {time}', { time: time(etime) }),
            used === 0 ? say('never used') : say('used {time}', { time: time(used) }),
          ]),
        ),
      );
    });
  dryRunnable(tokens.command('add'))
    .description('make a token that reads one folder, and print it: it is never told again')
    .argument('<name>', 'what it is for')
    .argument('[folder]', 'where it is good, with all below; your own folder without it', '.')
    .option('--write', 'it may write there as well')
    .option('-d, --days <n>', 'days until it ends (1 to 3660)', '90')
    .action(async (name: string, folder: string, { write, days, dryRun }: AddOptions) => {
      const { box, remote } = openContext();
      const verb = write === true ? 'write' : 'read';
      if (dryRun === true) {
        await needRemote(box, remote(folder));
        tellPlan(output(), [{ act: 'permit', path: `${verb} ${remote(folder)}`, target: name }]);
        return;
      }
      const { id, token } = await box.tokens.add({ name, verb, path: remote(folder), days: Number(days) });
      output().result({ id, token, name, rights: verb, path: remote(folder), days: Number(days) }, [token]);
    });
  dryRunnable(tokens.command('revoke'))
    .description('end tokens at once')
    .argument('<id...>', 'as "boxwood tokens" tells them')
    .action(async (ids: readonly string[], { dryRun }: DryRun) => {
      const { box } = openContext();
      if (dryRun === true) {
        const { list } = await box.tokens.list();
        tellEnds(output(), ids, new Map(list.map(({ id, name }) => [id, name])));
        return;
      }
      for (const id of ids) await named(() => none(id), box.tokens.revoke({ id }), GEN.path);
      output().result({ revoked: ids }, [say('Ended: {count}', { count: ids.length })]);
    });

  dryRunnable(program.command('safe'))
    .description('open or lock your safe for this session, or see how it is')
    .argument('[what]', 'status, unlock or lock', 'status')
    .action(async (what: string, { dryRun }: DryRun) => {
      const { box, session } = openContext();
      const { user: username } = session;
      if (dryRun === true && (what === 'unlock' || what === 'lock')) {
        tellPlan(output(), [{ act: what === 'lock' ? 'lock' : 'open', path: SAFE }]);
      } else if (what === 'status') {
        const status = await box.safe.status({ username });
        const words =
          status.locked > 0
            ? say('The safe is locked for {seconds} s after wrong passwords', { seconds: status.locked })
            : say('The safe takes a password');
        output().result({ set: status.set === 1, lockedSeconds: status.locked }, [
          status.set === 1 ? words : say('There is no safe yet'),
        ]);
      } else if (what === 'unlock') {
        await box.safe.unlock({ username, password: await readPassword() });
        output().result({ unlocked: true }, [say('The safe is open: /mnt/safebox')]);
      } else if (what === 'lock') {
        await box.safe.lock({ area: 'safe' });
        output().result({ unlocked: false }, [say('The safe is locked')]);
      } else throw new Complaint(say('safe {what}: status, unlock or lock', { what }), EXIT.usage);
    });
};
