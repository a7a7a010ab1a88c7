import { type EventsOf, session } from '../events/event-kinds.ts';
import type { DesktopWindow, WindowRect, DesktopSnapZone, WindowId } from './desktop.ts';

/** Fields of a window that change together with its position. */
export interface DesktopWindowPlacement extends WindowRect {
  readonly id: WindowId;
  readonly zIndex: number;
  readonly isMinimized: boolean;
  readonly isMaximized: boolean;
  readonly snapped: DesktopSnapZone | null;
  readonly normal: WindowRect | null;
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
  WindowsPlaced: session<{ readonly placements: readonly DesktopWindowPlacement[] }>(),
  WindowClosed: session<{ readonly ids: readonly WindowId[] }>(),
  /** The apps that the desktop shows as icons, by title; null shows the default ones. */
  IconsChosen: session<{ readonly titles: readonly string[] | null }>(),
};
export type WindowEvent = EventsOf<typeof windowEvents>;
