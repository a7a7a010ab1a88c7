import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { recordDiskCalls } from '../../storage/vault/disk-call-recorder.ts';
import { box, bins, trash, journal, ann, bob, admin, real, write, refused, setUpTrash } from './trash-test-helpers.ts';

setUpTrash();

describe('recycle bin', { timeout: 60_000 }, () => {
  it('TRASH-01: moves items under random ids into the bin of their volume and owner, and back', async () => {
    const paths = [
      '/mnt/usb1/ann/a.txt',
      '/mnt/usb1/ann/folder',
      '/mnt/usb2/ann/c.txt',
      '/mnt/usb1/shared-files/p.txt',
    ];
    expect(await trash.put(ann, paths)).toMatchObject({ failed: [] });
    for (const path of ['usb1/ann/a.txt', 'usb1/ann/folder', 'usb2/ann/c.txt', 'usb1/shared-files/p.txt'])
      expect(existsSync(real(path)), path).toBe(false);
    for (const bin of ['usb1/ann/.Trash', 'usb2/ann/.Trash', 'usb1/shared-files/.Trash'])
      expect(readdirSync(real(bin)).length, bin).toBeGreaterThan(1);
    const list = trash.list(ann);
    expect(list.map((item) => [item.parent, item.name, item.folder, item.size]).sort()).toEqual([
      ['/mnt/usb1/ann', 'a.txt', false, 14],
      ['/mnt/usb1/ann', 'folder', true, 0],
      ['/mnt/usb1/shared-files', 'p.txt', false, 23],
      ['/mnt/usb2/ann', 'c.txt', false, 14],
    ]);
    expect(
      await trash.restore(
        ann,
        list.map((item) => item.id),
      ),
    ).toMatchObject({ failed: [] });
    expect(readFileSync(real('usb1/ann/folder/b.txt'), 'utf8')).toBe('usb1/ann/folder/b.txt');
    expect(trash.list(ann)).toEqual([]);
    expect(readdirSync(real('usb1/ann/.Trash'))).toEqual([]);
    expect(journal.list('ann', 0, 9).map((op) => [op.action, op.changes.length])).toEqual([
      ['restore', 4],
      ['trash', 4],
    ]);
  });

  it('the record beside an item is on the disk before the item moves, and off it when the item is back', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/folder/b.txt']);
    const disk = await recordDiskCalls(box.root);
    try {
      await trash.put(ann, ['/mnt/usb1/ann/a.txt']);
      const acts = disk.takeCalls().map((act) => act.replaceAll(/[\w-]{16,}/g, 'ID'));
      expect(acts.indexOf('sync usb1/ann/.Trash/ID.info')).toBeGreaterThanOrEqual(0);
      expect(acts.indexOf('sync usb1/ann/.Trash/ID.info')).toBeLessThan(
        acts.indexOf('link usb1/ann/a.txt -> usb1/ann/.Trash/ID'),
      );
      const id = trash.list(ann).find((item) => item.name === 'a.txt')?.id ?? '';
      await trash.restore(ann, [id]);
      const back = disk.takeCalls();
      expect(back.slice(back.indexOf(`unlink usb1/ann/.Trash/${id}.info`) + 1)).toContain('sync usb1/ann/.Trash');
    } finally {
      disk.stop();
    }
  });

  it('what is deleted for good is off the disk with its record when it is answered', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/a.txt', '/mnt/usb2/ann/c.txt']);
    const ids = trash.list(ann).map((item) => item.id);
    const disk = await recordDiskCalls(box.root);
    try {
      await trash.remove(ann, ids);
      const acts = disk.takeCalls();
      for (const bin of ['usb1/ann/.Trash', 'usb2/ann/.Trash'])
        expect(acts.lastIndexOf(`sync ${bin}`), bin).toBeGreaterThan(
          acts.findLastIndex((act) => act.startsWith(`unlink ${bin}/`)),
        );
    } finally {
      disk.stop();
    }
  });

  it('keeps own items private; public items are seen by all and deleted by the administrator only', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/a.txt', '/mnt/usb1/shared-files/p.txt']);
    expect(trash.list(bob).map((item) => item.name)).toEqual(['p.txt']);
    const own = trash.list(ann).find((item) => item.name === 'a.txt')?.id ?? '';
    const shared = trash.list(bob)[0]?.id ?? '';
    expect(await refused(trash.restore(bob, [own]))).toBe(15);
    expect(await refused(trash.remove(bob, [own]))).toBe(15);
    expect(await refused(trash.remove(bob, [shared]))).toBe(13);
    expect(await trash.clear(bob)).toBe(0);
    expect(await trash.clear(admin)).toBe(1);
    expect(trash.list(bob)).toEqual([]);
    expect(trash.list(ann).map((item) => item.id)).toEqual([own]);
    expect(await trash.clear(ann)).toBe(1);
    expect(readdirSync(real('usb1/ann/.Trash'))).toEqual([]);
  });

  it('G-54: restoring fails with 11 when the old name is taken, and leaves the item in the bin', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/a.txt']);
    write('usb1/ann/a.txt', 'new');
    const id = trash.list(ann)[0]?.id ?? '';
    expect(await refused(trash.restore(ann, [id]))).toBe(11);
    expect(readFileSync(real('usb1/ann/a.txt'), 'utf8')).toBe('new');
    expect(trash.list(ann).map((item) => item.id)).toEqual([id]);
    expect(journal.listOpen()).toEqual([]);
  });

  it('G-54: puts back beside what has taken the name, under the first copy that is free, in one step of undo', async () => {
    const at = '/mnt/usb1/ann/';
    await trash.put(ann, [`${at}a.txt`, `${at}folder`]);
    write('usb1/ann/a.txt', 'newer');
    write('usb1/ann/a_copy.txt', 'another');
    const idOf = (name: string): string => trash.list(ann).find((record) => record.name === name)?.id ?? '';
    expect(await trash.restoreWithNewName(ann, idOf('a.txt'))).toBe(`${at}a_copy2.txt`);
    expect(
      ['a.txt', 'a_copy.txt', 'a_copy2.txt'].map((name) => readFileSync(real(`usb1/ann/${name}`), 'utf8')),
    ).toEqual(['newer', 'another', 'usb1/ann/a.txt']);
    expect(journal.list('ann', 0, 1)).toMatchObject([
      { action: 'restore', reversible: true, changes: [{ kind: 'restored', path: `${at}a_copy2.txt` }] },
    ]);
    // The original name if it is free; items of other users are refused.
    expect(await refused(trash.restoreWithNewName(bob, idOf('folder')))).toBe(15);
    expect(await trash.restoreWithNewName(ann, idOf('folder'))).toBe(`${at}folder`);
    expect(existsSync(real('usb1/ann/folder/b.txt'))).toBe(true);
    expect(trash.list(ann)).toEqual([]);
    expect(await refused(trash.restoreWithNewName(ann, 'absent'))).toBe(15);
  });

  it('makes the folder of a restored item again when it went meanwhile', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/folder/b.txt']);
    await trash.put(ann, ['/mnt/usb1/ann/folder']);
    const b = trash.list(ann).find((item) => item.name === 'b.txt')?.id ?? '';
    await trash.restore(ann, [b]);
    expect(readFileSync(real('usb1/ann/folder/b.txt'), 'utf8')).toBe('usb1/ann/folder/b.txt');
  });

  it('G-67: names what failed of many, refuses alone what fails alone, changes nothing then', async () => {
    expect(
      await trash.put(ann, ['/mnt/usb1/ann/none', '/mnt/usb1/bob/x', '/mnt/usb1/ann/a.txt', '/mnt/extdev/S/x']),
    ).toMatchObject({
      failed: [
        { path: '/mnt/usb1/ann/none', error: 15 },
        { path: '/mnt/usb1/bob/x', error: 13 },
        { path: '/mnt/extdev/S/x', error: 15 },
      ],
    });
    expect(await refused(trash.put(ann, ['/mnt/usb1/ann/none']))).toBe(15);
    expect(await refused(trash.put(ann, ['/mnt/usb1/ann']))).toBe(13);
    expect(await refused(trash.put(ann, ['/mnt/usb1/ann/../bob']))).toBe(5);
    expect(await refused(trash.put(ann, ['/mnt/usb1/ann/.Trash']))).toBe(13);
    expect(await refused(trash.restore(ann, ['../x']))).toBe(15);
  });

  it('G-67: what fails only when it is done is named among many, and alone is refused; the journal has what happened', async () => {
    write('usb1/ann/.Trash', 'a file where the bin should be');
    const [a, b, c] = ['/mnt/usb1/ann/a.txt', '/mnt/usb1/ann/folder', '/mnt/usb2/ann/c.txt'];
    const failed = [
      { path: a, error: 11 },
      { path: b, error: 11 },
    ];
    expect(await trash.put(ann, [a, b])).toEqual({ failed });
    expect(await refused(trash.put(ann, [a]))).toBe(11);
    expect(journal.list('ann', 0, 9)).toEqual([]);
    expect(journal.listOpen()).toEqual([]);
    expect(await trash.put(ann, [a, b, c])).toMatchObject({ failed });
    expect(journal.list('ann', 0, 9).map((op) => op.changes)).toMatchObject([[{ kind: 'trashed', path: c }]]);
    expect(journal.listOpen()).toEqual([]);
  });

  it('says whether there is nothing to delete or no bin to put it into', async () => {
    write('extdev/S/x');
    await expect(trash.put(ann, ['/mnt/extdev/S/x'])).rejects.toMatchObject({ code: 15, info: 'no bin' });
    await expect(trash.put(ann, ['/mnt/usb1/ann/none'])).rejects.toMatchObject({ code: 15, info: 'ENOENT' });
  });

  it('the root of a place is refused before anything is done', async () => {
    expect(await refused(trash.put(ann, ['/mnt/usb1/ann']))).toBe(13);
    expect(existsSync(real('usb1/ann/.Trash'))).toBe(false);
  });

  it('what is deleted on a full disk is gone although its record stays; any other failure is told', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/a.txt', '/mnt/usb2/ann/c.txt']);
    const fails = (code: string) =>
      vi.spyOn(bins, 'forget').mockRejectedValueOnce(Object.assign(new Error(code), { code }));
    const id = (name: string) => trash.list(ann).find((item) => item.name === name)?.id ?? '';
    fails('ENOSPC');
    expect(await trash.remove(ann, [id('a.txt')])).toEqual({ failed: [] });
    expect(existsSync(real(`usb1/ann/.Trash/${id('a.txt')}`))).toBe(false);
    expect(trash.list(ann)).toHaveLength(2);
    await bins.reconcile();
    expect(trash.list(ann).map((item) => item.name)).toEqual(['c.txt']);
    fails('EIO');
    expect(await refused(trash.remove(ann, [id('c.txt')]))).toBe(3);
  });

  it('emptying counts what is gone, and not what could not be deleted', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/a.txt', '/mnt/usb2/ann/c.txt']);
    rmSync(real('usb2/ann/.Trash'), { recursive: true });
    expect(await trash.clear(ann)).toBe(1);
    expect(trash.list(ann).map((item) => item.name)).toEqual(['c.txt']);
  });

  it('comes back from the sidecars when the database is lost, and believes no sidecar about other places', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/folder/b.txt', '/mnt/usb2/ann/c.txt']);
    const before = [...trash.list(ann)].sort((a, b) => (a.id < b.id ? -1 : 1));
    box.database.exec('delete from trash');
    writeFileSync(real('usb1/ann/.Trash/evil'), 'x');
    writeFileSync(
      real('usb1/ann/.Trash/evil.info'),
      JSON.stringify({ parent: '/mnt/usb1/bob', name: 'y', folder: false, size: 1, mtime: 1, deleted: 1, by: 'ann' }),
    );
    writeFileSync(real('usb1/ann/.Trash/torn.info'), '{"par');
    await bins.reconcile();
    const after = [...trash.list(ann)].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(after.filter((item) => item.id !== 'evil')).toEqual(before);
    expect(after.find((item) => item.id === 'evil')).toMatchObject({ parent: '/mnt/usb1/ann', name: 'evil' });
    expect(existsSync(real('usb1/ann/.Trash/torn.info'))).toBe(false);
    await trash.restore(
      ann,
      before.map((item) => item.id),
    );
    expect(readFileSync(real('usb1/ann/folder/b.txt'), 'utf8')).toBe('usb1/ann/folder/b.txt');
  });

  it('deletes folders with all they hold', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/folder', '/mnt/usb1/ann/a.txt']);
    const folder = trash.list(ann).find((item) => item.folder)?.id ?? '';
    expect(await trash.remove(ann, [folder])).toEqual({ failed: [] });
    expect(readdirSync(real('usb1/ann/.Trash'))).toHaveLength(2);
    expect(trash.list(ann).map((item) => item.name)).toEqual(['a.txt']);
    expect(journal.list('ann', 0, 9).map((op) => op.action)).toEqual(['remove', 'trash']);
    // Listeners that store paths in it are notified.
    expect(box.events).toContain(`removed /mnt/usb1/ann/.Trash/${folder}`);
  });

  it('what could not be moved into the bin leaves neither a record nor a file beside it', async () => {
    write('usb1/ann/.Trash/taken', 'there already');
    const location = box.vault.resolve(ann, '/mnt/usb1/ann/a.txt', 'write');
    expect(await refused(bins.put(ann, location, 'taken'))).toBe(11);
    expect(bins.table.get('taken')).toBeUndefined();
    expect(readdirSync(real('usb1/ann/.Trash'))).toEqual(['taken']);
    expect(existsSync(real('usb1/ann/a.txt'))).toBe(true);
  });

  it('an item that somebody took out of the bin is named, alone and among others, and the others come back', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/a.txt', '/mnt/usb1/ann/folder/b.txt']);
    const [gone, other] = ['a.txt', 'b.txt'].map(
      (name) => trash.list(ann).find((item) => item.name === name)?.id ?? '',
    );
    rmSync(real(`usb1/ann/.Trash/${gone}`));
    expect(await refused(trash.restore(ann, [gone ?? '']))).toBe(15);
    expect(await trash.restore(ann, [gone ?? '', other ?? ''])).toEqual({ failed: [{ id: gone, error: 15 }] });
    expect(existsSync(real('usb1/ann/folder/b.txt'))).toBe(true);
    expect(journal.listOpen()).toEqual([]);
    await bins.reconcile();
    expect(trash.list(ann)).toEqual([]);
    expect(readdirSync(real('usb1/ann/.Trash'))).toEqual([]);
  });

  it('of items with one old name the first that was asked for comes back, the others stay, and the journal has the first alone', async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 12; nth += 1) {
      write('usb1/ann/a.txt', `${nth}`);
      await trash.put(ann, ['/mnt/usb1/ann/a.txt']);
      ids.push(trash.list(ann).find(({ id }) => !ids.includes(id))?.id ?? '');
    }
    const [first, ...others] = ids;
    expect(await trash.restore(ann, ids)).toEqual({ failed: others.map((id) => ({ id, error: 11 })) });
    expect(first).not.toBe('');
    expect(readFileSync(real('usb1/ann/a.txt'), 'utf8')).toBe('0');
    expect(trash.list(ann)).toHaveLength(others.length);
    expect(journal.list('ann', 0, 1)[0]?.changes).toHaveLength(1);
  });

  it('believes no sidecar that is not one: too long, of the wrong kind, or with numbers that are none', async () => {
    const known = { parent: '/mnt/usb1/ann', name: 'old', folder: false, size: 1, mtime: 1, deleted: 1, by: 'ann' };
    const bin = '/mnt/usb1/ann/.Trash';
    await box.vault.makeFolder(box.vault.inside(box.vault.resolve(ann, bin, 'read'), 'x'));
    const wrong: readonly [string, unknown][] = [
      ['long', { ...known, more: 'x'.repeat(17_000) }],
      ['null', null],
      ['parent-number', { ...known, parent: 1 }],
      ['parent-relative', { ...known, parent: 'mnt/usb1/ann' }],
      ['name-number', { ...known, name: 1 }],
      ['by-number', { ...known, by: 1 }],
      ['folder-number', { ...known, folder: 0 }],
      ['size-negative', { ...known, size: -1 }],
      ['size-fraction', { ...known, size: 1.5 }],
      ['mtime-text', { ...known, mtime: '1' }],
      ['deleted-text', { ...known, deleted: '1' }],
    ];
    const least = { ...known, size: 0, mtime: 0, deleted: 0 };
    for (const [id, text] of [...wrong, ['right', known], ['least', least]] as const) {
      writeFileSync(real(`usb1/ann/.Trash/${id}`), id);
      writeFileSync(real(`usb1/ann/.Trash/${id}.info`), JSON.stringify(text));
    }
    rmSync(real('usb1/ann/.Trash/x'), { recursive: true });
    await bins.reconcile();
    expect(bins.table.get('right')?.name).toBe('old');
    expect(bins.table.get('least')).toMatchObject(least);
    for (const [id] of wrong)
      expect(bins.table.get(id), id).toMatchObject({ name: id, parent: '/mnt/usb1/ann', owner: 'ann', by: 'ann' });
  });

  it('a bin that is no folder, and folders that are no user’s, are left alone', async () => {
    mkdirSync(real('usb1/..strange'), { recursive: true });
    mkdirSync(real('usb1/.boxwood/.Trash'), { recursive: true });
    write('usb1/ann/.Trash', 'a file');
    await bins.reconcile();
    expect(trash.list(ann)).toEqual([]);
    expect(readFileSync(real('usb1/ann/.Trash'), 'utf8')).toBe('a file');
  });

  it('tells the journal what became of what, and keeps no file open', async () => {
    await trash.put(ann, ['/mnt/usb1/ann/folder/b.txt']);
    const opened = () =>
      readdirSync('/proc/self/fd')
        .filter((fd) => lstatSync(`/proc/self/fd/${fd}`, { throwIfNoEntry: false }) !== undefined)
        .filter((fd) => readlinkSync(`/proc/self/fd/${fd}`).startsWith(box.root)).length;
    const before = opened();
    await trash.put(ann, ['/mnt/usb1/ann/a.txt']);
    const id = trash.list(ann).find((item) => item.name === 'a.txt')?.id ?? '';
    const changes = () => journal.list('ann', 0, 1)[0]?.changes;
    expect(changes()).toMatchObject([{ kind: 'trashed', path: '/mnt/usb1/ann/a.txt', trash: id }]);
    await trash.restore(ann, [id]);
    const stamp = expect.objectContaining({}) as unknown;
    expect(changes()).toMatchObject([{ kind: 'restored', path: '/mnt/usb1/ann/a.txt', trash: id, stamp }]);
    await trash.put(ann, ['/mnt/usb1/ann/a.txt']);
    await trash.remove(ann, [trash.list(ann).find((item) => item.name === 'a.txt')?.id ?? '']);
    expect(changes()).toMatchObject([{ kind: 'removed', path: '/mnt/usb1/ann/a.txt' }]);
    writeFileSync(real('usb1/ann/.Trash/half'), 'x');
    writeFileSync(real('usb1/ann/.Trash/half.info'), '{"par');
    await bins.reconcile();
    expect(bins.table.get('half')).toMatchObject({ name: 'half', parent: '/mnt/usb1/ann' });
    expect(opened()).toBe(before);
  });

  it('deletes a link in the bin, never what it points to', async () => {
    write('outside/keep');
    symlinkSync(real('outside'), real('usb1/ann/link'));
    await trash.put(ann, ['/mnt/usb1/ann/link']);
    await trash.clear(ann);
    expect(readFileSync(real('outside/keep'), 'utf8')).toBe('outside/keep');
  });
});
