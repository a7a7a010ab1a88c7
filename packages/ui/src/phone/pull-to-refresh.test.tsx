import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PullToRefresh } from './PullToRefresh.tsx';

afterEach(cleanup);

/** Pulls fingers down over a list. @returns the number of refreshes */
const refreshesAfterPull = (
  by: number,
  { top = 0, fingers = 1, taken = false, busy = false, end = 'touchend' } = {},
): number => {
  let times = 0;
  const { container, unmount } = render(
    <PullToRefresh label="Refreshing" busy={busy} onRefresh={() => (times += 1)}>
      <div style={{ overflowY: 'auto' }} data-list="">
        <p>one</p>
      </div>
    </PullToRefresh>,
  );
  const list = container.querySelector('[data-list]');
  const row = container.querySelector('p');
  if (list === null || row === null) throw new Error('no list');
  list.scrollTop = top;
  // As range selection by touch does.
  if (taken)
    list.addEventListener('touchmove', (event) => {
      event.preventDefault();
    });
  const touch = (type: string, y: number): void => {
    const touches = Array.from({ length: fingers }, () => ({ clientX: 0, clientY: y }));
    row.dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), { touches }));
  };
  touch('touchstart', 100);
  for (const part of [0.5, 1]) touch('touchmove', 100 + by * part);
  touch(end, 100 + by);
  unmount();
  return times;
};

describe('a page that is drawn down', () => {
  it('looks again when it was drawn far enough', () => {
    expect(refreshesAfterPull(130)).toBe(1);
    expect(refreshesAfterPull(90)).toBe(0);
    expect(refreshesAfterPull(130, { end: 'touchcancel' })).toBe(0);
  });

  it('only from its beginning, by one finger, and not while it looks already', () => {
    expect(refreshesAfterPull(130, { top: 20 })).toBe(0);
    expect(refreshesAfterPull(130, { fingers: 2 })).toBe(0);
    expect(refreshesAfterPull(130, { busy: true })).toBe(0);
  });

  it('not where what is inside has taken the finger', () => {
    expect(refreshesAfterPull(130, { taken: true })).toBe(0);
  });
});
