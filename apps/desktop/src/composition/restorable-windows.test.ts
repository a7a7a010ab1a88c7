import type { DesktopWindow, WindowId } from '@boxwood/domain';
import { expect, it } from 'vitest';
import { RestorableWindows } from './restorable-windows.ts';

const window: DesktopWindow = {
  id: 'w' as WindowId,
  title: 'Files',
  icon: 'folder',
  color: '',
  component: 'files',
  pageIndex: 1,
  x: 0,
  y: 40,
  width: 800,
  height: 450,
  zIndex: 1,
  visible: true,
  isMinimized: false,
  isMaximized: false,
  params: { path: '/mnt/usb1/ann/Letters' },
  document: null,
  normal: null,
  snapped: null,
};

it('windows come back once, to the person who left them; somebody else takes them away', () => {
  const left = new RestorableWindows();
  expect(left.consume('ann')).toEqual([]);
  left.store('ann', [window]);
  expect(left.consume('ann')).toEqual([window]);
  expect(left.consume('ann')).toEqual([]);
  left.store('ann', [window]);
  expect(left.consume('bob')).toEqual([]);
  expect(left.consume('ann')).toEqual([]);
});
