import type { FileEntry } from '@boxwood/domain';
import { LauncherToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { FILM } from './types.ts';
import { waysFrom } from './ways.ts';

/** How many pictures the viewer is told to go through. */
const WAYS = 500;

/** Opens one of the pictures that are shown: a film in the player, a photo in the viewer with its neighbours in the order of the days. */
export const useOpenPicture = (): ((shown: readonly FileEntry[], path: string) => void) => {
  const launcher = useService(LauncherToken);
  return (shown, path) => {
    const entry = shown.find((one) => one.path === path);
    if (entry === undefined) return;
    const window = { document: path, title: entry.name };
    if (entry.type === FILM) launcher.open('video', { ...window, params: { path } });
    else launcher.open('photo', { ...window, params: { path, paths: waysFrom(shown, path, WAYS) } });
  };
};
