import { GEN, ListFiles } from '@boxwood/box-sdk';
import { BOX_PATHS as PATHS } from '@boxwood/box-sdk/rules';
import type { Client, CommandSpec } from '@boxwood/command-bus';
import type { ProtectedArea } from '@boxwood/domain';

/** The gated area that contains a path, with the path of the area itself: `/mnt/usb1/ann/.safebox`. */
const gatedAreaOf = (path: string): { readonly area: ProtectedArea; readonly root: string } | null => {
  const parts = path.split('/').slice(0, 5);
  const name = parts[4];
  if (name !== PATHS.safe && name !== PATHS.private) return null;
  return { area: name === PATHS.safe ? 'safe' : 'private', root: parts.join('/') };
};

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** The parameters of a command that are box paths. */
const pathsOf = (command: CommandSpec, params: unknown): readonly string[] =>
  typeof params !== 'object' || params === null
    ? []
    : Object.entries(params).flatMap(([key, value]) => (key in (command.paths ?? {}) ? stringsIn(value) : []));

/**
 * Client middleware that reports when the box has locked the safe or the private files by itself: after 30 minutes
 * without use or after a restart (SAFE-05, G-32). A refused listing (code 13) proves it; any other call may be refused
 * with 13 in an open area too, so a listing is requested to confirm it.
 */
export const watchClosedAreas = (client: Client, onClosed: (area: ProtectedArea) => void): Client => {
  const exec: Client['exec'] = (command, params, options) => {
    const call = client.exec(command, params, options);
    return async () => {
      const result = await call();
      if (result._tag === 'Right' || result.left._tag !== 'Refused' || result.left.code !== GEN.noPrivilege)
        return result;
      for (const path of pathsOf(command, params)) {
        const gated = gatedAreaOf(path);
        if (gated === null) continue;
        if (command.name === ListFiles.name) onClosed(gated.area);
        else await exec(ListFiles, { path: gated.root, count: 0, hasbaseinfo: 0 })();
      }
      return result;
    };
  };
  return { ...client, exec };
};
