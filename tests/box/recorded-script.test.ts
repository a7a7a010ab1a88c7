/**
 * The operations of a user, exported as a script by the command line: it does the same at another box, and can be
 * undone there.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, NewTask } from '@boxwood/box-sdk';
import {
  BoxFailure,
  compressTask,
  connect,
  copyTask,
  extractTask,
  GEN,
  ListTrash,
  UndoChange,
  uploadFile,
} from '@boxwood/box-sdk';
import { localFile } from '@boxwood/box-sdk/node';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import type { Cli } from '../lib/box/cli.ts';
import { createCli } from '../lib/box/cli.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('a recorded session', () => {
  const work = mkdtempSync(join(tmpdir(), 'boxwood-recorded-'));
  const files = join(work, 'files');
  const home = `/mnt/usb1/${OWNER}`;
  let first: BoxProcess;
  let fresh: BoxProcess;
  let cli: Cli;
  let person: Connection;

  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(files, name)), { recursive: true });
    writeFileSync(join(files, name), text);
    utimesSync(join(files, name), 1_700_000_000, 1_700_000_000);
  };
  const upload = async (name: string): Promise<void> => {
    const sent = await uploadFile(person, await localFile(join(files, name), `${home}/${name}`));
    if (sent._tag === 'Left') throw new BoxFailure(sent.left, name);
  };
  const run = async (task: NewTask): Promise<void> => {
    const { id } = await person.tasks.add(task);
    expect(await person.tasks.wait(id)).toMatchObject({ outcome: 'done' });
  };
  /** Everything below a user's folder; of an archive only the size, because it contains the times of folders. */
  const tree = (box: BoxProcess): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readdirSync(join(box.usb1, OWNER), { recursive: true, withFileTypes: true })
        .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
        .filter(({ path }) => !path.includes('/.'))
        .map(({ entry, path }) => {
          const text = entry.isDirectory() ? 'folder' : readFileSync(path, 'utf8');
          return [path.slice(box.usb1.length), path.endsWith('.zip') ? String(statSync(path).size) : text] as const;
        })
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  const inBin = async (box: Connection): Promise<readonly string[]> => {
    const names: string[] = [];
    for await (const { p, n } of box.each(ListTrash, { order: '5', desc: 1 })) names.push(`${p}/${n}`);
    return names.toSorted();
  };

  beforeAll(async () => {
    [first, fresh] = await Promise.all([startBoxProcess(), startBoxProcess()]);
    cli = createCli();
    await cli.run(['login', first.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD });
    person = await connect(first.origin, { user: OWNER, password: PASSWORD });
  });
  afterAll(async () => {
    cli.remove();
    await Promise.all([first.remove(), fresh.remove()]);
    rmSync(work, { recursive: true, force: true });
  });

  it('of ten acts replays to the same tree in a fresh box, and undoes', { timeout: 180_000 }, async () => {
    const before = tree(fresh);
    write('Trip/a "b" `c` ${d}.txt', 'milk');
    write('Trip/b.txt', 'bread');
    const at = (name: string): string => `${home}/${name}`;
    await person.files.makeFolder({ path: at('Trip/Days') });
    await upload('Trip/a "b" `c` ${d}.txt');
    await upload('Trip/b.txt');
    await person.files.move({ source: at('Trip/a "b" `c` ${d}.txt'), target: at('Trip/a.txt') });
    const swap = [
      { source: at('Trip/a.txt'), target: at('Trip/b.txt') },
      { source: at('Trip/b.txt'), target: at('Trip/a.txt') },
    ];
    await person.files.rename({ renames: swap });
    await run(copyTask(OWNER, at('Trip'), at('Download'), 2));
    await run(compressTask(OWNER, home, ['Trip'], { target: at('Download'), name: 'trip', suffix: 'zip' }));
    await person.trash.put({ paths: [at('Trip/b.txt'), at('Trip/Days')] });
    const { list } = await person.trash.list({ offset: 0, count: 1, order: '1', desc: 1 });
    await person.trash.restore({ ids: list.map(({ id }) => id) });
    await run(extractTask(OWNER, at('Download/trip.zip'), home));
    // Undone operations are not part of the script.
    await person.files.makeFolder({ path: at('Slip') });
    await person.journal.undo({ id: [] });

    const written = await cli.run(['journal', '--as-script', '--since', '1h']);
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out.match(/^\/\/ \d{4}-/gm)).toHaveLength(10);
    expect(written.out).not.toContain('Slip');
    writeFileSync(join(work, 'again.ts'), written.out);
    mkdirSync(join(work, 'node_modules'));
    symlinkSync(join(root, 'tests/node_modules/@boxwood'), join(work, 'node_modules/@boxwood'));
    writeFileSync(join(work, 'package.json'), '{ "type": "module" }');
    execFileSync('node', ['again.ts', files], {
      cwd: work,
      env: { ...process.env, BOX_URL: fresh.origin, BOX_USER: OWNER, BOX_PASSWORD: PASSWORD },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(tree(fresh)).toEqual(tree(first));
    const there = await connect(fresh.origin, { user: OWNER, password: PASSWORD });
    expect(await inBin(there)).toEqual(await inBin(person));

    let undone = 0;
    for (;;) {
      const step = await there.exec(UndoChange, { id: [] })();
      if (step._tag === 'Left') {
        expect(step.left).toMatchObject({ _tag: 'Refused', code: GEN.invalid });
        break;
      }
      for (const task of step.right.tasks) await there.tasks.wait(task);
      undone += 1;
    }
    expect(undone).toBe(10);
    expect(tree(fresh)).toEqual(before);
  });

  it('is checked by a compiler like any other script', { timeout: 120_000 }, () => {
    const options = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    };
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['again.ts'] }));
    expect(spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: work, encoding: 'utf8' }).stdout).toBe(
      '',
    );
  });
});
