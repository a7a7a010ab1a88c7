import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLayout } from '../base/layout-stubs.ts';
import { SplitView } from '../layout/SplitView.tsx';
import { Breadcrumb, scrollStep } from './Breadcrumb.tsx';
import styles from './navigation.module.css';
import { Pager } from './Pager.tsx';
import { Sidebar } from './Sidebar.tsx';
import { Toolbar } from './Toolbar.tsx';
import { Tree, type TreeNode } from './Tree.tsx';

beforeEach(() => {
  stubLayout(300, 200);
});

describe('Breadcrumb', () => {
  const crumbs = ['Personal', 'Photos', '2026'].map((label) => ({ id: label, label }));

  it('names the present place and goes to another', () => {
    const onSelect = vi.fn();
    render(<Breadcrumb label="Path" scrollBackLabel="<" scrollForwardLabel=">" crumbs={crumbs} onSelect={onSelect} />);
    expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('2026');
    fireEvent.click(screen.getByRole('button', { name: 'Photos' }));
    expect(onSelect).toHaveBeenCalledWith(crumbs[1], 1);
  });

  it('PICKER-06: an arrow scrolls by the width of two titles', () => {
    expect(scrollStep([100, 100, 100])).toBe(200);
    expect(scrollStep([60, 120])).toBe(180);
    expect(scrollStep([])).toBe(0);
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(1500);
    render(
      <Breadcrumb
        label="Path"
        scrollBackLabel="Back"
        scrollForwardLabel="Forward"
        crumbs={crumbs}
        onSelect={() => undefined}
      />,
    );
    const trail = screen.getByRole('list');
    expect(trail.scrollLeft).toBe(1500);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(trail.scrollLeft).toBe(1500 - 2 * 300);
  });

  it('fades where it goes on, and only there', () => {
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(1500);
    render(<Breadcrumb label="Path" scrollBackLabel="<" scrollForwardLabel=">" crumbs={crumbs} onSelect={vi.fn()} />);
    const trail = screen.getByRole('list');
    const fades = (): readonly boolean[] =>
      [styles.moreBefore, styles.moreAfter].map((name) => name !== undefined && trail.classList.contains(name));
    const scrollTo = (left: number): void => {
      trail.scrollLeft = left;
      fireEvent.scroll(trail);
    };
    scrollTo(1200);
    expect(fades()).toEqual([true, false]);
    scrollTo(600);
    expect(fades()).toEqual([true, true]);
    scrollTo(0);
    expect(fades()).toEqual([false, true]);
  });
});

describe('Pager', () => {
  const labels = {
    label: 'Pages',
    firstLabel: 'First',
    previousLabel: 'Previous',
    nextLabel: 'Next',
    lastLabel: 'Last',
  };

  it('goes first, back, on and last; the ends are closed', () => {
    const onPage = vi.fn();
    const { rerender } = render(<Pager {...labels} page={3} pages={7} onPage={onPage} pageText="Page 3 of 7" />);
    for (const name of ['First', 'Previous', 'Next', 'Last']) fireEvent.click(screen.getByRole('button', { name }));
    expect(onPage.mock.calls.flat()).toEqual([1, 2, 4, 7]);
    const open = () => screen.getAllByRole('button').map((button) => !button.hasAttribute('disabled'));
    rerender(<Pager {...labels} page={1} pages={2} onPage={onPage} pageText="Page 1 of 2" />);
    expect(open()).toEqual([false, false, true, true]);
    rerender(
      <Pager {...labels} page={1} pages={1} onPage={onPage} pageText="Page 1 of 1">
        3 items
      </Pager>,
    );
    expect(screen.getByRole('navigation').textContent).toBe('3 items');
  });

  it('FILES-48: the ends can speak instead', () => {
    const [onPage, onEdge] = [vi.fn(), vi.fn()];
    render(<Pager {...labels} page={1} pages={2} onPage={onPage} onEdge={onEdge} pageText="Page 1 of 2" />);
    for (const name of ['First', 'Previous', 'Next']) fireEvent.click(screen.getByRole('button', { name }));
    expect(onEdge.mock.calls.flat()).toEqual(['first', 'first']);
    expect(onPage.mock.calls.flat()).toEqual([2]);
  });
});

describe('Toolbar', () => {
  it('arrows walk over its buttons and go round', () => {
    render(
      <Toolbar label="Files">
        <button>a</button>
        <button disabled>b</button>
        <button>c</button>
      </Toolbar>,
    );
    const bar = screen.getByRole('toolbar', { name: 'Files' });
    screen.getByText('a').focus();
    fireEvent.keyDown(bar, { key: 'ArrowRight' });
    expect(document.activeElement?.textContent).toBe('c');
    fireEvent.keyDown(bar, { key: 'ArrowRight' });
    expect(document.activeElement?.textContent).toBe('a');
    fireEvent.keyDown(bar, { key: 'End' });
    expect(document.activeElement?.textContent).toBe('c');
  });
});

describe('Sidebar', () => {
  it('SHELL-35: entries with children fold, an entry may have a settings button', () => {
    const onSelect = vi.fn();
    const onPress = vi.fn();
    render(
      <Sidebar
        label="Places"
        current="home"
        onSelect={onSelect}
        footer={<button>Refresh storage</button>}
        items={[
          { id: 'home', label: 'Home', action: { label: 'Settings of home', icon: null, onPress } },
          { id: 'storage', label: 'Storage', children: [{ id: 'usb', label: 'USB' }] },
        ]}
      />,
    );
    expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('Home');
    fireEvent.click(screen.getByRole('button', { name: 'USB' }));
    expect(onSelect).toHaveBeenCalledWith('usb');
    fireEvent.click(screen.getByRole('button', { name: 'Storage', expanded: true }));
    expect(screen.queryByRole('button', { name: 'USB' })).toBeNull();
    expect(onSelect).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Settings of home' }));
    expect(onPress).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Refresh storage' })).toBeDefined();
  });
});

describe('Tree', () => {
  const nodes: Readonly<Record<string, readonly TreeNode[]>> = {
    root: [
      { id: 'docs', label: 'Documents' },
      { id: 'note', label: 'Note', leaf: true },
    ],
    docs: [{ id: 'letters', label: 'Letters', leaf: true }],
  };

  it('loads a branch when it opens, walks by arrows, selects', async () => {
    const load = vi.fn((id: string | null) => Promise.resolve(nodes[id ?? 'root'] ?? []));
    const onSelect = vi.fn();
    render(<Tree label="Folders" loadingLabel="Loading" load={load} selected="note" onSelect={onSelect} />);
    const docs = await screen.findByRole('treeitem', { name: /Documents/ });
    expect(screen.getByRole('tree', { name: 'Folders' })).toBeDefined();
    expect(screen.getByRole('treeitem', { name: /Note/ }).getAttribute('aria-selected')).toBe('true');
    expect(load).not.toHaveBeenCalledWith('docs');
    act(() => {
      docs.focus();
    });
    fireEvent.click(docs);
    const letters = await screen.findByRole('treeitem', { name: /Letters/ });
    expect(letters.getAttribute('aria-level')).toBe('2');
    fireEvent.click(letters);
    await waitFor(() => {
      expect(onSelect).toHaveBeenCalledWith(expect.objectContaining({ id: 'letters' }));
    });
  });
});

describe('SplitView', () => {
  it('is moved by keys within its limits, and by the pointer with one report', () => {
    const onSizeChange = vi.fn();
    const renders = vi.fn();
    const Inside = () => {
      renders();
      return null;
    };
    const inside = <Inside />;
    function Split() {
      const [size, setSize] = useState(200);
      return (
        <SplitView
          first={inside}
          second="right"
          size={size}
          maximum={300}
          dividerLabel="Width"
          onSizeChange={(next) => {
            onSizeChange(next);
            setSize(next);
          }}
        />
      );
    }
    render(<Split />);
    const divider = screen.getByRole('separator', { name: 'Width' });
    fireEvent.keyDown(divider, { key: 'ArrowRight' });
    expect(onSizeChange).toHaveBeenLastCalledWith(216);
    fireEvent.keyDown(divider, { key: 'End' });
    expect(onSizeChange).toHaveBeenLastCalledWith(300);
    onSizeChange.mockClear();
    renders.mockClear();
    fireEvent.pointerDown(divider, { button: 0, pointerId: 1, clientX: 300 });
    for (const clientX of [280, 260, 240, 10]) fireEvent.pointerMove(divider, { pointerId: 1, clientX });
    expect(onSizeChange).not.toHaveBeenCalled();
    fireEvent.pointerUp(divider, { pointerId: 1 });
    expect(onSizeChange.mock.calls).toEqual([[160]]);
    expect(renders).not.toHaveBeenCalled();
  });
});
