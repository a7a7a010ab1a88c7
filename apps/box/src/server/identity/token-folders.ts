import { type FileStamp, stampOf } from '../../storage/journal/file-stamp.ts';
import type { Caller, Location, Vault } from '../../storage/vault/index.ts';
import type { ScriptTokens } from './script-tokens.ts';
import { callerFor, GEN, Refusal } from '../../storage/vault/index.ts';

/**
 * Whether a token for this folder is bound to the folder and not to its path. The roots of places cannot be replaced,
 * and the inode numbers of removable and network disks change with every connection.
 */
const isBindable = ({ volume, isPlaceRoot }: Location): boolean => volume.kind === 'data' && !isPlaceRoot;

/**
 * Identifies the folder of a new token; null where a token is bound to its path. @throws Refusal 15 when there is no
 * such folder
 */
export const identifyTokenFolder = async (
  vault: Pick<Vault, 'lstatExactName'>,
  location: Location,
): Promise<FileStamp | null> => {
  if (!isBindable(location)) return null;
  const stat = await vault.lstatExactName(location);
  if (stat?.isDirectory() !== true) throw new Refusal(GEN.path, 'folder');
  return stampOf(stat);
};

/**
 * Whether the folder at the path of a token is still the folder that the token was made for. True for callers without a
 * token.
 */
export const isTokenFolder = async (
  vault: Pick<Vault, 'resolve' | 'lstatExactName'>,
  { user, scope }: Pick<Caller, 'user' | 'scope'>,
): Promise<boolean> => {
  if (scope?.isFolder === undefined) return true;
  try {
    const stat = await vault.lstatExactName(vault.resolve(callerFor(user, ['safe', 'home']), scope.path, 'read'));
    return stat !== undefined && scope.isFolder(stat);
  } catch (failure) {
    if (failure instanceof Refusal) return false;
    throw failure;
  }
};

/** Binds tokens of older box versions, which stored only paths, to the folders that are there now. */
export const bindOlderTokens = async (
  vault: Pick<Vault, 'findReadable' | 'lstatExactName'>,
  scriptTokens: Pick<ScriptTokens, 'unbound' | 'bind'>,
): Promise<void> => {
  for (const { hash, user, path } of scriptTokens.unbound()) {
    const location = vault.findReadable(callerFor(user, ['safe', 'home']), path);
    if (location === undefined || !isBindable(location)) continue;
    const stat = await vault.lstatExactName(location);
    if (stat?.isDirectory() === true) scriptTokens.bind(hash, stampOf(stat));
  }
};
