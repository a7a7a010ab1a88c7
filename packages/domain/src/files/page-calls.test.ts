import { GEN } from '@boxwood/box-sdk';
import type { BoxError, Client, CommandSpec, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { pickerPort } from '../pickers/sdk-port.ts';
import { refused } from '../testing/port-answers.ts';
import { trashPort } from '../trash/sdk-port.ts';
import type { PageRequest } from './port.ts';
import { filesPort } from './sdk-port.ts';

/** A client whose answers a test defines by command name; requests are recorded in `asked`. */
const bed = (answers: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => unknown>>) => {
  const asked: [string, unknown][] = [];
  const exec = (command: CommandSpec, params: Readonly<Record<string, unknown>>) => () => {
    asked.push([command.name, params]);
    const reply = answers[command.name]?.(params);
    const isRefusal = typeof reply === 'object' && reply !== null && '_tag' in reply;
    return Promise.resolve((isRefusal ? left(reply) : right(reply)) as Either<BoxError, never>);
  };
  // Tests define the answers as they are; decoding is tested in the SDK.
  return { box: { exec } as unknown as Pick<Client, 'exec'>, asked };
};
const file = (n: string, more: object = {}) => ({ n, t: 2, k: n, m: 10, s: 5, ...more });
const volume = (mntdir: string, master: 0 | 1, label?: string) => ({
  mntdir,
  master,
  ...(label === undefined ? {} : { label }),
});
const PLAIN: PageRequest = {
  location: { place: 1, path: '/mnt/usb1/ann' },
  sort: { prop: 'name', order: 'aesc' },
  filter: {},
  pattern: null,
  type: null,
  placeSearch: null,
  limit: 2,
  after: null,
};
const WIDE: PageRequest = { ...PLAIN, pattern: 'cat', placeSearch: { places: [1, 2] } };

describe('a page of a folder', () => {
  it('asks the index by its sort codes, a device directly, and goes on after the last entry', async () => {
    const list = () => ({ sum: 3, file_list: [file('a'), file('b')] });
    const { box, asked } = bed({ ListFiles: list, ListDirect: list });
    const port = filesPort(box, 'ann');
    const first = await firstValueFrom(port.page(PLAIN));
    expect(first).toMatchObject({ right: { total: 3, last: { n: 'b', t: 2, k: 'b' } } });
    const filter = { foldersOnly: true, filesOnly: true, hidden: true, type: 2 };
    const after = { n: 'b', t: 2, k: 'b' };
    await firstValueFrom(port.page({ ...PLAIN, filter, after, pattern: 'x', sort: { prop: 'size', order: 'desc' } }));
    const device = { place: 5, path: '/mnt/extdev/stick' } as const;
    for (const prop of ['mtime', 'ctime'] as const)
      await firstValueFrom(port.page({ ...PLAIN, location: device, sort: { prop, order: 'aesc' } }));
    expect(asked).toMatchObject([
      ['ListFiles', { order: 1, desc: 0, hasbaseinfo: 0 }],
      [
        'ListFiles',
        { order: 4, desc: 1, hasbaseinfo: 1, baseinfo: after, regex: 'x', folderonly: 1, regonly: 1, withhidden: 1 },
      ],
      ['ListDirect', { mode: 3 }],
      ['ListDirect', { mode: 0 }],
    ]);
  });

  it('an empty one has no last entry; a refusal is one', async () => {
    const { box } = bed({ ListFiles: () => ({ sum: 0, file_list: [] }) });
    expect(await firstValueFrom(filesPort(box, 'ann').page(PLAIN))).toMatchObject({ right: { last: null } });
    const { box: gone } = bed({ ListFiles: () => refused(15) });
    expect(await firstValueFrom(filesPort(gone, 'ann').page(PLAIN))).toMatchObject({ left: { code: 15 } });
  });
});

describe('what is done to files', () => {
  it('G-03: something is there, nothing is there, or nobody can tell', async () => {
    const exists = async (reply: unknown) =>
      firstValueFrom(filesPort(bed({ ListFiles: () => reply }).box, 'ann').exists('/x'));
    expect(await exists({ sum: 0, file_list: [] })).toEqual(right(true));
    expect(await exists(refused(GEN.absent))).toEqual(right(false));
    expect(await exists(refused(GEN.path))).toEqual(right(false));
    expect(await exists(refused(5))).toMatchObject({ left: { code: 5 } });
  });

  it('G-67: a refusal that names some of the paths is a success of the others', async () => {
    const trash = async (reply: unknown) =>
      firstValueFrom(filesPort(bed({ TrashFiles: () => reply }).box, 'ann').trash(['a', 'b']));
    expect(await trash({ failed: ['a'] })).toEqual(right({ failed: 1 }));
    expect(await trash({})).toEqual(right({ failed: 0 }));
    expect(await trash(refused(2, 'GEN', { failed: ['a'] }))).toEqual(right({ failed: 1 }));
    expect(await trash(refused(2, 'GEN', { failed: ['a', 'b'] }))).toMatchObject({ left: { code: 2 } });
    expect(await trash({ _tag: 'Network', cause: 0 })).toMatchObject({ left: { _tag: 'Network' } });
  });

  it('undo tells the folders that it touched, each once', async () => {
    const undo = (entry: object) =>
      firstValueFrom(filesPort(bed({ UndoChange: () => ({ entry }) }).box, 'ann').undo(1));
    expect(await undo({ path: '/a/x', target: '/b/x' })).toEqual(right(['/a', '/b']));
    expect(await undo({ path: '/a/x' })).toEqual(right(['/a']));
  });

  it('G-54: what a single item of the bin meets at its old place', async () => {
    const restore = (reply: unknown, ids: readonly string[]) =>
      firstValueFrom(trashPort(bed({ RestoreTrash: () => reply }).box).restore(ids));
    expect(await restore({ failed: [{ id: 'a' }] }, ['a', 'b'])).toEqual(right({ failed: ['a'] }));
    expect(await restore({}, ['a'])).toEqual(right({ failed: [] }));
    expect(await restore(refused(GEN.invalid), ['a'])).toEqual(right({ failed: ['a'] }));
    expect(await restore(refused(GEN.invalid), ['a', 'b'])).toMatchObject({ left: { code: GEN.invalid } });
  });
});

describe('a search over places', () => {
  const disks = {
    disks: [
      volume('/mnt/usb1', 1, 'Disk'),
      volume('', 1),
      volume('/mnt/extdev/stick', 0),
      volume('/mnt/netdev/nas', 0),
    ],
  };

  it('is one call where the box knows it', async () => {
    const { box, asked } = bed({ SearchFiles: () => ({ sum: 1, file_list: [file('cat')] }) });
    const wide = { places: [1, 2], modifiedFrom: 1, modifiedTo: 2, sizeMin: 3, sizeMax: 4 } as const;
    const after = { n: 'b', t: 2, k: 'b' };
    await firstValueFrom(filesPort(box, 'ann').page({ ...WIDE, placeSearch: wide, after, type: 2 }));
    const narrowed = { mtimefrom: 1, mtimeto: 2, sizemin: 3, sizemax: 4, hasbaseinfo: 1, roots: [1, 2] };
    expect(asked).toMatchObject([['SearchFiles', narrowed]]);
    const { box: broken } = bed({ SearchFiles: () => refused(11) });
    expect(await firstValueFrom(filesPort(broken, 'ann').page(WIDE))).toMatchObject({ left: { code: 11 } });
  });

  it('goes from root to root elsewhere: one that refuses hides nothing of the others, and the next page asks nobody', async () => {
    const { box, asked } = bed({
      SearchFiles: () => refused(19),
      ListDisks: () => disks,
      ListFiles: ({ path }) =>
        path === '/mnt/usb1/ann'
          ? { sum: 3, file_list: [file('cat 10'), file('cat 9'), file('cat 2', { s: 100 })] }
          : refused(15),
    });
    const port = filesPort(box, 'ann');
    const small: PageRequest = { ...WIDE, limit: 1, placeSearch: { places: [1, 2], sizeMax: 50 } };
    const first = await firstValueFrom(port.page(small));
    expect(first).toMatchObject({ right: { total: 2, entries: [{ name: 'cat 9' }], partial: true } });
    const before = asked.length;
    const next = await firstValueFrom(port.page({ ...small, after: { n: 'cat 9', t: 2, k: '0' } }));
    expect(next).toMatchObject({ right: { entries: [{ name: 'cat 10' }] } });
    expect(asked).toHaveLength(before);
    const end = await firstValueFrom(port.page({ ...small, after: { n: 'cat 10', t: 2, k: '1' } }));
    expect(end).toMatchObject({ right: { entries: [], last: null } });
    await firstValueFrom(port.page({ ...small, pattern: null, type: 2 }));
    expect(asked.at(-1)).toMatchObject(['ListFiles', { regex: '.', type: 2 }]);
  });

  it('without a list of disks there are no roots to ask', async () => {
    const { box } = bed({ SearchFiles: () => refused(19), ListDisks: () => refused(5) });
    expect(await firstValueFrom(filesPort(box, 'ann').page(WIDE))).toMatchObject({ left: { code: 5 } });
  });

  it('G-15: a picker shows each place on the volumes that it belongs to', async () => {
    const { box } = bed({ ListDisks: () => disks, ListFiles: () => ({ sum: 1, file_list: [file('bob')] }) });
    const port = pickerPort(box, 'ann');
    const paths = async (tab: 1 | 2 | 4 | 5 | 9) => {
      const roots = await firstValueFrom(port.roots(tab));
      return roots._tag === 'Left' ? null : roots.right.map(({ path, name }) => `${name} ${path}`);
    };
    expect(await paths(1)).toEqual(['Disk /mnt/usb1/ann']);
    expect(await paths(2)).toEqual(['Disk /mnt/usb1/shared-files']);
    expect(await paths(4)).toEqual(['bob /mnt/usb1/ann/.share2me/bob']);
    expect(await paths(5)).toEqual(['stick /mnt/extdev/stick']);
    expect(await paths(9)).toEqual(['nas /mnt/netdev/nas']);
    const page = await firstValueFrom(port.folders(1, '/mnt/usb1/ann', true, null));
    expect(page).toMatchObject({ right: { next: null } });
  });
});
