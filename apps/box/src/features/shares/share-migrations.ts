import { defineMigration } from '../../store/migrations.ts';

/**
 * HTTP shares (SHARE-18). `names` is a JSON list of names in the folder `path`; `code` is encrypted ({@link
 * ShareSecrets}), null for none. Deleting a user deletes their shares.
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
  // Family shares (SHARE-14) and their members. Deleting a user deletes both.
  defineMigration(
    'shares',
    2,
    `create table family_shares (
       id text primary key,
       owner text not null references users(name) on delete cascade,
       name text not null,
       path text not null,
       created integer not null,
       unique (owner, name)
     ) strict, without rowid;
     create table family_members (
       share text not null references family_shares(id) on delete cascade,
       member text not null references users(name) on delete cascade,
       primary key (share, member)
     ) strict, without rowid;
     create index family_members_member on family_members(member);`,
  ),
  // Identity of the folder of a family share ({@link FileStamp}), null until the box has seen it. `path` is its last
  // known path.
  defineMigration(
    'shares',
    3,
    `alter table family_shares add column dev text;
     alter table family_shares add column ino text;
     alter table family_shares add column born text;`,
  ),
];
