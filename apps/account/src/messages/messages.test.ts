import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { TestService } from '../testing/account-test-helpers.ts';
import { codeOfCall, it, itOnBoth, startService } from '../testing/account-test-helpers.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  await service.stop();
  expect(service.faults).toEqual([]);
});
const leave = (type: number, content: string, userName = 'ann_lee') =>
  service.box('box7').link.postMessage({ userName, type, content });

describe('messages', () => {
  it('SDK-A25 MSG-01 MSG-02 MSG-03 G-45: pages of a type, newest first, unread until marked', async () => {
    const { api } = await service.createBoxWithOwner();
    for (let i = 1; i <= 5; i++) await leave(3, `notice ${i}`);
    await leave(1, 'hello');
    const page = await api.messages.list({ type: 3, pageNo: 2, pageSize: 2 });
    expect(page).toMatchObject({ total: 5, pageSum: 3, pageNow: 2, limit: 2 });
    expect(page.datas.map(({ content, state, type, boxName }) => [content, state, type, boxName])).toEqual([
      ['notice 3', 0, 3, 'box7'],
      ['notice 2', 0, 3, 'box7'],
    ]);
    expect(page.datas[0]?.dateTime).toBe(Math.floor(service.clock.now() / 1000));
    expect((await api.messages.list({ type: 2, pageNo: 1, pageSize: 100 })).pageSum).toBe(1);
  });

  itOnBoth('SDK-A24 SDK-A26 MSG-04 MSG-09: counts what is unread by type, and marks one type read', async () => {
    const { api } = await service.createBoxWithOwner();
    await leave(3, 'a');
    await leave(3, 'b');
    await leave(4, 'c');
    expect(await api.messages.unread()).toEqual({
      total: 3,
      types: [
        { type: 3, count: 2 },
        { type: 4, count: 1 },
      ],
    });
    await api.messages.markRead({ type: 3 });
    expect(await api.messages.unread()).toEqual({ total: 1, types: [{ type: 4, count: 1 }] });
    expect(
      (await api.messages.list({ type: 3, pageNo: 1, pageSize: 10 })).datas.every(({ state }) => state === 1),
    ).toBe(true);
  });

  itOnBoth(
    'SDK-A27 SDK-A28 MSG-05 MSG-06: one is deleted by its id, a type is cleared; nobody touches the messages of others',
    async () => {
      const ann = await service.createBoxWithOwner();
      const bob = await service.addUser(ann.api, 'bob_lee');
      await leave(1, 'first');
      await leave(1, 'second');
      await leave(1, 'third');
      const [newest] = (await ann.api.messages.list({ type: 1, pageNo: 1, pageSize: 10 })).datas;
      await bob.api.messages.delete({ mid: newest?.mid ?? '' });
      expect(await bob.api.messages.clear({ type: 1 })).toEqual({ count: 0 });
      await ann.api.messages.delete({ mid: newest?.mid ?? '' });
      expect(
        (await ann.api.messages.list({ type: 1, pageNo: 1, pageSize: 10 })).datas.map(({ content }) => content),
      ).toEqual(['second', 'first']);
      expect(await ann.api.messages.clear({ type: 1 })).toEqual({ count: 2 });
      expect((await ann.api.messages.unread()).total).toBe(1); // the notice that bob joined
    },
  );

  itOnBoth('a box leaves messages with its own users only, and a thousand of a type stay', async () => {
    const { api } = await service.createBoxWithOwner();
    await service.createBoxWithOwner('box8', 'carol_w');
    expect(await codeOfCall(leave(3, 'x', 'carol_w'))).toBe(1010);
    expect(await codeOfCall(service.client().link.postMessage({ userName: 'ann_lee', type: 3, content: 'x' }))).toBe(
      1035,
    );
    // Eight at a time, which share the wait for the disk; the last ones one by one, so that the newest is known.
    for (let i = 0; i < 1000; i += 8) await Promise.all(Array.from({ length: 8 }, (_, at) => leave(2, String(i + at))));
    for (let i = 1000; i < 1010; i++) await leave(2, String(i));
    const page = await api.messages.list({ type: 2, pageNo: 1, pageSize: 1 });
    expect([page.total, page.datas[0]?.content]).toEqual([1000, '1009']);
  });
});
