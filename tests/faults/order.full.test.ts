/**
 * What a power cut at any moment would leave, by the order of the system calls of every mutation. With
 * `FAULT_SYNCS=all` each sync is disabled once, and the check must notice (`npm run faults -- order`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CommandSpec } from '@boxwood/box-sdk';
import { commandTree, encodeRequest, isRight } from '@boxwood/box-sdk';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { tracingUnavailableReason } from '../lib/syscalls/traced-box.ts';
import type { BoxMutation } from './mutation-context.ts';
import { BOX_MUTATIONS, NOT_PERSISTED } from './box-mutations.ts';
import type { TracedRun } from './traced-mutations.ts';
import { traceMutations } from './traced-mutations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/**
 * The syncs to disable: `all`, or a part of their file name. By default those of one file, so that every run proves
 * that the check works.
 */
const SYNCS = process.env['FAULT_SYNCS'] ?? 'trash/trash-sidecar';
const why = tracingUnavailableReason();
if (why !== null) console.log(`faults: SKIPPED the order of system calls: ${why}`);

/** Files with syncs that no mutation here reaches: how many, and why. */
const NOT_MET: Readonly<Record<string, readonly [number, string]>> = {
  'apps/box/src/features/disks/mount-watcher.ts': [
    1,
    'a disk that was never there before: mounting needs rights that the tracer has not',
  ],
  'apps/box/src/features/disks/extra-volumes.ts': [
    2,
    'which disk is mounted where: it needs the helper, rights and a disk',
  ],
  'apps/box/src/features/mounts/net-mounts.ts': [
    2,
    'storage of the network, and that it went: it needs the helper, rights and FUSE',
  ],
  'apps/box/src/features/transfers/place-upload.ts': [1, 'a file system mounted inside a volume'],
  'apps/box/src/features/transfers/uploads-table.ts': [
    2,
    'bytes that count no more: a sync that failed, and a PUT before the last synced byte',
  ],
  'apps/box/src/features/upgrade/unpack-package.ts': [
    1,
    'the next version of the box: it needs a signed release; real power cuts in `upgrade-power.full.test.ts`',
  ],
  'apps/box/src/server/identity/script-tokens.ts': [
    1,
    'the folder of a token is deleted for good: a token that a power cut brings back is still bound to that folder',
  ],
  'apps/box/src/storage/vault/vault-moves.ts': [1, 'a move that a killed box left half done, finished at the start'],
};

/**
 * Lines whose missing sync no mutation notices, and why: another sync covers the same log before anything depends on
 * it.
 */
const COVERED: Readonly<Record<string, string>> = {
  'apps/box/src/server/identity/facts.ts':
    'at the first start the record of the owner comes after them, and before the answer',
  'apps/box/src/server/identity/script-tokens.ts':
    'with a token, and with the tokens of who leaves, ends what was opened by them, which is synced after it',
  'apps/box/src/features/photos/albums.ts':
    'the albums of who leaves end with their sessions, which are synced after it',
  'apps/box/src/features/photos/photo-annotations.ts':
    'the marks of who leaves end with their sessions, which are synced after it',
};

/** Every source line that requests a sync; wrappers are left out. */
const syncLines = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const folder of ['apps/box/src', 'apps/account/src'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${name}`;
      if (!name.endsWith('.ts') || /test|vault\/folder|copy\/open-directory|store\/database/.test(name)) continue;
      for (const [at, line] of readFileSync(join(root, file), 'utf8').split('\n').entries())
        if (/\.(data|f)?sync\(\)|fsyncSync\(|\.durable\(|file\[how\]|'sync', \['-f'|synchronous = FULL/.test(line))
          found.set(`${file}:${at + 1}`, line.trim());
    }
  return found;
};

interface Known {
  readonly area: string;
  readonly command: CommandSpec;
}
const commands: readonly Known[] = Object.entries(commandTree).flatMap(([area, verbs]) =>
  Object.values(verbs).map((command: CommandSpec) => ({ area, command })),
);
/** By its declaration a command changes something when it is not idempotent, or when it writes to a path. */
const mayChange = ({ idempotent, paths = {} }: CommandSpec): boolean =>
  !idempotent || Object.values(paths).includes('write');

describe('the acts', () => {
  it('are there for every command that may change something and that this box offers', async () => {
    const covered = new Set([...BOX_MUTATIONS.flatMap((act) => act.commands), ...Object.keys(NOT_PERSISTED)]);
    const names = new Set(commands.map(({ command }) => command.name));
    expect([...covered].filter((name) => !names.has(name))).toEqual([]);

    const box = await startBoxProcess();
    const { token } = await signIn(box.origin, OWNER);
    const missing: string[] = [];
    for (const { area, command } of commands) {
      if (!mayChange(command) || covered.has(command.name)) continue;
      const file = join(root, 'packages/box-sdk/fixtures', area, `${command.name}.json`);
      const fixture: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const params = typeof fixture === 'object' && fixture !== null && 'params' in fixture ? fixture.params : {};
      const encoded = encodeRequest(command, params, { username: OWNER, token });
      if (!isRight(encoded)) throw new Error(`${command.name}: the fixture does not encode`);
      const { method, path, query, headers, body } = encoded.right;
      const reply = await fetch(`${box.origin}${path}?${new URLSearchParams(query).toString()}`, {
        method,
        headers,
        body,
      });
      if (!(await reply.text()).includes('notOffered')) missing.push(command.name);
    }
    await box.remove();
    expect(missing).toEqual([]);
  });
});

describe.skipIf(why !== null)('the order of system calls', { timeout: 600_000 }, () => {
  let watched: TracedRun;
  beforeAll(async () => {
    watched = await traceMutations(BOX_MUTATIONS);
  }, 120_000);

  it('bytes before the name, folders after it, the books before the answer', () => {
    expect(watched.violations).toEqual([]);
  });

  it('every line that syncs is met by an act', () => {
    const lines = syncLines();
    expect([...watched.syncs.keys()].filter((line) => !lines.has(line))).toEqual([]);
    const missed = [...lines].filter(([line]) => !watched.syncs.has(line));
    const counted = Object.groupBy(missed, ([line]) => line.split(':')[0] ?? '');
    expect(Object.fromEntries(Object.entries(counted).map(([file, some = []]) => [file, some.length]))).toEqual(
      Object.fromEntries(Object.entries(NOT_MET).map(([file, [count]]) => [file, count])),
    );
  });

  it('no sync can be taken out unnoticed', async () => {
    const unnoticed: string[] = [];
    for (const [line, met] of watched.syncs) {
      if (SYNCS !== 'all' && !line.includes(SYNCS)) continue;
      const acts: readonly BoxMutation[] = BOX_MUTATIONS.filter(({ name }) => met.includes(name));
      // Few mutations are tried first: most missing syncs are noticed by the first one that needs them.
      const violations = await firstViolations(line, acts);
      console.log(`faults: without ${line}: ${violations ?? 'nothing noticed'}`);
      if (violations === null && !(line.replace(/:\d+$/, '') in COVERED)) unnoticed.push(line);
    }
    expect(unnoticed).toEqual([]);
  });
});

/** The violations found with the sync of this line disabled: in one mutation, or in all that need it. */
const firstViolations = async (line: string, acts: readonly BoxMutation[]): Promise<string | null> => {
  for (const some of [acts.slice(0, 1), acts]) {
    const [first] = (await traceMutations(some, line)).violations;
    if (first !== undefined) return `${first.actionName}: ${first.rule}`;
  }
  return null;
};
