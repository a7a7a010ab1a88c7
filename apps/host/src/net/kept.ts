/** What the helper keeps of storage of the network, in a folder that root alone may enter: the box has no password of it. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, int, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import type { ActOf } from '../protocol.ts';

export type NetAct = ActOf<'mountNet'>;

const Kept = struct({ kind: str, addr: str, port: int, user: str, protocol: str, password: str });

/** What a password was said for. */
const targetOf = ({ kind, addr, port, protocol, user }: NetAct) => ({
  ...{ kind, addr, port, user },
  protocol: protocol ?? '',
});

const file = (keep: string, name: string): string => join(keep, `${name}.json`);

/** Where `rclone` reads whom it signs in as. */
export const configOf = (keep: string, name: string): string => join(keep, `${name}.conf`);
/** Where it mounts: beside the box's folders, whose owner could exchange them under it. */
export const asideOf = (keep: string): string => join(keep, 'at');
/** Where it keeps what the server has not taken yet. */
export const cacheOf = (keep: string): string => join(keep, 'cache');

/** The password that was said for this server and this user, null when there is none: it is given to nobody else, whatever the box asks for. */
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

/** The key that is in every `rclone`: what it makes of a password keeps nobody from reading it, and is the only form that it takes. */
const RCLONE_KEY = Buffer.from('9c935b48730a554d6bfd7c63c886a92bd390198eb8128afbf4de162b8b95f638', 'hex');

/** A password as `rclone` reads it. */
export const obscured = (password: string): string => {
  const start = randomBytes(16);
  const cipher = createCipheriv('aes-256-ctr', RCLONE_KEY, start);
  return Buffer.concat([start, cipher.update(password, 'utf8'), cipher.final()]).toString('base64url');
};

const hostOf = (addr: string): string => (addr.includes(':') ? `[${addr}]` : addr);

const configured = ({ kind, addr, port, user, path = '/', protocol = 'https' }: NetAct): readonly string[] => {
  if (kind === 'webdav')
    return [`url = ${protocol}://${hostOf(addr)}:${port}${encodeURI(path)}`, 'vendor = other', `user = ${user}`];
  // Who signs in nowhere is anonymous at a server of FTP.
  return [`host = ${addr}`, `port = ${port}`, `user = ${user === '' && kind === 'ftp' ? 'anonymous' : user}`];
};

/** Writes down who signs in where. @returns puts back what was there before */
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
        // Without a password nobody is asked for one.
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

/** Forgets whom somebody signed in as. */
export const forgetTarget = (keep: string, name: string): void => {
  for (const path of [file(keep, name), configOf(keep, name)]) rmSync(path, { force: true });
};
