import { type EventsOf, session } from '../events/define.ts';
import type { DesktopWindow, Rect, SnapZone, WindowId } from './desktop.ts';

/** Fields of a window that change together with its position. */
export interface WindowPlace extends Rect {
  readonly id: WindowId;
  readonly zIndex: number;
  readonly isMinimized: boolean;
  readonly isMaximized: boolean;
  readonly snapped: SnapZone | null;
  readonly normal: Rect | null;
}

/** Events of the windows and icons of this tab. */
export const windowEvents = {
  WindowOpened: session<{ readonly window: DesktopWindow }>(),
  WindowChanged: session<{
    readonly id: WindowId;
    readonly title: string;
    readonly pageIndex: number;
    readonly params: unknown;
  }>(),
  WindowsPlaced: session<{ readonly places: readonly WindowPlace[] }>(),
  WindowClosed: session<{ readonly ids: readonly WindowId[] }>(),
  IconsChosen: session<{ readonly titles: readonly string[] | null }>(),
};
export type WindowEvent = EventsOf<typeof windowEvents>;
