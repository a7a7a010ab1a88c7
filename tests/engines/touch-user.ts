import { setTimeout as delay } from 'node:timers/promises';
import type { Point } from './engine.ts';
import type { BrowserUser, ElementQuery } from './browser-user.ts';

/** Longer than the threshold of a long press. */
const LONG_MS = 600;

/**
 * Runs in the page: dispatches the events of a touch. The driver of WebKitGTK has only a mouse, so the events are
 * created here in the order of an iPhone, with their default action (focus).
 */
const dispatchTouch = (what: 'down' | 'up' | 'tap', x: number, y: number): void => {
  const target = document.elementFromPoint(x, y) ?? document.body;
  const at = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y };
  const pointer = (type: string, pressed: number): boolean =>
    target.dispatchEvent(
      new PointerEvent(type, { ...at, pointerType: 'touch', isPrimary: true, pointerId: 7, buttons: pressed }),
    );
  const touches = (type: string, isDown: boolean): boolean => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    const one = { identifier: 7, target, clientX: x, clientY: y };
    const all = isDown ? [one] : [];
    Object.assign(event, { touches: all, targetTouches: all, changedTouches: [one] });
    return target.dispatchEvent(event);
  };
  if (what !== 'up') {
    pointer('pointerdown', 1);
    touches('touchstart', true);
  }
  if (what === 'down') return;
  pointer('pointerup', 0);
  const goesOn = touches('touchend', false);
  // A long press is followed by no click.
  if (what === 'up' || !goesOn) return;
  if (target.dispatchEvent(new MouseEvent('mousedown', at))) {
    const holder = target.closest<HTMLElement>('input, textarea, button, a[href], [tabindex]');
    if (holder === null) (document.activeElement as HTMLElement | null)?.blur();
    else holder.focus();
  }
  target.dispatchEvent(new MouseEvent('mouseup', at));
  target.dispatchEvent(new PointerEvent('click', { ...at, pointerType: 'touch' }));
};

/** A user of a phone: finds elements as {@link BrowserUser} does, and has no mouse. */
export const createTouchUser = (me: BrowserUser) => {
  const { engine } = me;
  const send = (what: 'down' | 'up' | 'tap', [x, y]: Point): Promise<void> => engine.run(dispatchTouch, what, x, y);
  const tap = async (sought: ElementQuery): Promise<void> => {
    await send('tap', await me.place(sought, true));
  };
  return {
    tap,
    longPress: async (sought: ElementQuery): Promise<void> => {
      const at = await me.place(sought, true);
      await send('down', at);
      await delay(LONG_MS);
      await send('up', at);
    },
    fill: async (sought: ElementQuery, text: string): Promise<void> => {
      await tap(sought);
      await engine.keys(['Control', 'a']);
      await engine.type(text);
      await me.says(sought, text);
    },
  };
};
export type TouchUser = ReturnType<typeof createTouchUser>;
