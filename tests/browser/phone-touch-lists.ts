/** Sequences of touches on a list of files, and on the sheet of its actions. */
import { entry } from './files-page.ts';
import { waitUntilStill } from './touch-screen.ts';
import { front } from './touch-actions.ts';
import { MIDDLE, row, by, type Sequence, hold, press, longPress, swipe } from './touch-sequence.ts';

export const LIST: readonly Sequence[] = [
  { what: 'a tap opens a file', fingers: (hand) => hand.tap(row(3)), then: { at: 'n 03.txt' } },
  { what: 'a tap goes into a folder', fingers: (hand) => hand.tap(row(0)), then: { at: 'deep' } },
  {
    what: 'a double tap goes into a folder, and does not open what has come under the finger',
    fingers: (hand, page) => hand.tapTwice(row(0), 200, () => entry(front(page), 'x.txt').waitFor()),
    then: { at: 'deep' },
  },
  {
    what: 'a tap after that is one of its own',
    fingers: async (hand, page) => {
      await hand.tap(row(0));
      // The rows have to be there for a moment before they can be meant, whatever time they took to come.
      await entry(front(page), 'x.txt').waitFor();
      await hold(page);
      await hand.tap(row(0));
    },
    then: { at: 'x.txt' },
  },
  {
    what: 'a long press that is lifted selects and stays',
    fingers: (h, page) => longPress(h, page, row(2)),
    then: { selected: 1, at: '1 selected' },
  },
  {
    what: 'a long press that trembles selects',
    fingers: async (hand, page) => {
      await hand.down(row(2));
      await hand.draw(by(row(2), 4, 3));
      await hold(page);
      await hand.up();
    },
    then: { selected: 1, at: '1 selected' },
  },
  {
    what: 'then a tap selects more, and opens nothing',
    fingers: async (hand, page) => {
      await longPress(hand, page, row(2));
      await hand.tap(row(4));
    },
    then: { selected: 2, at: '2 selected' },
  },
  {
    what: 'then a tap on a folder selects it, and does not go in',
    fingers: async (hand, page) => {
      await longPress(hand, page, row(2));
      await hand.tap(row(0));
    },
    then: { selected: 2, at: '2 selected' },
  },
  {
    what: 'a tap on what is selected gives it back',
    fingers: async (hand, page) => {
      await longPress(hand, page, row(2));
      await hand.tap(row(2));
    },
    then: {},
  },
  {
    what: 'a second long press selects more',
    fingers: async (hand, page) => {
      await longPress(hand, page, row(2));
      await longPress(hand, page, row(5));
    },
    then: { selected: 2, at: '2 selected' },
  },
  {
    what: 'a long press drawn over rows selects them all',
    fingers: async (hand, page) => {
      await press(hand, page, row(2));
      await hand.draw(row(5));
      await waitUntilStill(page);
      await hand.up();
    },
    then: { selected: 4, at: '4 selected' },
  },
  {
    what: 'drawn back it gives back',
    fingers: async (hand, page) => {
      await press(hand, page, row(2));
      await hand.draw(row(6));
      await waitUntilStill(page);
      await hand.draw(row(3));
      await waitUntilStill(page);
      await hand.up();
    },
    then: { selected: 2, at: '2 selected' },
  },
  {
    what: 'drawn upwards it selects upwards',
    fingers: async (hand, page) => {
      await press(hand, page, row(5));
      await hand.draw(row(3));
      await waitUntilStill(page);
      await hand.up();
    },
    then: { selected: 3, at: '3 selected' },
  },
  {
    what: 'a run that is drawn down at the top of the list does not look again',
    fingers: async (hand, page) => {
      await press(hand, page, row(1));
      await hand.draw(row(6));
      await waitUntilStill(page);
      await hand.up();
    },
    then: { selected: 6, at: '6 selected' },
  },
  {
    what: 'a second finger ends the run, and what was selected stays',
    fingers: async (hand, page) => {
      await press(hand, page, row(2));
      await hand.draw(row(3));
      await waitUntilStill(page);
      await hand.down(by(row(7), 60, 0), 1);
      await hand.draw(row(6));
      await waitUntilStill(page);
      await hand.up();
    },
    then: { selected: 2, at: '2 selected' },
  },
  {
    what: 'a finger that is drawn up scrolls, and opens nothing',
    fingers: swipe(row(8), row(3)),
    then: { scrolled: true },
  },
  {
    what: 'drawn up before a long press has lasted it scrolls, and selects nothing',
    fingers: async (hand, page) => {
      await hand.down(row(8));
      await hand.draw(by(row(8), 0, -60));
      await hold(page);
      await hand.up();
    },
    then: { scrolled: true },
  },
  {
    what: 'what is selected stays when the list is drawn',
    fingers: async (hand, page) => {
      await longPress(hand, page, row(2));
      await swipe(row(8), row(4))(hand);
    },
    then: { selected: 1, at: '1 selected', scrolled: true },
  },
  { what: 'drawn aside nothing happens', fingers: swipe(row(4), by(row(4), 150, 8)), then: {} },
  {
    what: 'two fingers that stay select nothing',
    fingers: async (hand, page) => {
      await hand.down(row(3));
      await hand.down(by(row(5), 80, 0), 1);
      await hold(page);
      await hand.up();
    },
    then: {},
  },
  {
    what: 'a second finger during a press selects nothing',
    fingers: async (hand, page) => {
      await hand.down(row(3));
      await page.waitForTimeout(200);
      await hand.down(by(row(6), 80, 0), 1);
      await hold(page);
      await hand.up();
    },
    then: {},
  },
  {
    what: 'two fingers that tap open nothing',
    fingers: async (hand) => {
      await hand.down(row(3));
      await hand.down(by(row(6), 80, 0), 1);
      await hand.up();
    },
    then: {},
  },
  {
    what: 'a press that the system takes over selects nothing',
    fingers: async (hand, page) => {
      await hand.down(row(3));
      await hand.cancel();
      await hold(page);
    },
    then: {},
  },
  {
    what: 'a tap that the system takes over opens nothing',
    fingers: async (hand) => {
      await hand.down(row(3));
      await hand.cancel();
    },
    then: {},
  },
  { what: 'drawn down at the top it looks again', fingers: swipe(row(1), by(row(1), 0, 190)), then: { asked: 1 } },
  { what: 'drawn down a little it does not', fingers: swipe(row(1), by(row(1), 0, 70)), then: {} },
  {
    what: 'drawn down and up again it does not',
    fingers: swipe(row(1), by(row(1), 0, 190), by(row(1), 0, 30)),
    then: {},
  },
  {
    what: 'two fingers drawn down do not',
    fingers: async (hand) => {
      await hand.down(row(1));
      await hand.down(by(row(1), 90, 0), 1);
      await hand.drawBoth(by(row(1), 0, 190), by(row(1), 90, 190));
      await hand.up();
    },
    then: {},
  },
  {
    what: 'a second finger on the way down does not',
    fingers: async (hand) => {
      await hand.down(row(1));
      await hand.draw(by(row(1), 0, 150));
      await hand.down(by(row(5), 90, 0), 1);
      await hand.draw(by(row(1), 0, 200));
      await hand.up();
    },
    then: {},
  },
  {
    what: 'drawn down further below it scrolls back and does not look again',
    within: true,
    fingers: swipe(row(2), by(row(2), 0, 400)),
    then: { scrolled: false },
  },
];

export const SHEET: readonly Sequence[] = [
  { what: 'a sheet that is drawn down closes', fingers: swipe([MIDDLE, 420], [MIDDLE, 820]), then: { menu: false } },
  { what: 'drawn down a little it stays', fingers: swipe([MIDDLE, 420], [MIDDLE, 440]), then: {} },
  { what: 'drawn down and up again it stays', fingers: swipe([MIDDLE, 420], [MIDDLE, 700], [MIDDLE, 424]), then: {} },
  {
    what: 'a tap beside closes it, and opens nothing below',
    fingers: (hand) => hand.tap(row(1)),
    then: { menu: false },
  },
];
