/**
 * The cost of decoding listings, compared with JSON.parse of the same text, zod and valibot in the same run: `node
 * --conditions=@boxwood/source tests/bench/sdk.ts`. Goals: a whole reply of valid items within 1.2 times JSON.parse
 * alone; an invalid list refused within 1 ms and 1 MB. Replies are decoded leniently, so a reply in an unusual form
 * costs more than a regular one: reported, without a goal.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { decodeReply, ListFiles } from '@boxwood/box-sdk';
import { decode } from '@boxwood/command-bus/codecs';
import * as v from 'valibot';
import { z } from 'zod';
import { createReport } from './_report.ts';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void; // the flag above makes it a function

const zodPage = z.object({
  sum: z.number().int().nonnegative(),
  file_list: z.array(
    z.object({
      n: z.string(),
      t: z.number().int(),
      k: z.string(),
      m: z.number().int(),
      s: z.number().int().nonnegative(),
      c: z.number().int().optional(),
      h: z.string().optional(),
      i: z.string().optional(),
      p: z.string().optional(),
      r: z.number().int().optional(),
      d: z.number().int().optional(),
    }),
  ),
});
const integer = v.pipe(v.number(), v.integer());
const valibotPage = v.object({
  sum: v.pipe(integer, v.minValue(0)),
  file_list: v.array(
    v.object({
      n: v.string(),
      t: integer,
      k: v.string(),
      m: integer,
      s: v.pipe(integer, v.minValue(0)),
      c: v.optional(integer),
      h: v.optional(v.string()),
      i: v.optional(v.string()),
      p: v.optional(v.string()),
      r: v.optional(integer),
      d: v.optional(integer),
    }),
  ),
});

const hex = '0123456789abcdef';
const goodItem = (i: number) => ({
  n: `IMG_${i}.jpg`,
  t: 3,
  k: `img_${i}.jpg`,
  m: 1_760_000_000 + i,
  s: 2_483_011 + i,
  c: 1_750_000_000 + i,
  h: hex.repeat(2).slice(0, 32),
});
/** Every item wrong in a field that is checked late. */
const badItem = (i: number) => ({ ...goodItem(i), h: {} });
/** Every item as another box may write it: numbers as text. */
const otherItem = (i: number) => ({ ...goodItem(i), s: String(i) });
/** A list with one unreadable item in the middle. */
const oneOdd = (count: number) => (i: number) => (i === count >> 1 ? { n: {} } : goodItem(i));
const page = (count: number, item: (i: number) => object) =>
  JSON.stringify({ error: 0, sum: count, file_list: Array.from({ length: count }, (_, i) => item(i)) });

interface RunTimes {
  /** The fastest run in milliseconds: the least disturbed by other programs. */
  readonly best: number;
  readonly median: number;
}

/** Runs several pieces of work alternately, so that all have the same conditions and the same heap. */
const race = <K extends string>(
  runs: number,
  works: Readonly<Record<K, () => unknown>>,
): ReadonlyMap<string, RunTimes> => {
  const entries: readonly (readonly [string, () => unknown])[] = Object.entries(works);
  const samples = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  for (let i = -2; i < runs; i++)
    for (const [name, work] of entries) {
      if (runs < 50) collect();
      const started = performance.now();
      work();
      if (i >= 0) samples.get(name)?.push(performance.now() - started);
    }
  return new Map(
    [...samples].map(([name, all]) => {
      const ordered = all.toSorted((one, other) => one - other);
      return [name, { best: ordered[0] ?? 0, median: ordered[runs >> 1] ?? 0 }];
    }),
  );
};

/** Bytes that one run leaves on the heap while its result is alive. */
const weight = (work: () => unknown): number => {
  work();
  collect();
  const before = process.memoryUsage().heapUsed;
  const result = work();
  const after = process.memoryUsage().heapUsed;
  return result === undefined ? 0 : Math.max(0, after - before);
};

const report = createReport();

/** A page of 500 takes a fraction of a millisecond: only the large list gives a meaningful ratio. */
const goalOf = (name: string, count: number): string =>
  name === 'good, reply text to result' && count >= 100_000
    ? '<= 1.2 x'
    : name === 'hostile, codec alone'
      ? '<= 1 ms'
      : '';

const measure = (count: number, runs: number): void => {
  const good = page(count, goodItem);
  const bad = page(count, badItem);
  const other = page(count, otherItem);
  const odd = page(count, oneOdd(count));
  const parsedGood: unknown = JSON.parse(good);
  const parsedBad: unknown = JSON.parse(bad);
  if (decode(ListFiles.result, parsedGood)._tag !== 'Right' || decode(ListFiles.result, parsedBad)._tag !== 'Left')
    throw new Error('the codec does not tell good from bad');
  for (const [reply, entries, unread] of [
    [good, count, 0],
    [other, count, 0],
    [odd, count - 1, 1],
    [bad, count, count],
  ] as const) {
    const read = decodeReply(ListFiles, reply);
    if (read._tag === 'Left' || read.right.file_list.length !== entries || (read.unread ?? 0) !== unread)
      throw new Error('a reply is not read as it should be');
  }
  if (!zodPage.safeParse(parsedGood).success || zodPage.safeParse(parsedBad).success) throw new Error('zod');
  if (!v.safeParse(valibotPage, parsedGood).success || v.safeParse(valibotPage, parsedBad).success)
    throw new Error('valibot');

  const works = {
    'JSON.parse alone': (): unknown => JSON.parse(good),
    'good, reply text to result': () => decodeReply(ListFiles, good),
    'numbers as text, reply text to result': () => decodeReply(ListFiles, other),
    'one malformed entry, reply text to result': () => decodeReply(ListFiles, odd),
    'good, codec alone': () => decode(ListFiles.result, parsedGood),
    'good, zod alone': () => zodPage.safeParse(parsedGood),
    'good, valibot alone': () => v.safeParse(valibotPage, parsedGood),
    'hostile, codec alone': () => decode(ListFiles.result, parsedBad),
    'hostile, zod alone': () => zodPage.safeParse(parsedBad),
    'hostile, valibot alone': () => v.safeParse(valibotPage, parsedBad),
  };
  const took = race(runs, works);
  const bestOf = (name: string) => took.get(name)?.best ?? Number.NaN;
  const parse = bestOf('JSON.parse alone');
  for (const name of Object.keys(works))
    report.add(
      `${count} entries: ${name}`,
      `${bestOf(name).toFixed(3)} ms`,
      name === 'JSON.parse alone' ? null : ['JSON.parse', `${parse.toFixed(3)} ms`],
      name === 'JSON.parse alone' ? null : bestOf(name) / parse,
      goalOf(name, count),
      `median ${(took.get(name)?.median ?? 0).toFixed(3)}`,
    );
  for (const name of ['good, codec alone', 'good, zod alone', 'hostile, codec alone', 'hostile, zod alone'] as const)
    report.add(
      `${count} entries: ${name}, memory`,
      `${(weight(works[name]) / 1e6).toFixed(2)} MB`,
      ...([null, null, name === 'hostile, codec alone' ? '<= 1 MB' : ''] as const),
    );
};

measure(500, 200);
measure(100_000, 41);
report.print();
