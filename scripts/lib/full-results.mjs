// The results of `npm run test:full`, for each state of the sources in a file of its own: .cache/test-full/<commit>.json. `--continue` runs only what
// has no green result there. `{ tiers: { box: { files: { 'tests/box/zip.test.ts': { passed, failed, skipped, ms } } } } }`; a tier that is one
// task has the file `task`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, maxBuffer: 1 << 28 });

/** The commit, followed by a digest of the uncommitted changes if there are any. */
export const sourceState = () => {
  const commit = git('rev-parse', 'HEAD').toString().trim();
  const hash = createHash('sha256').update(git('diff', 'HEAD', '--binary'));
  const added = git('ls-files', '-z', '--others', '--exclude-standard').toString().split('\0').filter(Boolean);
  for (const file of added) hash.update(file).update(readFileSync(join(root, file)));
  const clean = git('status', '--porcelain').length === 0;
  return clean ? commit : `${commit}-${hash.digest('hex').slice(0, 12)}`;
};

const isGreen = ({ failed }) => failed === 0;

/** @param state of {@link sourceState}; @param folder of the results */
export const openResults = (state, folder = join(root, '.cache', 'test-full')) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${state}.json`);
  const lines = (tier) => join(folder, `${state}.${tier}.lines`);
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { tiers: {} };
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify(stored, null, 1));
    renameSync(`${file}.new`, file);
  };
  const filesOf = (tier) => (stored.tiers[tier] ??= { files: {} }).files;
  return {
    /** The file to which the reporters of a tier append. */
    linesOf: lines,
    /** Reads what the reporters of a tier have appended, also those of an interrupted run. */
    collect: (tier) => {
      if (!existsSync(lines(tier))) return;
      for (const line of readFileSync(lines(tier), 'utf8').split('\n')) {
        // An interrupted run may end in the middle of a line.
        if (!line.endsWith('}')) continue;
        const { file: name, ...result } = JSON.parse(line);
        filesOf(tier)[name] = result;
      }
      rmSync(lines(tier));
      save();
    },
    set: (tier, name, result) => {
      filesOf(tier)[name] = result;
      save();
    },
    forget: () => {
      stored.tiers = {};
      save();
    },
    /** The names of the files of a tier that passed. */
    green: (tier) =>
      Object.entries(filesOf(tier))
        .filter(([, result]) => isGreen(result))
        .map(([name]) => name)
        .toSorted(),
    resultOf: (tier, name) => filesOf(tier)[name],
    /** The sum of the green results of a tier. */
    total: (tier) => {
      const sum = { passed: 0, failed: 0, skipped: 0, ms: 0 };
      for (const result of Object.values(filesOf(tier)).filter(isGreen))
        for (const key of Object.keys(sum)) sum[key] += result[key] ?? 0;
      return sum;
    },
  };
};
