import type { StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';

/** Height in px of the bar of minimised windows at the bottom of the desktop; windows do not cover it. */
export const WINDOW_BAR_HEIGHT_PX = 56;

/** The panel of the shell that is open above the windows. */
export type ShellPanel =
  | 'none'
  | 'overview'
  | 'shortcuts'
  | 'desktop-settings'
  | 'wallpaper'
  | 'messages'
  | 'palette'
  | 'switcher'
  | 'waiting'
  | 'reboot'
  | 'shutdown'
  | 'logout';

/** Which panel of the shell is open; menus, the palette and shortcuts set it here. */
export class ShellState {
  readonly #panel = new State<ShellPanel>('none');

  get panel$(): StateStream<ShellPanel> {
    return this.#panel.stream;
  }

  show(panel: ShellPanel): void {
    this.#panel.set(panel);
  }

  toggle(panel: ShellPanel): void {
    this.#panel.set(this.#panel.value === panel ? 'none' : panel);
  }

  /** Closes a panel, unless another one has replaced it. */
  close(panel: ShellPanel): void {
    if (this.#panel.value === panel) this.#panel.set('none');
  }
}
