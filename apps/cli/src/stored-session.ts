import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { decode, parseJson, str, struct } from '@boxwood/command-bus/codecs';

/**
 * A stored session, one for each profile (`--profile`, BOXWOOD_PROFILE): the address of the box, the user and the box
 * token.
 */
export interface StoredSession {
  readonly url: string;
  readonly user: string;
  readonly token: string;
}
const SessionCodec = struct({ url: str, user: str, token: str });

const sessionFile = (env: NodeJS.ProcessEnv): string =>
  join(
    env['BOXWOOD_CLI_DIR'] ?? join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'boxwood-cli'),
    env['BOXWOOD_PROFILE'] === undefined
      ? 'session.json'
      : `session-${env['BOXWOOD_PROFILE'].replaceAll(/[^\w.-]/g, '_')}.json`,
  );

/**
 * Loads the session: from BOXWOOD_URL, BOXWOOD_USER and BOXWOOD_TOKEN when all are set, otherwise the one stored by
 * `login`.
 */
export const loadSession = (env: NodeJS.ProcessEnv = process.env): StoredSession | undefined => {
  const { BOXWOOD_URL: url, BOXWOOD_USER: user, BOXWOOD_TOKEN: token } = env;
  if (url !== undefined && user !== undefined && token !== undefined) return { url, user, token };
  try {
    const parsed = parseJson(readFileSync(sessionFile(env), 'utf8'));
    const decoded = parsed._tag === 'Right' ? decode(SessionCodec, parsed.right) : parsed;
    return decoded._tag === 'Right' ? decoded.right : undefined;
  } catch {
    // There is no file before the first sign-in.
    return undefined;
  }
};

/** Stores the session, readable by this user only. */
export const saveSession = (session: StoredSession, env: NodeJS.ProcessEnv = process.env): void => {
  const path = sessionFile(env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify(session)}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
};

export const forgetSession = (env: NodeJS.ProcessEnv = process.env): void => {
  rmSync(sessionFile(env), { force: true });
};
