import { DatabaseSync } from 'node:sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from './open-store.ts';

let dir: string;
let database: DatabaseSync;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'boxwood-schema-'));
  const file = join(dir, 'account.sqlite');
  const store = await openStore(file, () => undefined);
  await store.destroy();
  database = new DatabaseSync(file);
});
afterAll(async () => {
  database.close();
  await rm(dir, { recursive: true, force: true });
});

it('what there is once is kept so by the database, also against two writers: tokens, addresses, names, ports', () => {
  const unique = database.prepare("select name from sqlite_master where type = 'index' and sql like 'create unique %'");
  expect(
    unique
      .all()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'boxes_name',
    'domains_name',
    'products_domain',
    'remotes_port',
    'sessions_token',
    'users_mail',
    'users_mobile',
  ]);
});

it('every table that the service writes to is made', () => {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'users',
      'sessions',
      'codes',
      'attempts',
      'boxes',
      'roster',
      'invites',
      'pushes',
      'relay_grants',
      'box_tokens',
      'ended_tokens',
      'messages',
      'feedback',
      'domains',
      'entrances',
      'exchange_codes',
      'products',
      'flows',
      'remotes',
      'tunnel_clients',
      'container_confs',
      'password_links',
    ]),
  );
});

it('a token that has ended is told to each box by itself', () => {
  const add = database.prepare('insert into ended_tokens (box_id, token_hash) values (?, ?)');
  add.run('box7', 'a hash');
  add.run('box8', 'a hash');
  add.run('box7', 'another hash');
  expect(() => add.run('box7', 'a hash')).toThrow(/UNIQUE/);
});

it('an address that nobody has given may be missing as often as it likes; one that is there belongs to one person', () => {
  const add = database.prepare(
    "insert into users (user_name, nick, mail, mobile, avatar, verifier, points, created) values (?, '', ?, '', '', '', 0, 0)",
  );
  add.run('ann_lee', '');
  add.run('bob_lee', '');
  add.run('carol_w', 'carol@example.org');
  expect(() => add.run('dan_lee', 'carol@example.org')).toThrow(/UNIQUE/);
});

it('one token is one session', () => {
  const add = database.prepare(
    "insert into sessions (user_name, devtype, token_hash, used) values (?, 'web', 'a hash', 0)",
  );
  add.run('ann_lee');
  expect(() => add.run('bob_lee')).toThrow(/UNIQUE/);
});
