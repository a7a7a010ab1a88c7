import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLayout } from '../base/layout-stubs.ts';
import type { Size } from './window-geometry.ts';
import type { WindowPlacement } from './use-window-drag.ts';
import { WindowFrame, type WindowFrameProps } from './WindowFrame.tsx';

beforeEach(() => {
  stubLayout(1920, 1080);
});

const labels = {
  minimize: 'Minimise',
  maximize: 'Maximise',
  restore: 'Restore',
  close: 'Close',
  menu: 'Window menu',
  move: 'Move',
  resize: 'Resize',
};
const start: WindowPlacement = { bounds: { x: 100, y: 64, width: 1280, height: 720 }, maximized: false, snapped: null };

const rendered = vi.fn();
function Content() {
  rendered();
  return <input aria-label="inside" />;
}
const content = <Content />;

interface FramedProps extends Partial<WindowFrameProps> {
  readonly seen?: (placement: WindowPlacement) => void;
  readonly begin?: WindowPlacement;
}

function Framed({ seen, begin = start, ...props }: FramedProps) {
  const [placement, setPlacement] = useState(begin);
  const [freeSize, setFreeSize] = useState<Size | null>(null);
  return (
    <div>
      <WindowFrame
        title="Files"
        icon={<i />}
        bounds={placement.bounds}
        maximized={placement.maximized}
        freeSize={freeSize}
        minimized={false}
        zIndex={500}
        active
        buttonSide="right"
        labels={labels}
        onPlacementChange={(next) => {
          seen?.(next);
          setFreeSize(next.snapped === null ? null : (freeSize ?? placement.bounds));
          setPlacement(next);
        }}
        onMinimize={() => undefined}
        onClose={() => undefined}
        onActivate={() => undefined}
        {...props}
      >
        {content}
      </WindowFrame>
    </div>
  );
}

const frame = (): HTMLElement => screen.getByRole('region', { name: 'Files' });
const title = (): Element => frame().querySelector('[data-title-bar]') ?? frame();
const handle = (edge: string): Element => frame().querySelector(`[data-handle="${edge}"]`) ?? frame();
const at = (clientX: number, clientY: number) => ({ button: 0, isPrimary: true, pointerId: 7, clientX, clientY });
const nextFrame = (): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });

describe('WindowFrame', () => {
  it('SHELL-05: shows title, icon and the three buttons', () => {
    render(<Framed />);
    expect(screen.getByRole('heading', { name: 'Files' })).toBeDefined();
    for (const name of ['Minimise', 'Maximise', 'Close', 'Window menu'])
      expect(screen.getByRole('button', { name })).toBeDefined();
  });

  it('SHELL-06: the buttons sit right, or left', () => {
    const { rerender } = render(<Framed buttonSide="right" />);
    const follows = (): boolean =>
      (screen.getByRole('heading').compareDocumentPosition(screen.getByRole('button', { name: 'Close' })) &
        Node.DOCUMENT_POSITION_FOLLOWING) !==
      0;
    expect(follows()).toBe(true);
    rerender(<Framed buttonSide="left" />);
    expect(follows()).toBe(false);
  });

  it('SHELL-07: has eight handles, none while maximised', () => {
    const { rerender } = render(<Framed key="a" />);
    expect(frame().querySelectorAll('[data-handle]').length).toBe(8);
    rerender(<Framed key="b" begin={{ ...start, maximized: true }} />);
    expect(frame().querySelectorAll('[data-handle]').length).toBe(0);
  });

  it('a drag moves by a transform, renders no content, and reports once', async () => {
    const seen = vi.fn();
    render(<Framed seen={seen} />);
    rendered.mockClear();
    fireEvent.pointerDown(title(), at(300, 80));
    for (let step = 1; step <= 6; step += 1) {
      fireEvent.pointerMove(title(), at(300 + step * 20, 80 + step * 10));
      await nextFrame();
      expect(frame().style.transform).toContain(`translate3d(${step * 20}px, ${step * 10}px, 0`);
    }
    expect(seen).not.toHaveBeenCalled();
    fireEvent.pointerUp(title(), at(420, 140));
    expect(seen.mock.calls).toEqual([
      [{ bounds: { x: 220, y: 124, width: 1280, height: 720 }, maximized: false, snapped: null }],
    ]);
    expect(frame().style.left).toBe('220px');
    expect(frame().style.transform).toBe('');
    expect(rendered).not.toHaveBeenCalled();
  });

  it('SHELL-08: the top bar stops it', () => {
    const seen = vi.fn();
    render(<Framed seen={seen} />);
    fireEvent.pointerDown(title(), at(300, 80));
    fireEvent.pointerMove(title(), at(300, 41));
    fireEvent.pointerUp(title(), at(300, 41));
    expect(seen).toHaveBeenCalledWith({ bounds: { ...start.bounds, y: 40 }, maximized: false, snapped: null });
  });

  it('SHELL-04: resizing left below the minimum keeps the right edge', async () => {
    const seen = vi.fn();
    render(<Framed seen={seen} />);
    rendered.mockClear();
    fireEvent.pointerDown(handle('w'), at(100, 300));
    fireEvent.pointerMove(handle('w'), at(1300, 300));
    await nextFrame();
    expect(frame().style.width).toBe('800px');
    fireEvent.pointerUp(handle('w'), at(1300, 300));
    expect(seen.mock.calls).toEqual([
      [{ bounds: { x: 580, y: 64, width: 800, height: 720 }, maximized: false, snapped: null }],
    ]);
    expect(rendered).not.toHaveBeenCalled();
  });

  it.each(['Escape', 'pointercancel', 'lostpointercapture'])('%s puts it back and reports nothing', async (how) => {
    const seen = vi.fn();
    render(<Framed seen={seen} />);
    fireEvent.pointerDown(title(), at(300, 80));
    fireEvent.pointerMove(title(), at(400, 200));
    await nextFrame();
    if (how === 'Escape') fireEvent.keyDown(document.body, { key: 'Escape' });
    else if (how === 'pointercancel') fireEvent.pointerCancel(title(), at(400, 200));
    else fireEvent.lostPointerCapture(title(), at(400, 200));
    expect(frame().style.transform).toBe('');
    expect(frame().style.left).toBe('100px');
    fireEvent.pointerMove(title(), at(500, 300));
    fireEvent.pointerUp(title(), at(500, 300));
    expect(seen).not.toHaveBeenCalled();
  });

  it('a press without a move, and a press on a button, move nothing', () => {
    const seen = vi.fn();
    render(<Framed seen={seen} />);
    fireEvent.pointerDown(title(), at(300, 80));
    fireEvent.pointerUp(title(), at(300, 80));
    const close = screen.getByRole('button', { name: 'Close' });
    fireEvent.pointerDown(close, at(300, 80));
    fireEvent.pointerMove(close, at(400, 180));
    fireEvent.pointerUp(close, at(400, 180));
    expect(seen).not.toHaveBeenCalled();
  });

  it('dropped at an edge it fills the half, and takes its size back when it is pulled off', () => {
    const seen = vi.fn();
    render(<Framed seen={seen} />);
    fireEvent.pointerDown(title(), at(740, 80));
    fireEvent.pointerMove(title(), at(1919, 500));
    fireEvent.pointerUp(title(), at(1919, 500));
    expect(seen).toHaveBeenLastCalledWith({
      bounds: { x: 960, y: 40, width: 960, height: 1040 },
      maximized: false,
      snapped: 'right',
    });
    fireEvent.pointerDown(title(), at(1440, 60));
    fireEvent.pointerMove(title(), at(1240, 160));
    fireEvent.pointerUp(title(), at(1240, 160));
    expect(seen).toHaveBeenLastCalledWith({
      bounds: { x: 600, y: 140, width: 1280, height: 720 },
      maximized: false,
      snapped: null,
    });
  });

  it('SHELL-09: maximised it spans the width under the bar; double click toggles; a pull takes it off', () => {
    const seen = vi.fn();
    render(<Framed seen={seen} />);
    fireEvent.doubleClick(title());
    expect(frame().style.cssText).toContain('top: 40px; width: 100%; height: calc(100% - 40px)');
    expect(frame().style.left).toBe('0px');
    fireEvent.pointerDown(title(), at(960, 60));
    fireEvent.pointerMove(title(), at(980, 200));
    fireEvent.pointerUp(title(), at(980, 200));
    expect(seen).toHaveBeenLastCalledWith({
      bounds: { x: 340, y: 180, width: 1280, height: 720 },
      maximized: false,
      snapped: null,
    });
  });

  it('dropped over the top bar it is maximised and remembers its size', () => {
    const seen = vi.fn();
    render(<Framed seen={seen} />);
    fireEvent.pointerDown(title(), at(740, 80));
    fireEvent.pointerMove(title(), at(800, 5));
    fireEvent.pointerUp(title(), at(800, 5));
    expect(seen).toHaveBeenLastCalledWith({ bounds: start.bounds, maximized: true, snapped: null });
  });

  it('moves by keyboard from its menu: arrows, Enter keeps, Esc puts back', async () => {
    const seen = vi.fn();
    render(<Framed seen={seen} />);
    const choose = async (name: string): Promise<void> => {
      fireEvent.click(screen.getByRole('button', { name: 'Window menu' }));
      fireEvent.click(await screen.findByRole('menuitem', { name }));
      await waitFor(() => {
        expect(frame().dataset['keys']).toBeDefined();
      });
    };
    await choose('Move');
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    fireEvent.keyDown(document.body, { key: 'ArrowDown', shiftKey: true });
    fireEvent.keyDown(document.body, { key: 'Enter' });
    expect(seen).toHaveBeenLastCalledWith({
      bounds: { ...start.bounds, x: 116, y: 66 },
      maximized: false,
      snapped: null,
    });
    seen.mockClear();
    await choose('Resize');
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    expect(frame().style.width).toBe('1296px');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(frame().style.width).toBe('1280px');
    expect(seen).not.toHaveBeenCalled();
  });

  it('a right click on the title bar opens the same menu', async () => {
    const onMinimize = vi.fn();
    render(<Framed onMinimize={onMinimize} />);
    fireEvent.contextMenu(title(), { button: 2, clientX: 300, clientY: 80 });
    expect(await screen.findByRole('menu', { name: 'Window menu' })).toBeDefined();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Minimise' }));
    expect(onMinimize).toHaveBeenCalledTimes(1);
  });

  it('a press inside asks to come to the front; when it does, the focus goes back to where it was', () => {
    const onActivate = vi.fn();
    const view = (active: boolean) => (
      <>
        <button>elsewhere</button>
        <Framed active={active} onActivate={onActivate} />
      </>
    );
    const { rerender } = render(view(true));
    screen.getByLabelText('inside').focus();
    rerender(view(false));
    screen.getByText('elsewhere').focus();
    fireEvent.pointerDown(screen.getByLabelText('inside'));
    expect(onActivate).toHaveBeenCalled();
    rerender(view(true));
    expect(document.activeElement).toBe(screen.getByLabelText('inside'));
  });

  it('what was to have the focus and came while another window was active gets it when its own is raised', () => {
    const view = (active: boolean) => (
      <>
        <button>elsewhere</button>
        <Framed active={active} titleExtra={<input aria-label="wanted" data-autofocus="" />} />
      </>
    );
    const { rerender } = render(view(false));
    screen.getByRole('button', { name: 'Window menu' }).focus();
    screen.getByText('elsewhere').focus();
    rerender(view(true));
    expect(document.activeElement).toBe(screen.getByLabelText('wanted'));
    screen.getByLabelText('inside').focus();
    rerender(view(false));
    screen.getByText('elsewhere').focus();
    rerender(view(true));
    expect(document.activeElement).toBe(screen.getByLabelText('inside'));
  });

  it('what is taken out while it has the focus leaves it to the window, if nothing comes in its place and nobody went elsewhere', async () => {
    const view = (inner: ReactNode, active = true) => (
      <>
        <button>elsewhere</button>
        <Framed active={active} titleExtra={inner} />
      </>
    );
    const list = <button key="list">list</button>;
    const { rerender } = render(view(list));
    screen.getByText('list').focus();
    rerender(view(<p key="gone">gone</p>));
    expect(document.activeElement).toBe(document.body);
    await waitFor(() => {
      expect(document.activeElement).toBe(frame());
    });
    rerender(view(list));
    screen.getByText('list').focus();
    rerender(view(<input key="heir" aria-label="heir" autoFocus />));
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(document.activeElement).toBe(screen.getByLabelText('heir'));
    // Content that loads lazily, as in most windows.
    rerender(view(null));
    await waitFor(() => {
      expect(document.activeElement).toBe(frame());
    });
    rerender(view(<div key="late" tabIndex={-1} data-autofocus="" aria-label="late" />));
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByLabelText('late'));
    });
    screen.getByText('elsewhere').focus();
    rerender(view(null));
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(document.activeElement).toBe(screen.getByText('elsewhere'));
  });

  it('a press in a frame inside, which nobody else hears of, raises the window', () => {
    const onActivate = vi.fn();
    const withFrame = (
      <Framed active={false} onActivate={onActivate} titleExtra={<iframe title="page" tabIndex={0} />} />
    );
    render(withFrame);
    const inner = screen.getByTitle('page');
    act(() => {
      inner.focus();
    });
    onActivate.mockClear();
    fireEvent.blur(window);
    expect(onActivate).toHaveBeenCalledTimes(1);
  });

  it('a minimised window leaves the layout and keeps its content', () => {
    const { rerender } = render(<Framed />);
    rendered.mockClear();
    rerender(<Framed minimized />);
    expect(frame().dataset['minimized']).toBe('');
    rerender(<Framed />);
    expect(frame().dataset['minimized']).toBeUndefined();
    expect(screen.getByLabelText('inside')).toBeDefined();
  });
});
