import type { AccessRecord } from '@boxwood/account';
import { commandTree } from '@boxwood/box-sdk';
import type { BoxModel, CommandSpec } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import { expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { createAuthorise } from './authorise.ts';
import { ScriptTokens } from './script-tokens.ts';
import { Sessions } from './sessions.ts';
import { identityMigrations } from './identity-tables.ts';
import { Tokens } from './tokens.ts';
import { Users } from './users.ts';

const clock = { now: () => 1_700_000_000_000 };
const database = openDatabase(':memory:', { migrations: identityMigrations });
const users = new Users(database, clock);
users.create({ name: 'annabel', admin: true, owner: true }, 'v');
users.create({ name: 'robert1', admin: false, owner: false }, 'v');
const tokens = new Tokens(database, clock);
const token = { annabel: tokens.issue('annabel'), robert1: tokens.issue('robert1') };
let model: BoxModel = 'G2';
const refusals: AccessRecord[] = [];
const authorise = createAuthorise({
  sessions: new Sessions(tokens, new ScriptTokens(database, clock), users, null, clock),
  unlocks: { isUnlocked: (session, area) => area === 'safe' && session !== '' },
  model: () => model,
  isTokenFolder: () => Promise.resolve(true),
  onRefused: (visit) => refusals.push(visit),
});

const authoriseCall = (command: CommandSpec, username: string, shown: string) =>
  authorise({
    command,
    params: {},
    identity: { username, token: shown },
    request: {
      method: 'POST',
      path: '',
      query: new URLSearchParams(),
      headers: { a: 'b' },
      body: '',
      remote: '10.0.0.1',
    },
  });
const refused = async (command: CommandSpec, username: string, shown: string): Promise<string> =>
  authoriseCall(command, username, shown).then(
    () => 'done',
    (failure: unknown) =>
      failure instanceof Refusal ? `${failure.code} ${failure.info ?? ''}`.trim() : String(failure),
  );
const all = Object.values(commandTree).flatMap((area) => Object.values<CommandSpec>(area));

it('every command runs for whom its declaration names, and for nobody else', async () => {
  for (const command of all.filter(({ models }) => models === undefined)) {
    const admin = command.access === 'admin';
    const open = command.access === 'public';
    expect(
      [
        await refused(command, '', ''),
        await refused(command, 'annabel', token.robert1),
        await refused(command, 'robert1', token.robert1),
        await refused(command, 'annabel', token.annabel),
      ],
      command.name,
    ).toEqual([open ? 'done' : '18', open ? 'done' : '18', admin ? '13' : 'done', 'done']);
  }
});

it('a command of other models is refused in the number of its family', async () => {
  const bound = all.filter(({ models }) => models !== undefined);
  expect(bound.length).toBeGreaterThan(0);
  for (const command of bound)
    for (const each of ['G2', 'N2'] as const) {
      model = each;
      const family = { TSK: 3, ALB: 3, PLG: 3, APP: 6, GEN: 11, OPS: 11, ACC: 11, BDU: 11, RPC: 11 }[command.errors];
      expect(await refused(command, 'annabel', token.annabel), `${command.name} ${each}`).toBe(
        command.models?.includes(each) === true ? 'done' : `${family} model`,
      );
    }
  model = 'G2';
});

it('a stranger has nothing: no name, no right, no session, no open area', async () => {
  const open = all.find(({ access }) => access === 'public');
  if (open === undefined) throw new Error('no public command');
  // Also with a valid token.
  const { caller, session, remote } = await authoriseCall(open, 'annabel', token.annabel);
  expect([caller.user, caller.admin, session, remote]).toEqual(['', false, '', '10.0.0.1']);
  expect([caller.isUnlocked('safe'), caller.isUnlocked('home')]).toEqual([false, false]);
  const own = all.find(({ access, models }) => access === 'user' && models === undefined);
  if (own === undefined) throw new Error('no command of users');
  const signed = await authoriseCall(own, 'robert1', token.robert1);
  expect([signed.caller.user, signed.caller.admin, signed.remote, signed.headers]).toEqual([
    'robert1',
    false,
    '10.0.0.1',
    { a: 'b' },
  ]);
  expect(signed.session).not.toBe('');
  expect([signed.caller.isUnlocked('safe'), signed.caller.isUnlocked('home')]).toEqual([true, false]);
});

it('whom it refuses is told, by name only when the session is good', async () => {
  refusals.length = 0;
  const { reboot } = commandTree.system;
  await refused(reboot, 'annabel', 'x'.repeat(32));
  await refused(reboot, 'robert1', token.robert1);
  await refused(reboot, 'annabel', token.annabel);
  const seen = { remote: '10.0.0.1', command: reboot.name };
  expect(refusals).toEqual([
    { ...seen, user: 'nobody', code: 18 },
    { ...seen, user: 'robert1', code: 13 },
  ]);
});
