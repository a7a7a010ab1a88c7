import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileNames } from '../lib/hostile-names.ts';
import { dropOn, onComputer } from './computer.ts';
import { enter, openFiles, seed } from './files-desk.ts';
import { expect, test } from './fixtures.ts';

const STRANGE = hostileNames({ js: 'void 0', far: '' });
/** Names that are text; a browser knows no others. */
const READABLE = STRANGE.flatMap(({ name, bytes }) => (typeof name === 'string' ? [{ name, bytes }] : []));
const NAMELESS = STRANGE.flatMap(({ name, bytes }) => (typeof name === 'string' ? [] : [{ name, bytes }]));

const inBytes = (folder: string): readonly string[] =>
  readdirSync(Buffer.from(folder), 'buffer').map((name) => name.toString('latin1'));
const latin = (name: string): string => Buffer.from(name).toString('latin1');

test('FILES-25: a dropped folder with every strange name arrives whole; what has no readable name is said, and tried again', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Target', {});
  const computer = onComputer({ 'Odd/ inner %/': '' });
  const at = (name: string | Buffer): Buffer =>
    Buffer.concat([Buffer.from(join(computer, 'Odd/')), typeof name === 'string' ? Buffer.from(name) : name]);
  for (const { name, bytes } of STRANGE) writeFileSync(at(name), bytes);
  for (const { name, bytes } of READABLE) writeFileSync(join(computer, 'Odd/ inner %', name), bytes);
  const window = await openFiles(page);
  await enter(window, 'Target');
  await dropOn(page, window.getByRole('group', { name: 'Files', exact: true }), [join(computer, 'Odd')]);
  const said = page.getByRole('alertdialog', { name: '1 item could not be read' });
  await expect(said.getByRole('listitem')).toHaveText(['In “Odd”: a name that the browser cannot read']);
  expect(NAMELESS).toHaveLength(1);
  expect(readdirSync(root)).toEqual([]);

  for (const { name } of NAMELESS) renameSync(at(name), at('has a name now.txt'));
  await said.getByRole('button', { name: 'Try again' }).click();
  const wanted = [...READABLE.map(({ name }) => name), ' inner %', 'has a name now.txt'].map(latin).sort();
  const arrived = (folder: string): readonly string[] => {
    try {
      return [...inBytes(join(root, folder))].sort();
    } catch {
      return [];
    }
  };
  await expect.poll(() => arrived('Odd'), { timeout: 30_000 }).toEqual(wanted);
  await expect
    .poll(() => arrived('Odd/ inner %'), { timeout: 30_000 })
    .toEqual(READABLE.map(({ name }) => latin(name)).sort());
  for (const { name, bytes } of READABLE)
    for (const folder of ['Odd', 'Odd/ inner %'])
      expect(readFileSync(join(root, folder, name)).equals(Buffer.from(bytes))).toBe(true);
  await expect(said).toHaveCount(0);
  rmSync(computer, { recursive: true });
});

test('FILES-25: what cannot be read is left out when the person says so, and nothing is uploaded when they leave', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Part', {});
  const computer = onComputer({ 'Some/good.txt': 'good' });
  mkdirSync(Buffer.concat([Buffer.from(join(computer, 'Some/')), Buffer.from([0xff, 0xfe])]));
  const window = await openFiles(page);
  await enter(window, 'Part');
  const list = window.getByRole('group', { name: 'Files', exact: true });
  const said = page.getByRole('alertdialog', { name: '1 item could not be read' });
  await dropOn(page, list, [join(computer, 'Some')]);
  await said.getByRole('button', { name: 'Cancel' }).click();
  await expect(said).toHaveCount(0);
  await dropOn(page, list, [join(computer, 'Some')]);
  expect(readdirSync(root)).toEqual([]);
  await said.getByRole('button', { name: 'Upload the others' }).click();
  await expect.poll(() => readdirSync(root), { timeout: 20_000 }).toEqual(['Some']);
  await expect.poll(() => readdirSync(join(root, 'Some')), { timeout: 20_000 }).toEqual(['good.txt']);
  rmSync(computer, { recursive: true });
});
