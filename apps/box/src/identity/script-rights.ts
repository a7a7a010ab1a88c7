import type { CommandSpec } from '@boxwood/box-sdk';
import { FinishUploads, GetFileKey } from '@boxwood/box-sdk';
import { Refusal } from '../vault/index.ts';
import type { Scope } from '../vault/index.ts';
import { isInScope } from '../vault/index.ts';

/** Where commands on files live. Shares, albums, services and whatever comes are elsewhere, and are not for scripts. */
const FILE_ENDPOINTS: ReadonlySet<string> = new Set(['/fsnotify', '/eshell', '/filetrans', '/offlinetask']);

/** Members of a parameter's objects that are paths: of a rename, and of a file of a bundle. */
const PATH_MEMBERS = ['source', 'target'] as const;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Every path in a parameter; null when there is something in it that is none. */
const pathsIn = (value: unknown): readonly string[] | null => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) {
    const each = value.map(pathsIn);
    return each.includes(null) ? null : each.flatMap((paths) => paths ?? []);
  }
  const named = PATH_MEMBERS.map((name) => memberOf(value, name)).filter((path) => path !== undefined);
  return named.length > 0 && named.every((path) => typeof path === 'string') ? named : null;
};

const isIn = (scope: Scope, path: string): boolean => {
  try {
    return isInScope(scope, path, 'read');
  } catch (failure) {
    // No path at all, or one that leads out.
    if (failure instanceof Refusal) return false;
    throw failure;
  }
};

/**
 * Whether a token of a script may do this, from the command's own declaration; what no rule allows is not allowed. A command on files says which
 * of its parameters are paths: with `write` at any of them it writes, without it it reads, if it also changes nothing (idempotent). All of its
 * paths have to be in the token's folder. Beside those: the key of file addresses, which opens no more than the token does (the vault asks for
 * its scope), and the end of an upload whose beginning was allowed.
 */
export const mayScript = (scope: Scope, command: CommandSpec, params: unknown): boolean => {
  if (command.name === GetFileKey.name) return true;
  if (command.name === FinishUploads.name) return scope.verb === 'write';
  const { access, paths = {}, idempotent, path: endpoint } = command;
  const declared = Object.entries(paths);
  if (access !== 'user' || !FILE_ENDPOINTS.has(endpoint) || declared.length === 0) return false;
  if (declared.some(([, need]) => need === 'write') ? scope.verb !== 'write' : !idempotent) return false;
  const given = declared.map(([name]) => memberOf(params, name)).filter((value) => value !== undefined);
  return (
    given.length > 0 &&
    given.every((value) => {
      const found = pathsIn(value);
      return found !== null && found.every((path) => isIn(scope, path));
    })
  );
};
