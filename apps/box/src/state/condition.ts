import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { accountSchema } from '@boxwood/account';
import { boxFeatures } from '../features.ts';
import { OWN_PREFIX } from '../vault/index.ts';
import type { Backup } from './backup.ts';
import { listBackups, usableBackup } from './backup.ts';
import type { Condition } from './database-file.ts';
import { examineDatabase } from './database-file.ts';
import type { BoxFacts } from './facts-of.ts';
import { accountMembersOf, boxFactsOf } from './facts-of.ts';
import type { StatePart } from './places.ts';
import { backupsDirOf, databaseOf, stateDirOf } from './places.ts';

/** Schema steps this program knows. */
export const KNOWN_STEPS: Readonly<Record<StatePart, ReadonlySet<string>>> = {
  box: new Set(boxFeatures.migrations.map(({ feature, version }) => `${feature} ${version}`)),
  account: new Set(accountSchema),
};

/** Entries of the main volume that belong to no user: the box's own folder and those of the file system. */
const isNobodys = (name: string): boolean => name.startsWith(OWN_PREFIX) || name === 'lost+found';
const PUBLIC = 'shared-files';

/** Whether the data folder contains user files. */
export const hasFiles = (dataDir: string): boolean => {
  const root = join(dataDir, 'usb1');
  if (!existsSync(root)) return false;
  return readdirSync(root).some(
    (name) => !isNobodys(name) && (name !== PUBLIC || readdirSync(join(root, name)).length > 0),
  );
};

/** Everything that decides whether a box may start on a data folder, read without changes. */
export interface State {
  readonly dataDir: string;
  readonly box: Condition;
  readonly account: Condition;
  /** Facts from the box's database; empty if it cannot be read. */
  readonly facts: BoxFacts;
  /** Number of users in the account service's database. */
  readonly members: number;
  /** Whether user files or backups exist here. */
  readonly owned: boolean;
}

export const readState = (dataDir: string): State => {
  const stateDir = stateDirOf(dataDir);
  const look = (part: StatePart) => examineDatabase(databaseOf(stateDir, part), part, KNOWN_STEPS[part]);
  const box = look('box');
  const account = look('account');
  return {
    dataDir,
    box,
    account,
    facts:
      box.tag === 'sound'
        ? boxFactsOf(databaseOf(stateDir, 'box'))
        : { users: 0, boxId: '', secret: null, elsewhere: false },
    members: account.tag === 'sound' ? accountMembersOf(databaseOf(stateDir, 'account')) : 0,
    owned: hasFiles(dataDir) || listBackups(backupsDirOf(dataDir)).length > 0,
  };
};

export type Trouble =
  | { readonly kind: 'newer'; readonly part: StatePart; readonly step: string }
  | { readonly kind: 'unusable'; readonly part: StatePart; readonly why: string }
  /** Intact databases without users, although user files exist. */
  | { readonly kind: 'ownerless' };

/**
 * Why a box must not start on this state; null if it may. @param embedded whether the account service runs inside the
 * box
 */
export const troubleOf = (state: State, embedded: boolean): Trouble | null => {
  const { box, account, facts, members, owned } = state;
  if (box.tag === 'newer') return { kind: 'newer', part: 'box', step: box.step };
  if (embedded && account.tag === 'newer') return { kind: 'newer', part: 'account', step: account.step };
  if (box.tag === 'damaged') return { kind: 'unusable', part: 'box', why: box.why };
  if (box.tag === 'absent' && (owned || members > 0)) return { kind: 'unusable', part: 'box', why: box.why };
  if (embedded && account.tag === 'damaged') return { kind: 'unusable', part: 'account', why: account.why };
  // A box that used an external account service until now has no account database yet.
  if (embedded && account.tag === 'absent' && facts.users > 0 && !facts.elsewhere)
    return { kind: 'unusable', part: 'account', why: account.why };
  if (owned && facts.users === 0 && members === 0) return { kind: 'ownerless' };
  return null;
};

const ago = (ms: number): string => {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
};

/** Formats a time in the machine's zone with its age. */
export const whenOf = (made: number, now: number): string => {
  const local = new Date(made - new Date(made).getTimezoneOffset() * 60_000);
  return `${local.toISOString().slice(0, 19).replace('T', ' ')} (${ago(now - made)} ago)`;
};

const wayBack = (backup: Backup | null, now: number, restore: (options: string) => string): string =>
  backup === null
    ? `There is no backup of it. Save what can be read, over the files that are there, with: ${restore('--rebuild --owner NAME')} (NAME is the user id of the owner, for the case that nobody can be saved)`
    : `Bring back the backup of ${whenOf(backup.manifest.made, now)} with: ${restore('')}`;

/** Names of the databases in messages. */
const NAMES: Readonly<Record<StatePart, string>> = {
  box: 'The database of the box',
  account: 'The database of the accounts',
};

/** Describes a problem to the user, with the one command that helps. */
export const explainTrouble = async (
  trouble: Trouble,
  { dataDir }: State,
  now: number,
  restore: (options: string) => string,
): Promise<string> => {
  const backup = await usableBackup(backupsDirOf(dataDir));
  const untouched = 'Nothing was changed, and nobody is asked to be a new owner.';
  switch (trouble.kind) {
    case 'newer':
      return `${NAMES[trouble.part]} in ${stateDirOf(dataDir)} was written by a newer Boxwood than this one (it has the schema step "${trouble.step}"). Install that version or a later one. Nothing was changed.`;
    case 'unusable':
      return `${NAMES[trouble.part]}, ${databaseOf(stateDirOf(dataDir), trouble.part)}, ${trouble.why}. ${untouched} ${wayBack(backup, now, restore)}`;
    case 'ownerless':
      return `The database of the box in ${stateDirOf(dataDir)} knows nobody, but somebody’s files or backups are in ${dataDir}. ${untouched} ${wayBack(backup, now, restore)}`;
  }
};
