import type { CommandSpec } from '@boxwood/box-sdk';
import { FinishUploads, GetFileKey } from '@boxwood/box-sdk';
import { Refusal } from '../../storage/vault/index.ts';
import type { TokenScope } from '../../storage/vault/index.ts';
import { isInScope } from '../../storage/vault/index.ts';

/** Endpoints of file commands. Shares, albums, services and future areas are elsewhere and not available to scripts. */
const FILE_ENDPOINTS: ReadonlySet<string> = new Set(['/fsnotify', '/eshell', '/filetrans', '/offlinetask']);

/** Path fields in objects of a parameter: of a rename, and of a file of a bundle. */
const PATH_MEMBERS = ['source', 'target'] as const;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Every path in a parameter; null if any value is not a path. */
const pathsIn = (value: unknown): readonly string[] | null => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) {
    const each = value.map(pathsIn);
    return each.includes(null) ? null : each.flatMap((paths) => paths ?? []);
  }
  const named = PATH_MEMBERS.map((name) => memberOf(value, name)).filter((path) => path !== undefined);
  return named.length > 0 && named.every((path) => typeof path === 'string') ? named : null;
};

const isIn = (scope: TokenScope, path: string): boolean => {
  try {
    return isInScope(scope, path, 'read');
  } catch (failure) {
    // Not a path, or one that leads out of the scope.
    if (failure instanceof Refusal) return false;
    throw failure;
  }
};

/**
 * Whether a script token may run a command, from the command's declaration; the default is no. Commands declare which
 * parameters are paths: with `write` at any of them the command writes; otherwise it reads, provided it is idempotent.
 * All paths must be in the token's folder. Also allowed: the file key, which is limited to the token's scope by the
 * vault, and finishing an upload whose start was allowed.
 */
export const mayScript = (scope: TokenScope, command: CommandSpec, params: unknown): boolean => {
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
