import { act, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../button/Button.tsx';
import { Tooltip } from './Tooltip.tsx';
import { TOOLTIP_DELAY_MS } from './tooltip-host.ts';
import { tooltipPosition } from './tooltip-position.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  fireEvent.keyDown(document.body, { key: 'Escape' });
  vi.useRealTimers();
});

const wait = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
const mouse = { pointerType: 'mouse' };

describe('Tooltip', () => {
  it('shows after a rest, stays while it is hovered itself, hides on Esc', () => {
    render(
      <Tooltip content="New folder" keys="Ctrl+Shift+N">
        <button>+</button>
      </Tooltip>,
    );
    const button = screen.getByRole('button');
    fireEvent.pointerOver(button, mouse);
    expect(screen.queryByRole('tooltip')).toBeNull();
    wait(TOOLTIP_DELAY_MS);
    const tip = screen.getByRole('tooltip');
    expect(tip.textContent).toBe('New folderCtrl+Shift+N');
    fireEvent.pointerOver(document.body, mouse);
    fireEvent.pointerOver(tip, mouse);
    wait(5000);
    expect(screen.getByRole('tooltip')).toBeDefined();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('hides when the pointer leaves or presses, and never shows for a finger', () => {
    render(
      <Tooltip content="Refresh">
        <button>r</button>
      </Tooltip>,
    );
    const button = screen.getByRole('button');
    fireEvent.pointerOver(button, { pointerType: 'touch' });
    wait(2000);
    expect(screen.queryByRole('tooltip')).toBeNull();
    fireEvent.pointerOver(button, mouse);
    wait(TOOLTIP_DELAY_MS);
    fireEvent.pointerOver(document.body, mouse);
    wait(200);
    expect(screen.queryByRole('tooltip')).toBeNull();
    wait(2000);
    fireEvent.pointerOver(button, mouse);
    wait(TOOLTIP_DELAY_MS);
    fireEvent.pointerDown(button, mouse);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('says why to whoever presses what is off, with a finger as well; what is on it leaves alone', () => {
    const { rerender } = render(<Button disabledReason="Choose a file first">Move</Button>);
    const press = (): void => {
      const button = screen.getByRole('button');
      fireEvent.pointerDown(button, { pointerType: 'touch' });
      fireEvent.click(button);
    };
    press();
    expect(screen.getByRole('tooltip').textContent).toBe('Choose a file first');
    fireEvent.pointerDown(document.body, { pointerType: 'touch' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    rerender(
      <Tooltip content="Move to another folder">
        <Button>Move</Button>
      </Tooltip>,
    );
    press();
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('describes its control to those who do not see it', () => {
    render(
      <Tooltip content="Opens in a new tab">
        <button>Report</button>
      </Tooltip>,
    );
    expect(screen.getByRole('button').getAttribute('aria-description')).toBe('Opens in a new tab');
  });

  it('is never off the screen, and beside its target where there is room', () => {
    const size = fc.record({ width: fc.integer({ min: 10, max: 280 }), height: fc.integer({ min: 10, max: 80 }) });
    const side = fc.constantFrom('top' as const, 'bottom' as const, 'left' as const, 'right' as const);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1200 }),
        fc.integer({ min: 0, max: 760 }),
        size,
        side,
        (x, y, tip, where) => {
          const at = tooltipPosition({ x, y, width: 30, height: 30 }, tip, { width: 1280, height: 800 }, where);
          expect(at.x).toBeGreaterThanOrEqual(4);
          expect(at.y).toBeGreaterThanOrEqual(4);
          expect(at.x + tip.width).toBeLessThanOrEqual(1276);
          expect(at.y + tip.height).toBeLessThanOrEqual(796);
        },
      ),
    );
    const target = { x: 600, y: 400, width: 30, height: 30 };
    expect(tooltipPosition(target, { width: 100, height: 24 }, { width: 1280, height: 800 }, 'top')).toEqual({
      x: 565,
      y: 370,
    });
    expect(
      tooltipPosition({ ...target, y: 2 }, { width: 100, height: 24 }, { width: 1280, height: 800 }, 'top').y,
    ).toBe(38);
  });
});
