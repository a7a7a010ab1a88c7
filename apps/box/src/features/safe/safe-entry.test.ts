/** What a safe accepts (P-10): encrypted files only, by every way of adding them, and their content stays inside. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeFeed } from '../../storage/changes/change-feed.ts';
import { archiveOperations } from '../../storage/archives/archive-operations.ts';
import { createZip } from '../../storage/archives/malicious-archives.ts';
import { EntryPlacer } from '../../storage/copy/entry-placer.ts';
import { downloadOperation } from '../downloads/download-operation.ts';
import { Files } from '../files/files.ts';
import { fileHashMigrations } from '../files/file-hash-tables.ts';
import { Database } from '../../store/database.ts';
import type { TaskRequest } from '../tasks/task-model.ts';
import { type TaskBox, taskBox } from '../tasks/task-test-helpers.ts';
import { callerFor, Refusal } from '../../storage/vault/index.ts';
import { newIdentity, recipientOf } from './age-keys.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const WORD = 'the plain words of a letter';
const identity = newIdentity();
const clock = { now: () => Date.now() };
/** Keeps the safe unlocked. */
const ann = callerFor('ann', ['safe']);
let box: TaskBox;
let files: Files;
const real = (path: string) => join(box.root, 'usb1/ann', path);
const wire = (path: string) => `/mnt/usb1/ann/${path}`;
const HOME = '/mnt/usb1/ann';

beforeEach(() => {
  box = taskBox({
    clock,
    keys: { recipientOf: () => recipientOf(identity), identityOf: () => Buffer.from(identity) },
    more: (all) => ({ ...archiveOperations(all), DOWN: downloadOperation(all, { allowLan: true, clock }) }),
    onEncrypt: ({ dev, ino, size, mtimeNs }) =>
      files.forgetContent({
        dev: Number(dev),
        ino: Number(ino),
        size: Number(size),
        mtime: Number(mtimeNs / 1_000_000_000n),
      }),
  });
  files = new Files({
    vault: box.vault,
    journal: box.journal,
    clock,
    stateDir: join(box.root, 'state'),
    database: new Database(':memory:', { migrations: fileHashMigrations }),
    changes: new ChangeFeed(),
    onWarning: () => undefined,
  });
  mkdirSync(real('.safebox/in'), { recursive: true });
  mkdirSync(real('folder'));
  writeFileSync(real('a.txt'), WORD);
  writeFileSync(real('folder/a.txt'), WORD);
  writeFileSync(real('lying.hyencrypt_v3'), WORD);
  writeFileSync(real('lying.hyencrypt_v2'), WORD);
  writeFileSync(real('a.zip'), createZip([{ name: 'a.txt', content: Buffer.from(WORD) }]));
});
afterEach(async () => {
  await files.close();
  await box.jobs.close();
  expect(box.faults).toEqual([]);
  box.remove();
});

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (failure: unknown) => (failure instanceof Refusal ? [failure.code, failure.info] : failure),
  );
const add = (request: Omit<TaskRequest, 'params'> & Partial<Pick<TaskRequest, 'params'>>) =>
  box.tasks.add(ann, { params: {}, ...request });
const run = async (request: Parameters<typeof add>[0]) => box.tasks.whenSettled('ann', await add(request));
const inSafe = () => readdirSync(real('.safebox'), { recursive: true, encoding: 'utf8' }).toSorted();
/** Files of the whole box that contain the plain text. */
const plain = () =>
  readdirSync(box.root, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(box.root, name);
    return statSync(path).isFile() && readFileSync(path).includes(WORD);
  });

const REFUSED = [13, 'encrypted'];

describe('nothing plain enters the safe, and nothing is lost on the way', () => {
  it.each<readonly [string, Parameters<typeof add>[0]]>([
    ['COPY of a file', { cmd: 'COPY', source: wire('a.txt'), target: '/mnt/safebox' }],
    ['MOVE of a file', { cmd: 'MOVE', source: wire('a.txt'), target: wire('.safebox/in') }],
    ['COPY of a folder', { cmd: 'COPY', source: wire('folder'), target: '/mnt/safebox' }],
    ['MOVE of a folder', { cmd: 'MOVE', source: wire('folder'), target: '/mnt/safebox/in' }],
    ['MOVE of what only looks encrypted', { cmd: 'MOVE', source: wire('lying.hyencrypt_v3'), target: '/mnt/safebox' }],
    ['MOVE of what has the older suffix', { cmd: 'MOVE', source: wire('lying.hyencrypt_v2'), target: '/mnt/safebox' }],
    ['COPY of what has the older suffix', { cmd: 'COPY', source: wire('lying.hyencrypt_v2'), target: '/mnt/safebox' }],
    ['DECOMPRESS', { cmd: 'DECOMPRESS', source: wire('a.zip'), target: '/mnt/safebox' }],
    ['COMPRESS', { cmd: 'COMPRESS', source: HOME, target: '/mnt/safebox/x.zip', params: { names: ['a.txt'] } }],
    ['DMOVE', { cmd: 'DMOVE', source: wire('lying.hyencrypt_v3'), target: '/mnt/safebox/in' }],
    ['DOWN', { cmd: 'DOWN', source: 'http://127.0.0.1:9/a.txt', target: '/mnt/safebox' }],
  ])('%s', async (_, request) => {
    const before = plain();
    expect(await refusal(add(request))).toEqual(REFUSED);
    expect(inSafe()).toEqual(['in']);
    expect(plain()).toEqual(before);
  });

  it('a move and a rename of one entry, and of several', async () => {
    for (const from of ['a.txt', 'folder', 'lying.hyencrypt_v3', 'lying.hyencrypt_v2'])
      for (const to of ['x.hyencrypt_v3', 'x.hyencrypt_v2'])
        expect(await refusal(files.operations.move(ann, wire(from), `/mnt/safebox/${to}`))).toEqual(REFUSED);
    expect(inSafe()).toEqual(['in']);
    await run({ cmd: 'EMOVE', source: wire('a.txt'), target: '/mnt/safebox' });
    const sealed = '/mnt/safebox/a.txt.hyencrypt_v3';
    expect(await refusal(files.operations.move(ann, sealed, '/mnt/safebox/a.txt'))).toEqual(REFUSED);
    expect(await files.renames.rename(ann, [{ source: sealed, target: '/mnt/safebox/a.txt' }])).toEqual({
      ok: 0,
      failed: [{ path: sealed, error: 13 }],
    });
    expect(inSafe()).toEqual(['a.txt.hyencrypt_v3', 'in']);
    await files.operations.move(ann, sealed, '/mnt/safebox/in/b.txt.hyencrypt_v3');
    expect(inSafe()).toEqual(['in', 'in/b.txt.hyencrypt_v3']);
  });

  it('a task that is under way puts nothing plain in its place, nor over an encrypted file', async () => {
    await run({ cmd: 'EMOVE', source: wire('a.txt'), target: '/mnt/safebox' });
    const sealed = readFileSync(real('.safebox/a.txt.hyencrypt_v3'));
    const placer = new EntryPlacer(box);
    for (const name of ['b.hyencrypt_v3', 'b.hyencrypt_v2', 'a.txt.hyencrypt_v3'])
      expect(
        await refusal(
          placer.place({
            caller: ann,
            conflict: 1,
            action: 'copy',
            task: {},
            journal: box.journal,
            leftFolderPath: null,
            from: box.vault.resolve(ann, wire('lying.hyencrypt_v3'), 'write'),
            to: box.vault.resolve(ann, `/mnt/safebox/${name}`, 'write'),
            change: (path, stamp) => ({ kind: 'created', path, stamp }),
          }),
        ),
      ).toEqual(REFUSED);
    expect(inSafe()).toEqual(['a.txt.hyencrypt_v3', 'in']);
    expect(readFileSync(real('.safebox/a.txt.hyencrypt_v3'))).toEqual(sealed);
  });
});

describe('what is encrypted', () => {
  it('enters as it is, alone and in folders, is copied within the safe, and leaves', async () => {
    await run({ cmd: 'EMOVE', source: wire('a.txt'), target: wire('folder') });
    const name = 'a.txt.hyencrypt_v3';
    await run({ cmd: 'COPY', source: wire(`folder/${name}`), target: '/mnt/safebox' });
    expect(await refusal(add({ cmd: 'MOVE', source: wire('folder'), target: '/mnt/safebox' }))).toEqual(REFUSED);
    await files.operations.remove(ann, [wire('folder/a.txt')]);
    // The older suffix works too if the file is an age file.
    copyFileSync(real(`folder/${name}`), real('folder/old.hyencrypt_v2'));
    expect(await run({ cmd: 'MOVE', source: wire('folder'), target: '/mnt/safebox' })).toMatchObject({ state: 1 });
    expect(await run({ cmd: 'COPY', source: '/mnt/safebox/folder', target: '/mnt/safebox/in' })).toMatchObject({
      state: 1,
    });
    expect(inSafe()).toEqual(
      ['in', name, 'folder', `folder/${name}`, 'folder/old.hyencrypt_v2', 'in/folder', `in/folder/${name}`]
        .concat('in/folder/old.hyencrypt_v2')
        .toSorted(),
    );
    expect(await run({ cmd: 'MOVE', source: '/mnt/safebox/folder', target: HOME })).toMatchObject({
      state: 1,
    });
  });

  it('leaves nothing plain behind: no file, nothing staged, no thumbnail', async () => {
    const PICTURE = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    writeFileSync(real('a.png'), PICTURE);
    const at = box.vault.resolve(ann, wire('a.png'), 'read');
    const hash = (await files.hashes.computeHash(at)) ?? '';
    expect(await files.thumbnails.picture(at, hash, 64, connectedSignal())).not.toBeNull();
    const thumbnails = () =>
      readdirSync(join(box.root, 'state'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.webp'),
      );
    expect(thumbnails()).toHaveLength(1);
    expect(await run({ cmd: 'EMOVE', source: wire('a.png'), target: '/mnt/safebox' })).toMatchObject({ state: 1 });
    expect(thumbnails()).toEqual([]);
    for (const name of ['folder/a.txt', 'lying.hyencrypt_v3', 'lying.hyencrypt_v2', 'a.zip'])
      await files.operations.remove(ann, [wire(name)]);
    await run({ cmd: 'EMOVE', source: wire('a.txt'), target: '/mnt/safebox' });
    expect(plain()).toEqual([]);
    // A file that is damaged near its end: its partial plain text is deleted.
    const name = 'long.txt.hyencrypt_v3';
    writeFileSync(real('long.txt'), WORD.repeat(400_000));
    await run({ cmd: 'EMOVE', source: wire('long.txt'), target: '/mnt/safebox' });
    const sealed = readFileSync(real(`.safebox/${name}`));
    writeFileSync(real(`.safebox/${name}`), sealed.fill(0, sealed.length - 20));
    expect(await run({ cmd: 'DMOVE', source: `/mnt/safebox/${name}`, target: wire('folder') })).toMatchObject({
      state: -1,
    });
    expect(plain()).toEqual([]);
  });
});
