/** Stored credentials of network storage, in a folder that only root may enter: the box does not have the passwords. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, int, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import type { OperationParams } from './protocol.ts';

export type NetMountParams = OperationParams<'mountNet'>;

const StoredTarget = struct({ kind: str, addr: str, port: int, user: str, protocol: str, password: str });

/** The server and user that a password is for. */
const targetOf = ({ kind, addr, port, protocol, user }: NetMountParams) => ({
  kind,
  addr,
  port,
  user,
  protocol: protocol ?? '',
});

const targetFileOf = (privateDir: string, name: string): string => join(privateDir, `${name}.json`);

/** Configuration file of `rclone` with the credentials. */
export const rcloneConfigOf = (privateDir: string, name: string): string => join(privateDir, `${name}.conf`);
/** Where `rclone` mounts: outside the box's folders, whose owner could replace them during the mount. */
export const stagingFolderOf = (privateDir: string): string => join(privateDir, 'at');
/** Where `rclone` stores data that is not uploaded yet. */
export const uploadCacheOf = (privateDir: string): string => join(privateDir, 'cache');

/**
 * The stored password of this server and user; null when there is none. It is never used for another server, whatever
 * the box requests.
 */
export const storedPassword = (privateDir: string, params: NetMountParams): string | null => {
  try {
    const parsed = parseJson(readFileSync(targetFileOf(privateDir, params.name), 'utf8'));
    const stored = parsed._tag === 'Left' ? parsed : decode(StoredTarget, parsed.right);
    if (stored._tag === 'Left') return null;
    const { kind, addr, port, user, protocol, password } = stored.right;
    const target = { kind, addr, port, user, protocol };
    return JSON.stringify(targetOf(params)) === JSON.stringify(target) ? password : null;
  } catch {
    return null;
  }
};

/** The public obfuscation key of `rclone`. It protects nothing, but `rclone` reads passwords only in this form. */
const RCLONE_KEY = Buffer.from('9c935b48730a554d6bfd7c63c886a92bd390198eb8128afbf4de162b8b95f638', 'hex');

/** A password in the form that `rclone` reads. */
export const obscurePassword = (password: string): string => {
  const start = randomBytes(16);
  const cipher = createCipheriv('aes-256-ctr', RCLONE_KEY, start);
  return Buffer.concat([start, cipher.update(password, 'utf8'), cipher.final()]).toString('base64url');
};

const hostInUrl = (addr: string): string => (addr.includes(':') ? `[${addr}]` : addr);

const configLines = ({ kind, addr, port, user, path = '/', protocol = 'https' }: NetMountParams): readonly string[] => {
  if (kind === 'webdav')
    return [`url = ${protocol}://${hostInUrl(addr)}:${port}${encodeURI(path)}`, 'vendor = other', `user = ${user}`];
  // FTP without a user signs in as anonymous.
  return [`host = ${addr}`, `port = ${port}`, `user = ${user === '' && kind === 'ftp' ? 'anonymous' : user}`];
};

/** Stores the credentials of a mount. @returns a function that restores the previous files */
export const storeTarget = (privateDir: string, params: NetMountParams): (() => void) => {
  const password = params.password ?? storedPassword(privateDir, params) ?? '';
  mkdirSync(join(stagingFolderOf(privateDir), params.name), { recursive: true, mode: 0o700 });
  const files = new Map([
    [targetFileOf(privateDir, params.name), JSON.stringify({ ...targetOf(params), password })],
    [
      rcloneConfigOf(privateDir, params.name),
      [
        '[net]',
        `type = ${params.kind}`,
        ...configLines(params),
        // Without a password none is configured.
        ...(password === '' && params.kind !== 'ftp'
          ? []
          : [`pass = ${obscurePassword(password === '' ? 'boxwood' : password)}`]),
        '',
      ].join('\n'),
    ],
  ]);
  const previousFiles = new Map([...files.keys()].map((path) => [path, readIfExists(path)] as const));
  const write = (all: ReadonlyMap<string, string | null>): void => {
    for (const [path, text] of all)
      if (text === null) rmSync(path, { force: true });
      else writeFileSync(path, text, { mode: 0o600 });
  };
  write(files);
  return () => {
    write(previousFiles);
  };
};

const readIfExists = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** Deletes the credentials of a mount. */
export const forgetTarget = (privateDir: string, name: string): void => {
  for (const path of [targetFileOf(privateDir, name), rcloneConfigOf(privateDir, name)]) rmSync(path, { force: true });
};
