import { DatabaseSync } from 'node:sqlite';
import { StartFailure } from '../../config.ts';
import { newSecret } from '../identity/secrets.ts';
import type { Backup } from '../../storage/state/backup.ts';
import { makeBackup } from '../../storage/state/backup.ts';
import { queryReadOnly } from '../../storage/state/box-facts.ts';
import { readKit } from '../../storage/state/secret-kit.ts';
import { backupsDirOf, databaseOf, stateDirOf } from '../../storage/state/state-paths.ts';
import {
  fingerprintOf,
  storeSecret,
  readSecret,
  SECRET_FACT,
  secretFileOf,
  explainSecretProblem,
} from '../../storage/state/box-secret.ts';
import type { RestoreJob } from './restore-job.ts';
import { printLine } from './print-line.ts';

/** Installs the secret of a kit, if it is the one that the databases were made with. */
export const restoreSecret = ({ dataDir, state, now }: RestoreJob, kit: string, backup: Backup | null): void => {
  const secret = readKit(kit);
  const expected = state.facts.secret ?? backup?.manifest.secret ?? '';
  if (expected !== '' && fingerprintOf(secret) !== expected)
    throw new StartFailure(
      `The secret in ${kit} has the fingerprint ${fingerprintOf(secret)}; this box needs the one with ${expected}. Nothing was changed.`,
    );
  const file = secretFileOf(dataDir);
  if (readSecret(file) !== secret) storeSecret(file, secret, `replaced-${now}`);
  printLine(`The secret (fingerprint ${fingerprintOf(secret)}) is in ${file}. Start the box.`);
};

/**
 * Replaces the secret. Everything that only the old secret opens is lost, so this lists it first and continues only
 * with `--yes`.
 */
export const replaceSecret = async (
  { dataDir, embedded, state, now, restoreCommand }: RestoreJob,
  yes: boolean,
): Promise<void> => {
  const stateDir = stateDirOf(dataDir);
  const { box, facts } = state;
  if (box.tag !== 'sound') throw new StartFailure('The database of the box is damaged. Restore the database first.');
  const problem = explainSecretProblem({
    dataDir,
    fingerprint: facts.secret,
    inUse: facts.users > 0,
    restore: restoreCommand,
  });
  if (problem === null) throw new StartFailure('The secret exists and is correct. Nothing was changed.');
  const file = databaseOf(stateDir, 'box');
  const people = (area: string): string =>
    queryReadOnly(file, `SELECT user FROM areas WHERE area = '${area}' ORDER BY user`)
      .map(({ user }) => String(user))
      .join(', ') || 'none';
  const losses = [
    `Safes that can only be opened with their recovery kits after this: ${people('safe')}.`,
    `Private files whose password is deleted; the user sets a new one at the next sign-in: ${people('home')}.`,
    'Links with a code stop working. Create new ones.',
    ...(embedded ? [] : ['The external account service knows this box by the old secret and will refuse it.']),
  ];
  if (!yes)
    throw new StartFailure(
      `${losses.join('\n')}\nIf the old secret is lost permanently: ${restoreCommand('--new-secret --yes')}`,
    );
  const { folder } = await makeBackup({ stateDir, into: backupsDirOf(dataDir), reason: 'secret', now, rowsDigest: '' });
  const secret = newSecret();
  storeSecret(secretFileOf(dataDir), secret, `replaced-${now}`);
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN; DELETE FROM areas; DELETE FROM area_tries');
    database
      .prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)')
      .run(SECRET_FACT, fingerprintOf(secret));
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  for (const line of losses) printLine(line);
  printLine(`The box has a new secret. If you find the old one, it belongs to the backup ${folder}.`);
};
