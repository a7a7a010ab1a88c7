import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackSteps } from './back-steps.ts';

/** The browser's Back, and what came of it. */
const goBack = async (): Promise<void> => {
  const before = window.history.state as unknown;
  window.history.back();
  await vi.waitFor(() => {
    expect(window.history.state).not.toEqual(before);
  });
};
const depth = (): unknown => (window.history.state as { boxwoodStep?: number } | null)?.boxwoodStep ?? 0;

describe('BackSteps', () => {
  let steps: BackSteps;
  let undone: string[];
  const done = (what: string) => steps.push(() => undone.push(what));
  beforeEach(() => {
    window.history.pushState(null, '');
    undone = [];
    steps = new BackSteps(window);
  });
  afterEach(() => {
    steps.close();
  });

  it('takes back one step for each Back, the last one first', async () => {
    for (const what of ['a', 'b', 'c']) done(what);
    await goBack();
    await goBack();
    expect(undone).toEqual(['c', 'b']);
    done('d');
    await goBack();
    await goBack();
    expect(undone).toEqual(['c', 'b', 'd', 'a']);
    expect(depth()).toBe(0);
  });

  it('goes on to the one before, when a step was taken back by other means', async () => {
    done('a');
    const taken = done('b');
    taken();
    window.history.back();
    await vi.waitFor(() => {
      expect(undone).toEqual(['a']);
    });
    expect(depth()).toBe(0);
  });

  it('takes back all that a jump passes, and nothing when one goes forward', async () => {
    for (const what of ['a', 'b', 'c']) done(what);
    window.history.go(-3);
    await vi.waitFor(() => {
      expect(undone).toEqual(['c', 'b', 'a']);
    });
    window.history.forward();
    await vi.waitFor(() => {
      expect(depth()).toBe(1);
    });
    expect(undone).toEqual(['c', 'b', 'a']);
  });

  it('uses the entry of what was closed by other means again: many sheets are one step', async () => {
    done('folder');
    for (const sheet of ['one', 'two', 'three']) done(sheet)();
    expect(depth()).toBe(2);
    done('four');
    expect(depth()).toBe(2);
    await goBack();
    await goBack();
    expect(undone).toEqual(['four', 'folder']);
  });

  it('gives the entries of an earlier load to what is open at first, the topmost first', async () => {
    for (const what of ['place', 'page']) done(what);
    steps.close();
    steps = new BackSteps(window);
    expect(steps.claim(() => undone.push('page again'))).not.toBeNull();
    expect(steps.claim(() => undone.push('place again'))).not.toBeNull();
    expect(steps.claim(() => undone.push('nothing'))).toBeNull();
    await goBack();
    expect(undone).toEqual(['page again']);
    await goBack();
    expect(undone).toEqual(['page again', 'place again']);
  });

  it('does nothing for entries that an earlier load of the page left', async () => {
    for (const what of ['a', 'b']) done(what);
    steps.close();
    steps = new BackSteps(window);
    done('c');
    await goBack();
    expect(undone).toEqual(['c']);
    await goBack();
    await goBack();
    expect(undone).toEqual(['c']);
    expect(depth()).toBe(0);
  });
});
