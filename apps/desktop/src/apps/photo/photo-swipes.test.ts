import { afterEach, describe, expect, it, vi } from 'vitest';
import { attachSwipes } from './photo-swipes.ts';

type SwipeStep = readonly ['down' | 'move' | 'up' | 'cancel', x: number, y: number, finger?: number];

const told: string[] = [];
let fits = true;

/** Dispatches touch events on a picture. @returns the handler calls, and how many pointer moves reached the viewer */
const play = (
  steps: readonly SwipeStep[],
  on = 'img',
): { readonly told: readonly string[]; readonly moves: number } => {
  told.length = 0;
  document.body.innerHTML = '<div><img><button>Rotate</button></div>';
  const stage = document.querySelector('div');
  const target = document.querySelector(on);
  if (stage === null || target === null) throw new Error('nothing to touch');
  let moves = 0;
  document.body.onpointermove = () => {
    moves += 1;
  };
  const stop = attachSwipes(stage, {
    fitsScreen: () => fits,
    onDrag: (by) => told.push(`draw ${by}`),
    onSwipeDown: () => told.push('close'),
    onTap: () => told.push('touch'),
    onSwipeUp: () => told.push('details'),
  });
  for (const [kind, clientX, clientY, pointerId = 1] of steps)
    target.dispatchEvent(
      new PointerEvent(`pointer${kind}`, { clientX, clientY, pointerId, pointerType: 'touch', bubbles: true }),
    );
  stop();
  return { told: [...told], moves };
};

/** Moves one finger from the middle of the screen by an offset, in steps. */
const swipe = (x: number, y: number, finger = 1): readonly SwipeStep[] => [
  ['down', 195, 400, finger],
  ...[0.25, 0.5, 0.75, 1].map((part): SwipeStep => ['move', 195 + x * part, 400 + y * part, finger]),
];

afterEach(() => {
  fits = true;
  vi.restoreAllMocks();
});

describe('a finger on a picture', () => {
  it('drawn down closes, and drawn up tells more; the picture follows, and no other picture comes', () => {
    expect(play([...swipe(20, 200), ['up', 215, 600]])).toEqual({
      told: ['draw 50', 'draw 100', 'draw 150', 'draw 200', 'draw 0', 'close'],
      moves: 0,
    });
    expect(play([...swipe(-20, -200), ['up', 175, 200]])).toEqual({ told: ['details'], moves: 0 });
  });

  it('that is lifted at once has touched it; one that stays, moves, or has another beside it has not', () => {
    expect(
      play([
        ['down', 195, 400],
        ['up', 196, 401],
      ]).told,
    ).toEqual(['touch']);
    expect(
      play(
        [
          ['down', 195, 400],
          ['up', 195, 400],
        ],
        'button',
      ).told,
    ).toEqual([]);
    expect(play([...swipe(20, 0), ['up', 215, 400]]).told).toEqual([]);
    expect(
      play([
        ['down', 195, 400],
        ['down', 95, 400, 2],
        ['up', 195, 400],
        ['up', 95, 400, 2],
      ]).told,
    ).toEqual([]);
    const late = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValueOnce(0).mockReturnValue(500);
    expect(
      play([
        ['down', 195, 400],
        ['up', 195, 400],
      ]).told,
    ).toEqual([]);
    expect(late).toHaveBeenCalledTimes(2);
  });

  it('not far enough, taken back, or lost, it goes back to its place', () => {
    expect(play([...swipe(0, 100), ['up', 195, 500]]).told.at(-1)).toBe('draw 0');
    expect(play([...swipe(0, 300), ['move', 195, 560], ['up', 195, 560]]).told.at(-1)).toBe('draw 0');
    expect(play([...swipe(0, 300), ['cancel', 195, 700]]).told.at(-1)).toBe('draw 0');
  });

  it('drawn aside is the next picture, also when it goes down later', () => {
    expect(play([...swipe(200, 60), ['move', 395, 700], ['up', 395, 700]])).toEqual({ told: [], moves: 5 });
  });

  it('a second finger on the way keeps it open, until all are lifted', () => {
    const second: readonly SwipeStep[] = [['down', 100, 400, 2]];
    expect(play([...swipe(0, 200), ...second, ['up', 195, 600], ['up', 100, 400, 2]]).told).not.toContain('close');
    // The second finger moves instead.
    const drawnSecond: readonly SwipeStep[] = [
      ['move', 100, 500, 2],
      ['move', 100, 650, 2],
      ['up', 100, 650, 2],
    ];
    expect(play([['down', 195, 400], ...second, ...drawnSecond, ['up', 195, 400]]).told).toEqual([]);
    // The remaining finger was not the only one at the start.
    expect(
      play([...swipe(0, 20), ...second, ['up', 195, 420], ['move', 100, 600, 2], ['up', 100, 600, 2]]).told,
    ).toEqual(['draw 15', 'draw 20', 'draw 0']);
    expect(
      play([...swipe(0, 20), ...second, ['up', 195, 420], ['up', 100, 400, 2], ...swipe(0, 200), ['up', 195, 600]])
        .told,
    ).toContain('close');
  });

  it('counts for the next swipe after it was lost to the browser', () => {
    expect(play([...swipe(0, 20), ['cancel', 195, 420], ...swipe(0, 200, 2), ['up', 195, 600, 2]]).told).toContain(
      'close',
    );
  });

  it('moves a picture that is enlarged, and presses a button', () => {
    expect(play([...swipe(0, 200), ['up', 195, 600]], 'button').told).toEqual([]);
    fits = false;
    expect(play([...swipe(0, 200), ['up', 195, 600]])).toEqual({ told: [], moves: 4 });
  });
});
