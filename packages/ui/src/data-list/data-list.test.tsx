import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLayout } from '../base/layout-stubs.ts';
import { DataList, type DataListColumn, type DataListProps } from './DataList.tsx';
import { emptySelection, type Selection } from './selection.ts';
import { items, keyOf, press } from './data-list-fixture.ts';

beforeEach(() => {
  stubLayout(800, 400);
});

const cells = vi.fn((item: string) => item);
const columns: readonly DataListColumn<string>[] = [
  { id: 'name', header: 'Name', width: '1fr', sortable: true, render: cells },
  { id: 'size', header: 'Size', width: '100px', align: 'end', render: () => '1' },
];

function List(props: Partial<DataListProps<string>>) {
  const [selection, setSelection] = useState<Selection>(emptySelection);
  return (
    <DataList
      label="Files"
      items={items}
      keyOf={keyOf}
      textOf={keyOf}
      columns={columns}
      selection={selection}
      onSelectionChange={setSelection}
      {...props}
    />
  );
}

const grid = (): HTMLElement => screen.getByRole('grid', { name: 'Files' });
const selected = (): string[] =>
  screen.queryAllByRole('row', { selected: true }).map((row) => row.firstElementChild?.textContent ?? '');
const row = (name: string): HTMLElement => screen.getByRole('row', { name: new RegExp(`^${name} `) });
const inName = (name: string): Element => {
  const found = row(name).querySelector('[data-grab]');
  if (found === null) throw new Error('no name');
  return found;
};

describe('DataList', () => {
  it('where its columns do not fit, the secondary ones go, and then the name gets a line of its own', () => {
    const three: readonly DataListColumn<string>[] = [
      { id: 'name', header: 'Name', width: 'minmax(180px, 1fr)', sortable: true, render: cells },
      { id: 'type', header: 'Type', width: '120px', secondary: true, render: () => 'file' },
      { id: 'size', header: 'Size', width: '200px', sortable: true, render: () => '1' },
    ];
    const headers = (): readonly string[] => screen.getAllByRole('columnheader').map((one) => one.textContent);
    const rendered = (width: number) => {
      stubLayout(width, 400);
      return render(<List columns={three} />);
    };
    const wide = rendered(516);
    expect(headers()).toEqual(['Name', 'Type', 'Size']);
    wide.unmount();
    const narrower = rendered(515);
    expect(headers()).toEqual(['Name', 'Size']);
    expect(grid().getAttribute('aria-colcount')).toBe('2');
    expect(row('item 1').style.height).toBe('36px');
    narrower.unmount();
    rendered(390);
    expect(headers()).toEqual(['Name', 'Size']);
    expect(row('item 1').style.height).toBe('56px');
  });

  it('says how many rows and columns there are, and mounts only those in view', () => {
    render(<List />);
    expect(grid().getAttribute('aria-rowcount')).toBe('100001');
    expect(grid().getAttribute('aria-colcount')).toBe('2');
    expect(screen.getAllByRole('row').length).toBeLessThan(40);
    expect(row('item 3').getAttribute('aria-rowindex')).toBe('5');
  });

  it('the keyboard stays on the grid: active descendant, arrows, Shift, Ctrl+A, Esc', () => {
    render(<List />);
    const list = grid();
    fireEvent.keyDown(list, { key: 'ArrowDown' });
    fireEvent.keyDown(list, { key: 'ArrowDown' });
    expect(selected()).toEqual(['item 1']);
    expect(document.getElementById(list.getAttribute('aria-activedescendant') ?? '')).toBe(row('item 1'));
    fireEvent.keyDown(list, { key: 'ArrowDown', shiftKey: true });
    expect(selected()).toEqual(['item 1', 'item 2']);
    fireEvent.keyDown(list, { key: 'ArrowDown', ctrlKey: true });
    fireEvent.keyDown(list, { key: ' ', ctrlKey: true });
    expect(selected()).toEqual(['item 1', 'item 2', 'item 3']);
    fireEvent.keyDown(list, { key: 'a', ctrlKey: true });
    expect(selected().length).toBe(screen.getAllByRole('row').length - 1);
    fireEvent.keyDown(list, { key: 'Escape' });
    expect(selected()).toEqual([]);
  });

  it('End scrolls to the last of 100,000, Home back, typing finds', async () => {
    render(<List />);
    const list = grid();
    fireEvent.keyDown(list, { key: 'End' });
    expect(list.scrollTop).toBe(36 + 100_000 * 36 - 400);
    fireEvent.scroll(list);
    await waitFor(() => {
      expect(selected()).toEqual(['item 99999']);
    });
    fireEvent.keyDown(list, { key: 'Home' });
    expect(list.scrollTop).toBe(0);
    fireEvent.scroll(list);
    for (const key of 'item 7') fireEvent.keyDown(list, { key });
    await waitFor(() => {
      expect(selected()).toEqual(['item 7']);
    });
  });

  it('Enter opens; keys it does not use are left alone', () => {
    const onOpen = vi.fn();
    const outside = vi.fn();
    render(
      <div
        onKeyDown={(event) => {
          outside(event.key);
        }}
      >
        <List onOpen={onOpen} />
      </div>,
    );
    fireEvent.keyDown(grid(), { key: 'ArrowDown' });
    fireEvent.keyDown(grid(), { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledWith('item 0');
    for (const key of ['F2', 'Delete', 'Backspace']) fireEvent.keyDown(grid(), { key });
    fireEvent.keyDown(grid(), { key: 'ArrowLeft', altKey: true });
    fireEvent.keyDown(grid(), { key: 'c', ctrlKey: true });
    expect(outside.mock.calls.flat()).toEqual(['F2', 'Delete', 'Backspace', 'ArrowLeft', 'c']);
  });

  it('click, Ctrl click, Shift click, double click', () => {
    const onOpen = vi.fn();
    render(<List onOpen={onOpen} />);
    press(inName('item 2'));
    expect(selected()).toEqual(['item 2']);
    press(inName('item 4'), { ctrlKey: true });
    expect(selected()).toEqual(['item 2', 'item 4']);
    press(inName('item 4'), { ctrlKey: true });
    expect(selected()).toEqual(['item 2']);
    press(inName('item 2'));
    press(inName('item 5'), { shiftKey: true });
    expect(selected()).toEqual(['item 2', 'item 3', 'item 4', 'item 5']);
    fireEvent.dblClick(inName('item 5'));
    expect(onOpen).toHaveBeenCalledWith('item 5');
  });

  it('a press on one of several selected keeps them until it is released, so that they can be dragged', () => {
    render(<List />);
    press(inName('item 1'));
    press(inName('item 3'), { shiftKey: true });
    fireEvent.pointerDown(inName('item 2'), { button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse' });
    expect(selected()).toEqual(['item 1', 'item 2', 'item 3']);
    fireEvent.pointerUp(inName('item 2'), { pointerId: 1 });
    expect(selected()).toEqual(['item 2']);
  });

  it('what goes from under the keyboard leaves it on what came next, or else before, and another folder begins at its top', () => {
    const standsOn = (): string | null => {
      const id = grid().getAttribute('aria-activedescendant');
      return id === null ? null : (document.getElementById(id)?.firstElementChild?.textContent ?? null);
    };
    const { rerender } = render(<List items={items.slice(0, 6)} />);
    press(inName('item 2'));
    fireEvent.keyDown(grid(), { key: 'ArrowDown', shiftKey: true });
    rerender(<List items={items.slice(0, 6).filter((item) => item !== 'item 2' && item !== 'item 3')} />);
    expect(standsOn()).toBe('item 4');
    fireEvent.keyDown(grid(), { key: 'ArrowDown' });
    expect(selected()).toEqual(['item 5']);
    rerender(<List items={['item 0', 'item 1', 'item 4']} />);
    expect(standsOn()).toBe('item 4');
    rerender(<List items={items.slice(100, 110)} />);
    expect(standsOn()).toBeNull();
  });

  it('a selection of the rubber band that is shown late does not take the view back', async () => {
    const late: Selection[] = [];
    const { rerender } = render(<List selection={emptySelection} onSelectionChange={(next) => late.push(next)} />);
    const list = grid();
    const at = (clientY: number) => ({
      button: 0,
      isPrimary: true,
      pointerId: 1,
      pointerType: 'mouse',
      clientX: 500,
      clientY,
    });
    fireEvent.pointerDown(row('item 1').lastElementChild ?? list, at(36 + 40));
    fireEvent.pointerMove(list, at(36 + 50));
    fireEvent.pointerMove(list, at(36 + 120));
    await waitFor(() => expect(late.at(-1)?.keys.size).toBe(3));
    fireEvent.pointerUp(list, at(36 + 120));
    list.scrollTop = 40_000;
    rerender(<List selection={late.at(-1) ?? emptySelection} />);
    expect(list.scrollTop).toBe(40_000);
    rerender(<List selection={{ ...emptySelection, active: 'item 5' }} />);
    expect(list.scrollTop).toBeLessThan(1000);
  });

  it('a rubber band selects what lies under it, and Ctrl adds', async () => {
    render(<List />);
    const at = (clientY: number, extra: object = {}) => ({
      button: 0,
      isPrimary: true,
      pointerId: 1,
      pointerType: 'mouse',
      clientX: 500,
      clientY,
      ...extra,
    });
    const start = row('item 1').lastElementChild ?? row('item 1');
    fireEvent.pointerDown(start, at(36 + 40));
    fireEvent.pointerMove(grid(), at(36 + 50));
    fireEvent.pointerMove(grid(), at(36 + 120));
    await waitFor(() => {
      expect(selected()).toEqual(['item 1', 'item 2', 'item 3']);
    });
    fireEvent.pointerUp(grid(), at(36 + 120));
    const later = row('item 6').lastElementChild ?? row('item 6');
    fireEvent.pointerDown(later, at(36 + 6 * 36 + 4, { ctrlKey: true }));
    fireEvent.pointerMove(grid(), at(36 + 6 * 36 + 30, { ctrlKey: true }));
    await waitFor(() => {
      expect(selected()).toEqual(['item 1', 'item 2', 'item 3', 'item 6']);
    });
    fireEvent.pointerUp(grid(), at(0));
  });

  it('only the rows that changed are rendered again', () => {
    render(<List />);
    press(inName('item 1'));
    cells.mockClear();
    press(inName('item 4'));
    expect(new Set(cells.mock.calls.map(([item]) => item))).toEqual(new Set(['item 1', 'item 4']));
  });

  it('sorting is announced and asked for', () => {
    const onSortChange = vi.fn();
    render(<List sort={{ column: 'name', direction: 'ascending' }} onSortChange={onSortChange} />);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    expect(screen.getByRole('columnheader', { name: 'Size' }).hasAttribute('aria-sort')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(onSortChange).toHaveBeenCalledWith({ column: 'name', direction: 'descending' });
  });

  it('check boxes add and remove; the one in the header takes all', () => {
    render(<List selectAllLabel="Select all" />);
    const check = (name: string): Element => row(name).querySelector('[data-check]') ?? row(name);
    const names = (): string[] =>
      screen.queryAllByRole('row', { selected: true }).map((one) => one.children[1]?.textContent ?? '');
    press(screen.getAllByRole('row')[1]?.querySelector('[data-check]') ?? grid());
    press(check(' ?item 3'));
    expect(names()).toEqual(['item 1', 'item 3']);
    const all = screen.getByRole('checkbox', { name: 'Select all' });
    expect(all.getAttribute('aria-checked')).toBe('mixed');
    fireEvent.click(all);
    expect(all.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(all);
    expect(names()).toEqual([]);
  });

  it('a context menu is for what was pressed: a selected item keeps the selection, another replaces it', async () => {
    const entries = vi.fn(() => [{ kind: 'action' as const, id: 'a', label: 'Open', onSelect: () => undefined }]);
    render(<List contextMenu={{ label: 'File', entries }} />);
    press(inName('item 1'));
    press(inName('item 2'), { shiftKey: true });
    fireEvent.contextMenu(inName('item 2'), { button: 2 });
    expect(entries).toHaveBeenLastCalledWith(
      expect.objectContaining({ keys: new Set(['item 1', 'item 2']) }),
      'item 2',
    );
    fireEvent.contextMenu(inName('item 5'), { button: 2 });
    expect(entries).toHaveBeenLastCalledWith(expect.objectContaining({ keys: new Set(['item 5']) }), 'item 5');
    expect(await screen.findByRole('menu', { name: 'File' })).toBeDefined();
    fireEvent.keyDown(grid(), { key: 'F10', shiftKey: true });
    expect(entries).toHaveBeenLastCalledWith(expect.objectContaining({ keys: new Set(['item 5']) }), 'item 5');
  });

  it('a single list has one item at most', () => {
    render(<List single />);
    press(inName('item 1'));
    press(inName('item 3'), { ctrlKey: true });
    press(inName('item 4'), { shiftKey: true });
    expect(selected()).toEqual(['item 4']);
    fireEvent.keyDown(grid(), { key: 'a', ctrlKey: true });
    expect(selected()).toEqual(['item 4']);
  });

  it('a finger opens, and adds while something is selected', async () => {
    const onOpen = vi.fn();
    render(<List onOpen={onOpen} />);
    const tap = (name: string): void => {
      fireEvent.pointerDown(inName(name), { pointerType: 'touch', isPrimary: true, pointerId: 2 });
      fireEvent.pointerUp(inName(name), { pointerType: 'touch', isPrimary: true, pointerId: 2 });
      fireEvent.click(inName(name));
    };
    tap('item 2');
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith('item 2'));
    fireEvent.keyDown(grid(), { key: 'ArrowDown' });
    tap('item 3');
    expect(selected()).toEqual(['item 0', 'item 3']);
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('what is pressed is told before it is opened; a finger that begins to scroll, and a drag, take it back', async () => {
    const onAim = vi.fn();
    render(<List onOpen={vi.fn()} onPrefetch={onAim} />);
    press(inName('item 1'));
    expect(onAim).toHaveBeenLastCalledWith('item 1');
    fireEvent(grid(), new Event('dragstart'));
    expect(onAim).toHaveBeenLastCalledWith(null);
    press(inName('item 3'), { ctrlKey: true });
    expect(onAim).toHaveBeenLastCalledWith(null);
    fireEvent.keyDown(grid(), { key: 'Escape' });

    const finger = { pointerType: 'touch', isPrimary: true, pointerId: 2 };
    onAim.mockClear();
    fireEvent.pointerDown(inName('item 2'), finger);
    fireEvent.pointerCancel(inName('item 2'), finger);
    expect(onAim.mock.calls).toEqual([[null]]);
    // Chromium holds timers back while a finger is down.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    fireEvent.pointerDown(inName('item 2'), finger);
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frames = 0; frames < 3; frames++) await frame();
    vi.useRealTimers();
    expect(onAim).toHaveBeenLastCalledWith('item 2');
  });

  it('loading shows skeletons, nothing shows the empty state, and neither is a grid', () => {
    const { rerender, container } = render(<List items={[]} busy empty="Nothing here" />);
    const group = screen.getByRole('group', { name: 'Files' });
    expect(group.getAttribute('aria-busy')).toBe('true');
    expect(container.querySelectorAll('[aria-hidden="true"]').length).toBeGreaterThan(0);
    expect(screen.queryByText('Nothing here')).toBeNull();
    rerender(<List items={[]} empty="Nothing here" />);
    expect(screen.getByText('Nothing here')).toBeDefined();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('tells when the end comes into view', async () => {
    const onReachEnd = vi.fn();
    render(<List items={items.slice(0, 5)} onReachEnd={onReachEnd} />);
    await waitFor(() => {
      expect(onReachEnd).toHaveBeenCalled();
    });
  });
});

describe('a list that comes late', () => {
  const inWindow = (active: boolean) =>
    render(
      <section data-window="" data-active={active ? '' : undefined}>
        <List autoFocus />
      </section>,
    );

  it('takes the focus in the active window', () => {
    inWindow(true);
    expect(document.activeElement).toBe(grid());
  });

  it('leaves the focus where it is when another window is active', () => {
    inWindow(false);
    expect(document.activeElement).toBe(document.body);
  });
});
