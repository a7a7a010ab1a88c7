import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { accountSchema } from '@boxwood/account';
import { boxFeatures } from '../../features.ts';
import { BOX_FILE_PREFIX } from '../vault/index.ts';
import type { Backup } from './backup.ts';
import { listBackups, findUsableBackup } from './backup.ts';
import type { DatabaseCondition } from './database-file.ts';
import { examineDatabase } from './database-file.ts';
import type { BoxFacts } from './box-facts.ts';
import { accountMembersOf, boxFactsOf } from './box-facts.ts';
import type { StatePart } from './state-paths.ts';
import { backupsDirOf, databaseOf, stateDirOf } from './state-paths.ts';

/** Schema steps this program knows. */
export const KNOWN_STEPS: Readonly<Record<StatePart, ReadonlySet<string>>> = {
  box: new Set(boxFeatures.migrations.map(({ feature, version }) => `${feature} ${version}`)),
  account: new Set(accountSchema),
};

/** Entries of the main volume that belong to no user: the box's own folder and those of the file system. */
const isSystemEntry = (name: string): boolean => name.startsWith(BOX_FILE_PREFIX) || name === 'lost+found';
const PUBLIC = 'shared-files';

/** Whether the data folder contains user files. */
export const hasFiles = (dataDir: string): boolean => {
  const root = join(dataDir, 'usb1');
  if (!existsSync(root)) return false;
  return readdirSync(root).some(
    (name) => !isSystemEntry(name) && (name !== PUBLIC || readdirSync(join(root, name)).length > 0),
  );
};

/** Everything that decides whether a box may start on a data folder, read without changes. */
export interface StoredState {
  readonly dataDir: string;
  readonly box: DatabaseCondition;
  readonly account: DatabaseCondition;
  /** Facts from the box's database; empty if it cannot be read. */
  readonly facts: BoxFacts;
  /** Number of users in the account service's database. */
  readonly members: number;
  /** Whether user files or backups exist here. */
  readonly hasUserData: boolean;
}

export const readState = (dataDir: string): StoredState => {
  const stateDir = stateDirOf(dataDir);
  const examine = (part: StatePart) => examineDatabase(databaseOf(stateDir, part), part, KNOWN_STEPS[part]);
  const box = examine('box');
  const account = examine('account');
  return {
    dataDir,
    box,
    account,
    facts:
      box.tag === 'sound'
        ? boxFactsOf(databaseOf(stateDir, 'box'))
        : { users: 0, boxId: '', secret: null, hasExternalAccounts: false },
    members: account.tag === 'sound' ? accountMembersOf(databaseOf(stateDir, 'account')) : 0,
    hasUserData: hasFiles(dataDir) || listBackups(backupsDirOf(dataDir)).length > 0,
  };
};

export type StateProblem =
  | { readonly kind: 'newer'; readonly part: StatePart; readonly step: string }
  | { readonly kind: 'unusable'; readonly part: StatePart; readonly why: string }
  /** Intact databases without users, although user files exist. */
  | { readonly kind: 'ownerless' };

/**
 * Why a box must not start on this state; null if it may. @param embedded whether the account service runs inside the
 * box
 */
export const findStateProblem = (state: StoredState, embedded: boolean): StateProblem | null => {
  const { box, account, facts, members, hasUserData } = state;
  if (box.tag === 'newer') return { kind: 'newer', part: 'box', step: box.step };
  if (embedded && account.tag === 'newer') return { kind: 'newer', part: 'account', step: account.step };
  if (box.tag === 'damaged') return { kind: 'unusable', part: 'box', why: box.why };
  if (box.tag === 'absent' && (hasUserData || members > 0)) return { kind: 'unusable', part: 'box', why: box.why };
  if (embedded && account.tag === 'damaged') return { kind: 'unusable', part: 'account', why: account.why };
  // A box that used an external account service until now has no account database yet.
  if (embedded && account.tag === 'absent' && facts.users > 0 && !facts.hasExternalAccounts)
    return { kind: 'unusable', part: 'account', why: account.why };
  if (hasUserData && facts.users === 0 && members === 0) return { kind: 'ownerless' };
  return null;
};

const formatAge = (ms: number): string => {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
};

/** Formats a time in the machine's zone with its age. */
export const formatTime = (made: number, now: number): string => {
  const local = new Date(made - new Date(made).getTimezoneOffset() * 60_000);
  return `${local.toISOString().slice(0, 19).replace('T', ' ')} (${formatAge(now - made)} ago)`;
};

const restoreHint = (backup: Backup | null, now: number, restore: (options: string) => string): string =>
  backup === null
    ? `There is no backup of it. Recover the readable data with: ${restore('--rebuild --owner NAME')} (NAME is the user id of the owner, used if no user can be recovered). Files are not changed`
    : `Restore the backup of ${formatTime(backup.manifest.made, now)} with: ${restore('')}`;

/** Names of the databases in messages. */
const DATABASE_NAMES: Readonly<Record<StatePart, string>> = {
  box: 'The database of the box',
  account: 'The database of the accounts',
};

/** Describes a problem to the user, with the one command that helps. */
export const explainStateProblem = async (
  problem: StateProblem,
  { dataDir }: StoredState,
  now: number,
  restore: (options: string) => string,
): Promise<string> => {
  const backup = await findUsableBackup(backupsDirOf(dataDir));
  const unchangedNote = 'Nothing was changed, and the box does not ask for a new owner.';
  switch (problem.kind) {
    case 'newer':
      return `${DATABASE_NAMES[problem.part]} in ${stateDirOf(dataDir)} was written by a newer Boxwood than this one (it has the schema step "${problem.step}"). Install that version or a later one. Nothing was changed.`;
    case 'unusable':
      return `${DATABASE_NAMES[problem.part]}, ${databaseOf(stateDirOf(dataDir), problem.part)}, ${problem.why}. ${unchangedNote} ${restoreHint(backup, now, restore)}`;
    case 'ownerless':
      return `The database of the box in ${stateDirOf(dataDir)} has no users, but there are files of users or backups in ${dataDir}. ${unchangedNote} ${restoreHint(backup, now, restore)}`;
  }
};
