import { each, ListShares } from '@boxwood/box-sdk';
import type { ShareRecord } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../context.ts';
import { Complaint, EXIT } from '../exit.ts';
import type { Output } from '../output.ts';
import { printable, table, time } from '../output.ts';
import { readPassword } from '../password.ts';

interface AddOptions {
  readonly write?: true;
  readonly days: string;
}

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
        list,
        table(
          list.map(({ id, visits, etime, path, files }) => [
            id,
            `${visits} visits`,
            `until ${time(etime)}`,
            printable(`${path}/${files.join(', ')}`),
          ]),
        ),
      );
    });
  shares
    .command('revoke')
    .description('end links at once')
    .argument('<id...>', 'as "boxwood shares" tells them')
    .action(async (ids: readonly string[]) => {
      const { box } = openContext();
      for (const id of ids) await box.shares.remove({ id });
      output().result({ revoked: ids }, [`Ended: ${ids.length}`]);
    });

  const tokens = program.command('tokens').description('tokens for scripts: what each may do, until when');
  tokens
    .command('ls', { isDefault: true })
    .description('your tokens, the newest first')
    .action(async () => {
      const { list } = await openContext().box.tokens.list();
      output().result(
        list,
        table(
          list.map(({ id, name, verb, path, etime, used }) => [
            id,
            printable(name),
            verb,
            printable(path),
            `until ${time(etime)}`,
            used === 0 ? 'never used' : `used ${time(used)}`,
          ]),
        ),
      );
    });
  tokens
    .command('add')
    .description('make a token that reads one folder, and print it: it is never told again')
    .argument('<name>', 'what it is for')
    .argument('[folder]', 'where it is good, with all below; your own folder without it', '.')
    .option('--write', 'it may write there as well')
    .option('-d, --days <n>', 'days until it ends (1 to 3660)', '90')
    .action(async (name: string, folder: string, { write, days }: AddOptions) => {
      const { box, remote } = openContext();
      const verb = write === true ? 'write' : 'read';
      const made = await box.tokens.add({ name, verb, path: remote(folder), days: Number(days) });
      output().result(made, [made.token]);
    });
  tokens
    .command('revoke')
    .description('end tokens at once')
    .argument('<id...>', 'as "boxwood tokens" tells them')
    .action(async (ids: readonly string[]) => {
      const { box } = openContext();
      for (const id of ids) await box.tokens.revoke({ id });
      output().result({ revoked: ids }, [`Ended: ${ids.length}`]);
    });

  program
    .command('safe')
    .description('open or lock your safe for this session, or see how it is')
    .argument('[what]', 'status, unlock or lock', 'status')
    .action(async (what: string) => {
      const { box, session } = openContext();
      const { user: username } = session;
      if (what === 'status') {
        const status = await box.safe.status({ username });
        const words = status.locked > 0 ? `locked for ${status.locked} s after wrong passwords` : 'takes a password';
        output().result(status, [status.set === 1 ? `The safe ${words}` : 'There is no safe yet']);
      } else if (what === 'unlock') {
        await box.safe.unlock({ username, password: await readPassword() });
        output().result({ unlocked: true }, ['The safe is open: /mnt/safebox']);
      } else if (what === 'lock') {
        await box.safe.lock({ area: 'safe' });
        output().result({ unlocked: false }, ['The safe is locked']);
      } else throw new Complaint(`safe ${what}: status, unlock or lock`, EXIT.usage);
    });
};
