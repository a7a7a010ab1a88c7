import type { CommandSpec } from '@boxwood/command-bus';
import { right } from '@boxwood/command-bus';
import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { boxNetworkStorage, type NetStorageDraft } from './network-storage.ts';

const draft: NetStorageDraft = {
  kind: 'nfs',
  addr: 'nas',
  port: 2049,
  user: '',
  password: '',
  mntpoint: 'films',
  mntdir: 'films',
  remark: '',
};

it('one more is added, one that is known is changed by its id, and both are removed by it', async () => {
  const asked: unknown[] = [];
  const exec = ({ name }: CommandSpec, params: unknown) => {
    asked.push([name, params]);
    return () => Promise.resolve(right({ list: [], id: 'n1' }));
  };
  const storage = boxNetworkStorage({ exec });
  for (const result of [
    storage.netStorage(),
    storage.saveNetStorage(null, draft),
    storage.saveNetStorage('n1', draft),
    storage.removeNetStorage('n1'),
  ])
    expect((await firstValueFrom<{ readonly _tag: string }>(result))._tag).toBe('Right');
  expect(asked).toEqual([
    ['AddMount', { mount: draft }],
    ['SetMount', { id: 'n1', mount: draft }],
    ['RemoveMount', { id: 'n1' }],
    // A cold request is sent on subscription.
    ['ListMounts', {}],
  ]);
});
