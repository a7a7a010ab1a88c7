import { describe, expect, it } from 'vitest';
import { strictClient, fieldNames, describeUnknownFields, withoutTrailingSlash } from './strict-client.ts';
import { createClient } from './client.ts';
import { createFacade } from './facade.ts';
import { ListThings, tree } from './test-kit.ts';
import type { Transport } from './transport.ts';

/** Records every request that would have been sent. */
const sent: string[] = [];
const transport: Transport = {
  reportsProgress: false,
  exchange: ({ url, body }) => {
    sent.push(`${url} ${JSON.stringify(body)}`);
    return Promise.resolve({
      _tag: 'Right',
      right: { status: 200, text: () => Promise.resolve('{"error":0,"sum":0,"list":[]}') },
    });
  },
};
const client = strictClient(createClient({ baseUrl: withoutTrailingSlash('http://box.test/'), transport }));
const box = createFacade(client, tree);

describe('a careful client', () => {
  it('refuses by name what a command does not know, says what was meant, and sends nothing', async () => {
    const typed = { path: '/a', cuont: 3, sort: 1 };
    await expect(box.things.list(typed)).rejects.toThrow(
      'ListThings: malformed params (cuont: not known; did you mean count?; sort: not known; there are path, count',
    );
    expect(await client.exec(ListThings, typed)()).toMatchObject({ left: { _tag: 'Malformed', at: 'params' } });
    await expect(client.send(ListThings, typed)).rejects.toThrow('did you mean count?');
    expect(sent).toEqual([]);
  });

  it('the same of the options of a call', async () => {
    const options = { timeout: 500, timeoutMs: 500 };
    await expect(box.things.list({ path: '/a' }, options)).rejects.toThrow(
      'timeout: not known; did you mean timeoutMs?',
    );
    expect(sent).toEqual([]);
  });

  it('what is known goes as ever, also what is there without a value', async () => {
    const nothing = { path: '/a', sort: undefined };
    expect(await box.things.list(nothing, { timeoutMs: 500 })).toEqual({ sum: 0, list: [] });
    expect(sent).toEqual([expect.stringMatching(/^http:\/\/box\.test\/things /)]);
  });

  it('what could not be read of an answer is told by it as well', async () => {
    const odd: Transport = {
      reportsProgress: false,
      exchange: () => {
        const text = () => Promise.resolve('{"error":0,"sum":"1","list":[{"n":"a"},{}]}');
        return Promise.resolve({ _tag: 'Right', right: { status: 200, text } });
      },
    };
    const read = strictClient(createClient({ baseUrl: 'http://box.test', transport: odd }));
    expect(await read.exec(ListThings, { path: '/a' })()).toEqual({
      _tag: 'Right',
      right: { sum: 1, list: [{ n: 'a' }] },
      unread: 1,
    });
  });

  it('knows the names of a command from its codec, those that may be absent as well', () => {
    expect(fieldNames(ListThings.params)).toEqual(expect.arrayContaining(['path', 'count']));
  });

  it.each([
    ['pth', 'did you mean path?'],
    ['Path', 'did you mean path?'],
    ['user', 'did you mean userName?'],
    ['desc', 'there are path, userName'],
  ])('%s: %s', (typed, words) => {
    expect(describeUnknownFields({ [typed]: 1 }, ['path', 'userName'])).toEqual([`${typed}: not known; ${words}`]);
  });
});
