/** Requests made by corrupting the golden fixtures: what a curious, broken or malicious client sends. */
import fc from 'fast-check';
import type { CommandSpec } from '@boxwood/command-bus';
import { isRecord } from '@boxwood/command-bus/codecs';
import type { Sdk, WireForm } from '../../contract/fixtures.ts';
import { adversarialJson, corruptedValue } from '../../contract/adversarial-values.ts';

/** The sender of a request. */
export const SENDERS = ['nobody', 'user', 'admin'] as const;
export type Sender = (typeof SENDERS)[number];

/** One request. The text `TOKEN` stands for the sender's token. */
export interface FuzzRequest {
  readonly kind: string;
  readonly who: Sender;
  readonly sdk: string;
  readonly command: CommandSpec;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly form: Readonly<Record<string, unknown>> | null;
}

/** The token of every fixture. */
export const TOKEN = '0123456789abcdefghijABCDEFGHIJ01';

interface FuzzSeed {
  readonly sdk: Sdk;
  readonly command: CommandSpec;
  readonly who: Sender;
  readonly wire: WireForm;
}

/** Paths that try to escape from the user's folder, in wire form. */
export type EscapePaths = readonly string[];

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change));
  if (!isRecord(value) || value['data'] instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, change)]));
};

/** Replaces the fixture's user with the sender, so that a request is not refused for its user name. */
const personal = (value: unknown, name: string): unknown =>
  mapTexts(value, (text) =>
    text === 'ann' ? name : text.replaceAll(/(\/mnt\/usb\d+\/)ann\b/g, `$1${name}`).replaceAll('"ann"', `"${name}"`),
  );

/** One seed for each command and sender. */
export const fuzzSeeds = (sdk: Sdk, nameOf: (who: Sender) => string): readonly FuzzSeed[] =>
  sdk.fixtures.flatMap((fixture) => {
    const command = sdk.commands.find((one) => one.name === fixture.command);
    if (command === undefined) return [];
    return SENDERS.map((who) => {
      const own = sdk.name === 'box-sdk' && command.access !== 'public' && who !== 'nobody';
      const { request } = fixture;
      const body = own ? personal(request.body, nameOf(who)) : request.body;
      return { sdk, command, who, wire: { ...request, ...(body === undefined ? {} : { body }) } };
    });
  });

/** The paths below `home` that the fixtures mention, relative to it. */
export const fixturePaths = (all: readonly Sdk[], home: string): readonly string[] => {
  const found = new Set<string>();
  mapTexts(
    all.map(({ fixtures }) => fixtures.map(({ params }) => params)),
    (text) => {
      if (text.startsWith(`${home}/`) && !text.includes('..')) found.add(text.slice(home.length));
      return text;
    },
  );
  return [...found];
};

/** JSON of any value; what JSON cannot represent is omitted. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

const draft = ({ sdk, command, who, wire }: FuzzSeed, kind: string): FuzzRequest => {
  const bare = command.form === 'query' || command.form === 'body' || command.form === 'multipart';
  return {
    kind,
    who,
    sdk: sdk.name,
    command,
    method: wire.method,
    path: wire.path,
    query: wire.query ?? {},
    headers: {
      ...(bare && who !== 'nobody' ? { username: '$USER', token: TOKEN, devtype: 'web' } : {}),
      ...(wire.form === undefined && wire.method !== 'GET' ? { 'content-type': 'application/json' } : {}),
    },
    body: wire.form !== undefined || wire.body === undefined ? null : JSON.stringify(wire.body),
    form: wire.form ?? null,
  };
};

/** The parameters of a wire form, and a function that replaces them. */
const paramsOf = (seed: FuzzSeed): readonly [unknown, (params: unknown) => Partial<FuzzRequest>] => {
  const { wire, command } = seed;
  if (wire.form !== undefined) return [wire.form, (params) => ({ form: isRecord(params) ? params : { params } })];
  if (command.form === 'query')
    return [
      wire.query ?? {},
      (params) => ({
        query: Object.fromEntries(
          Object.entries(isRecord(params) ? params : { params }).map(([k, v]) => [k, textOf(v)]),
        ),
      }),
    ];
  if (!isRecord(wire.body)) return [{}, () => ({})];
  const { body } = wire;
  const inner = body['jsonparam'];
  if (typeof inner === 'string') {
    const parsed: unknown = JSON.parse(inner);
    return [parsed, (params) => ({ body: JSON.stringify({ ...body, jsonparam: JSON.stringify(params) }) })];
  }
  return 'params' in body
    ? [body['params'], (params) => ({ body: JSON.stringify({ ...body, params }) })]
    : [body, (params) => ({ body: textOf(params) })];
};

const BROKEN_TEXTS: readonly (string | Uint8Array)[] = [
  '',
  'null',
  '[]',
  '{',
  'NaN',
  '{"version":1e999}',
  '\uFEFF{}',
  '"\\ud800"',
  '['.repeat(60_000),
  '{"a":'.repeat(60_000),
  new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  new Uint8Array(1000),
];

const SIZES = [200_000, 1024 * 1024 - 300, 1024 * 1024 + 1] as const;

const corrupt = (seed: FuzzSeed, traps: EscapePaths): fc.Arbitrary<FuzzRequest> => {
  const good = draft(seed, 'good');
  const [params, put] = paramsOf(seed);
  const trap = fc.constantFrom(...traps);
  const changed = (kind: string, part: Partial<FuzzRequest>): FuzzRequest => ({ ...good, ...part, kind });
  const text = typeof good.body === 'string' ? good.body : '{}';
  const envelope: unknown = JSON.parse(text);
  const anyBody = good.method === 'GET' ? null : text;
  return fc.oneof(
    { weight: 16, arbitrary: fc.constant(good) },
    {
      weight: 96,
      arbitrary: corruptedValue(params, adversarialJson).map((value) => changed('parameters', put(value))),
    },
    { weight: 32, arbitrary: corruptedValue(params, trap).map((value) => changed('one path', put(value))) },
    {
      weight: 32,
      arbitrary: trap.map((path) =>
        changed('all paths', put(mapTexts(params, (word) => (word.startsWith('/') ? path : word)))),
      ),
    },
    {
      weight: 24,
      arbitrary: corruptedValue(envelope, adversarialJson).map((value) =>
        changed('envelope', anyBody === null ? {} : { body: textOf(value) }),
      ),
    },
    {
      weight: 8,
      arbitrary: fc
        .constantFrom<unknown>(0, 2, '1', null, -1, 1.5, [1])
        .map((version) =>
          changed(
            'version',
            anyBody === null ? {} : { body: JSON.stringify({ ...(isRecord(envelope) ? envelope : {}), version }) },
          ),
        ),
    },
    {
      weight: 8,
      arbitrary: fc.constant(
        changed('both', anyBody === null ? {} : { body: text.replace(/\}$/, ',"params":[],"jsonparam":"{}"}') }),
      ),
    },
    {
      weight: 8,
      arbitrary: fc
        .oneof(
          fc.constantFrom(...BROKEN_TEXTS),
          fc.nat({ max: Math.max(0, text.length - 1) }).map((end) => text.slice(0, end)),
        )
        .map((body) => changed('no JSON', anyBody === null ? {} : { body, form: null })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...SIZES)
        .map((size) =>
          changed('huge', anyBody === null ? {} : { body: text.replace(/^\{/, `{"pad":"${'p'.repeat(size)}",`) }),
        ),
    },
    {
      weight: 16,
      arbitrary: fc.tuple(trap, fc.constantFrom('last', 'append', 'query')).map(([path, where]) =>
        where === 'query'
          ? changed('address', { query: { ...good.query, path, method: path, token: path } })
          : changed('address', {
              path: `${where === 'last' ? good.path.replace(/\/[^/]*$/, '') : good.path}/${encodeURIComponent(path)}`,
            }),
      ),
    },
    {
      weight: 8,
      arbitrary: fc
        .constantFrom<Readonly<Record<string, string>>>(
          { 'content-type': 'text/plain' },
          { 'content-type': 'multipart/form-data; boundary=' },
          { 'content-type': 'application/json; charset=utf-16' },
          { token: '../../etc/passwd', username: '__proto__' },
          { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
          { host: '' },
          { 'x-forwarded-for': '127.0.0.1', 'x-boxwood-relayed': '1' },
        )
        .map((headers) => changed('headers', { headers: { ...good.headers, ...headers } })),
    },
  );
};

/** The valid request of every seed, and an endless supply of corrupted ones. */
export const fuzzRequests = (seeds: readonly FuzzSeed[], traps: EscapePaths) => ({
  good: seeds.map((seed) => draft(seed, 'good')),
  spoiled: fc.constantFrom(...seeds).chain((seed) => corrupt(seed, traps)),
});
