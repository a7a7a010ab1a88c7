import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandSpec, Identity } from '@boxwood/box-sdk';
import { commandTree, encodeRequest, isRight, ListDriveProxy, SearchDriveProxy } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const fixtures = fileURLToPath(new URL('../../packages/box-sdk/fixtures', import.meta.url));

interface Row {
  readonly area: string;
  readonly command: CommandSpec;
  readonly params: unknown;
}

const rows: readonly Row[] = Object.entries(commandTree).flatMap(([area, commands]) =>
  Object.values(commands).map((command: CommandSpec) => {
    const fixture: unknown = JSON.parse(readFileSync(join(fixtures, area, `${command.name}.json`), 'utf8'));
    const params = typeof fixture === 'object' && fixture !== null && 'params' in fixture ? fixture.params : {};
    return { area, command, params };
  }),
);

/** The callers. `foreign`: the owner's name with another user's token. */
const WHO = ['nobody', 'garbage', 'ended', 'foreign', 'user', 'admin'] as const;
type Who = (typeof WHO)[number];

const fieldOf = (answer: unknown, field: string): unknown =>
  typeof answer === 'object' && answer !== null && field in answer ? Reflect.get(answer, field) : undefined;

/** The number with which a reply refuses, in whichever form the command replies; 0 is success. */
const codeIn = (command: CommandSpec, answer: unknown): number => {
  switch (command.reply) {
    case 'error':
      return Number(fieldOf(answer, 'error'));
    case 'errno':
      return Number(fieldOf(answer, 'errno'));
    case 'code':
    case 'codeTop':
      return Number(fieldOf(answer, 'code'));
    case 'jsonrpc':
      return Number(fieldOf(fieldOf(answer, 'error'), 'code') ?? 0);
  }
};

describe('the authorisation matrix: every command, everybody', () => {
  let box: BoxProcess;
  const identities = new Map<Who, Identity>();

  beforeAll(async () => {
    box = await startBoxProcess();
    const ended = await signIn(box.origin, OWNER);
    await ended.session.signOut({ userName: OWNER, token: ended.token });
    const user = await signIn(box.origin, MEMBER);
    const admin = await signIn(box.origin, OWNER);
    identities.set('nobody', { username: '', token: '' });
    identities.set('garbage', { username: OWNER, token: '../../etc/passwd%00' });
    identities.set('ended', { username: OWNER, token: ended.token });
    identities.set('foreign', { username: OWNER, token: user.token });
    identities.set('user', { username: MEMBER, token: user.token });
    identities.set('admin', { username: OWNER, token: admin.token });
  });
  afterAll(() => box.remove());

  const knock = async ({ command, params }: Row, who: Who): Promise<{ status: number; code: number }> => {
    const identity = identities.get(who);
    if (identity === undefined) throw new Error(who);
    const encoded = encodeRequest(command, params, identity);
    if (!isRight(encoded)) throw new Error(`${command.name}: the fixture does not encode`);
    const { method, path, query, headers, body } = encoded.right;
    const search = new URLSearchParams(query).toString();
    const reply = await fetch(`${box.origin}${path}${search === '' ? '' : `?${search}`}`, { method, headers, body });
    const text = await reply.text();
    const answer: unknown = reply.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : {};
    const code = codeIn(command, answer);
    return { status: reply.status, code };
  };

  it('has a row for every command of the registry', () => {
    expect(rows.length).toBeGreaterThan(180);
    expect(new Set(rows.map((row) => row.command.name)).size).toBe(rows.length);
  });

  it.each(WHO)('ROLE-13: %s gets from every command what its declaration says', async (who) => {
    const wrong: string[] = [];
    for (const row of rows) {
      const { command } = row;
      // A path token that is invalid does not match any endpoint either.
      const unroutable = command.path === '/{token}' && (who === 'nobody' || who === 'garbage');
      const { status, code } = await knock(row, who);
      const say = (words: string) => wrong.push(`${command.name}: ${words} (HTTP ${status}, code ${code})`);
      if (status >= 500) say('a 5xx');
      if (unroutable) continue;
      if (status !== 200) say('not a 200');
      if (code === 7 && command.errors === 'GEN') say('a service error');
      const stranger = who !== 'user' && who !== 'admin';
      const turnedAway = command.reply === 'jsonrpc' ? code !== 0 : code === 18;
      if (command.access !== 'public' && stranger && !turnedAway) say('a stranger was not turned away');
      if (command.access === 'public' && code === 18) say('public, yet it wants a session');
      if (command.access === 'admin' && who === 'user' && code !== 13) say('not for an ordinary user');
      if (!stranger && code === 18) say('a good session was turned away');
    }
    expect(wrong).toEqual([]);
  });

  it('SDK-B105, SDK-B106: the proxy of a cloud drive answers at its own address, and never with the desktop', async () => {
    for (const command of [ListDriveProxy, SearchDriveProxy]) {
      const row = rows.find((one) => one.command === command);
      if (row === undefined) throw new Error(command.name);
      expect(await knock(row, 'nobody')).toEqual({ status: 200, code: 18 });
      expect(await knock(row, 'user')).toEqual({ status: 200, code: 12 });
    }
  });

  it('writes no token of anybody into the log', () => {
    for (const { token } of identities.values()) if (token.length === 32) expect(box.log()).not.toContain(token);
  });
});
