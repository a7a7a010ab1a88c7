import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '@boxwood/account-sdk/server';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { TestService } from '../testing/account-test-helpers.ts';
import { openStore } from '../store/open-store.ts';
import { codeOfCall, it, itOnBoth, PASSWORD, startService } from '../testing/account-test-helpers.ts';
import { addMember } from './roster-store.ts';

let service: TestService;

beforeEach(async () => {
  service = await startService({ pushRoster: () => Promise.resolve() });
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});

describe('boxes become known', () => {
  it('the first registration fixes the secret; another secret, another name or no secret is 1035', async () => {
    const register = (boxId: string, secret: string, boxName = boxId) =>
      codeOfCall(service.box(boxId, secret).link.register({ box: { ...service.boxInfo(boxId), boxName } }));
    const secret = 's'.repeat(40);
    expect(await register('box7', secret)).toBe(200);
    expect(await register('box7', secret)).toBe(200);
    expect(await register('box7', 't'.repeat(40))).toBe(1035);
    expect(await register('box9', 't'.repeat(40), 'box7')).toBe(1035);
    expect(await register('box9', 'short')).toBe(1035);
    expect(await register('box10', 'u'.repeat(40), 'attic')).toBe(200);
    expect(await register('box11', 'v'.repeat(40), 'box10')).toBe(1035);
    expect(await register('attic', 'v'.repeat(40))).toBe(1035);
    expect(await codeOfCall(service.client().link.register({ box: service.boxInfo('box9') }))).toBe(1035);
    expect(
      await codeOfCall(
        service.box('box7', 't'.repeat(40)).link.report({ lanIp: '', wanIp: '', ipv6: '', apiPort: 1, version: '1' }),
      ),
    ).toBe(1035);
  });

  it('an enrolment key, where there is one, is asked of new boxes', async () => {
    const closed = await startService({ enrolmentKey: 'only for ours' });
    try {
      const register = (enrolment?: string) =>
        codeOfCall(
          closed
            .box('box7')
            .link.register({ box: closed.boxInfo('box7'), ...(enrolment === undefined ? {} : { enrolment }) }),
        );
      expect([await register(), await register('guess'), await register('only for ours'), await register()]).toEqual([
        1000, 1000, 200, 200,
      ]);
    } finally {
      await closed.stop();
    }
  });

  it('a service inside a box knows that box alone: a neighbour can neither register nor push a roster into it', async () => {
    const ownBox = { boxId: 'box7', secret: 'o'.repeat(40) };
    const embedded = await startService({ ownBox });
    try {
      const register = (boxId: string, secret: string) =>
        codeOfCall(embedded.box(boxId, secret).link.register({ box: embedded.boxInfo(boxId) }));
      expect(await register('evil', 'e'.repeat(40))).toBe(1035);
      expect(await register('box7', 'e'.repeat(40))).toBe(1035);
      expect(await register('box7', ownBox.secret)).toBe(200);
      // The files of the service are next to those of the box, so they must not contain the box's key.
      for (const name of await readdir(embedded.dir, { recursive: true }))
        if (name.includes('sqlite'))
          expect(await readFile(join(embedded.dir, name), 'latin1')).not.toContain(ownBox.secret);
      expect(
        await codeOfCall(
          embedded.box('evil', 'e'.repeat(40)).link.setUpOwner({ userName: 'eve_lee', password: PASSWORD }),
        ),
      ).toBe(1035);
    } finally {
      await embedded.stop();
    }
  });

  itOnBoth('a box gets one owner, also when two ask at once; an existing account needs its password', async () => {
    await service.box('box7').link.register({ box: service.boxInfo('box7') });
    expect(await service.box('box7').link.report({ lanIp: '', wanIp: '', ipv6: '', apiPort: 1, version: '1' })).toEqual(
      { boxName: 'box7', owned: 'N' },
    );
    const own = (userName: string, password = PASSWORD, boxId = 'box7') =>
      codeOfCall(service.box(boxId).link.setUpOwner({ userName, password }));
    expect((await Promise.all([own('ann_lee'), own('eve_lee')])).toSorted((a, b) => a - b)).toEqual([200, 1020]);
    expect(await own('dan_lee')).toBe(1020);
    await service.box('box8').link.register({ box: service.boxInfo('box8') });
    const { userName } = await service.signIn('ann_lee').catch(() => service.signIn('eve_lee'));
    expect(await own(userName, 'not the password', 'box8')).toBe(1009);
    expect(await own(userName, PASSWORD, 'box8')).toBe(200);
    expect(await own('NOT OK', PASSWORD, 'box8')).toBe(1030);
  });
});

it('an account from before the rule whose name is a folder of boxes joins none', async () => {
  const db = await openStore(':memory:', () => undefined);
  const join = (name: string) =>
    db
      .transaction()
      .execute((tx) => addMember(tx, { now: () => 0 }, 'box7', name, { admin: 'N', owner: 'N' }))
      .then(
        () => 0,
        (failure: unknown) => (failure instanceof Refusal ? failure.code : failure),
      );
  for (const name of ['shared-files', 'constructor', '-rf-rf']) expect(await join(name), name).toBe(1030);
  await db.destroy();
});
