import { each, GEN, ListShares } from '@boxwood/box-sdk';
import type { ShareRecord } from '@boxwood/box-sdk';
import type { Command } from 'commander';
import { openContext } from '../cli-context.ts';
import { CliError, EXIT, withRefusalMessage } from '../cli-errors.ts';
import type { Output } from '../cli-output.ts';
import { printable, formatTable, formatTime } from '../cli-output.ts';
import { readPassword } from '../read-password.ts';
import { requireRemote } from '../remote-paths.ts';
import type { PlannedAction, DryRun } from './dry-run.ts';
import { withDryRun, reportPlan } from './dry-run.ts';
import { translate } from '../messages/translate.ts';
import { linkShape, tokenShape } from '../json-shapes.ts';

interface AddOptions extends DryRun {
  readonly write?: true;
  readonly days: string;
}

/** The path of an unlocked safe. */
const SAFE_PATH = '/mnt/safebox';

const unknownIdMessage = (id: string): string => translate('{id}: not found', { id });

/** Reports which items would be revoked, by name; throws for an unknown id. */
const reportRevocations = (output: Output, ids: readonly string[], names: ReadonlyMap<string, string>): void => {
  const actions = ids.map((id): PlannedAction => {
    const path = names.get(id);
    if (path === undefined) throw new CliError(unknownIdMessage(id), EXIT.refused);
    return { act: 'end', path };
  });
  reportPlan(output, actions);
};

export const addAccessCommands = (program: Command, output: () => Output): void => {
  const shares = program.command('shares').description('list or revoke links that you created');
  shares
    .command('ls', { isDefault: true })
    .description('list links with their visits and expiry')
    .action(async () => {
      const { box, session } = openContext();
      const list: ShareRecord[] = [];
      for await (const share of each(box, ListShares, { user: session.user })) list.push(share);
      output().result(
        list.map(linkShape),
        formatTable(
          list.map(({ id, visits, etime, path, files }) => [
            id,
            translate('{visits} visits', { visits }),
            translate('until {time}', { time: formatTime(etime) }),
            printable(`${path}/${files.join(', ')}`),
          ]),
        ),
      );
    });
  withDryRun(shares.command('revoke'))
    .description('end links immediately')
    .argument('<id...>', 'ids from "boxwood shares"')
    .action(async (ids: readonly string[], { dryRun }: DryRun) => {
      const { box, session } = openContext();
      if (dryRun === true) {
        const names = new Map<string, string>();
        for await (const { id, path, files } of each(box, ListShares, { user: session.user }))
          names.set(id, `${path}/${files.join(', ')}`);
        reportRevocations(output(), ids, names);
        return;
      }
      for (const id of ids) await withRefusalMessage(() => unknownIdMessage(id), box.shares.remove({ id }));
      output().result({ revoked: ids }, [translate('Ended: {count}', { count: ids.length })]);
    });

  const tokens = program.command('tokens').description('list, create or revoke tokens for scripts');
  tokens
    .command('ls', { isDefault: true })
    .description('list your tokens, newest first')
    .action(async () => {
      const { list } = await openContext().box.tokens.list();
      output().result(
        list.map(tokenShape),
        formatTable(
          list.map(({ id, name, verb, path, etime, used }) => [
            id,
            printable(name),
            verb,
            printable(path),
            translate('until {time}', { time: formatTime(etime) }),
            used === 0 ? translate('never used') : translate('used {time}', { time: formatTime(used) }),
          ]),
        ),
      );
    });
  withDryRun(tokens.command('add'))
    .description('create a token that can read one folder, and print it; it is shown only once')
    .argument('<name>', 'purpose of the token')
    .argument('[folder]', 'folder that the token can access, with all subfolders; "." is your own folder', '.')
    .option('--write', 'also allow writing')
    .option('-d, --days <n>', 'days until it expires (1 to 3660)', '90')
    .action(async (name: string, folder: string, { write, days, dryRun }: AddOptions) => {
      const { box, remote } = openContext();
      const verb = write === true ? 'write' : 'read';
      if (dryRun === true) {
        await requireRemote(box, remote(folder));
        reportPlan(output(), [{ act: 'permit', path: `${verb} ${remote(folder)}`, target: name }]);
        return;
      }
      const { id, token } = await box.tokens.add({ name, verb, path: remote(folder), days: Number(days) });
      output().result({ id, token, name, rights: verb, path: remote(folder), days: Number(days) }, [token]);
    });
  withDryRun(tokens.command('revoke'))
    .description('end tokens immediately')
    .argument('<id...>', 'ids from "boxwood tokens"')
    .action(async (ids: readonly string[], { dryRun }: DryRun) => {
      const { box } = openContext();
      if (dryRun === true) {
        const { list } = await box.tokens.list();
        reportRevocations(output(), ids, new Map(list.map(({ id, name }) => [id, name])));
        return;
      }
      for (const id of ids) await withRefusalMessage(() => unknownIdMessage(id), box.tokens.revoke({ id }), GEN.path);
      output().result({ revoked: ids }, [translate('Ended: {count}', { count: ids.length })]);
    });

  withDryRun(program.command('safe'))
    .description('open or lock your safe for this session, or show its state')
    .argument('[what]', 'status, unlock or lock', 'status')
    .action(async (what: string, { dryRun }: DryRun) => {
      const { box, session } = openContext();
      const { user: username } = session;
      if (dryRun === true && (what === 'unlock' || what === 'lock')) {
        reportPlan(output(), [{ act: what === 'lock' ? 'lock' : 'open', path: SAFE_PATH }]);
      } else if (what === 'status') {
        const status = await box.safe.status({ username });
        const message =
          status.locked > 0
            ? translate('The safe is locked for {seconds} s after wrong passwords', { seconds: status.locked })
            : translate('The safe opens with a password');
        output().result({ set: status.set === 1, lockedSeconds: status.locked }, [
          status.set === 1 ? message : translate('There is no safe yet'),
        ]);
      } else if (what === 'unlock') {
        await box.safe.unlock({ username, password: await readPassword() });
        output().result({ unlocked: true }, [translate('The safe is open: /mnt/safebox')]);
      } else if (what === 'lock') {
        await box.safe.lock({ area: 'safe' });
        output().result({ unlocked: false }, [translate('The safe is locked')]);
      } else throw new CliError(translate('safe {what}: status, unlock or lock', { what }), EXIT.usage);
    });
};
