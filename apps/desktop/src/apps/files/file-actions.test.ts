import type { FileEntry, Place } from '@boxwood/domain';
import { describe, expect, it } from 'vitest';
import {
  type FileAction,
  type ActionId,
  actionsFor,
  findAction,
  type ActionContext,
  type ActionSurface,
  addActions,
} from './file-actions.ts';

const entry = (name: string, type = 0, size = 10): FileEntry => ({
  name,
  type,
  size,
  ctime: 0,
  mtime: 0,
  path: `/mnt/usb1/ann/${name}`,
  md512kb: '',
  id: name,
});
const folder = entry('Trip', 5);
const file = entry('a.txt', 4);
const locked = entry('a.txt.hyencrypt_v3');
const archive = entry('a.zip');

const at = (place: Place, selection: readonly FileEntry[] = [], more: Partial<ActionContext> = {}): ActionContext => ({
  place,
  model: 'N3',
  selection,
  readOnly: false,
  hasClipboard: false,
  isMissing: false,
  isSearchResult: false,
  isFavourite: false,
  ...more,
});
const ids = (situation: ActionContext, surface: ActionSurface): readonly ActionId[] =>
  actionsFor(situation, surface).map(({ id }) => id);
const find = (situation: ActionContext, surface: ActionSurface, id: ActionId): FileAction | undefined =>
  actionsFor(situation, surface).find((action) => action.id === id);
const why = (situation: ActionContext, id: ActionId): string | null => {
  const reason = findAction(id, situation)?.reason ?? null;
  if (reason === null) return null;
  return reason.by === 'rule' ? reason.verdict.issue : reason.messageKey;
};

describe('the toolbar of each place', () => {
  it('FILES-33: roots 1, 2 and 8 offer every action except decrypt', () => {
    for (const place of [1, 2, 8] as const) {
      const offered = ids(at(place, [file]), 'toolbar');
      expect(offered).not.toContain('decrypt');
      expect(offered).toEqual([
        'newFolder',
        'uploadFiles',
        'uploadFolder',
        'fromWeb',
        'download',
        'cut',
        'copy',
        'paste',
        'moveTo',
        'copyTo',
        'rename',
        'encrypt',
        'shareHttp',
        'shareFamily',
        'shareCloud',
        'toCloudDrive',
        'compressHere',
        'compressTo',
        'extractHere',
        'extractTo',
        'extractLocked',
        'delete',
        ...(place === 8 ? [] : ['deleteForEver']),
        'details',
      ]);
    }
  });

  it('deleting for good is under “more” wherever deleting is not for good already', () => {
    for (const place of [1, 2] as const) expect(ids(at(place, [file]), 'toolbar')).toContain('deleteForEver');
    for (const place of [3, 5, 8, 9] as const) expect(ids(at(place, [file]), 'toolbar')).not.toContain('deleteForEver');
  });

  it('FILES-22: the context menu offers the upload to a cloud drive, and says why it cannot be done yet', () => {
    for (const place of [1, 2, 8] as const) {
      expect(ids(at(place, [file]), 'item')).toContain('toCloudDrive');
      expect(why(at(place, [file]), 'toCloudDrive')).toBe('noDrive');
    }
    expect(ids(at(1), 'blank')).not.toContain('toCloudDrive');
  });

  it('FILES-34: root 5 leaves out the cloud drive and decrypt, nothing else', () => {
    // Without a recycle bin there is one way of deleting.
    const left = ids(at(1, [file]), 'toolbar').filter((id) => id !== 'toCloudDrive' && id !== 'deleteForEver');
    expect(ids(at(5, [file]), 'toolbar')).toEqual(left);
  });

  it('FILES-35: root 3 has download, move, copy, delete and decrypt only', () => {
    expect([...ids(at(3, [locked]), 'toolbar')].sort()).toEqual(['copyTo', 'decrypt', 'delete', 'download', 'moveTo']);
  });

  it('FILES-36: root 4 has copy only', () => {
    expect(ids(at(4, [file]), 'toolbar')).toEqual(['copyTo']);
  });
});

describe('the context menu', () => {
  it('FILES-12 FILES-13 FILES-14 FILES-15 FILES-18 FILES-20 FILES-22 FILES-23: of a file', () => {
    expect(ids(at(1, [file]), 'item')).toEqual([
      'open',
      'download',
      'cut',
      'copy',
      'moveTo',
      'copyTo',
      'rename',
      'encrypt',
      'shareHttp',
      'shareCloud',
      'toCloudDrive',
      'compressHere',
      'compressTo',
      'delete',
      'refresh',
      'details',
    ]);
    expect(ids(at(1, [file], { hasClipboard: true }), 'item')).toContain('paste');
  });

  it('FILES-19 ARCHIVE-04 ARCHIVE-05: compress what is no archive, extract what is one, here or elsewhere', () => {
    const packs = (situation: ActionContext) => ids(situation, 'item').filter((id) => /press|extract/.test(id));
    expect(packs(at(1, [folder]))).toEqual(['compressHere', 'compressTo']);
    expect(packs(at(1, [archive]))).toEqual(['extractHere', 'extractTo', 'extractLocked']);
    expect(packs(at(1, [entry('link', 100)]))).toEqual([]);
  });

  it('FILES-38 ARCHIVE-06: on an N2 nothing is compressed or extracted, on no surface and by no key', () => {
    for (const selection of [[file], [folder], [archive]])
      for (const surface of ['toolbar', 'item'] as const)
        expect(ids(at(1, selection, { model: 'N2' }), surface).filter((id) => /press|extract/.test(id))).toEqual([]);
    for (const model of ['N2', 'N3', 'G2'] as const) {
      expect(findAction('compressHere', at(1, [folder], { model })) === null).toBe(model === 'N2');
      expect(findAction('extractTo', at(1, [archive], { model })) === null).toBe(model === 'N2');
    }
  });

  it('FILES-16 FILES-17: encrypt only for what is not encrypted, decrypt only for what is', () => {
    expect(ids(at(1, [file]), 'item')).toContain('encrypt');
    expect(ids(at(1, [file]), 'item')).not.toContain('decrypt');
    expect(ids(at(1, [locked]), 'item')).toContain('decrypt');
    expect(ids(at(1, [locked]), 'item')).not.toContain('encrypt');
  });

  it('FILES-21: new folder on the blank area, not on an item', () => {
    expect(ids(at(1), 'blank')).toContain('newFolder');
    expect(ids(at(1, [file]), 'item')).not.toContain('newFolder');
  });

  it('FILES-24: in share mode open, refresh, copy and details, and nothing that writes', () => {
    expect(ids(at(4, [file]), 'item')).toEqual(['open', 'copyTo', 'refresh', 'details']);
    expect(ids(at(4), 'blank')).toEqual(['refresh', 'selectAll', 'details']);
  });

  it('several files are renamed as a batch', () => {
    expect(ids(at(1, [file, archive]), 'item')).toContain('batchRename');
    expect(ids(at(1, [file, archive]), 'item')).not.toContain('rename');
  });
});

describe('why not', () => {
  it('FILES-37: rename, compress and extract want exactly one suitable item', () => {
    for (const id of ['rename', 'compressHere', 'extractHere'] as const) {
      expect(why(at(1), id)).toBe('chooseOne');
      expect(why(at(1, [file, archive]), id)).toBe('chooseOne');
    }
    expect(why(at(1, [file]), 'rename')).toBeNull();
    expect(why(at(1, [folder]), 'compressHere')).toBeNull();
    expect(why(at(1, [archive]), 'compressHere')).toBe('archive.already');
    expect(why(at(1, [entry('link', 100)]), 'compressTo')).toBe('archive.softLink');
    expect(why(at(1, [archive]), 'extractTo')).toBeNull();
    expect(why(at(1, [file]), 'extractHere')).toBe('archive.notArchive');
  });

  it('FILES-18 SHARE-02 VALID-44: 1 to 20 entries of one folder are shared by link, nothing private; friends need a cloud', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => entry(`f${index}`));
    expect(why(at(1), 'shareHttp')).toBe('chooseSome');
    for (const good of [[file], [folder], many(20)]) expect(why(at(1, good), 'shareHttp')).toBeNull();
    expect(why(at(1, many(21)), 'shareHttp')).toBe('share.tooMany');
    expect(why(at(1, [file, { ...archive, path: '/mnt/usb1/ann/Trip/a.zip' }]), 'shareHttp')).toBe('oneFolder');
    expect(why(at(8, [file]), 'shareHttp')).toBe('notPrivate');
    expect(why(at(1, [file]), 'shareCloud')).toBe('noCloud');
    for (const place of [3, 4] as const) expect(findAction('shareHttp', at(place, [file]))).toBeNull();
  });

  it('P-13: one folder of one’s own is shared with the family, and nothing else', () => {
    expect(why(at(1, [folder]), 'shareFamily')).toBeNull();
    expect(why(at(1, [file]), 'shareFamily')).toBe('chooseFolder');
    expect(why(at(1), 'shareFamily')).toBe('chooseOne');
    expect(ids(at(1, [folder]), 'item')).toContain('shareFamily');
    expect(ids(at(1, [file]), 'item')).not.toContain('shareFamily');
    for (const place of [2, 5, 8, 9] as const) {
      expect(why(at(place, [folder]), 'shareFamily')).toBe('notOwn');
      expect(ids(at(place, [folder]), 'item')).not.toContain('shareFamily');
    }
    for (const place of [3, 4] as const) expect(findAction('shareFamily', at(place, [folder]))).toBeNull();
  });

  it('FILES-53: folders are neither encrypted nor decrypted', () => {
    expect(why(at(1, [folder]), 'encrypt')).toBe('crypt.folder');
    expect(why(at(1, [folder]), 'decrypt')).toBe('crypt.folder');
    expect(why(at(1, [file, folder]), 'encrypt')).toBe('crypt.folder');
  });

  it('what is more than one small file is asked about, not refused', () => {
    for (const chosen of [[folder], [file, archive], [entry('big', 0, 50_000_001)], [entry('fits', 0, 50_000_000)]])
      expect(why(at(1, chosen), 'download')).toBeNull();
    expect(why(at(1, []), 'download')).toBe('chooseSome');
  });

  it('RENAME-12: a folder among the files refuses the batch', () => {
    expect(why(at(1, [file, folder]), 'batchRename')).toBe('onlyFiles');
    expect(why(at(1, [file, archive]), 'batchRename')).toBeNull();
  });

  it('a device that cannot be written hides nothing and says so', () => {
    const situation = at(5, [file], { readOnly: true, hasClipboard: true });
    for (const id of ['newFolder', 'uploadFiles', 'paste', 'rename', 'delete'] as const)
      expect(why(situation, id)).toBe('readOnly');
    expect(why(situation, 'copyTo')).toBeNull();
    expect(find(situation, 'toolbar', 'newFolder')?.reason).not.toBeNull();
  });

  it('where the folder is gone nothing is brought in, and a hand is not offered it', () => {
    const situation = at(1, [], { isMissing: true, hasClipboard: true });
    for (const id of ['newFolder', 'uploadFiles', 'uploadFolder', 'fromWeb'] as const)
      expect(why(situation, id)).toBe('gone');
    expect(why(situation, 'paste')).toBeNull();
    expect(find(situation, 'toolbar', 'newFolder')?.reason).not.toBeNull();
    expect(addActions({ actionContext: situation })).toEqual([]);
    expect(addActions({ actionContext: at(1) })).toHaveLength(4);
  });

  it('paste wants something on the clipboard', () => {
    expect(why(at(1), 'paste')).toBe('nothingToPaste');
    expect(why(at(1, [], { hasClipboard: true }), 'paste')).toBeNull();
  });

  it('FILES-24: what a place does not have cannot be asked for by a key either', () => {
    expect(findAction('delete', at(4, [file]))).toBeNull();
    expect(findAction('rename', at(3, [locked]))).toBeNull();
  });
});
