import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allSelected,
  clearSelection,
  emptySelection,
  extendTo,
  moveActive,
  orderOf,
  selectAll,
  selectBand,
  selectOnly,
  toggle,
  type Selection,
} from './selection.ts';

const keys = Array.from({ length: 40 }, (_, i) => `k${i}`);
const order = orderOf(keys, (key) => key);
const key = fc.constantFrom(...keys);
const step = fc.oneof(
  key.map((k) => (_: Selection) => selectOnly(k)),
  key.map((k) => (s: Selection) => toggle(s, k)),
  fc.tuple(key, fc.boolean()).map(
    ([k, add]) =>
      (s: Selection) =>
        extendTo(s, order, k, add),
  ),
  key.map((k) => (s: Selection) => moveActive(s, k)),
  fc.constant((s: Selection) => selectAll(s, order)),
  fc.constant(clearSelection),
  fc.tuple(fc.subarray(keys), fc.constantFrom('replace' as const, 'add' as const, 'toggle' as const)).map(
    ([band, mode]) =>
      (s: Selection) =>
        selectBand(s, band, mode),
  ),
);
const history = fc.array(step, { maxLength: 30 }).map((steps) => steps.reduce((s, run) => run(s), emptySelection));

describe('selection', () => {
  it('after any history only items of the list are selected, active or anchored', () => {
    fc.assert(
      fc.property(history, (selection) => {
        for (const one of [...selection.keys, selection.active ?? 'k0', selection.anchor ?? 'k0'])
          expect(order.indexOf(one)).toBeGreaterThanOrEqual(0);
        expect([...selection.keys].every((key) => order.indexOf(key) >= 0)).toBe(true);
      }),
    );
  });

  it('toggling twice gives back the same set', () => {
    fc.assert(
      fc.property(history, key, (s, k) => {
        expect(toggle(toggle(s, k), k).keys).toEqual(s.keys);
      }),
    );
  });

  it('a Shift range is exactly what lies between the anchor and the item, whichever comes first', () => {
    fc.assert(
      fc.property(history, key, key, (_, from, to) => {
        const selection = extendTo(selectOnly(from), order, to);
        const [low, high] = [order.indexOf(from), order.indexOf(to)].sort((a, b) => a - b);
        expect([...selection.keys].sort()).toEqual(keys.slice(low, (high ?? 0) + 1).sort());
        expect(selection.anchor).toBe(from);
        expect(selection.active).toBe(to);
      }),
    );
  });

  it('a Shift range re-extended from the same anchor replaces the first one', () => {
    const far = extendTo(selectOnly('k5'), order, 'k20');
    expect([...extendTo(far, order, 'k3').keys].sort()).toEqual(['k3', 'k4', 'k5'].sort());
    expect(extendTo(far, order, 'k3', true).keys.size).toBe(18);
  });

  it('a range without an anchor, or whose anchor is gone, starts at the item', () => {
    expect(extendTo(emptySelection, order, 'k7')).toEqual(selectOnly('k7'));
    expect(extendTo(selectOnly('gone'), order, 'k7').keys).toEqual(new Set(['k7']));
    expect(extendTo(selectOnly('k1'), order, 'gone')).toEqual(selectOnly('k1'));
  });

  it('a rubber band depends on its base and on what is under it, not on the way there', () => {
    fc.assert(
      fc.property(history, fc.subarray(keys), fc.subarray(keys), (base, _, last) => {
        expect(selectBand(base, last, 'replace').keys).toEqual(new Set(last));
        expect(selectBand(base, last, 'add').keys).toEqual(new Set([...base.keys, ...last]));
        const toggled = selectBand(base, last, 'toggle').keys;
        for (const one of keys) expect(toggled.has(one)).toBe(base.keys.has(one) !== last.includes(one));
      }),
    );
  });

  it('Ctrl+A and Esc', () => {
    const all = selectAll(selectOnly('k3'), order);
    expect(allSelected(all, order)).toBe(true);
    expect(all.active).toBe('k3');
    expect(clearSelection(all)).toEqual({ keys: new Set(), active: 'k3', anchor: 'k3' });
  });

  it('100,000 items are all selected without a visible pause', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `f${i}`);
    const all = selectAll(
      emptySelection,
      orderOf(many, (one) => one),
    );
    expect(all.keys.size).toBe(100_000);
    expect(all.keys.has('f99999')).toBe(true);
  });
});
