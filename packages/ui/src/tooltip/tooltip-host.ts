import { tooltipPosition, type TooltipSide } from './tooltip-position.ts';
import styles from './tooltip.module.css';

/** How long the pointer must rest before the first tooltip shows, in ms. */
export const TOOLTIP_DELAY_MS = 450;
/** Within this time after a tooltip the next one shows without delay, in ms. */
const WARM_WINDOW_MS = 350;
/** Time to move the pointer onto the tooltip itself, in ms. */
const HIDE_DELAY_MS = 120;

const started = new WeakSet<Document>();

const sideOf = (value: string | undefined): TooltipSide =>
  value === 'bottom' || value === 'left' || value === 'right' ? value : 'top';

/**
 * Shows the `data-tip` of the control that is hovered, has the keyboard focus, or is pressed while disabled. One set of
 * listeners and one element per document, so that a button costs nothing until its tooltip shows. Esc hides it; the
 * tooltip itself may be hovered.
 */
export function startTooltips(page: Document): void {
  if (started.has(page)) return;
  started.add(page);
  let tip: HTMLElement | null = null;
  let owner: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt = -Infinity;

  const schedule = (run: () => void, ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  const hide = (): void => {
    clearTimeout(timer);
    if (owner !== null) hiddenAt = performance.now();
    owner = null;
    tip?.remove();
    tip = null;
  };
  const show = (target: HTMLElement): void => {
    const text = target.dataset['tip'] ?? '';
    clearTimeout(timer);
    if (owner === target || text === '' || !target.isConnected) return;
    hide();
    owner = target;
    tip = page.createElement('div');
    tip.setAttribute('role', 'tooltip');
    tip.className = styles.tip ?? '';
    tip.append(text);
    const keys = target.dataset['tipKeys'] ?? '';
    if (keys !== '') {
      const caps = page.createElement('span');
      caps.className = styles.keys ?? '';
      caps.append(keys);
      tip.append(caps);
    }
    page.body.append(tip);
    const { clientWidth: width, clientHeight: height } = page.documentElement;
    const at = tooltipPosition(
      target.getBoundingClientRect(),
      tip.getBoundingClientRect(),
      { width, height },
      sideOf(target.dataset['tipSide']),
    );
    tip.style.left = `${at.x}px`;
    tip.style.top = `${at.y}px`;
  };
  const tooltipTargetOf = (event: Event): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;

  page.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    if (tip !== null && event.target instanceof Node && tip.contains(event.target)) {
      clearTimeout(timer);
      return;
    }
    const target = tooltipTargetOf(event);
    if (target !== null) {
      if (target === owner) clearTimeout(timer);
      else if (owner !== null || performance.now() - hiddenAt < WARM_WINDOW_MS) show(target);
      else
        schedule(() => {
          show(target);
        }, TOOLTIP_DELAY_MS);
    } else if (owner === null) clearTimeout(timer);
    else schedule(hide, HIDE_DELAY_MS);
  });
  // Keyboard focus, and presses on a disabled control: the user wants to know why it is disabled. Touch has no hover.
  const showForTarget = (event: Event): void => {
    const target = tooltipTargetOf(event);
    if (target?.matches(event.type === 'click' ? '[aria-disabled=true]' : ':focus-visible')) show(target);
  };
  page.addEventListener('focusin', showForTarget);
  page.addEventListener('click', showForTarget);
  page.addEventListener('focusout', hide);
  page.addEventListener('pointerdown', hide, { capture: true });
  page.addEventListener('scroll', hide, { capture: true, passive: true });
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' || owner?.contains(page.activeElement) === true) hide();
    },
    { capture: true },
  );
}
