import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { linkKeyOf } from '../link/link-key.ts';

type ColumnDefinition = readonly [name: string, type: 'text' | 'integer' | 'bigint'];
const text = (...names: readonly string[]): readonly ColumnDefinition[] => names.map((name) => [name, 'text']);
const integer = (...names: readonly string[]): readonly ColumnDefinition[] => names.map((name) => [name, 'integer']);
const big = (...names: readonly string[]): readonly ColumnDefinition[] => names.map((name) => [name, 'bigint']);

/** Every column is required: absence has a value of its own ('' or 0), so that no query has to handle null. */
const table = async (
  db: Kysely<unknown>,
  name: string,
  key: readonly string[],
  columns: readonly ColumnDefinition[],
) => {
  let builder = db.schema.createTable(name);
  for (const [column, type] of columns) builder = builder.addColumn(column, type, (c) => c.notNull());
  await builder.addPrimaryKeyConstraint(`${name}_pk`, [...key] as never).execute();
};
const index = (db: Kysely<unknown>, name: string, on: string, columns: readonly string[], unique = false) => {
  const builder = db.schema
    .createIndex(name)
    .on(on)
    .columns([...columns]);
  return (unique ? builder.unique() : builder).execute();
};
/** A unique index on the rows that have a value. */
const uniqueIfSet = (db: Kysely<unknown>, name: string, on: string, column: string) =>
  sql`create unique index ${sql.id(name)} on ${sql.table(on)} (${sql.ref(column)}) where ${sql.ref(column)} <> ''`.execute(
    db,
  );

const accounts = async (db: Kysely<unknown>) => {
  await table(
    db,
    'users',
    ['user_name'],
    [...text('user_name', 'nick', 'mail', 'mobile', 'avatar', 'verifier'), ...integer('points'), ...big('created')],
  );
  await uniqueIfSet(db, 'users_mail', 'users', 'mail');
  await uniqueIfSet(db, 'users_mobile', 'users', 'mobile');
  await table(
    db,
    'sessions',
    ['user_name', 'devtype'],
    [...text('user_name', 'devtype', 'token_hash'), ...big('created')],
  );
  await index(db, 'sessions_token', 'sessions', ['token_hash'], true);
  await table(
    db,
    'codes',
    ['target'],
    [...text('target', 'code_hash'), ...big('sent', 'expires'), ...integer('tries')],
  );
  await table(db, 'attempts', ['name'], [...text('name'), ...integer('count'), ...big('expires')]);
};

const boxes = async (db: Kysely<unknown>) => {
  await table(
    db,
    'boxes',
    ['box_id'],
    [
      ...text('box_id', 'box_name', 'secret', 'model', 'edition', 'version', 'endpoint', 'lan_ip', 'wan_ip', 'ipv6'),
      ...integer('api_port'),
      ...big('seen'),
    ],
  );
  await index(db, 'boxes_name', 'boxes', ['box_name'], true);
  await table(
    db,
    'roster',
    ['box_id', 'user_name'],
    [...text('box_id', 'user_name', 'admin', 'owner', 'nick'), ...big('created')],
  );
  await index(db, 'roster_user', 'roster', ['user_name']);
  await table(db, 'invites', ['code'], [...text('code', 'box_id'), ...big('expires')]);
  await table(db, 'pushes', ['box_id'], [...text('box_id'), ...big('due'), ...integer('tries', 'revision')]);
  await table(db, 'relay_grants', ['auth_hash'], [...text('auth_hash', 'box_id', 'user_name'), ...big('expires')]);
  await table(db, 'container_confs', ['box_id'], text('box_id', 'conf'));
};

const messagesAndFeedback = async (db: Kysely<unknown>) => {
  await table(
    db,
    'messages',
    ['mid'],
    [...text('mid', 'user_name', 'content', 'box_name'), ...integer('type', 'state'), ...big('date_time')],
  );
  await index(db, 'messages_of_user', 'messages', ['user_name', 'type', 'date_time']);
  await table(
    db,
    'feedback',
    ['id'],
    [...text('id', 'user_name', 'type', 'contact', 'content', 'pictures'), ...big('created')],
  );
};

const domainsAndTunnels = async (db: Kysely<unknown>) => {
  await table(
    db,
    'domains',
    ['id'],
    [...text('id', 'domain', 'owner', 'status', 'box_id', 'code', 'free', 'in_use'), ...big('expire')],
  );
  await index(db, 'domains_name', 'domains', ['domain'], true);
  await index(db, 'domains_owner', 'domains', ['owner']);
  await table(db, 'entrances', ['box_id'], text('box_id', 'enabled', 'domain'));
  await table(
    db,
    'exchange_codes',
    ['code'],
    [...text('code', 'kind', 'plan', 'used_by'), ...big('expires', 'used_at')],
  );
  await table(
    db,
    'products',
    ['sub_id'],
    [
      ...text(
        'sub_id',
        'owner',
        'name',
        'plan',
        'srv_id',
        'box_id',
        'state',
        'ports',
        'white',
        'domain',
        'def',
        'signed_on',
      ),
      ...integer('max_ports', 'max_white', 'bandwidth'),
      ...big('flow', 'expire'),
    ],
  );
  await index(db, 'products_owner', 'products', ['owner']);
  await uniqueIfSet(db, 'products_domain', 'products', 'domain');
  await table(db, 'flows', ['sub_id', 'box_id', 'day'], [...text('sub_id', 'box_id', 'day'), ...big('bytes')]);
  await table(db, 'remotes', ['box_id'], [...text('box_id', 'srv_id'), ...integer('srv_port')]);
  await index(db, 'remotes_port', 'remotes', ['srv_id', 'srv_port'], true);
  await table(db, 'tunnel_clients', ['box_id', 'type'], [...text('box_id', 'type'), ...big('prepared')]);
};

/** Sessions expire when unused, so the time of the last use is stored. */
const idleSessions = (db: Kysely<unknown>) =>
  db.schema.alterTable('sessions').renameColumn('created', 'used').execute();

/** The title that the owner gave the box; its users see it unless they set a name of their own. */
const boxTitles = (db: Kysely<unknown>) =>
  db.schema
    .alterTable('boxes')
    .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
    .execute();

/**
 * Tokens for one box each, and the ended tokens that their boxes have not received yet; relay tickets get a session.
 */
const boxTokens = async (db: Kysely<unknown>) => {
  await table(
    db,
    'box_tokens',
    ['token_hash'],
    [...text('token_hash', 'box_id', 'user_name', 'session_hash'), ...big('used')],
  );
  await index(db, 'box_tokens_session', 'box_tokens', ['session_hash']);
  await index(db, 'box_tokens_user', 'box_tokens', ['user_name']);
  await table(db, 'ended_tokens', ['box_id', 'token_hash'], text('box_id', 'token_hash'));
  await db.schema
    .alterTable('relay_grants')
    .addColumn('session_hash', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
};

/** The service connects to no address that a box reports: boxes dial in. */
const noEndpoints = (db: Kysely<unknown>) => db.schema.alterTable('boxes').dropColumn('endpoint').execute();

/** Boxes used to present their own secret; from this version on they present a key derived from it. */
const linkKeys = async (db: Kysely<unknown>) => {
  const { rows } = await sql<{ box_id: string; secret: string }>`select box_id, secret from boxes`.execute(db);
  for (const { box_id, secret } of rows)
    if (secret !== '') await sql`update boxes set secret = ${linkKeyOf(secret)} where box_id = ${box_id}`.execute(db);
};

/** Password links, at most one for each user. */
const passwordLinks = (db: Kysely<unknown>) =>
  table(
    db,
    'password_links',
    ['user_name'],
    [...text('user_name', 'secret_hash', 'box_id', 'made_by'), ...big('expires')],
  );

/** In order; a released migration is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts': { up: accounts },
  '0002-boxes': { up: boxes },
  '0003-talk': { up: messagesAndFeedback },
  '0004-reach': { up: domainsAndTunnels },
  '0005-idle-sessions': { up: idleSessions },
  '0006-box-titles': { up: boxTitles },
  '0007-box-tokens': { up: boxTokens },
  '0008-no-endpoints': { up: noEndpoints },
  '0009-link-keys': { up: linkKeys },
  '0010-password-links': { up: passwordLinks },
};

/** The names of all migrations, to detect a database of a newer service version. */
export const accountSchema: readonly string[] = Object.keys(migrations);
