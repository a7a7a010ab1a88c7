/**
 * Access to paths (specification, sections 6 and 9): the user's own folder, the public folder, shared folders, devices
 * and network storage.
 */
import type { BoxState } from '../box-state.ts';
import type { CommandCall } from '../command-call.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { familyShares } from '../shares/family-shares.ts';
import { isWithin, join, parentOf, partsOf } from '../tree/file-tree.ts';

export const VOLUMES = ['/mnt/usb1', '/mnt/usb2'] as const;
export const FIRST_VOLUME = VOLUMES[0];
export const SHARED = 'shared-files';
export const DEVICES = '/mnt/extdev';
export const NETWORK = '/mnt/netdev';

export const homeOf = (user: string): string => `${FIRST_VOLUME}/${user}`;

const AREAS = [
  ['.safebox', 'safe'],
  ['.safe_home', 'private'],
] as const;
/** Internal folders of the box that listings do not show. */
export const HIDDEN: ReadonlySet<string> = new Set(['.safebox', '.safe_home', '.share2me', '.Trash']);

/** The real path of a path below `.share2me`: `{owner}/{share}/...`. */
const resolveShared = (box: BoxState, user: string, rest: readonly string[]): string | undefined => {
  const [owner, name, ...relativeParts] = rest;
  if (owner === undefined || name === undefined) return undefined;
  const share = familyShares(box).find((one) => one.owner === owner && one.name === name && one.users.has(user));
  return share === undefined ? undefined : [share.path, ...relativeParts].join('/');
};

/**
 * Resolves a path of the caller to a path in the tree. Refuses with 5 (unsafe), 13 (no access, or a locked area), 15
 * (no such location).
 */
export const locate = (call: CommandCall, box: BoxState, given: string): string => {
  if (given.includes('\0') || partsOf(given).some((part) => part === '..' || part === '.'))
    throw new Refusal(GENERIC.unsafe);
  if (!given.startsWith('/')) throw new Refusal(GENERIC.path);
  const path = `/${partsOf(given).join('/')}`;
  const { name } = call.caller;
  const home = VOLUMES.map((volume) => `${volume}/${name}`).find((one) => isWithin(path, one));
  if (home !== undefined) {
    for (const [folder, area] of AREAS)
      if (isWithin(path, `${home}/${folder}`) && box.sessions.find(call.token)?.unlocked.has(area) !== true)
        throw new Refusal(GENERIC.noPrivilege);
    if (!isWithin(path, `${home}/.share2me`)) return path;
    const rest = partsOf(path.slice(`${home}/.share2me`.length));
    if (rest.length < 2) return path;
    const resolved = resolveShared(box, name, rest);
    if (resolved === undefined) throw new Refusal(GENERIC.noPrivilege);
    return resolved;
  }
  if ([...VOLUMES.map((volume) => `${volume}/${SHARED}`), DEVICES, NETWORK].some((place) => isWithin(path, place)))
    return path;
  if (path === '/' || path === '/mnt' || VOLUMES.some((volume) => volume === path)) return path;
  if (VOLUMES.some((volume) => isWithin(path, volume))) throw new Refusal(GENERIC.noPrivilege);
  throw new Refusal(GENERIC.path);
};

/** Like {@link locate}, for a path to be created: root paths are refused. */
export const locateTarget = (call: CommandCall, box: BoxState, given: string): string => {
  const path = locate(call, box, given);
  const fixed = ['/', '/mnt', ...VOLUMES, DEVICES, NETWORK];
  if (fixed.includes(path)) throw new Refusal(GENERIC.path);
  return path;
};

/** Like {@link locate}, but refuses with 15 when nothing exists at the path. */
export const locateExisting = (call: CommandCall, box: BoxState, given: string): string => {
  const path = locate(call, box, given);
  if (!box.tree.has(path)) throw new Refusal(GENERIC.path);
  return path;
};

/** The recycle bin for a path; null where files are deleted immediately. */
export const binOf = (path: string): string | null => {
  const [mnt, volume, place] = partsOf(path);
  const root = `/${[mnt, volume].join('/')}`;
  if (!VOLUMES.some((one) => one === root) || place === undefined) return null;
  const own = join(root, place);
  if (AREAS.some(([folder]) => isWithin(path, join(own, folder)))) return null;
  return join(own, '.Trash');
};

/** The first free name: `a.txt`, `a_copy.txt`, `a_copy2.txt`. */
export const freeName = (box: BoxState, path: string): string => {
  if (!box.tree.has(path)) return path;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = box.tree.folder(path) === undefined ? name.lastIndexOf('.') : -1;
  const [stem, suffix] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let copy = 1; ; copy += 1) {
    const candidate = join(parentOf(path), `${stem}_copy${copy === 1 ? '' : copy}${suffix}`);
    if (!box.tree.has(candidate)) return candidate;
  }
};
