/** `--json` prints what docs/cli.md states: each object with exactly its fields, for each command that prints it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import type { Cli } from '../lib/box/cli.ts';
import { createCli } from '../lib/box/cli.ts';
import { signIn } from '../lib/box/client.ts';
import { makePicture } from '../lib/media/png-picture.ts';

/** Fields by object, in the order of the page. */
const page = new Map(
  readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, thing = '', , fields = ''] = line.split('|').map((cell) => cell.trim());
      const names = [...fields.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return line.split('|').length === 5 && names.length > 0 ? [[thing, names] as const] : [];
    }),
);

/** Names of all fields: `box.name`, `disks[].free`. A list of texts, null, and an empty list are values. */
const fieldsOf = (value: unknown, above = ''): readonly string[] => {
  if (Array.isArray(value) && typeof value[0] === 'object') return fieldsOf(value[0], `${above}[]`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [above];
  return Object.entries(value).flatMap(([name, held]) => fieldsOf(held, above === '' ? name : `${above}.${name}`));
};

/** A picture. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNoaGgAAAMEAYEezv+mAAAAAElFTkSuQmCC';

let box: BoxProcess;
let cli: Cli;
let local: string;

beforeAll(async () => {
  box = await startBoxProcess();
  cli = createCli();
  local = mkdtempSync(join(tmpdir(), 'boxwood-json-'));
  await cli.run(['login', box.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD });
  for (const folder of ['to', 'to sync', 'My Images']) mkdirSync(join(box.usb1, OWNER, folder), { recursive: true });
  writeFileSync(join(box.usb1, OWNER, 'My Images', 'dot.png'), Buffer.from(DOT, 'base64'));
  writeFileSync(join(box.usb1, OWNER, 'My Images', 'trip.png'), makePicture('trip', [22.5205, 113.9465]));
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) writeFileSync(join(box.usb1, OWNER, name), name);
  writeFileSync(join(local, 'new.txt'), 'new');
});
afterAll(async () => {
  cli.remove();
  rmSync(local, { recursive: true, force: true });
  await box.remove();
});

const printed = async (args: readonly string[]): Promise<unknown> => {
  const { out, err } = await cli.run([...args, '--json'], { BOXWOOD_PASSWORD: PASSWORD });
  expect(err, args.join(' ')).toBe('');
  return JSON.parse(out) as unknown;
};
const first = (value: unknown): unknown => {
  expect(value).toBeInstanceOf(Array);
  return Array.isArray(value) ? value[0] : undefined;
};

it('each thing has the fields of the page, whatever verb prints it', { timeout: 300_000 }, async () => {
  const told = new Set<string>();
  const seen = async (thing: string, args: readonly string[], part: (value: unknown) => unknown = first) => {
    told.add(thing);
    const found = fieldsOf(part(await printed(args)));
    // Some fields only exist where they make sense.
    const documented = (page.get(thing) ?? []).filter((name) => !/target$/.test(name) || found.includes(name));
    expect(found, `${thing}: ${args.join(' ')}`.replace(local, '')).toEqual(documented);
  };
  const whole = (value: unknown): unknown => value;
  for (const args of [['ls'], ['find', '.', '--type', 'f'], ['tree']]) await seen('entry', args);
  await expect.poll(() => printed(['search', '^a\\.txt$']), { timeout: 20_000 }).toHaveLength(1);
  await seen('entry', ['search', '^a\\.txt$']);
  await seen('room', ['du'], whole);
  await seen('plan', ['mv', 'a.txt', 'to', '--dry-run'], whole);
  await seen('plan', ['rm', 'a.txt', '--dry-run'], whole);
  await seen('task', ['cp', 'a.txt', 'to'], whole);
  await seen('task', ['tasks']);
  await seen('state', ['status'], whole);
  await seen('many', ['trash', 'put', 'b.txt', 'c.txt'], whole);
  await seen('binned', ['trash', 'ls']);
  await seen('many', ['trash', 'restore', 'c.txt'], whole);
  await seen('many', ['rm', '--force', 'd.txt'], whole);
  await seen('act', ['journal']);
  await printed(['mv', 'a.txt', 'moved.txt']);
  for (const verb of ['undo', 'redo'])
    await seen('act', [verb], (value) =>
      typeof value === 'object' && value !== null && 'entry' in value ? value.entry : value,
    );
  await seen('new link', ['share', 'moved.txt'], whole);
  await seen('link', ['shares', 'ls']);
  await seen('new token', ['tokens', 'add', 'one', 'to'], whole);
  await seen('token', ['tokens', 'ls']);
  await seen('person', ['users']);
  await seen('sent', ['put', join(local, 'new.txt')]);
  await seen('synced', ['sync', local, 'box:to sync'], whole);
  await seen('got', ['get', 'moved.txt', local], whole);

  await expect.poll(() => printed(['photos', 'ls']), { timeout: 20_000 }).toHaveLength(2);
  await seen('photo', ['photos', 'ls']);
  const ann = await signIn(box.origin, OWNER);
  await ann.photos.putAlbum({ owner: OWNER, id: '', name: 'Dots', members: [] });
  await seen('album', ['photos', 'albums']);
  await expect.poll(() => printed(['photos', 'places']), { timeout: 20_000 }).toHaveLength(1);
  await seen('group', ['photos', 'places']);
  for (const verb of ['people', 'things']) expect(await printed(['photos', verb])).toEqual([]);
  expect([...page.keys()].filter((thing) => !told.has(thing))).toEqual([]);

  const failed = await cli.run(['rm', '--force', 'moved.txt', 'no such file', '--json']);
  expect([failed.code, JSON.parse(failed.out)]).toMatchObject([
    6,
    { done: 1, failed: [{ path: `/mnt/usb1/${OWNER}/no such file`, error: 'there is nothing that you can change' }] },
  ]);
});
