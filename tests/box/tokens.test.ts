import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandSpec, Connection } from '@boxwood/box-sdk';
import { ACC, codeOf, commandTree, connect, GEN, uploadMany } from '@boxwood/box-sdk';
import { STANDARD_REFUSALS } from '@boxwood/box-sdk/server';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';

const fixtures = fileURLToPath(new URL('../../packages/box-sdk/fixtures', import.meta.url));
const home = `/mnt/usb1/${OWNER}`;

const commands: readonly (readonly [CommandSpec, unknown])[] = Object.entries(commandTree).flatMap(([area, verbs]) =>
  Object.values(verbs).map((command: CommandSpec): readonly [CommandSpec, unknown] => {
    const read: unknown = JSON.parse(readFileSync(join(fixtures, area, `${command.name}.json`), 'utf8'));
    return [command, typeof read === 'object' && read !== null && 'params' in read ? read.params : {}];
  }),
);

/** The same parameters with every path of the box moved to another folder. */
const movedTo = (folder: string, params: unknown): unknown => {
  if (typeof params === 'string')
    return params.startsWith('/mnt/') ? `${folder}/${params.slice('/mnt/'.length).replaceAll('/', ' ')}` : params;
  if (Array.isArray(params)) return params.map((each) => movedTo(folder, each));
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, movedTo(folder, value)]));
};

describe('tokens for scripts at a real box', () => {
  let process: BoxProcess;
  let owner: Connection;
  const disk = (...path: string[]) => join(process.usb1, OWNER, ...path);
  const make = async (verb: 'read' | 'write', path = `${home}/Photos`) => {
    const { id, token } = await owner.tokens.add({ name: `to ${verb}`, verb, path, days: 1 });
    return { id, box: await connect(process.origin, { user: OWNER, token }, { patienceMs: 0 }) };
  };

  /** The commands that a token may call. */
  const allowed = async (box: Connection, folder: string): Promise<readonly string[]> => {
    const names: string[] = [];
    for (const [command, params] of commands) {
      if (command.access === 'public') continue;
      const result = await box.exec<CommandSpec>(command, movedTo(folder, params))();
      const code = result._tag === 'Left' ? codeOf(result.left) : 0;
      // A call that the client refuses to send was not tried.
      if (result._tag === 'Left' && result.left._tag === 'Malformed') names.push(`${command.name}: not sent`);
      else if (code !== STANDARD_REFUSALS[command.errors].noPrivilege) names.push(command.name);
    }
    return names.toSorted();
  };

  beforeAll(async () => {
    process = await startBoxProcess();
    owner = await connect(process.origin, { user: OWNER, password: PASSWORD });
    for (const folder of ['Photos', 'Letters']) {
      mkdirSync(disk(folder), { recursive: true });
      writeFileSync(disk(folder, 'a.txt'), `from ${folder}`);
    }
  });
  afterAll(() => process.remove());

  it('read /Photos until tomorrow, against every command: reads below /Photos pass, and nothing else does', async () => {
    const { box } = await make('read');
    expect(commands.length).toBeGreaterThan(200);
    expect(await allowed(box, `${home}/Photos`)).toEqual(
      [
        'ChecksumFile',
        'GetFileKey',
        'ListFiles',
        'ListUsage',
        'MeasureEntries',
        'MeasureFolder',
        'PrepareZip',
      ].toSorted(),
    );
    expect(await allowed(box, `${home}/Letters`)).toEqual(['GetFileKey']);
    // The SDK refuses to send a path that leads out; the conformance suite sends it without the SDK.
    const out = await allowed(box, `${home}/Photos/../Letters`);
    expect(out.filter((name) => !name.endsWith(': not sent'))).toEqual(['GetFileKey']);
    expect(readdirSync(disk('Photos'))).toEqual(['a.txt']);
  });

  it('addresses of files open what the token opens, and end with it', async () => {
    const { id, box } = await make('read');
    const photo = await box.url(`${home}/Photos/a.txt`);
    const letter = await box.url(`${home}/Letters/a.txt`);
    expect(await (await fetch(photo)).text()).toBe('from Photos');
    expect((await fetch(letter)).status).toBe(403);
    await owner.tokens.revoke({ id });
    expect((await fetch(photo)).status).toBe(401);
    const after = await box.exec(commandTree.files.list, { path: `${home}/Photos`, count: 1, hasbaseinfo: 0 })();
    expect(after).toMatchObject({ left: { code: GEN.session } });
  });

  it('a token that writes uploads, moves and removes in its folder, and hands nothing on', async () => {
    const { box } = await make('write');
    const note = new Blob(['new']);
    const source = (folder: string, name: string) => ({
      target: `${home}/${folder}/${name}`,
      size: note.size,
      mtime: 1_760_000_000,
      read: () => Promise.resolve(note),
    });
    const inside = Array.from({ length: 20 }, (_, n) => source('Photos/new', `${n}.txt`));
    const sent = await Array.fromAsync(uploadMany(box, inside));
    expect(sent.filter(({ result }) => result._tag === 'Left')).toEqual([]);
    expect(readdirSync(disk('Photos', 'new'))).toHaveLength(20);
    const [outside] = await Array.fromAsync(uploadMany(box, [source('Letters', 'b.txt')], { patienceMs: 0 }));
    expect(outside?.result).toMatchObject({ left: { code: GEN.noPrivilege } });
    const away = { source: `${home}/Photos/new/1.txt`, target: `${home}/Letters/1.txt` };
    await expect(box.files.move(away)).rejects.toMatchObject({ error: { code: GEN.noPrivilege } });
    await box.files.move({ ...away, target: `${home}/Photos/1.txt` });
    await box.files.remove({ paths: [`${home}/Photos/new`] });
    expect(readdirSync(disk('Photos')).toSorted()).toEqual(['1.txt', 'a.txt']);
    expect(readdirSync(disk('Letters'))).toEqual(['a.txt']);
    for (const ask of [
      () => box.shares.link({ path: `${home}/Photos`, names: ['a.txt'], days: 3, code: '0000' }),
      () => box.tokens.add({ name: 'more', verb: 'read', path: home, days: 300 }),
      () => box.tokens.list(),
      () => box.journal.undo({ id: [] }),
    ])
      await expect(ask()).rejects.toMatchObject({ error: { code: GEN.noPrivilege } });
  });

  it('what a revoked token or a removed folder had begun ends; a script cannot list uploads or end them', async () => {
    mkdirSync(disk('Photos', 'trip'), { recursive: true });
    const [ended, other] = [await make('write'), await make('write')];
    await ended.box.transfers.prepare({ target: `${home}/Photos/one.jpg`, size: 9 });
    await other.box.transfers.prepare({ target: `${home}/Photos/two.jpg`, size: 9 });
    await owner.transfers.prepare({ target: `${home}/Photos/trip/three.jpg`, size: 9 });
    const unfinished = async () => {
      const { list } = await owner.transfers.list();
      return list.map(({ path, own, script }) => `${path.replace(`${home}/Photos/`, '')} ${own} ${script}`).toSorted();
    };
    expect(await unfinished()).toEqual(['one.jpg 0 1', 'trip/three.jpg 1 0', 'two.jpg 0 1'].toSorted());
    for (const ask of [() => other.box.transfers.list(), () => other.box.transfers.end({ id: 'any' })])
      await expect(ask()).rejects.toMatchObject({ error: { code: GEN.noPrivilege } });
    await owner.tokens.revoke({ id: ended.id });
    await expect.poll(unfinished).toEqual(['trip/three.jpg 1 0', 'two.jpg 0 1']);
    await owner.trash.put({ paths: [`${home}/Photos/trip`] });
    await expect.poll(unfinished).toEqual(['two.jpg 0 1']);
    await owner.transfers.prepare({ target: `${home}/Photos/gone/four.jpg`, size: 4 });
    expect(await unfinished()).toEqual(['gone/four.jpg 1 0', 'two.jpg 0 1']);
    await owner.files.remove({ paths: [`${home}/Photos/gone`] });
    await expect.poll(unfinished).toEqual(['two.jpg 0 1']);
    const { list } = await owner.transfers.list();
    for (const { id } of list) await owner.transfers.end({ id });
    expect(await unfinished()).toEqual([]);
  });

  it('wrong passwords lock the name and not the token; signing out with a token ends nothing', async () => {
    const { box } = await make('read');
    const list = () => box.files.list({ path: `${home}/Photos`, count: 1, hasbaseinfo: 0 });
    for (let n = 0; n < 6; n += 1)
      await connect(process.origin, { user: OWNER, password: 'wrong' }).catch(() => undefined);
    await expect(connect(process.origin, { user: OWNER, password: PASSWORD })).rejects.toMatchObject({
      error: { code: ACC.busy },
    });
    expect((await list()).file_list).toHaveLength(1);
    const photo = await box.url(`${home}/Photos/a.txt`);
    await box.session.signOut({ userName: OWNER, token: box.token });
    expect((await list()).file_list).toHaveLength(1);
    expect((await fetch(photo)).status).toBe(200);
    const { list: mine } = await owner.tokens.list();
    expect(mine.some(({ name, used }) => name === 'to read' && used > 0)).toBe(true);
    expect(JSON.stringify(mine)).not.toContain(box.token);
  });
});
