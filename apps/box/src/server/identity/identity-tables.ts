import { defineMigration } from '../../store/migrations.ts';

/** Users of the box, their tokens, script tokens and file keys (as SHA-256 only), and counted login attempts. */
export const identityMigrations = [
  defineMigration(
    'identity',
    1,
    `create table users (
       name text primary key,
       admin integer not null,
       owner integer not null,
       verifier text not null,
       created integer not null
     ) strict, without rowid;
     create table tokens (
       hash text primary key,
       user text not null references users(name) on delete cascade,
       issued integer not null,
       used integer not null
     ) strict, without rowid;
     create index tokens_user on tokens(user);
     create table file_keys (
       hash text primary key,
       user text not null,
       session text not null,
       expires integer not null
     ) strict, without rowid;
     create index file_keys_session on file_keys(session);
     create table tries (
       subject text not null,
       at integer not null
     ) strict;
     create index tries_subject on tries(subject, at);
     create table facts (
       name text primary key,
       value text not null
     ) strict, without rowid;`,
  ),
  defineMigration(
    'identity',
    2,
    `create table ended_sessions (
       hash text primary key,
       at integer not null
     ) strict, without rowid;
     create index file_keys_user on file_keys(user);`,
  ),
  defineMigration(
    'identity',
    3,
    `create table script_tokens (
       hash text primary key,
       id text not null unique,
       user text not null references users(name) on delete cascade,
       name text not null,
       verb text not null,
       path text not null,
       made integer not null,
       ends integer not null,
       used integer not null
     ) strict, without rowid;
     create index script_tokens_user on script_tokens(user);`,
  ),
  // A token is bound to its folder; null where it is bound to the path.
  defineMigration(
    'identity',
    4,
    `alter table script_tokens add column dev text;
     alter table script_tokens add column ino text;
     alter table script_tokens add column born text;`,
  ),
];
