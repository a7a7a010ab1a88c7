import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestBox } from '../../box-test-helpers.ts';
import { MEMBER, startTestBox, setUpTestBox, signInToTestBox } from '../../box-test-helpers.ts';
import { describeRefusal } from '../../platform/testing/describe-refusal.ts';

let box: TestBox;
beforeAll(async () => {
  box = await startTestBox();
});
afterAll(() => box.remove());

it('the log tells whom a right was refused, and of a flood ten lines', async () => {
  await setUpTestBox(box);
  const member = await signInToTestBox(box, MEMBER);
  const before = box.log().length;
  const lines = () =>
    box
      .log()
      .slice(before)
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  const remote = expect.stringMatching(/127\.0\.0\.1$/) as unknown;
  expect(await describeRefusal(member.system.reboot({}))).toBe('13');
  expect(await describeRefusal(member.files.list({ path: '/mnt/usb1/annabel', count: 10, hasbaseinfo: 0 }))).toBe(
    '13 path',
  );
  const asked = {
    version: 1,
    username: MEMBER,
    token: member.token,
    cmd: 'MKDIR',
    params: ['/mnt/usb1/robert1/../annabel/x'],
  };
  const json = { 'content-type': 'application/json' };
  const answer = await fetch(`${box.origin}/eshell`, { method: 'POST', headers: json, body: JSON.stringify(asked) });
  expect(await answer.json()).toMatchObject({ error: 4 });
  for (let i = 0; i < 30; i++)
    await describeRefusal(box.anonymous.files.list({ path: '/', count: 10, hasbaseinfo: 0 }));
  const foreign = { method: 'POST', headers: { origin: 'https://evil.example', 'content-type': 'application/json' } };
  expect((await fetch(`${box.origin}/eshell`, foreign)).status).toBe(403);
  expect(lines().slice(0, 4)).toMatchObject([
    { msg: 'refused', user: MEMBER, remote, command: 'RebootBox', code: 13 },
    { msg: 'refused', user: MEMBER, remote, command: 'ListFiles', code: 13 },
    { msg: 'refused', user: MEMBER, remote, command: 'MakeFolder', code: 4 },
    { msg: 'refused', user: 'nobody', remote, command: 'ListFiles', code: 18 },
  ]);
  expect(lines()).toHaveLength(13);
});
