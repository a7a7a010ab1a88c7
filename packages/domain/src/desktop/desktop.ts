import type { StateStream } from '../state/state-stream.ts';

/** Identifies a window within one tab. */
export type WindowId = string & { readonly window: unique symbol };

/** Position and size in CSS pixels of the desktop area. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Places a window snaps to when dragged to an edge or corner, or by keyboard. */
export type SnapZone = 'left' | 'right' | 'top' | 'bottom' | 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

/** The eight resize handles by compass point (SHELL-07). */
export type ResizeHandle = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

/** One window (SHELL-36). `visible` is false only while the window is being closed or kept hidden by its app. */
export interface DesktopWindow {
  readonly id: WindowId;
  readonly title: string;
  readonly icon: string;
  readonly color: string;
  /** Id of the app whose content the window shows. */
  readonly component: string;
  /** Page inside the app, from 1. */
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
  /** Windows with a document identity are one per document (G-09); null for apps with one window. */
  readonly document: string | null;
  /** Where the window was before it was maximised or snapped. */
  readonly normal: Rect | null;
  readonly snapped: SnapZone | null;
}

/** What an app asks for when it wants a window. */
export interface OpenRequest {
  readonly component: string;
  readonly title: string;
  readonly icon: string;
  readonly color?: string;
  readonly pageIndex?: number;
  readonly params?: unknown;
  /** Path or id of the shown document: opening the same one again raises its window. */
  readonly document?: string;
  /** True for apps that may have several windows without a document identity (two file browsers). */
  readonly another?: boolean;
  /** First size of this app's windows; 1280 x 720 when absent (SHELL-02). A remembered size wins. */
  readonly size?: Size;
}

/** The windows and icons of this tab's desktop. Opening a window in one tab never opens it in another. */
export interface Desktop {
  /** Windows in the order they were opened. */
  readonly windows$: StateStream<readonly DesktopWindow[]>;
  /** The window on top of the others that is neither minimised nor hidden; null on an empty desktop. */
  readonly active$: StateStream<WindowId | null>;
  /** Exactly the minimised windows: the icons of the window bar (SHELL-12). */
  readonly minimised$: StateStream<readonly DesktopWindow[]>;
  /** Titles of the apps shown on the desktop, in order; null until the person chose (SHELL-38). */
  readonly icons$: StateStream<readonly string[] | null>;
  /** One window as a stream; null once it is closed. */
  window(id: WindowId): StateStream<DesktopWindow | null>;

  /** Tells the size of the desktop area; every window is brought back inside the rules. */
  setViewport(size: Size): void;
  /**
   * Opens a window, or raises the one that already shows this app or document with the new page and params (SHELL-42, G-09). One that is held asks
   * before it turns to another page.
   */
  open(request: OpenRequest): WindowId;
  /** Changes what the frame shows or what is restored after a reload; a window that is held asks before it turns to another page. */
  update(
    id: WindowId,
    change: { readonly title?: string; readonly pageIndex?: number; readonly params?: unknown },
  ): void;
  raise(id: WindowId): void;
  /** Moves by the title bar; the result is kept inside the viewport with y at least 40 (SHELL-08). Leaves a snap or maximised state. */
  move(id: WindowId, x: number, y: number): void;
  /** Drags one handle by (dx, dy) from the rectangle the drag began with; never below 800 x 450 (SHELL-04). */
  resize(id: WindowId, handle: ResizeHandle, from: Rect, dx: number, dy: number): void;
  snap(id: WindowId, zone: SnapZone): void;
  minimise(id: WindowId): void;
  /** Minimises every window: "return to desktop" and "hide all" (SHELL-13, G-09). */
  minimiseAll(): void;
  maximise(id: WindowId): void;
  /** Back from minimised (raised), maximised or snapped. */
  restore(id: WindowId): void;
  /** Double-click on the title. */
  toggleMaximise(id: WindowId): void;
  /** Closes a window; one that is held is raised and asks first. */
  close(id: WindowId): void;
  /** Closes every window, the held ones as well: for the end of a sign-in. */
  closeAll(): void;
  /**
   * Something in the window would be lost if it were closed or turned to another page: until the returned function is called, `ask` is called
   * instead, with what does it after all. Of several that hold a window the last is asked first, and each in its turn.
   */
  hold(id: WindowId, ask: (go: () => void) => void): () => void;
  /** Raises the next or previous window in stacking order, minimised ones included (Alt+Tab). */
  cycle(direction: 1 | -1): void;
  cascade(): void;
  tile(): void;
  /** The zone under a pointer at the edge of the desktop area, for the preview of a snap. */
  zoneAt(x: number, y: number): SnapZone | 'maximise' | null;
  /** The rectangle a zone covers. */
  zoneRect(zone: SnapZone): Rect;

  /** Adds or removes an app by title; the list is stored joined by commas under `{username}_desktop`. */
  setIcons(titles: readonly string[]): void;
}
