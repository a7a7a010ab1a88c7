import type { CommandSpec } from '@boxwood/command-bus';
import { createClient } from '@boxwood/command-bus';
import { createRouter, localTransport, Refusal } from '@boxwood/command-bus/server';
import { describe, expect, it } from 'vitest';
import { ListFiles, MakeFolder } from './file-commands.ts';
import { ensureFolder, newFolder, checkPresence } from './folder-helpers.ts';

/** A box with some folders, which refuses with `broken` instead when that is set. */
const boxWith = (folders: Set<string>, broken?: number) => {
  const calls: string[] = [];
  const commands = { files: { list: ListFiles, makeFolder: MakeFolder } } satisfies Record<
    string,
    Record<string, CommandSpec>
  >;
  const router = createRouter({
    commands,
    handlers: {
      files: {
        list: ({ path, count }) => {
          calls.push(`list ${path} ${count}`);
          if (broken !== undefined) throw new Refusal(broken);
          if (!folders.has(path)) throw new Refusal(6);
          return { sum: 1, file_list: [] };
        },
        makeFolder: ({ path }) => {
          calls.push(`make ${path}`);
          if (broken !== undefined) throw new Refusal(broken);
          const existed = folders.has(path);
          folders.add(path);
          return { existed };
        },
      },
    },
    context: () => ({}),
    onFault: (fault) => {
      throw fault;
    },
  });
  const client = createClient({
    baseUrl: 'http://box.test',
    transport: localTransport(router),
    identity: () => ({ username: 'ann', token: 't' }),
  });
  return { client, calls };
};

describe('folder helpers', () => {
  it('SDK-012 G-03 G-11: the existence check asks for one item; 0 is taken, 6 is free, anything else is an error', async () => {
    const { client, calls } = boxWith(new Set(['/a']));
    expect(await checkPresence(client, '/a')).toMatchObject({ right: 'taken' });
    expect(await checkPresence(client, '/b')).toMatchObject({ right: 'free' });
    expect(calls).toEqual(['list /a 1', 'list /b 1']);
    expect(await checkPresence(boxWith(new Set(), 5).client, '/a')).toMatchObject({
      left: { _tag: 'Refused', code: 5 },
    });
  });

  it('SDK-B111: ensureFolder succeeds on 0 and on 1', async () => {
    const { client, calls } = boxWith(new Set(['/a']));
    expect(await ensureFolder(client, '/a')).toMatchObject({ _tag: 'Right' });
    expect(await ensureFolder(client, '/b')).toMatchObject({ _tag: 'Right' });
    expect(calls).toEqual(['make /a', 'make /b']);
    expect(await ensureFolder(boxWith(new Set(), 3).client, '/a')).toMatchObject({ left: { code: 3 } });
  });

  it('SDK-B111: newFolder checks first and makes nothing where something is', async () => {
    const { client, calls } = boxWith(new Set(['/a']));
    expect(await newFolder(client, '/a')).toMatchObject({ right: 'taken' });
    expect(calls).toEqual(['list /a 1']);
    expect(await newFolder(client, '/b')).toMatchObject({ right: 'made' });
    expect(await newFolder(boxWith(new Set(), 15).client, '/b')).toMatchObject({ left: { code: 15 } });
  });
});
