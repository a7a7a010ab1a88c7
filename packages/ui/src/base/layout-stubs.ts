import { vi } from 'vitest';

/** Stubs what jsdom lacks (sizes, observers, pointer capture, scrolling), for tests of code that measures. */
export function stubLayout(width: number, height: number): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  for (const name of ['clientWidth', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(width);
  for (const name of ['clientHeight', 'offsetHeight'] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, height));
  const captured = new WeakMap<Element, number>();
  // A test that follows the scrolling has a function of its own there.
  if (!('scrollIntoView' in Element.prototype)) Object.assign(Element.prototype, { scrollIntoView(): void {} });
  Object.assign(Element.prototype, {
    setPointerCapture(this: Element, id: number): void {
      captured.set(this, id);
    },
    hasPointerCapture(this: Element, id: number): boolean {
      return captured.get(this) === id;
    },
    releasePointerCapture(this: Element): void {
      captured.delete(this);
    },
  });
}
