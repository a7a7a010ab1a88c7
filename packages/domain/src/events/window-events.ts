import type { DesktopWindow, Rect, SnapZone, WindowId } from '../desktop/desktop.ts';

/** Fields of a window that change together with its place on the screen. */
export interface WindowPlace extends Rect {
  readonly id: WindowId;
  readonly zIndex: number;
  readonly isMinimized: boolean;
  readonly isMaximized: boolean;
  readonly snapped: SnapZone | null;
  readonly normal: Rect | null;
}

export type WindowEvent =
  | { readonly type: 'WindowOpened'; readonly data: { readonly window: DesktopWindow } }
  | {
      readonly type: 'WindowChanged';
      readonly data: {
        readonly id: WindowId;
        readonly title: string;
        readonly pageIndex: number;
        readonly params: unknown;
      };
    }
  | { readonly type: 'WindowsPlaced'; readonly data: { readonly places: readonly WindowPlace[] } }
  | { readonly type: 'WindowClosed'; readonly data: { readonly ids: readonly WindowId[] } }
  | { readonly type: 'IconsChosen'; readonly data: { readonly titles: readonly string[] | null } };
