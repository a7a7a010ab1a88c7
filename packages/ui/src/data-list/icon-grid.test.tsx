import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubLayout } from '../base/layout-stubs.ts';
import { IconGrid } from './IconGrid.tsx';
import { emptySelection, type Selection } from './selection.ts';
import { items, keyOf, press } from './data-list-fixture.ts';

beforeEach(() => {
  stubLayout(800, 400);
});

const picture = (item: string) => <i>{item}</i>;

function Tiles() {
  const [selection, setSelection] = useState<Selection>(emptySelection);
  return (
    <IconGrid
      label="Icons"
      items={items}
      keyOf={keyOf}
      textOf={keyOf}
      renderIcon={picture}
      tileWidth={100}
      selection={selection}
      onSelectionChange={setSelection}
      clickToggles
    />
  );
}

describe('IconGrid', () => {
  it('shares the width out in columns and walks in both directions', () => {
    render(<Tiles />);
    const list = screen.getByRole('grid', { name: 'Icons' });
    expect(list.getAttribute('aria-colcount')).toBe('7');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) fireEvent.keyDown(list, { key });
    const active = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
    expect(active?.dataset['index']).toBe('8');
    expect(active?.getAttribute('aria-selected')).toBe('true');
  });

  it('FILES-11: with clickToggles a click selects alone, a second one takes back; Ctrl and the check mark add and remove', () => {
    render(<Tiles />);
    const tile = (name: string): Element => screen.getByTitle(name);
    const selected = (): readonly (string | null | undefined)[] =>
      screen
        .queryAllByRole('gridcell', { selected: true })
        .map((cell) => cell.querySelector('[title]')?.getAttribute('title'));
    press(tile('item 1'));
    press(tile('item 4'));
    expect(selected()).toEqual(['item 4']);
    press(tile('item 4'));
    expect(selected()).toEqual([]);
    press(tile('item 1'));
    press(tile('item 4'), { ctrlKey: true });
    const mark = tile('item 6').querySelector('[data-check]');
    if (mark === null) throw new Error('no check mark');
    press(mark);
    expect(selected()).toEqual(['item 1', 'item 4', 'item 6']);
    press(mark);
    press(tile('item 4'));
    expect(selected()).toEqual(['item 4']);
  });

  it('a press on what is not selected takes only that along, whatever else was selected', () => {
    render(<Tiles />);
    press(screen.getByTitle('item 1'));
    fireEvent.pointerDown(screen.getByTitle('item 4'), { button: 0, isPrimary: true, pointerId: 1 });
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(1);
    expect(screen.getByTitle('item 4').closest('[aria-selected="true"]')).not.toBeNull();
  });
});
