import { expect, it, vi } from 'vitest';
import { Revocations, type Revocation } from '../identity/revocations.ts';
import { identityMigrations } from '../identity/identity-tables.ts';
import { Users } from '../identity/users.ts';
import { openDatabase } from '../../store/database.ts';
import { createRosterHandler } from './apply-roster.ts';

it('who is gone ends altogether, who has a new password in every session, and what ended there by its digest', async () => {
  const users = new Users(openDatabase(':memory:', { migrations: identityMigrations }), { now: () => 1 });
  const endings = new Revocations((fault) => {
    throw fault;
  });
  const announced: Revocation[] = [];
  const folders: string[] = [];
  endings.on((ending) => announced.push(ending));
  const changed = vi.fn();
  const makeFolders = (user: string) => Promise.resolve(void folders.push(user));
  const roster = createRosterHandler({ users, endings, onChanged: changed, makeFolders });
  const person = (name: string, verifier = 'v') => ({ name, admin: false, verifier });
  users.create({ name: 'annabel', admin: true, owner: true }, 'v');
  await roster([person('annabel'), person('robert1'), person('sophie1')], []);
  expect([announced.splice(0), folders.splice(0)]).toEqual([[], ['annabel', 'robert1', 'sophie1']]);
  // Two users were added; the same report is no change, and neither is a known user's password.
  expect(changed).toHaveBeenCalledTimes(1);
  await roster([person('annabel'), person('robert1'), person('sophie1')], []);
  expect(changed).toHaveBeenCalledTimes(1);
  await roster([person('annabel'), person('sophie1', 'w')], ['ff00']);
  expect(changed).toHaveBeenCalledTimes(2);
  expect(announced).toEqual([
    { kind: 'user', user: 'robert1' },
    { kind: 'sessions', user: 'sophie1' },
    { kind: 'session', session: Buffer.from('ff00', 'hex').toString('base64url') },
  ]);
});

it('who owned the box first is gone like everybody else once another one administrates, and not by a list that names nobody', async () => {
  const users = new Users(openDatabase(':memory:', { migrations: identityMigrations }), { now: () => 1 });
  const endings = new Revocations((fault) => {
    throw fault;
  });
  const announced: Revocation[] = [];
  endings.on((ending) => announced.push(ending));
  const roster = createRosterHandler({
    users,
    endings,
    onChanged: () => undefined,
    makeFolders: () => Promise.resolve(),
  });
  users.create({ name: 'annabel', admin: true, owner: true }, 'v');
  const robert = (admin: boolean) => ({ name: 'robert1', admin, verifier: 'v' });
  for (const list of [[], [robert(false)]]) await roster(list, []);
  expect(users.get('annabel')).toBeDefined();
  await roster([robert(true)], []);
  expect(users.all().map(({ name }) => name)).toEqual(['robert1']);
  expect(announced.at(-1)).toEqual({ kind: 'user', user: 'annabel' });
});
