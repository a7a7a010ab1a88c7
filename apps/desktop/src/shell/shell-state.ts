import type { StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';

/** Height in px of the bar of minimised windows at the bottom of the desktop; windows do not cover it. */
export const WINDOW_BAR = 56;

/** The panel of the shell that is open above the windows. */
export type Panel =
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
  readonly #panel = new State<Panel>('none');

  get panel$(): StateStream<Panel> {
    return this.#panel.stream;
  }

  show(panel: Panel): void {
    this.#panel.set(panel);
  }

  toggle(panel: Panel): void {
    this.#panel.set(this.#panel.value === panel ? 'none' : panel);
  }

  /** Closes a panel, unless another one has replaced it. */
  close(panel: Panel): void {
    if (this.#panel.value === panel) this.#panel.set('none');
  }
}
