import type { BigIntStats } from 'node:fs';
import { parseWirePath } from './wire-path.ts';

/** The intended access to a path. */
export type AccessIntent = 'read' | 'write';

/** What a script token may do: read, or also write, in one folder and below it. */
export interface TokenScope {
  readonly verb: AccessIntent;
  /** A wire path. */
  readonly path: string;
  /** Whether the folder at the path is the one the token was made for; absent where a token is bound to its path. */
  readonly isFolder?: (stat: BigIntStats) => boolean;
}

/**
 * Whether the scope allows this access to a wire path. Compares name by name, so that `/Photos2` is not below
 * `/Photos`.
 */
export const isInScope = (scope: TokenScope, path: string, intent: AccessIntent): boolean => {
  if (intent === 'write' && scope.verb !== 'write') return false;
  const requested = parseWirePath(path);
  return parseWirePath(scope.path).every((name, index) => requested[index] === name);
};
