/** Finds the command for a method and path. */
import type { CommandSpec } from './command.ts';

const TOKEN_PATH = /^\/([A-Za-z0-9]{32})$/;

/** The commands at one method and path. */
export interface Endpoint {
  /** In the order of their declaration; never empty. */
  readonly all: readonly [CommandSpec, ...CommandSpec[]];
  /** By command word. */
  readonly byCmd: ReadonlyMap<string, CommandSpec>;
  /** The only command of an endpoint without command words. */
  readonly only: CommandSpec | null;
}

/** Finds the endpoint of a request; `captured` are the values in the path. */
export interface RouteTable {
  find(method: string, path: string): { endpoint: Endpoint; captured: Readonly<Record<string, string>> } | null;
}

/** Decodes percent-encoded path values; null when a segment does not decode. */
const decodeSegments = (groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> | null => {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
};

/** Groups commands by method, path and command word. @throws TypeError when two commands would match the same call */
export const buildRouteTable = (commands: readonly CommandSpec[]): RouteTable => {
  const groups = new Map<string, CommandSpec[]>();
  for (const command of commands) {
    const key = `${command.method} ${command.path}`;
    groups.set(key, [...(groups.get(key) ?? []), command]);
  }
  const fixed = new Map<string, Endpoint>();
  const templates: { readonly method: string; readonly pattern: RegExp; readonly endpoint: Endpoint }[] = [];
  for (const [key, members] of groups) {
    const byCmd = new Map<string, CommandSpec>();
    for (const command of members) {
      const cmd = command.cmd ?? '';
      if (byCmd.has(cmd)) throw new TypeError(`two commands answer ${key} ${cmd}`);
      byCmd.set(cmd, command);
    }
    const [first, ...others] = members;
    if (first === undefined) continue;
    const only = others.length === 0 && first.cmd === null ? first : null;
    const endpoint: Endpoint = { all: [first, ...others], byCmd, only };
    if (!first.path.includes('{')) fixed.set(key, endpoint);
    else if (first.path === '/{token}') templates.push({ method: first.method, pattern: TOKEN_PATH, endpoint });
    else {
      const source = first.path.replaceAll(/\{([a-zA-Z]+)\}/g, '(?<$1>[^/]+)');
      templates.push({ method: first.method, pattern: new RegExp(`^${source}$`), endpoint });
    }
  }
  return {
    find: (method, path) => {
      const exact = fixed.get(`${method} ${path}`);
      if (exact !== undefined) return { endpoint: exact, captured: {} };
      for (const template of templates) {
        const match = template.method === method ? template.pattern.exec(path) : null;
        if (match === null) continue;
        const token = template.pattern === TOKEN_PATH ? { token: match[1] ?? '' } : {};
        const captured = decodeSegments(match.groups ?? {});
        return captured === null ? null : { endpoint: template.endpoint, captured: { ...token, ...captured } };
      }
      return null;
    },
  };
};
