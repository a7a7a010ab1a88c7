import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from '@boxwood/command-bus/codecs';
import { afterAll, expect, it } from 'vitest';
import { openMachine } from './machine.ts';
import { HostRequest, VERBS } from './protocol.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-machine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = (name: string, script: string): string => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return join(folder, name);
};

it('a program has two variables and its arguments, and what it says is bounded', async () => {
  const machine = openMachine(folder);
  process.env['BOXWOOD_SECRET_OF_A_TEST'] = 'x';
  const told = await machine.run(program('tell', '/usr/bin/env; echo "$# $1" >&2'), ['$(id); a  b'], 10_000);
  delete process.env['BOXWOOD_SECRET_OF_A_TEST'];
  const names = told.output
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]);
  // The shell adds its working folder, and some shells add further variables.
  expect(names.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name ?? '')).toSorted()).toEqual([
    'LC_ALL',
    'PATH',
  ]);
  expect(told).toMatchObject({ code: 0, errors: '1 $(id); a  b\n' });
  const much = await machine.run(
    program('much', 'i=0; while [ $i -lt 9000 ]; do echo much; i=$((i+1)); done'),
    [],
    10_000,
  );
  expect([much.code, much.output.length]).toEqual([0, 4096]);
  expect([machine.find('tell'), machine.find('sh'), openMachine(`.:${folder}x`).find('tell')]).toEqual([
    join(folder, 'tell'),
    undefined,
    undefined,
  ]);
  expect((await machine.run(join(folder, 'absent'), [], 10_000)).code).toBeNull();
});

it('what runs beyond its deadline is ended, and what it started too', async () => {
  const alive = join(folder, 'alive');
  const slow = program('slow', `(trap '' TERM; /bin/sleep 1; echo still > '${alive}') & /bin/sleep 30`);
  expect((await openMachine(folder).run(slow, [], 200)).code).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(openMachine(folder).read(alive)).toBe('');
});

it('a zone is a name of a zone, a time one of this century, and a question has nothing beside what is declared', () => {
  const takes = (params: object): boolean => decode(VERBS.date.params, params)._tag === 'Right';
  expect(['Europe/Vienna', 'UTC', 'America/Argentina/Ushuaia', 'Etc/GMT+1'].every((zone) => takes({ zone }))).toBe(
    true,
  );
  for (const zone of [
    '',
    '-h',
    '--help',
    '+01:00',
    '../etc/passwd',
    'Europe/../UTC',
    'Mars/Olympus',
    'UTC\n',
    '/UTC',
    'x'.repeat(65),
  ])
    expect([zone, takes({ zone })]).toEqual([zone, false]);
  expect([946_684_799, 946_684_800, 4_102_444_799, 4_102_444_800, 1.5].map((time) => takes({ time }))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect([{}, { ntp: 1 }, { ntp: 1, time: 1_800_000_000 }, { ntp: 1, command: 'id' }].map(takes)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  const question = { ask: 'plan', verb: 'power', params: {}, by: { user: 'a', from: 'b' } };
  expect(decode(HostRequest, question)._tag).toBe('Right');
  for (const odd of [
    { ...question, plan: 'x' },
    { ...question, verb: 'toString' },
    { ...question, by: { user: 'a', from: 'b', uid: 0 } },
  ])
    expect(decode(HostRequest, odd)._tag).toBe('Left');
});
