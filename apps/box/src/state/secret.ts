import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { StartFailure } from '../config.ts';
import { newSecret } from '../identity/secrets.ts';
import { syncFolder, writeWhole } from './durable.ts';

export const defaultConfigDir = (): string =>
  join(process.env['BOXWOOD_CONFIG_DIR'] ?? process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'boxwood');

/** Where the secret of the box that lives in `dataDir` is kept, named after the folder's path. */
export const secretFileOf = (dataDir: string, configDir = defaultConfigDir()): string =>
  join(configDir, createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16), 'secret');

/** The fact under which the database names the secret it belongs to. */
export const SECRET_FACT = 'fingerprint of the secret';

/** Names a secret without telling anything of it: the secret has 190 random bits. */
export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('boxwood secret fingerprint v1').digest('hex').slice(0, 16);

/** The secret in a file; undefined when there is none, or an empty one as a power cut may leave it. */
export const readSecret = (file: string): string | undefined => {
  if (!existsSync(file)) return undefined;
  const secret = readFileSync(file, 'utf8').trim();
  return secret === '' ? undefined : secret;
};

/** Puts a secret where the box looks for it. One that is there already is kept beside it. */
export const keepSecret = (file: string, secret: string, suffix: string): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (readSecret(file) !== undefined) renameSync(file, `${file}.${suffix}`);
  writeWhole(file, `${secret}\n`);
  // The folders may be new, too: before anything is locked with the secret, the way to it is on the disk.
  const configDir = dirname(dirname(file));
  for (const folder of [configDir, dirname(configDir)]) syncFolder(folder);
};

/** Secrets of this user's other boxes: a box that moved to another path finds its own among them. */
const elsewhere = (fingerprint: string, configDir: string): string | undefined =>
  existsSync(configDir)
    ? readdirSync(configDir)
        .map((name) => join(configDir, name, 'secret'))
        .find((file) => {
          const secret = readSecret(file);
          return secret !== undefined && fingerprintOf(secret) === fingerprint;
        })
    : undefined;

export interface SecretQuestion {
  readonly dataDir: string;
  readonly configDir?: string;
  /** What the database says the secret is; null when it says nothing. */
  readonly fingerprint: string | null;
  /** Whether people use this box: then a new secret would close what the old one opens. */
  readonly inUse: boolean;
  /** The command line of `boxwood-box restore` with these options. */
  readonly restore: (options: string) => string;
}

/** What stands in the way of the secret, in a person's words; null when it is there and the right one. */
export const secretTrouble = ({
  dataDir,
  configDir = defaultConfigDir(),
  fingerprint,
  inUse,
  restore,
}: SecretQuestion): string | null => {
  if (!inUse) return null;
  const file = secretFileOf(dataDir, configDir);
  const secret = readSecret(file);
  if (secret !== undefined && (fingerprint === null || fingerprintOf(secret) === fingerprint)) return null;
  const wrong = secret === undefined ? 'is missing' : 'is that of another box';
  const found = fingerprint === null ? undefined : elsewhere(fingerprint, configDir);
  const name = fingerprint === null ? '' : ` (fingerprint ${fingerprint})`;
  const bring =
    found === undefined
      ? `Bring ${file} back from where you kept it, or bring in the kit you made: ${restore('--kit FILE')}`
      : `It was found at ${found}; bring it in with: ${restore(`--kit ${found}`)}`;
  return `The secret of this box${name} ${wrong} in ${file}. Without it the safes and the private files cannot be opened and links with a code are dead, so the box does not start with a new one. ${bring}. Only when it is lost for good: ${restore('--new-secret')} says what that costs.`;
};

/**
 * The secret of the box that lives in `dataDir`: made once, readable by this user alone, in the configuration folder of the user so that
 * a stolen disk does not carry it along. Never made again for a box that is in use.
 *
 * @throws StartFailure
 */
export const secretFor = (question: SecretQuestion): string => {
  const trouble = secretTrouble(question);
  if (trouble !== null) throw new StartFailure(trouble);
  const file = secretFileOf(question.dataDir, question.configDir);
  const known = readSecret(file);
  if (known !== undefined) return known;
  const secret = newSecret();
  keepSecret(file, secret, 'empty');
  return secret;
};
