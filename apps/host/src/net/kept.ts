/** Stored credentials of network storage, in a folder that only root may enter: the box does not have the passwords. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, int, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import type { ActOf } from '../protocol.ts';

export type NetAct = ActOf<'mountNet'>;

const Kept = struct({ kind: str, addr: str, port: int, user: str, protocol: str, password: str });

/** The server and user that a password is for. */
const targetOf = ({ kind, addr, port, protocol, user }: NetAct) => ({
  kind,
  addr,
  port,
  user,
  protocol: protocol ?? '',
});

const file = (keep: string, name: string): string => join(keep, `${name}.json`);

/** Configuration file of `rclone` with the credentials. */
export const configOf = (keep: string, name: string): string => join(keep, `${name}.conf`);
/** Where `rclone` mounts: outside the box's folders, whose owner could replace them during the mount. */
export const asideOf = (keep: string): string => join(keep, 'at');
/** Where `rclone` stores data that is not uploaded yet. */
export const cacheOf = (keep: string): string => join(keep, 'cache');

/**
 * The stored password of this server and user; null when there is none. It is never used for another server, whatever
 * the box requests.
 */
export const keptPassword = (keep: string, act: NetAct): string | null => {
  try {
    const parsed = parseJson(readFileSync(file(keep, act.name), 'utf8'));
    const kept = parsed._tag === 'Left' ? parsed : decode(Kept, parsed.right);
    if (kept._tag === 'Left') return null;
    const { kind, addr, port, user, protocol, password } = kept.right;
    const target = { kind, addr, port, user, protocol };
    return JSON.stringify(targetOf(act)) === JSON.stringify(target) ? password : null;
  } catch {
    return null;
  }
};

/** The public obfuscation key of `rclone`. It protects nothing, but `rclone` reads passwords only in this form. */
const RCLONE_KEY = Buffer.from('9c935b48730a554d6bfd7c63c886a92bd390198eb8128afbf4de162b8b95f638', 'hex');

/** A password in the form that `rclone` reads. */
export const obscured = (password: string): string => {
  const start = randomBytes(16);
  const cipher = createCipheriv('aes-256-ctr', RCLONE_KEY, start);
  return Buffer.concat([start, cipher.update(password, 'utf8'), cipher.final()]).toString('base64url');
};

const hostOf = (addr: string): string => (addr.includes(':') ? `[${addr}]` : addr);

const configured = ({ kind, addr, port, user, path = '/', protocol = 'https' }: NetAct): readonly string[] => {
  if (kind === 'webdav')
    return [`url = ${protocol}://${hostOf(addr)}:${port}${encodeURI(path)}`, 'vendor = other', `user = ${user}`];
  // FTP without a user signs in as anonymous.
  return [`host = ${addr}`, `port = ${port}`, `user = ${user === '' && kind === 'ftp' ? 'anonymous' : user}`];
};

/** Stores the credentials of a mount. @returns a function that restores the previous files */
export const keepTarget = (keep: string, act: NetAct): (() => void) => {
  const password = act.password ?? keptPassword(keep, act) ?? '';
  mkdirSync(join(asideOf(keep), act.name), { recursive: true, mode: 0o700 });
  const files = new Map([
    [file(keep, act.name), JSON.stringify({ ...targetOf(act), password })],
    [
      configOf(keep, act.name),
      [
        '[net]',
        `type = ${act.kind}`,
        ...configured(act),
        // Without a password none is configured.
        ...(password === '' && act.kind !== 'ftp'
          ? []
          : [`pass = ${obscured(password === '' ? 'boxwood' : password)}`]),
        '',
      ].join('\n'),
    ],
  ]);
  const before = new Map([...files.keys()].map((path) => [path, readOr(path)] as const));
  const write = (all: ReadonlyMap<string, string | null>): void => {
    for (const [path, text] of all)
      if (text === null) rmSync(path, { force: true });
      else writeFileSync(path, text, { mode: 0o600 });
  };
  write(files);
  return () => {
    write(before);
  };
};

const readOr = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** Deletes the credentials of a mount. */
export const forgetTarget = (keep: string, name: string): void => {
  for (const path of [file(keep, name), configOf(keep, name)]) rmSync(path, { force: true });
};
