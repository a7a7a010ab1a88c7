import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackNavigationSteps } from './back-navigation-steps.ts';

/** Presses the browser's Back and waits for its effect. */
const goBack = async (): Promise<void> => {
  const before = window.history.state as unknown;
  window.history.back();
  await vi.waitFor(() => {
    expect(window.history.state).not.toEqual(before);
  });
};
const depth = (): number => Number(window.history.state);

describe('BackSteps', () => {
  let steps: BackNavigationSteps;
  let undone: string[];
  const done = (what: string, isInHand?: () => boolean) => steps.push(() => undone.push(what), isInHand);
  /** Simulates a reload of the page. */
  const reload = (): void => {
    steps.close();
    steps = new BackNavigationSteps(window);
  };
  beforeEach(() => {
    window.history.pushState(null, '');
    undone = [];
    steps = new BackNavigationSteps(window);
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

  describe('Forward', () => {
    /** Folders that are open and can be opened again. */
    let open: string[];
    let closed: string[];
    const folder = (name: string): (() => void) => {
      open.push(name);
      return steps.push(
        () => {
          closed.push(...open.splice(-1));
        },
        undefined,
        'folder',
      );
    };
    const forward = async (): Promise<void> => {
      const before = depth();
      window.history.forward();
      await vi.waitFor(() => {
        expect(depth()).toBeGreaterThan(before);
      });
    };
    beforeEach(() => {
      open = [];
      closed = [];
      steps.onForward('folder', () => {
        const [name] = closed.splice(-1);
        if (name !== undefined) folder(name);
        return name !== undefined;
      });
    });

    it('opens again what Back closed, one for each press, and Back closes that again', async () => {
      for (const name of ['a', 'b', 'c']) folder(name);
      await goBack();
      await goBack();
      expect(open).toEqual(['a']);
      await forward();
      expect(open).toEqual(['a', 'b']);
      await forward();
      expect(open).toEqual(['a', 'b', 'c']);
      await goBack();
      expect(open).toEqual(['a', 'b']);
      expect(depth()).toBe(2);
    });

    it('opens nothing for a dialog that Back closed, and nothing after something else was opened', async () => {
      folder('a');
      folder('b');
      await goBack();
      done('dialog');
      await goBack();
      expect(undone).toEqual(['dialog']);
      await forward();
      expect(open).toEqual(['a']);
      const taken = folder('c');
      folder('d');
      await goBack();
      // Closed by the button of its window. The next folder reuses its entry, after which one more remains.
      taken();
      open.pop();
      folder('e');
      await forward();
      expect(open).toEqual(['a', 'e']);
    });

    it('asks whoever said last that they do it again, and the others where that one does not', async () => {
      const asked: string[] = [];
      const taken = steps.onForward('folder', () => asked.push('above') > 1);
      steps.onForward('page', () => true);
      folder('a');
      await goBack();
      await forward();
      expect([asked, open]).toEqual([['above'], ['a']]);
      await goBack();
      await forward();
      expect([asked, open]).toEqual([['above', 'above'], []]);
      taken();
    });
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

  it('gives the entries of an earlier load to what is open again, the lowest first, and passes over the others', async () => {
    for (const what of ['place', 'page', 'folder', 'selection']) done(what);
    reload();
    for (const what of ['place again', 'page again', 'folder again']) done(what);
    expect(depth()).toBe(4);
    for (const undoneNow of [1, 2]) {
      window.history.back();
      await vi.waitFor(() => {
        expect(undone).toHaveLength(undoneNow);
      });
    }
    expect(undone).toEqual(['folder again', 'page again']);
    expect(depth()).toBe(1);
    done('another');
    expect(depth()).toBe(2);
  });

  it('takes back what is in hand, though something below it was done later, and nothing when all of it lies below', async () => {
    let hand = 'one';
    for (const of of ['one', 'two']) done(of, () => hand === of);
    await goBack();
    expect(undone).toEqual(['one']);
    const again = vi.spyOn(window.history, 'go');
    window.history.back();
    await vi.waitFor(() => {
      expect(again).toHaveBeenCalledWith(1);
    });
    await vi.waitFor(() => {
      expect(depth()).toBe(1);
    });
    expect(undone).toEqual(['one']);
    hand = 'two';
    await goBack();
    expect(undone).toEqual(['one', 'two']);
    expect(depth()).toBe(0);
  });

  it('takes one step back, also when what is open again after a reload says so while an entry is passed over', () => {
    // A browser computes the target when Back is requested and navigates later.
    const entries: unknown[] = [1, 2, 3];
    let at = 2;
    const asked: number[] = [];
    const history = {
      get state() {
        return entries[at];
      },
      back: () => asked.push(at - 1),
      go: () => undefined,
      pushState: (state: unknown) => {
        entries.splice(at + 1, Infinity, state);
        at += 1;
      },
    };
    const arrive = (): void => {
      at = asked.shift() ?? at;
      window.dispatchEvent(new PopStateEvent('popstate'));
    };
    steps.close();
    steps = new BackNavigationSteps({
      history,
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
    });
    let viewer = true;
    done('page');
    steps.push(() => {
      viewer = false;
      undone.push('viewer');
    });
    history.back();
    arrive();
    // Its code arrives only now; it lies below the viewer.
    done('folder', () => !viewer);
    arrive();
    expect(undone).toEqual(['viewer']);
    expect(entries[at]).toBe(2);
    history.back();
    arrive();
    expect(undone).toEqual(['viewer', 'folder']);
    expect(entries[at]).toBe(1);
  });
});
