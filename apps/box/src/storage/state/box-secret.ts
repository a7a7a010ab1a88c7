import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { StartFailure } from '../../config.ts';
import { newSecret } from '../../server/identity/secrets.ts';
import { syncFolder, writeFileAtomically } from './durable-files.ts';

export const defaultConfigDir = (): string =>
  join(process.env['BOXWOOD_CONFIG_DIR'] ?? process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'boxwood');

/** File of the secret of the box in `dataDir`; its folder is named after a hash of that path. */
export const secretFileOf = (dataDir: string, configDir = defaultConfigDir()): string =>
  join(configDir, createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16), 'secret');

/** Name of the fact that stores the fingerprint of the database's secret. */
export const SECRET_FACT = 'fingerprint of the secret';

/** Identifies a secret without revealing it: the secret has 190 random bits. */
export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('boxwood secret fingerprint v1').digest('hex').slice(0, 16);

/** The secret in a file; undefined if it is missing, or empty after a power cut. */
export const readSecret = (file: string): string | undefined => {
  if (!existsSync(file)) return undefined;
  const secret = readFileSync(file, 'utf8').trim();
  return secret === '' ? undefined : secret;
};

/** Stores the secret; an existing one is renamed with a suffix. */
export const storeSecret = (file: string, secret: string, suffix: string): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (readSecret(file) !== undefined) renameSync(file, `${file}.${suffix}`);
  writeFileAtomically(file, `${secret}\n`);
  // The folders may be new: sync them before anything is encrypted with the secret.
  const configDir = dirname(dirname(file));
  for (const folder of [configDir, dirname(configDir)]) syncFolder(folder);
};

/** Searches the secrets of this user's other boxes: a box that moved to another path finds its own there. */
const findOtherSecret = (fingerprint: string, configDir: string): string | undefined =>
  existsSync(configDir)
    ? readdirSync(configDir)
        .map((name) => join(configDir, name, 'secret'))
        .find((file) => {
          const secret = readSecret(file);
          return secret !== undefined && fingerprintOf(secret) === fingerprint;
        })
    : undefined;

export interface SecretOptions {
  readonly dataDir: string;
  readonly configDir?: string;
  /** Fingerprint in the database; null if there is none. */
  readonly fingerprint: string | null;
  /** Whether the box has users; then a new secret would lock what the old one opens. */
  readonly inUse: boolean;
  /** The command line of `boxwood-box restore` with these options. */
  readonly restore: (options: string) => string;
}

/** The problem with the secret, as a message for the user; null if it exists and matches. */
export const explainSecretProblem = ({
  dataDir,
  configDir = defaultConfigDir(),
  fingerprint,
  inUse,
  restore,
}: SecretOptions): string | null => {
  if (!inUse) return null;
  const file = secretFileOf(dataDir, configDir);
  const secret = readSecret(file);
  if (secret !== undefined && (fingerprint === null || fingerprintOf(secret) === fingerprint)) return null;
  const problem = secret === undefined ? 'is missing' : 'belongs to another box';
  const found = fingerprint === null ? undefined : findOtherSecret(fingerprint, configDir);
  const name = fingerprint === null ? '' : ` (fingerprint ${fingerprint})`;
  const instruction =
    found === undefined
      ? `Copy ${file} back from your backup, or use your kit: ${restore('--kit FILE')}`
      : `It was found at ${found}. To use it: ${restore(`--kit ${found}`)}`;
  return `The secret of this box${name} ${problem} in ${file}. Without it the safes and the private files cannot be opened and links with a code do not work, so the box does not start with a new one. ${instruction}. Only if it is lost permanently: ${restore('--new-secret')} lists the consequences.`;
};

/**
 * Returns the secret of the box in `dataDir`, creating it if the box is unused. It is readable by this user only and
 * stored in the user's configuration folder, so that a stolen data disk does not contain it. Never replaced for a box
 * in use.
 *
 * @throws StartFailure
 */
export const ensureSecret = (options: SecretOptions): string => {
  const problem = explainSecretProblem(options);
  if (problem !== null) throw new StartFailure(problem);
  const file = secretFileOf(options.dataDir, options.configDir);
  const known = readSecret(file);
  if (known !== undefined) return known;
  const secret = newSecret();
  storeSecret(file, secret, 'empty');
  return secret;
};
