import type { CallOptions, Client } from './client.ts';
import type { AnyCodec } from './codecs/index.ts';
import { isRecord } from './codecs/index.ts';
import { faultsIn } from './codecs/explain.ts';
import type { CommandSpec, ParamsOf, ResultOf } from './command.ts';
import type { TaskEither } from './either.ts';
import type { BoxError } from './box-error.ts';
import { BoxFailure, malformed } from './box-error.ts';

/** Field names by codec. Commands are called often and their codecs never change. */
const known = new WeakMap<AnyCodec, readonly string[]>();

/**
 * The field names that a codec reads, found by recording which ones it accesses on a proxy. Empty when the codec has no
 * fields or does not expose them.
 */
export const fieldNames = (codec: AnyCodec): readonly string[] => {
  const found = known.get(codec);
  if (found !== undefined) return found;
  const accessed = new Set<string>();
  const get = (_: object, name: string | symbol): undefined => void accessed.add(String(name));
  faultsIn(codec, new Proxy({}, { get }));
  const names = [...accessed];
  known.set(codec, names);
  return names;
};

/** A base address as the caller configured it, without the trailing slash. */
export const withoutTrailingSlash =
  (address: string | (() => string)): (() => string) =>
  () =>
    (typeof address === 'string' ? address : address()).replace(/\/+$/, '');

/** Edit distance: how many letters have to change to turn one word into the other. */
const editDistance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of one) {
    const above = row;
    row = [(above[0] ?? 0) + 1];
    for (let at = 0; at < other.length; at += 1)
      row.push(
        Math.min((above[at + 1] ?? 0) + 1, (row[at] ?? 0) + 1, (above[at] ?? 0) + (other[at] === letter ? 0 : 1)),
      );
  }
  return row[other.length] ?? 0;
};

/**
 * Whether `typed` is probably a misspelling of `name`: at most two edits (one for short words), or one contains the
 * other.
 */
const isMisspelling = (typed: string, name: string): boolean => {
  const [one, other] = [typed.toLowerCase(), name.toLowerCase()];
  const part = Math.min(one.length, other.length) >= 4 && (one.includes(other) || other.includes(one));
  return part || editDistance(one, other) <= (Math.min(one.length, other.length) > 3 ? 2 : 1);
};

/**
 * One sentence for each unknown field of `given`, with the name that was probably meant, or else the list of known
 * names.
 */
export const describeUnknownFields = (given: unknown, known: readonly string[]): readonly string[] =>
  Object.entries(isRecord(given) ? given : {})
    .filter(([name, value]) => value !== undefined && !known.includes(name))
    .map(([name]) => {
      const meant = known.find((one) => isMisspelling(name, one));
      return `${name}: not known; ${meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant}?`}`;
    });

/** The result without the status field `error`, unless the command declares a field of that name. */
const withoutStatusField = <C extends CommandSpec>(command: C, result: ResultOf<C>): ResultOf<C> => {
  if (command.reply !== 'error' || !isRecord(result) || fieldNames(command.result).includes('error')) return result;
  const { error: _status, ...fields } = result;
  return fields;
};

const CALL_OPTIONS: Readonly<Record<keyof CallOptions, true>> = { signal: true, timeoutMs: true };

/**
 * A client that rejects parameters and options which a call does not know, by name and before anything is sent.
 * TypeScript reports such mistakes at compile time; in plain JavaScript they would be silently ignored. `connect` and
 * the clients with methods are strict by default. Results are the declared fields, without the status field `error`.
 *
 * @example
 * ```ts
 * const client = strictClient(createClient({ baseUrl: 'http://192.168.1.20:6900', transport: fetchTransport() }));
 * ```
 */
export const strictClient = (client: Client): Client => {
  const exec =
    <C extends CommandSpec>(
      command: C,
      params: ParamsOf<C>,
      options?: CallOptions,
    ): TaskEither<BoxError, ResultOf<C>> =>
    async () => {
      const names = fieldNames(command.params);
      const unknownFields = [
        ...(names.length === 0
          ? []
          : describeUnknownFields(params, command.more === undefined ? names : [...names, 'more'])),
        ...describeUnknownFields(options, Object.keys(CALL_OPTIONS)),
      ];
      if (unknownFields.length > 0) return malformed('params', unknownFields);
      const result = await client.exec(command, params, options)();
      return result._tag === 'Left' ? result : { ...result, right: withoutStatusField(command, result.right) };
    };
  const send = async <C extends CommandSpec>(
    command: C,
    params: ParamsOf<C>,
    options?: CallOptions,
  ): Promise<ResultOf<C>> => {
    const result = await exec(command, params, options)();
    if (result._tag === 'Left') throw new BoxFailure(result.left, command.name);
    return result.right;
  };
  return { ...client, exec, send };
};
