import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BoxClient, createBoxClient, fetchTransport, GEN } from '@boxwood/box-sdk';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { OWNER, type TestBox, setUpTestBox, signInToTestBox, startTestBox } from '../box-test-helpers.ts';
import { describeRefusal } from '../platform/testing/describe-refusal.ts';

// A busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const home = `/mnt/usb1/${OWNER}`;
let box: TestBox;
let ann: BoxClient;
const disk = (...names: readonly string[]): string => join(box.usb1, OWNER, ...names);
const makeFolder = (name: string, content: string): void => {
  mkdirSync(disk(name), { recursive: true });
  writeFileSync(disk(name, 'a.txt'), content);
};

/** A client with a new token for a folder. */
const withToken = async (verb: 'read' | 'write', folder = 'Photos') => {
  const { id, token } = await ann.tokens.add({ name: verb, verb, path: `${home}/${folder}`, days: 1 });
  const script = createBoxClient({
    baseUrl: box.origin,
    transport: fetchTransport(),
    identity: () => ({ username: OWNER, token }),
  });
  const names = (name = folder) =>
    describeRefusal(script.files.list({ path: `${home}/${name}`, count: 10, hasbaseinfo: 0 }));
  const { key } = await script.session.fileKey({});
  const download = async (name = folder) => {
    const response = await fetch(`${box.origin}/port_80${home}/${name}/a.txt?key=${key}`);
    return `${response.status} ${await response.text()}`.trim();
  };
  return { id, script, names, download };
};
const refused = String(GEN.noPrivilege);

beforeAll(async () => {
  box = await startTestBox();
  await setUpTestBox(box);
  ann = await signInToTestBox(box, OWNER);
});
afterAll(() => box.remove());
beforeEach(() => {
  for (const name of ['Photos', 'Old', 'Albums']) rmSync(disk(name), { recursive: true, force: true });
  makeFolder('Photos', 'first');
});

it('a token reads its folder, and no new folder that another program put under its name', async () => {
  const token = await withToken('read');
  expect([await token.names(), await token.download()]).toEqual(['done', '200 first']);
  renameSync(disk('Photos'), disk('Old'));
  makeFolder('Photos', 'second');
  expect([await token.names(), await token.download()]).toEqual([refused, '403']);
  expect(await describeRefusal(token.script.files.measure({ path: `${home}/Photos` }))).toBe(refused);
  // Without a folder there, a write token could otherwise make one.
  rmSync(disk('Photos'), { recursive: true });
  expect([await token.names(), await token.download()]).toEqual([refused, '403']);
  renameSync(disk('Old'), disk('Photos'));
  expect([await token.names(), await token.download()]).toEqual(['done', '200 first']);
});

it('a token follows its folder when the box renames it, and opens nothing under the old name', async () => {
  const token = await withToken('read');
  await ann.files.move({ source: `${home}/Photos`, target: `${home}/Albums` });
  makeFolder('Photos', 'second');
  expect([await token.names('Albums'), await token.download('Albums')]).toEqual(['done', '200 first']);
  expect([await token.names(), await token.download()]).toEqual([refused, '403']);
  const { list } = await ann.tokens.list({});
  expect(list.find(({ id }) => id === token.id)?.path).toBe(`${home}/Albums`);
});

it('a token ends with its folder', async () => {
  const token = await withToken('read');
  await ann.files.remove({ paths: [`${home}/Photos`] });
  makeFolder('Photos', 'second');
  expect(await token.names()).toBe(String(GEN.session));
  expect(await token.download()).toBe('401');
});

it('an upload of a token ends when another folder takes the name of its folder', async () => {
  const { script } = await withToken('write');
  const prepare = (name: string) => script.transfers.prepare({ target: `${home}/Photos/${name}`, size: 3 });
  const put = async ({ uuid }: { readonly uuid: string }) =>
    (await fetch(`${box.origin}/filetrans?uuid=${uuid}&start=0`, { method: 'PUT', body: 'new' })).status;
  const [first, second] = [await prepare('b.txt'), await prepare('c.txt')];
  expect(await put(first)).toBe(200);
  renameSync(disk('Photos'), disk('Old'));
  makeFolder('Photos', 'second');
  expect(await put(second)).toBe(404);
});

it('a token is for a folder that is there, or for everything of its maker', async () => {
  const add = (path: string) => describeRefusal(ann.tokens.add({ name: 'n', verb: 'read', path, days: 1 }));
  expect(await add(`${home}/None`)).toBe(`${GEN.path} folder`);
  expect(await add(`${home}/Photos/a.txt`)).toBe(`${GEN.path} folder`);
  expect(await add(home)).toBe('done');
});
