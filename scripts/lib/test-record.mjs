// The record of a long test: what it called, with the digests of that day (scripts/lib/source-digests.mjs). Each test has its own base: it is
// affected when a digest is another one today. A record is a text file for each test file, sorted:
//   ms 12345
//   apps/box/src/features/trash/trash.ts AbCdEfGh IjKlMnOp
//   command ListTrash AbCdEfGh
// `start.txt` has what nearly every box or page calls when it starts; that is not in the records of tests. `times.txt` has the time of each
// long test, also of those that cannot be recorded.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools.mjs';

/** Committed by a green `npm run test:full`. */
export const COMMITTED = join(root, 'tests', 'record');
/** Refreshed by each landing run. */
export const CACHED = join(root, '.cache', 'record');
const START = 'start.txt';
const TIMES = 'times.txt';
const isRecord = (name) => name.endsWith('.txt') && name !== START && name !== TIMES;
/** A function that this share of the tests calls belongs to the start. */
const START_SHARE = 0.95;
/** With fewer tests the share says nothing. */
const MIN_TESTS = 5;

const fileOf = (test) => `${test.replaceAll('/', '~')}.txt`;
const testOf = (file) => file.replace(/\.txt$/, '').replaceAll('~', '/');

/** The raw reports of pages and of scripts/lib/hits-recorder.cjs: by test, the functions by source, and the names. */
export const readReports = (folder) => {
  const tests = new Map();
  for (const name of readdirSync(folder)) {
    const sources = [];
    let current = null;
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      const [kind = '', second = ''] = line.split(' ');
      if (kind === 'T') {
        current = tests.get(second) ?? { functions: new Map(), names: new Set() };
        if (second !== '-') tests.set(second, current);
      } else if (kind === 'S') sources[Number(second)] = line.slice(kind.length + second.length + 2);
      else if (kind === 'N') current?.names.add(line.slice(2));
      // A page names the source in each line.
      else if (kind === 'F' && /^F \d+ \S+$/.test(line)) {
        const source = line.slice(kind.length + second.length + 2);
        current.functions.set(source, (current.functions.get(source) ?? new Set()).add(Number(second)));
      }
      // A killed process may have written a part of a line.
      else if (/^\d+ \d+$/.test(line) && sources[Number(kind)] !== undefined) {
        const source = sources[Number(kind)];
        const called = current.functions.get(source) ?? new Set();
        called.add(Number(second));
        current.functions.set(source, called);
      }
    }
  }
  return tests;
};

/** Processes with an environment of their own report nothing: they count as called with the source that starts them. */
const SILENT = {
  'apps/box/src/storage/thumbnails/picture-worker.ts': 'apps/box/src/storage/thumbnails/sharp-child.ts',
  'apps/box/src/features/photos/faces/recogniser.ts': 'apps/box/src/features/photos/faces/face-child.ts',
  'apps/box/src/features/photos/texts/text-recogniser.ts': 'apps/box/src/features/photos/texts/text-child.ts',
  'apps/box/src/storage/state/rolling-backups.ts': 'apps/box/src/storage/state/backup-child.ts',
};

/**
 * Tests whose programs report nothing, so that a record of them would have gaps: in a machine, in another browser, from a packed release. They
 * are chosen by their imports.
 */
const UNRECORDED = /^tests\/(machine|engines)\/|(^|[/-])(upgrade|release)[^/]*$/;

/** The lines of a record, as a map from the source, or the noted name, to its digests. */
const digestsOf = ({ functions, names }, digests) => {
  const lines = new Map();
  for (const [source, called] of functions) {
    const today = digests.functionDigests(source);
    if (today === null) continue;
    const found = [...called].flatMap((at) => today[at] ?? []);
    const loaded = digests.moduleDigest(source);
    lines.set(source, new Set(loaded === '' ? found : [...found, loaded]));
    const child = SILENT[source];
    if (child !== undefined && !functions.has(child)) lines.set(child, new Set(digests.functionDigests(child) ?? []));
  }
  for (const name of names) {
    const [kind, key = ''] = name.split(' ');
    const found = kind === 'command' ? digests.commandDigest(key) : digests.messageDigest(key);
    if (found !== undefined && found !== '') lines.set(name, new Set([found]));
  }
  return lines;
};

const format = (lines, ms) =>
  [
    ...(ms === null ? [] : [`ms ${ms}`]),
    ...[...lines]
      .filter(([, found]) => found.size > 0)
      .map(([name, found]) => `${name} ${[...found].toSorted().join(' ')}`)
      .toSorted(),
    '',
  ].join('\n');

const parse = (text) => {
  const lines = new Map();
  let ms = null;
  for (const line of text.split('\n')) {
    const words = line.split(' ');
    if (words[0] === 'ms') ms = Number(words[1]);
    else if (words.length > 1) {
      const isNoted = words[0] === 'command' || words[0] === 'message';
      lines.set(isNoted ? `${words[0]} ${words[1]}` : words[0], new Set(words.slice(isNoted ? 2 : 1)));
    }
  }
  return { ms, lines };
};

const kindOf = (test) =>
  test.startsWith('tests/browser/') ? 'browser' : /^tests\/(box|faults)\//.test(test) ? 'box' : null;

/** What nearly all tests of a tier call. */
const startOf = (records) => {
  const start = new Map();
  for (const [, group] of Map.groupBy(
    [...records].filter(([test]) => kindOf(test) !== null),
    ([test]) => kindOf(test),
  )) {
    if (group.length < MIN_TESTS) continue;
    const count = new Map();
    for (const [, { lines }] of group)
      for (const [name, found] of lines)
        for (const each of found) count.set(`${name} ${each}`, (count.get(`${name} ${each}`) ?? 0) + 1);
    for (const [line, times] of count) {
      if (times < START_SHARE * group.length) continue;
      const at = line.lastIndexOf(' ');
      const found = start.get(line.slice(0, at)) ?? new Set();
      start.set(line.slice(0, at), found.add(line.slice(at + 1)));
    }
  }
  return start;
};
const without = (lines, start) => {
  const left = new Map();
  for (const [name, found] of lines) {
    const own = new Set([...found].filter((each) => start.get(name)?.has(each) !== true));
    if (own.size > 0) left.set(name, own);
  }
  return left;
};

const readStart = (folder) =>
  existsSync(join(folder, START)) ? parse(readFileSync(join(folder, START), 'utf8')).lines : new Map();

/** The records of a folder by test. */
export const readRecords = (folder) => {
  const records = new Map();
  if (!existsSync(folder)) return records;
  for (const name of readdirSync(folder))
    if (isRecord(name)) records.set(testOf(name), parse(readFileSync(join(folder, name), 'utf8')));
  return records;
};

/** The files of the records of a folder, each with its test. */
export const recordFiles = (folder) =>
  readdirSync(folder)
    .filter(isRecord)
    .map((name) => [testOf(name), join(folder, name)]);

/** The time in ms of each test of a folder, also of tests without a record. */
export const readTimes = (folder) =>
  new Map(
    existsSync(join(folder, TIMES))
      ? readFileSync(join(folder, TIMES), 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => line.split(' '))
          .map(([ms, test]) => [test, Number(ms)])
      : [],
  );

/** Adds times to those of a folder. @param times in ms by test; @param isKnown whether a test still exists */
export const writeTimes = (folder, times, isKnown) => {
  mkdirSync(folder, { recursive: true });
  // A test that passed only when it was run again has no time.
  const measured = [...times].filter(([, ms]) => ms > 0);
  const lines = [...new Map([...readTimes(folder), ...measured])]
    .filter(([test]) => isKnown(test))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([test, ms]) => `${Math.round(ms)} ${test}\n`);
  writeFileSync(join(folder, TIMES), lines.join(''));
};

/** The newest time of each test. */
export const currentTimes = () => new Map([...readTimes(COMMITTED), ...readTimes(CACHED)]);

/** The newest record of each test: of a landing run here, or the committed one. */
export const currentRecords = () => new Map([...readRecords(COMMITTED), ...readRecords(CACHED)]);

/**
 * Writes the records of tests that passed.
 * @param reports of {@link readReports}; @param times in ms by test; @param isWhole whether all long tests ran, so that the start is computed anew
 */
export const writeRecords = ({ folder, reports, times, digests, isWhole }) => {
  mkdirSync(folder, { recursive: true });
  const records = new Map(
    // A spec whose pages reported nothing has no record: without it the desktop would not count.
    [...reports]
      .filter(([test]) => !UNRECORDED.test(test))
      .filter(
        ([test, { functions }]) =>
          kindOf(test) !== 'browser' || [...functions.keys()].some((each) => each.startsWith('apps/desktop/')),
      )
      .map(([test, report]) => [test, { ms: times.get(test) ?? null, lines: digestsOf(report, digests) }]),
  );
  const start = isWhole ? startOf(records) : new Map([...readStart(COMMITTED), ...readStart(folder)]);
  if (isWhole) writeFileSync(join(folder, START), format(start, null));
  for (const [test, { ms, lines }] of records)
    writeFileSync(join(folder, fileOf(test)), format(without(lines, start), ms));
};

/** The share of the digests of a record that are no longer found in the sources; 0 when the test is not affected. */
export const changedShare = ({ lines }, digests) => {
  let changed = 0;
  let all = 0;
  for (const [name, found] of lines) {
    const [kind, key = ''] = name.split(' ');
    const today =
      kind === 'command'
        ? [digests.commandDigest(key)]
        : kind === 'message'
          ? [digests.messageDigest(key)]
          : [...(digests.functionDigests(name) ?? []), digests.moduleDigest(name)];
    const known = new Set(today);
    for (const each of found) {
      all += 1;
      if (!known.has(each)) changed += 1;
    }
  }
  return all === 0 ? 0 : changed / all;
};
