import { act, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ContextMenuArea } from './ContextMenuArea.tsx';
import { LONG_PRESS_MS } from '../base/long-press.ts';
import type { MenuEntry } from './menu-entry.ts';
import { Menu } from './Menu.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const entries = (open: () => void, rename: () => void = () => undefined): readonly MenuEntry[] => [
  { kind: 'action', id: 'open', label: 'Open', onSelect: open },
  { kind: 'action', id: 'rename', label: 'Rename', disabledReason: 'You may only read here', onSelect: rename },
  { kind: 'separator', id: 's' },
  { kind: 'heading', id: 'h', label: 'More' },
  {
    kind: 'submenu',
    id: 'share',
    label: 'Share',
    entries: [{ kind: 'action', id: 'link', label: 'By link', onSelect: open }],
  },
];

describe('Menu', () => {
  it('opens, runs the action and closes', async () => {
    const open = vi.fn();
    render(<Menu trigger={<button>File</button>} entries={entries(open)} />);
    fireEvent.click(screen.getByRole('button', { name: 'File' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Open' }));
    expect(open).toHaveBeenCalledTimes(1);
    await waitFor(() => {
      expect(screen.queryByRole('menu')).toBeNull();
    });
  });

  it('a disabled entry stays, says why and does nothing', async () => {
    const rename = vi.fn();
    render(<Menu trigger={<button>File</button>} entries={entries(() => undefined, rename)} />);
    fireEvent.click(screen.getByRole('button', { name: 'File' }));
    const item = await screen.findByRole('menuitem', { name: /Rename.*You may only read here/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(item);
    expect(rename).not.toHaveBeenCalled();
    expect(screen.getByRole('menu')).toBeDefined();
  });

  it('checks and choices report the new value', async () => {
    const onCheck = vi.fn();
    const onSort = vi.fn();
    render(
      <Menu
        trigger={<button>View</button>}
        entries={[
          { kind: 'check', id: 'hidden', label: 'Hidden files', checked: false, onChange: onCheck },
          {
            kind: 'choice',
            id: 'sort',
            label: 'Sort by',
            value: 'name',
            onChange: onSort,
            options: [
              { value: 'name', label: 'Name' },
              { value: 'size', label: 'Size' },
            ],
          },
        ]}
      />,
    );
    fireEvent.click(screen.getByRole('button', { name: 'View' }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Hidden files' }));
    expect(onCheck).toHaveBeenCalledWith(true);
    expect(screen.getByRole('menuitemradio', { name: 'Name' }).getAttribute('aria-checked')).toBe('true');
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Size' }));
    expect(onSort).toHaveBeenCalledWith('size');
  });
});

function area(build = vi.fn(() => entries(() => undefined))) {
  render(
    <ContextMenuArea label="File" entries={build} tabIndex={0} data-testid="area">
      <button>inside</button>
    </ContextMenuArea>,
  );
  return { build, element: screen.getByTestId('area') };
}

const pass = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

describe('ContextMenuArea', () => {
  it('opens on a right click, in place of the menu of the browser', async () => {
    const { element, build } = area();
    const taken = fireEvent.contextMenu(element, { clientX: 30, clientY: 40, button: 2 });
    expect(taken).toBe(false);
    expect(await screen.findByRole('menu', { name: 'File' })).toBeDefined();
    expect(build).toHaveBeenCalledWith(expect.objectContaining({ by: 'mouse', point: { x: 30, y: 40 } }));
  });

  it.each([{ key: 'ContextMenu' }, { key: 'F10', shiftKey: true }])('opens on %o', async (key) => {
    const { build } = area();
    fireEvent.keyDown(screen.getByRole('button', { name: 'inside' }), key);
    expect(await screen.findByRole('menu')).toBeDefined();
    expect(build).toHaveBeenCalledWith(expect.objectContaining({ by: 'keyboard' }));
  });

  it('opens on a long press of a finger, not on a short or a moving one', () => {
    vi.useFakeTimers();
    const { element, build } = area();
    const touch = { pointerType: 'touch', isPrimary: true, pointerId: 1, clientX: 10, clientY: 10 };
    fireEvent.pointerDown(element, touch);
    pass(LONG_PRESS_MS - 50);
    fireEvent.pointerUp(element, touch);
    pass(LONG_PRESS_MS);
    expect(build).not.toHaveBeenCalled();
    fireEvent.pointerDown(element, touch);
    fireEvent.pointerMove(element, { ...touch, clientX: 60 });
    pass(LONG_PRESS_MS * 2);
    expect(build).not.toHaveBeenCalled();
    fireEvent.pointerDown(element, touch);
    pass(LONG_PRESS_MS);
    expect(build).toHaveBeenCalledWith(expect.objectContaining({ by: 'touch' }));
  });

  it('a finger that stays on a glyph means what the glyph stands in', () => {
    vi.useFakeTimers();
    const { element, build } = area();
    const glyph = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    screen.getByRole('button', { name: 'inside' }).append(glyph);
    fireEvent.pointerDown(glyph, { pointerType: 'touch', isPrimary: true, pointerId: 1, clientX: 10, clientY: 10 });
    pass(LONG_PRESS_MS);
    expect(build).toHaveBeenCalledWith(
      expect.objectContaining({ by: 'touch', target: element.querySelector('button') }),
    );
  });

  it.each([
    [LONG_PRESS_MS - 1, 0],
    [LONG_PRESS_MS, 1],
  ])('a page that was too busy to count hears at its end that a press lasted %i ms', (lasted, times) => {
    vi.useFakeTimers();
    const { element, build } = area();
    const touch = { pointerType: 'touch', isPrimary: true, pointerId: 1, clientX: 10, clientY: 10 };
    const ends = createEvent.pointerUp(element, touch);
    const begins = createEvent.pointerDown(element, touch);
    Object.defineProperty(begins, 'timeStamp', { value: 1_000 });
    Object.defineProperty(ends, 'timeStamp', { value: 1_000 + lasted });
    fireEvent(element, begins);
    fireEvent(element, ends);
    expect(build).toHaveBeenCalledTimes(times);
    pass(LONG_PRESS_MS * 2);
    expect(build).toHaveBeenCalledTimes(times);
  });

  it('opens nothing when there is nothing to offer', () => {
    const { element } = area(vi.fn((): readonly MenuEntry[] => []));
    fireEvent.contextMenu(element);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
