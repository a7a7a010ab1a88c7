import { parseWirePath } from './wire-path.ts';

/** What somebody wants with a place. */
export type Intent = 'read' | 'write';

/** What a token of a script may do: read, or write as well, in one folder and below it. */
export interface Scope {
  readonly verb: Intent;
  /** A wire path. */
  readonly path: string;
}

/** Whether a wire path is in the scope, for what is intended there; name by name, so that `/Photos2` is not below `/Photos`. */
export const isInScope = (scope: Scope, path: string, intent: Intent): boolean => {
  if (intent === 'write' && scope.verb !== 'write') return false;
  const asked = parseWirePath(path);
  return parseWirePath(scope.path).every((name, at) => asked[at] === name);
};
