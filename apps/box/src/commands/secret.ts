import { DatabaseSync } from 'node:sqlite';
import { StartFailure } from '../config.ts';
import { newSecret } from '../identity/secrets.ts';
import type { Backup } from '../state/backup.ts';
import { makeBackup } from '../state/backup.ts';
import { rowsOf } from '../state/facts-of.ts';
import { readKit } from '../state/kit.ts';
import { backupsDirOf, databaseOf, stateDirOf } from '../state/places.ts';
import { fingerprintOf, keepSecret, readSecret, SECRET_FACT, secretFileOf, secretTrouble } from '../state/secret.ts';
import type { RestoreJob } from './restore-job.ts';
import { say } from './say.ts';

/** Installs the secret of a kit, if it is the one that the databases were made with. */
export const bringSecret = ({ dataDir, state, now }: RestoreJob, kit: string, backup: Backup | null): void => {
  const secret = readKit(kit);
  const wanted = state.facts.secret ?? backup?.manifest.secret ?? '';
  if (wanted !== '' && fingerprintOf(secret) !== wanted)
    throw new StartFailure(
      `The secret in ${kit} has the fingerprint ${fingerprintOf(secret)}; this box needs the one with ${wanted}. Nothing was changed.`,
    );
  const file = secretFileOf(dataDir);
  if (readSecret(file) !== secret) keepSecret(file, secret, `replaced-${now}`);
  say(`The secret (fingerprint ${fingerprintOf(secret)}) is in ${file}. Start the box.`);
};

/**
 * Replaces the secret. Everything that only the old secret opens is lost, so this lists it first and continues only
 * with `--yes`.
 */
export const renewSecret = async (
  { dataDir, embedded, state, now, again }: RestoreJob,
  yes: boolean,
): Promise<void> => {
  const stateDir = stateDirOf(dataDir);
  const { box, facts } = state;
  if (box.tag !== 'sound') throw new StartFailure('The database of the box is no good; bring that one back first.');
  const trouble = secretTrouble({ dataDir, fingerprint: facts.secret, inUse: facts.users > 0, restore: again });
  if (trouble === null) throw new StartFailure('The secret is there and the right one. Nothing was changed.');
  const file = databaseOf(stateDir, 'box');
  const people = (area: string): string =>
    rowsOf(file, `SELECT user FROM areas WHERE area = '${area}' ORDER BY user`)
      .map(({ user }) => String(user))
      .join(', ') || 'nobody';
  const cost = [
    `Safes that can then only be opened with their recovery kits: ${people('safe')}.`,
    `Private files whose password is forgotten, so that whoever signs in as that person sets a new one: ${people('home')}.`,
    'Links with a code are dead; make new ones.',
    ...(embedded ? [] : ['The account service elsewhere knows this box by the old secret and will refuse it.']),
  ];
  if (!yes)
    throw new StartFailure(`${cost.join('\n')}\nIf the old secret is lost for good: ${again('--new-secret --yes')}`);
  const { folder } = await makeBackup({ stateDir, into: backupsDirOf(dataDir), reason: 'secret', now, mark: '' });
  const secret = newSecret();
  keepSecret(secretFileOf(dataDir), secret, `replaced-${now}`);
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
  for (const line of cost) say(line);
  say(`The box has a new secret. Should the old one turn up, the backup ${folder} belongs to it.`);
};
