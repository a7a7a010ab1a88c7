import { act, createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLayout } from '../base/layout-stubs.ts';
import { LONG_PRESS_MS } from '../base/long-press.ts';
import { emptySelection, type Selection } from '../data-list/selection.ts';
import type { TimelineTile } from './timeline-model.ts';
import { Timeline } from './Timeline.tsx';

beforeEach(() => {
  stubLayout(800, 400);
});

const tilesOf = (month: number, count = 8): readonly TimelineTile[] =>
  Array.from({ length: count }, (_, at) => ({
    key: `${month}.${at}`,
    name: `Picture ${month}.${at}`,
    ratio: 1,
    src: null,
    kind: 'photo' as const,
  }));
const onOpen = vi.fn();
const onGroupsNeeded = vi.fn();
const onZoom = vi.fn();

function TestTimeline({
  months,
  loaded,
  count = 8,
  touch = false,
  deleted = [],
  loading = [],
  ...place
}: Pick<ComponentProps<typeof Timeline>, 'initialPosition' | 'onPositionChange'> & {
  /** Months that are still loading. */
  readonly loading?: readonly number[];
  readonly touch?: boolean;
  /** Keys of deleted tiles. */
  readonly deleted?: readonly string[];
  readonly months: number;
  readonly loaded: number;
  readonly count?: number;
}) {
  const [selection, setSelection] = useState<Selection>(emptySelection);
  return (
    <>
      <Timeline
        label="Pictures"
        scrubberLabel="Month"
        selectLabel={(name) => `Select ${name}`}
        buckets={Array.from({ length: months }, (_, at) => ({
          id: String(at),
          group: String(at),
          title: `Month ${at}`,
          month: `Month ${at}`,
          year: String(2026 - Math.floor(at / 12)),
          count: count - deleted.length,
          tiles:
            at < loaded && !loading.includes(at)
              ? tilesOf(at, count).filter(({ key }) => !deleted.includes(key))
              : null,
        }))}
        selection={selection}
        onSelectionChange={setSelection}
        onOpen={onOpen}
        onGroupsNeeded={onGroupsNeeded}
        touch={touch}
        {...place}
        rowHeight={200}
        onZoom={onZoom}
      />
      <output>{[...selection.keys].join(' ')}</output>
    </>
  );
}
const press = (key: string, how: { shiftKey?: boolean; ctrlKey?: boolean } = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...how });
};
const requestedGroups = (): readonly string[] =>
  (onGroupsNeeded.mock.lastCall as [(readonly string[])?] | undefined)?.[0] ?? [];
const chosen = (): string => screen.getByRole('status').textContent;
const tile = (name: string): HTMLElement => screen.getByRole('gridcell', { name: `Picture ${name}` });

describe('a time line', () => {
  it('of 100,000 pictures has few elements, and asks only for the months near what is seen', () => {
    const { container } = render(<TestTimeline months={240} loaded={2} count={417} />);
    expect(container.querySelectorAll('*').length).toBeLessThan(600);
    expect(onGroupsNeeded.mock.lastCall).toEqual([['0']]);
    fireEvent.scroll(screen.getByRole('grid'), { target: { scrollTop: 2 * (44 + 139 * 204) } });
    const [requestedGroups] = onGroupsNeeded.mock.lastCall as [(readonly string[])?];
    expect(requestedGroups).toContain('2');
    expect(requestedGroups?.length).toBeLessThan(3);
  });

  it('who is drawn along the years sees their rhythm and asks for nothing; who stops there sees pictures', () => {
    // Fake timers, so that the result does not depend on the speed of the machine.
    vi.useFakeTimers();
    const { container } = render(<TestTimeline months={60} loaded={60} />);
    const go = (month: number): void => {
      fireEvent.scroll(screen.getByRole('grid'), { target: { scrollTop: month * (44 + 2 * (191 + 4)) } });
    };
    const loading = (): number => container.querySelectorAll('[data-coming]').length;
    // A single jump is not rapid scrolling.
    go(10);
    expect(tile('10.0')).toBeTruthy();
    expect(loading()).toBe(0);
    onGroupsNeeded.mockClear();
    go(20);
    go(30);
    expect(screen.queryAllByRole('gridcell')).toEqual([]);
    expect(loading()).toBeGreaterThan(0);
    expect(screen.getByRole('rowheader', { name: 'Month 30' })).toBeTruthy();
    const before = onGroupsNeeded.mock.calls.length;
    go(40);
    go(50);
    expect(onGroupsNeeded.mock.calls.length).toBe(before);
    act(() => {
      vi.advanceTimersByTime(120);
    });
    expect(tile('50.0')).toBeTruthy();
    expect(onGroupsNeeded.mock.lastCall?.[0]).toContain('50');
    expect(onGroupsNeeded.mock.calls.flat(2)).not.toContain('40');
    vi.useRealTimers();
  });

  it('who leaps sees what is in view first, and a moment later what surrounds it is ready', async () => {
    render(<TestTimeline months={60} loaded={60} count={40} />);
    const month = 44 + 10 * (191 + 4);
    const tiles = (): readonly string[] => screen.getAllByRole('gridcell').map(({ dataset }) => dataset['key'] ?? '');
    fireEvent.scroll(screen.getByRole('grid'), { target: { scrollTop: 10 * month } });
    // Two rows of four and the visible part of the third; nothing of the month before.
    expect(tiles()).toEqual(Array.from({ length: 8 }, (_, at) => `10.${at}`));
    await vi.waitFor(() => {
      expect(tiles().slice(0, 1)).toEqual(['9.28']);
    });
    // A wheel scroll is not a jump: the overscan stays.
    fireEvent.scroll(screen.getByRole('grid'), { target: { scrollTop: 10 * month + 100 } });
    expect(tiles()[0]).toBe('9.28');
  });

  it('a line that becomes shorter above who has just arrived takes them along, and that is no leap of theirs', () => {
    const { container, rerender } = render(<TestTimeline months={60} loaded={0} />);
    // The height of an unloaded month is estimated as three rows; there are two.
    const grid = screen.getByRole('grid');
    fireEvent.scroll(grid, { target: { scrollTop: 10 * (44 + 3 * 204) } });
    rerender(<TestTimeline months={60} loaded={60} />);
    expect(grid.scrollTop).toBe(10 * (44 + 2 * (191 + 4)));
    fireEvent.scroll(grid);
    expect(tile('10.0')).toBeTruthy();
    expect(container.querySelectorAll('[data-coming]')).toHaveLength(0);
  });

  it('begins where somebody was, as soon as it is that line which is shown, and goes there once', () => {
    const begin = { group: '10', part: 0 };
    const month = 44 + 2 * (191 + 4);
    // The timeline shown before does not contain this month.
    const { rerender } = render(<TestTimeline months={5} loaded={5} />);
    const grid = screen.getByRole('grid');
    rerender(<TestTimeline months={60} loaded={60} initialPosition={begin} />);
    expect(grid.scrollTop).toBe(10 * month);
    fireEvent.scroll(grid, { target: { scrollTop: 0 } });
    rerender(<TestTimeline months={61} loaded={61} initialPosition={begin} />);
    expect(grid.scrollTop).toBe(0);
  });

  it('tells where somebody goes, and what has no such month begins at its beginning', () => {
    const onPlace = vi.fn();
    render(
      <TestTimeline
        months={60}
        loaded={60}
        initialPosition={{ group: 'gone', part: 0.5 }}
        onPositionChange={onPlace}
      />,
    );
    const grid = screen.getByRole('grid');
    expect(grid.scrollTop).toBe(0);
    fireEvent.scroll(grid, { target: { scrollTop: 10 * (44 + 2 * (191 + 4)) } });
    expect(onPlace.mock.lastCall).toEqual([{ group: '10', part: 0 }]);
    fireEvent.scroll(grid, { target: { scrollTop: 0 } });
    expect(onPlace.mock.lastCall).toEqual([null]);
  });

  it('the keyboard walks in two dimensions and over the heads, selects runs and all, and opens', () => {
    render(<TestTimeline months={2} loaded={2} />);
    tile('0.0').focus();
    press('ArrowRight');
    expect(chosen()).toBe('0.1');
    expect(document.activeElement).toBe(tile('0.1'));
    // Four squares of 200 px need more than 800 px with their gaps: the fourth ends the row.
    press('ArrowDown');
    expect(chosen()).toBe('0.5');
    press('ArrowDown');
    expect(chosen()).toBe('1.1');
    press('ArrowUp', { shiftKey: true });
    expect(chosen()).toBe('0.5 0.6 0.7 1.0 1.1');
    press('Enter');
    expect(onOpen).toHaveBeenLastCalledWith('0.5');
    press('End');
    expect(chosen()).toBe('1.7');
    press('a', { ctrlKey: true });
    expect(chosen().split(' ')).toHaveLength(16);
    press('Escape');
    expect(chosen()).toBe('');
    press('Home');
    press('ArrowUp');
    expect(chosen()).toBe('0.0');
    press(' ');
    expect(chosen()).toBe('');
  });

  it('a run and everything take in what nobody has looked at: it is asked for first', () => {
    const { rerender } = render(<TestTimeline months={60} loaded={1} count={2} />);
    tile('0.0').focus();
    press('ArrowRight');
    press('a', { ctrlKey: true });
    expect(requestedGroups()).toHaveLength(60);
    expect(chosen()).toBe('0.1');
    rerender(<TestTimeline months={60} loaded={30} count={2} />);
    expect(chosen()).toBe('0.1');
    rerender(<TestTimeline months={60} loaded={60} count={2} />);
    expect(chosen().split(' ')).toHaveLength(120);
    // Groups requested only for the selection are released.
    expect(requestedGroups().length).toBeLessThan(10);
    fireEvent.click(tile('0.1'));
    rerender(<TestTimeline months={60} loaded={1} count={2} />);
    press('End', { shiftKey: true });
    expect(chosen()).toBe('0.1');
    rerender(<TestTimeline months={60} loaded={60} count={2} />);
    expect(chosen().split(' ')).toHaveLength(119);
    fireEvent.scroll(screen.getByRole('grid'));
    expect(document.activeElement).toBe(tile('59.1'));
  });

  it('a run that is drawn up takes in what lies between as well', () => {
    const { rerender } = render(<TestTimeline months={3} loaded={3} count={2} />);
    tile('0.0').focus();
    press('End');
    fireEvent.scroll(screen.getByRole('grid'));
    rerender(<TestTimeline months={3} loaded={3} count={2} loading={[1]} />);
    press('Home', { shiftKey: true });
    expect(chosen()).toBe('2.1');
    rerender(<TestTimeline months={3} loaded={3} count={2} />);
    expect(chosen()).toBe('0.0 0.1 1.0 1.1 2.0 2.1');
  });

  it('whoever selects something else before all is known does not want it any more', () => {
    const { rerender } = render(<TestTimeline months={60} loaded={1} count={2} />);
    tile('0.0').focus();
    press('a', { ctrlKey: true });
    fireEvent.click(tile('0.1'));
    expect(requestedGroups().length).toBeLessThan(10);
    rerender(<TestTimeline months={60} loaded={60} count={2} />);
    expect(chosen()).toBe('0.1');
  });

  it('what is deleted under the keyboard leaves place and focus to its neighbour, and never takes the focus from elsewhere', () => {
    const { rerender } = render(<TestTimeline months={1} loaded={1} />);
    tile('0.0').focus();
    press('ArrowRight');
    press('ArrowRight', { shiftKey: true });
    rerender(<TestTimeline months={1} loaded={1} deleted={['0.1', '0.2']} />);
    expect(document.activeElement).toBe(tile('0.3'));
    press('ArrowRight');
    expect(chosen()).toBe('0.4');
    press('End');
    rerender(<TestTimeline months={1} loaded={1} deleted={['0.1', '0.2', '0.7']} />);
    expect(document.activeElement).toBe(tile('0.6'));
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    rerender(<TestTimeline months={1} loaded={1} deleted={['0.1', '0.2', '0.7', '0.6']} />);
    expect(document.activeElement).toBe(button);
    expect(tile('0.5').tabIndex).toBe(0);
    button.remove();
  });

  it('a click selects one, Ctrl and the mark add, Shift selects to it, a double click opens', () => {
    render(<TestTimeline months={1} loaded={1} />);
    fireEvent.click(tile('0.1'));
    fireEvent.click(tile('0.3'), { ctrlKey: true });
    expect(chosen()).toBe('0.1 0.3');
    fireEvent.click(tile('0.5'), { shiftKey: true });
    expect(chosen()).toBe('0.3 0.4 0.5');
    fireEvent.click(within(tile('0.0')).getByRole('button', { name: 'Select Picture 0.0' }));
    expect(chosen()).toBe('0.3 0.4 0.5 0.0');
    fireEvent.doubleClick(tile('0.2'));
    expect(onOpen).toHaveBeenLastCalledWith('0.2');
  });

  it('a finger opens, selects when it stays, and then adds; two of them change the size', async () => {
    render(<TestTimeline months={1} loaded={1} touch />);
    // The touch module loads after the timeline.
    await act(() => import('./timeline-touch.ts'));
    vi.useFakeTimers();
    const press1 = (name: string, ms: number): void => {
      fireEvent.pointerDown(tile(name), { pointerType: 'touch', isPrimary: true, clientX: 5, clientY: 5 });
      vi.advanceTimersByTime(ms);
      fireEvent.pointerUp(tile(name), { pointerType: 'touch', isPrimary: true });
      fireEvent.click(tile(name));
    };
    press1('0.1', 50);
    expect([onOpen.mock.lastCall, chosen()]).toEqual([['0.1'], '']);
    act(() => {
      press1('0.2', 800);
    });
    expect(chosen()).toBe('0.2');
    press1('0.3', 50);
    press1('0.2', 50);
    expect(chosen()).toBe('0.3');
    const grid = screen.getByRole('grid');
    const fingers = (far: number) => ({ touches: [0, far].map((clientX) => ({ clientX, clientY: 0 })) });
    fireEvent.touchStart(grid, fingers(100));
    fireEvent.touchMove(grid, fingers(120));
    expect(onZoom).not.toHaveBeenCalled();
    fireEvent.touchMove(grid, fingers(140));
    fireEvent.touchMove(grid, fingers(90));
    expect(onZoom.mock.calls).toEqual([[1], [-1]]);
    vi.useRealTimers();
  });

  it.each([
    [LONG_PRESS_MS - 1, '0.1', ''],
    [LONG_PRESS_MS, undefined, '0.1'],
  ])(
    'before what hears of fingers has come, a press of %i ms means what it means later',
    (lasted, opened, selected) => {
      onOpen.mockClear();
      render(<TestTimeline months={1} loaded={1} touch />);
      const begins = createEvent.pointerDown(tile('0.1'), { pointerType: 'touch', isPrimary: true });
      const lifts = createEvent.click(tile('0.1'));
      Object.defineProperty(begins, 'timeStamp', { value: 1_000 });
      Object.defineProperty(lifts, 'timeStamp', { value: 1_000 + lasted });
      fireEvent(tile('0.1'), begins);
      fireEvent(tile('0.1'), lifts);
      expect([onOpen.mock.lastCall?.[0], chosen()]).toEqual([opened, selected]);
    },
  );

  it('a click of a screen reader, for which nothing was pressed, opens', () => {
    onOpen.mockClear();
    render(<TestTimeline months={1} loaded={1} touch />);
    const click = (): void => {
      const event = createEvent.click(tile('0.1'));
      Object.defineProperty(event, 'timeStamp', { value: 9_000 });
      fireEvent(tile('0.1'), event);
    };
    click();
    // A press that became a scroll is not a long press.
    const begins = createEvent.pointerDown(tile('0.1'), { pointerType: 'touch', isPrimary: true });
    Object.defineProperty(begins, 'timeStamp', { value: 1_000 });
    fireEvent(tile('0.1'), begins);
    fireEvent.pointerCancel(tile('0.1'));
    click();
    expect([onOpen.mock.calls.length, chosen()]).toEqual([2, '']);
  });

  it('the edge says the month of a place and goes there by keys', () => {
    render(<TestTimeline months={24} loaded={24} />);
    const grid = screen.getByRole('grid');
    const to = vi.fn<(options?: ScrollToOptions) => void>();
    Object.assign(grid, { scrollTo: to });
    const edge = screen.getByRole('slider', { name: 'Month' });
    expect(edge.getAttribute('aria-valuetext')).toBe('Month 0');
    fireEvent.keyDown(edge, { key: 'End' });
    expect(to.mock.lastCall?.[0]?.top).toBeGreaterThan(8000);
  });
});
