/** A desktop in memory. For tests. */
import { TestScheduler } from 'rxjs/testing';
import { MemoryKeyValue } from './memory-key-value.ts';
import { BrowserSettings } from '../settings/browser-settings.ts';
import { idCounter, testStore } from './test-store.ts';
import { BoxDesktop, type DesktopDeps } from '../desktop/box-desktop.ts';
import type { DesktopWindow, OpenWindowRequest, WindowId } from '../desktop/desktop.ts';

export const HD = { width: 1920, height: 1080 };
export const files: OpenWindowRequest = { component: 'files', title: 'Files', icon: 'folder' };
export const photos: OpenWindowRequest = { component: 'photos', title: 'Photos', icon: 'image' };

export const createDesktopFixture = (deps: Partial<DesktopDeps> = {}) => {
  const scheduler = new TestScheduler(() => undefined);
  const local = new MemoryKeyValue();
  const tab = new MemoryKeyValue();
  const settings = new BrowserSettings(local, tab);
  const all = { store: testStore(), settings, tab, username: 'ann', newId: idCounter('w'), scheduler, ...deps };
  const desktop = new BoxDesktop(all);
  desktop.setViewport(HD);
  const at = (id: WindowId): DesktopWindow => {
    const window = desktop.window(id).value;
    if (window === null) throw new Error(`no window ${id}`);
    return window;
  };
  return { desktop, at, local, tab, settings, scheduler };
};
