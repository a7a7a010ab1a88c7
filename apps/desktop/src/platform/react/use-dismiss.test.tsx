import { cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useDismiss } from './use-dismiss.ts';

const Panel = ({ open = true, onDismiss }: { readonly open?: boolean; readonly onDismiss: () => void }) => {
  const panel = useRef<HTMLDivElement>(null);
  useDismiss(open, panel, onDismiss);
  return (
    <>
      <div data-window="1">
        <div ref={panel}>
          <input aria-label="inside" />
        </div>
        <button type="button">beside</button>
        <ul role="listbox" aria-label="choices">
          <li>choice</li>
        </ul>
      </div>
      <div data-window="2">
        <button type="button">elsewhere</button>
      </div>
    </>
  );
};

const show = (open = true) => {
  const onDismiss = vi.fn();
  const page = render(<Panel open={open} onDismiss={onDismiss} />);
  return { ...page, onDismiss };
};
const keyOn = (element: Element, key: string): boolean =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const pressOn = (element: Element): boolean =>
  element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));

describe('dismissing a panel', () => {
  afterEach(cleanup);

  it('closes with Escape in its window or on the page, and with no other key', () => {
    const { getByText, getByLabelText, onDismiss } = show();
    keyOn(getByLabelText('inside'), 'a');
    keyOn(getByText('beside'), 'Enter');
    expect(onDismiss).not.toHaveBeenCalled();
    keyOn(getByLabelText('inside'), 'Escape');
    keyOn(document.body, 'Escape');
    expect(onDismiss).toHaveBeenCalledTimes(2);
  });

  it('stays open when Escape belongs to another window, to a layer, or to what handled it first', () => {
    const { getByText, getByLabelText, onDismiss } = show();
    keyOn(getByText('elsewhere'), 'Escape');
    keyOn(getByText('choice'), 'Escape');
    const field = getByLabelText('inside');
    field.addEventListener('keydown', (event) => {
      event.preventDefault();
    });
    keyOn(field, 'Escape');
    expect(onDismiss).not.toHaveBeenCalled();
  });

  it('closes with a press outside of it, not with one inside or in a layer', () => {
    const { getByText, getByLabelText, onDismiss } = show();
    pressOn(getByLabelText('inside'));
    pressOn(getByText('choice'));
    expect(onDismiss).not.toHaveBeenCalled();
    pressOn(getByText('beside'));
    expect(onDismiss).toHaveBeenCalledTimes(1);
  });

  it('does nothing while it is not open', () => {
    const { getByText, onDismiss } = show(false);
    pressOn(getByText('beside'));
    keyOn(document.body, 'Escape');
    expect(onDismiss).not.toHaveBeenCalled();
  });
});
