import { readdirSync, readFileSync } from 'node:fs';
import type { CommandSpec } from '@boxwood/command-bus';
import { decodeReply, encodeRequest, encodeResult } from '@boxwood/command-bus';
import { decode, isRecord, parseJson } from '@boxwood/command-bus/codecs';
import { describe, expect, it } from 'vitest';
import * as commands from './account-commands.ts';

const folder = new URL('../fixtures/', import.meta.url);
const fixtures = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

/** Fixtures represent files as `{ $file: { name, type, base64 } }`. */
const revive = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(revive);
  if (!isRecord(value)) return value;
  const file = value['$file'];
  if (isRecord(file))
    return {
      name: file['name'],
      type: file['type'],
      data: new Uint8Array(Buffer.from(String(file['base64']), 'base64')),
    };
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, revive(v)]));
};

const all: readonly CommandSpec[] = Object.values(commands);
const identity = { username: 'ann_lee', token: '0123456789abcdefghijABCDEFGHIJ01' };

describe('contract fixtures of the account service', () => {
  it('SDK-A01 to SDK-A59: there is one for every command', () => {
    const named = fixtures.map((fixture) => (isRecord(fixture) ? fixture['command'] : undefined));
    expect(named.toSorted()).toEqual(all.map((command) => command.name).toSorted());
  });

  for (const command of all)
    it(`${command.name}: request and reply have exactly the form of its fixture`, async () => {
      const fixture = fixtures.find((f) => isRecord(f) && f['command'] === command.name);
      if (!isRecord(fixture) || !isRecord(fixture['request'])) throw new Error('fixture');
      const { request, result, reply } = fixture;
      const params = revive(fixture['params']);

      const encoded = encodeRequest(command, params, identity);
      if (encoded._tag === 'Left') throw new Error(JSON.stringify(encoded.left));
      const { method, path, query, body, headers } = encoded.right;
      expect({ method, path }).toEqual({ method: request['method'], path: request['path'] });
      expect(headers['devtype']).toBe('web');
      // Section 0.2: identity in the headers, except where nobody has signed in yet.
      expect(headers['token']).toBe(command.access === 'public' ? undefined : identity.token);
      expect(headers['userName']).toBe(command.access === 'public' ? undefined : identity.username);
      if (command.form === 'query') {
        expect(query).toEqual(request['query']);
        expect(body).toBeNull();
        expect(decode(command.params, query)).toEqual({ _tag: 'Right', right: params });
      } else if (command.form === 'body') {
        if (typeof body !== 'string') throw new Error('body');
        expect(JSON.parse(body)).toEqual(request['body']);
        expect(decode(command.params, JSON.parse(body))).toEqual({ _tag: 'Right', right: params });
      } else {
        if (!(body instanceof FormData) || !isRecord(request['form'])) throw new Error('form');
        for (const [key, value] of Object.entries(request['form'])) {
          const sent = body.getAll(key);
          const wanted: readonly unknown[] = Array.isArray(value) ? value : [value];
          expect(sent).toHaveLength(wanted.length);
          const [file] = sent;
          if (file instanceof File)
            expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe('iVBORw0KGgo=');
          else expect(sent).toEqual(wanted);
        }
      }

      expect(decodeReply(command, JSON.stringify(reply))).toMatchObject({ _tag: 'Right', right: result });
      expect(parseJson(encodeResult(command, result))).toEqual({ _tag: 'Right', right: reply });
    });

  it('G-27: code 200 without the data a command promises does not decode', () => {
    for (const command of [commands.GetUser, commands.ListBoxes, commands.ListDomains])
      expect(decodeReply(command, '{"code":200}')).toMatchObject({ left: { _tag: 'Malformed', at: 'result' } });
  });

  it('any other code is a refusal of the account family, and what is no number is no answer', () => {
    expect(decodeReply(commands.CheckToken, '{"code":-1}')).toMatchObject({ left: { _tag: 'Refused', code: -1 } });
    expect(decodeReply(commands.CheckToken, '{"code":"no"}')).toMatchObject({ left: { _tag: 'Malformed' } });
    expect(decodeReply(commands.CheckToken, '{"code":1001,"msg":"elsewhere"}')).toMatchObject({
      left: { _tag: 'Refused', family: 'ACC', code: 1001, info: 'elsewhere' },
    });
  });

  it('G-27: the calls that change something by GET are never repeated', () => {
    for (const command of all)
      if (command.idempotent)
        expect(command.name, command.path).toMatch(/^(Get|List|Check|Count|Introspect|SignOut|RegisterBox|ReportBox)/);
    for (const name of ['MarkRead', 'DeleteMessage', 'ReportDomainUse'])
      expect(all.find((command) => command.name === name)).toMatchObject({ method: 'GET', idempotent: false });
  });
});
