import { int, list, nothing, str, struct } from '@boxwood/command-bus/codecs';
import { defineApp } from '../../kit/app/apps/define-app.ts';
import { desktopMedia } from '../../platform/viewport.ts';
import { loadOverlays, loadDesktopFrame, loadPhoneFrame } from './lazy-frames.ts';
import { title } from './title.ts';

/**
 * Loads an app and the frame for this screen size in parallel; otherwise the frame would be requested only after the
 * app.
 */
const loadWithFrame = async <M>(load: () => Promise<M>): Promise<M> => {
  const frame = desktopMedia().matches ? [loadDesktopFrame(), loadOverlays()] : [loadPhoneFrame()];
  const [app] = await Promise.all([load(), ...frame]);
  return app;
};

export const files = defineApp({
  id: 'files',
  title,
  icon: 'files',
  single: false,
  desktop: 'default',
  params: struct({}, { place: int, path: str, reveal: str, behind: list(str), ahead: list(str) }),
  ownHeader: true,
  hasSidebar: true,
  load: () => loadWithFrame(() => import('./index.tsx')),
  start: () => import('./start/FilesStart.tsx'),
});

export const search = defineApp({
  id: 'search',
  title: { en: 'Global search', zh: '全局搜索' },
  icon: 'search',
  single: true,
  desktop: 'optional',
  params: struct({}, { text: str }),
  ownHeader: true,
  hasSidebar: true,
  load: () => loadWithFrame(() => import('./search-app.tsx')),
});

export const safe = defineApp({
  id: 'safe',
  title: { en: 'Safe', zh: '保险箱' },
  icon: 'safe',
  single: true,
  desktop: 'optional',
  params: nothing,
  ownHeader: true,
  hasSidebar: true,
  load: () => loadWithFrame(() => import('./safe-app.tsx')),
});

export const privateFiles = defineApp({
  id: 'private',
  title: { en: 'Private files', zh: '私密文件' },
  icon: 'private',
  single: true,
  desktop: 'optional',
  params: nothing,
  ownHeader: true,
  hasSidebar: true,
  load: () => loadWithFrame(() => import('./private-app.tsx')),
});
