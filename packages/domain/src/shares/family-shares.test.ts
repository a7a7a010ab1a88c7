import { right } from '@boxwood/command-bus';
import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createOneReplyClient } from '../testing/reply-client.ts';
import { boxFamilyShares } from './family-shares.ts';

const createFamilyShares = (reply: Readonly<Record<string, unknown>>) => {
  const { client, requests } = createOneReplyClient(reply);
  return { family: boxFamilyShares(client, 'ann'), requests: requests };
};
const input = { id: null, name: 'Trip', path: '', members: ['bob'] };

describe('family shares', () => {
  it('SHARE-14: members are those who may use it beside the owner', async () => {
    const users = [
      { user: 'ann', perm: 'rw' },
      { user: 'bob', perm: 'rw' },
      { user: 'eve', perm: 'none' },
    ];
    const { family } = createFamilyShares({
      list: [{ id: 'f', name: 'Trip', path: '/p', owner: 'ann', ctime: 9, users }],
    });
    expect(await firstValueFrom(family.list())).toEqual(
      right([{ id: 'f', name: 'Trip', path: '/p', owner: 'ann', created: 9, members: ['bob'] }]),
    );
  });

  it('P-13: without a folder one of its name in my-shares is proposed; a bad name is not sent', async () => {
    const { family, requests: requests } = createFamilyShares({ id: 'f' });
    expect(await firstValueFrom(family.save(input))).toEqual(right('f'));
    expect(requests).toMatchObject([
      { params: { id: '', path: '/mnt/usb1/ann/my-shares/Trip', users: [{ user: 'bob', perm: 'rw' }] } },
    ]);
    for (const name of ['', 'a/b', '..', 'x'.repeat(65)])
      expect(await firstValueFrom(family.save({ ...input, name }))).toMatchObject({ left: { _tag: 'Rejected' } });
    expect(requests).toHaveLength(1);
  });

  it('what the box finds wrong is said in words, and what it says otherwise stays', async () => {
    const refused = async (error: number, info: string) =>
      firstValueFrom(
        createFamilyShares({ error, info }).family.save({ ...input, id: 'f', path: '/mnt/usb1/ann/Trip' }),
      );
    for (const [error, info, word] of [
      [11, 'name', 'family.nameTaken'],
      [11, 'folder', 'family.folderTaken'],
      [11, 'users', 'family.unknownUser'],
      [15, 'place', 'family.placeRefused'],
      [15, 'absent', 'family.folderAbsent'],
    ] as const)
      expect(await refused(error, info)).toMatchObject({ left: { _tag: 'Rejected', messageKey: word } });
    expect(await refused(16, 'shares')).toMatchObject({ left: { _tag: 'Refused', code: 16 } });
  });
});
