import type { StateStream } from '../state/state-stream.ts';

/** Identifies a window within one tab. */
export type WindowId = string & { readonly window: unique symbol };

/** Position and size in CSS px of the desktop area. */
export interface WindowRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DesktopSize {
  readonly width: number;
  readonly height: number;
}

/** Zones a window snaps to when dragged to an edge or corner, or by keyboard. */
export type DesktopSnapZone =
  'left' | 'right' | 'top' | 'bottom' | 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

/** The eight resize handles by compass point (SHELL-07). */
export type ResizeHandle = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

/** One window (SHELL-36). `visible` is false only while the window is being closed or hidden by its app. */
export interface DesktopWindow {
  readonly id: WindowId;
  readonly title: string;
  readonly icon: string;
  readonly color: string;
  /** Id of the app whose content the window shows. */
  readonly component: string;
  /** Page inside the app, counted from 1. */
  readonly pageIndex: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly zIndex: number;
  readonly visible: boolean;
  readonly isMinimized: boolean;
  readonly isMaximized: boolean;
  /** JSON value that the app decodes with its own codec. */
  readonly params: unknown;
  /** Windows with a document are unique per document (G-09); null for apps with one window. */
  readonly document: string | null;
  /** Bounds before the window was maximised or snapped. */
  readonly normal: WindowRect | null;
  readonly snapped: DesktopSnapZone | null;
}

/** An app's request for a window. */
export interface OpenWindowRequest {
  readonly component: string;
  readonly title: string;
  readonly icon: string;
  readonly color?: string;
  readonly pageIndex?: number;
  readonly params?: unknown;
  /** Path or id of the document: opening the same one again raises its window. */
  readonly document?: string;
  /** True for apps that may have several windows without a document (file browser). */
  readonly allowSeveral?: boolean;
  /** Initial size of the app's windows; 1280 x 720 when absent (SHELL-02). A remembered size takes precedence. */
  readonly size?: DesktopSize;
}

/** The windows and icons of this tab's desktop. Opening a window in one tab never opens it in another. */
export interface Desktop {
  /** Windows in opening order. */
  readonly windows$: StateStream<readonly DesktopWindow[]>;
  /** The frontmost window that is neither minimised nor hidden; null on an empty desktop. */
  readonly active$: StateStream<WindowId | null>;
  /** The minimised windows, shown as icons in the window bar (SHELL-12). */
  readonly minimised$: StateStream<readonly DesktopWindow[]>;
  /** Titles of the apps shown on the desktop, in order; null until the user has chosen (SHELL-38). */
  readonly icons$: StateStream<readonly string[] | null>;
  /** One window as a stream; null once it is closed. */
  window(id: WindowId): StateStream<DesktopWindow | null>;

  /** Sets the size of the desktop area; all windows are fitted into it. */
  setViewport(size: DesktopSize): void;
  /**
   * Opens a window, or raises the one that already shows this app or document, with the new page and params (SHELL-42,
   * G-09). A guarded window asks for confirmation before it changes its page.
   */
  open(request: OpenWindowRequest): WindowId;
  /**
   * Changes the title, page or params of a window; a guarded window asks for confirmation before it changes its page.
   */
  update(
    id: WindowId,
    change: { readonly title?: string; readonly pageIndex?: number; readonly params?: unknown },
  ): void;
  raise(id: WindowId): void;
  /**
   * Moves a window by its title bar, clamped to the viewport with y at least 40 (SHELL-08). Ends a snapped or maximised
   * state.
   */
  move(id: WindowId, x: number, y: number): void;
  /** Drags a handle by (dx, dy) from the bounds at the start of the drag; never below 800 x 450 (SHELL-04). */
  resize(id: WindowId, handle: ResizeHandle, from: WindowRect, dx: number, dy: number): void;
  snap(id: WindowId, zone: DesktopSnapZone): void;
  minimise(id: WindowId): void;
  /** Minimises every window: "return to desktop" and "hide all" (SHELL-13, G-09). */
  minimiseAll(): void;
  maximise(id: WindowId): void;
  /** Restores a minimised (raised), maximised or snapped window. */
  restore(id: WindowId): void;
  /** Double-click on the title. */
  toggleMaximise(id: WindowId): void;
  /** Closes a window; a guarded one is raised and asks for confirmation. */
  close(id: WindowId): void;
  /** Closes all windows without confirmation, at sign-out. */
  closeAll(): void;
  /**
   * Guards a window whose data would be lost when it closes or changes its page: until the returned function is called,
   * `confirm` is called instead, with a function that continues. With several guards the last is asked first, then the
   * others in turn.
   */
  guard(id: WindowId, confirm: (proceed: () => void) => void): () => void;
  /** Raises the next or previous window in stacking order, including minimised ones (Alt+Tab). */
  cycle(direction: 1 | -1): void;
  cascade(): void;
  tile(): void;
  /** The snap zone for a pointer at the edge of the desktop area, for the snap preview. */
  zoneAt(x: number, y: number): DesktopSnapZone | 'maximise' | null;
  /** Bounds of a snap zone. */
  zoneRect(zone: DesktopSnapZone): WindowRect;

  /** Sets the apps shown on the desktop by title; stored joined by commas under `{username}_desktop`. */
  setIcons(titles: readonly string[]): void;
}
