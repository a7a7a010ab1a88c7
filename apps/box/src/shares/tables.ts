import { defineMigration } from '../store/migrations.ts';

/**
 * HTTP shares (SHARE-18). `names` is a JSON list of names in the folder `path`; `code` is sealed ({@link ShareSecrets}), null for none.
 * A share ends with its owner's membership.
 */
export const shareMigrations = [
  defineMigration(
    'shares',
    1,
    `create table shares (
       id text primary key,
       user text not null references users(name) on delete cascade,
       path text not null,
       names text not null,
       code blob,
       days integer not null,
       created integer not null,
       visits integer not null default 0,
       wrong integer not null default 0
     ) strict, without rowid;
     create index shares_user on shares(user, created);`,
  ),
];
