/** What fingers do, and what a person expects of it (phone.md): each line is one sequence of touches on a real page. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { MEMBER, signInOffline, watchConsole } from './desktop-page.ts';
import { entry, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { TouchScreen, waitUntilStill } from './touch-screen.ts';
import { clearPhotos, picture } from './photos-fixture.ts';
import { enterByTouch, front, goTo, openOwnFiles } from './touch-actions.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Longer than a press has to last to be a long one, and longer than a tap may take to be heard. */
const LONG_MS = 750;
/** The middle of the screen, and how far apart rows are. */
const [MIDDLE, ROW] = [195, 64];

/** What a person sees of it. */
interface Seen {
  /** What the head of the page says. */
  readonly at: string;
  readonly selected: number;
  readonly scrolled: boolean;
  /** How often the folder was asked for. */
  readonly asked: number;
  readonly menu: boolean;
  /** Of the picture: how much larger than its screen, and whether more is told of it. */
  readonly picture: string;
  readonly enlarged: boolean;
  readonly details: boolean;
  /** Whether its name and what can be done with it lie over it. */
  readonly covered: boolean;
}

const look = (page: Page): Promise<Omit<Seen, 'asked'>> =>
  page.evaluate(() => {
    const page = document.querySelector('main section:not([hidden]), [data-start]:not([hidden])');
    const slide = page?.querySelector<HTMLElement>('.yarl__slide_current .yarl__slide_wrapper');
    const scaled = slide === null || slide === undefined ? 1 : new DOMMatrix(getComputedStyle(slide).transform).a;
    return {
      at: page?.querySelector('h1, h2')?.textContent ?? '',
      selected: page?.querySelectorAll(':is([role="row"], [data-key])[aria-selected="true"]').length ?? 0,
      scrolled: (page?.querySelector('[role="grid"]')?.scrollTop ?? 0) > 0,
      menu: document.querySelector('[role="menu"]') !== null,
      picture: /\d of \d/.exec(page?.textContent ?? '')?.[0] ?? '',
      enlarged: scaled > 1.01,
      details: page?.querySelector('aside') !== null && page?.querySelector('aside') !== undefined,
      covered: page?.querySelector('header')?.checkVisibility({ visibilityProperty: true }) ?? false,
    };
  });

/** The line of a row, counted from the first: a folder, and files by name. */
const row = (at: number): readonly [number, number] => [MIDDLE, 56 + ROW / 2 + at * ROW];
const by = ([x, y]: readonly [number, number], dx: number, dy: number): readonly [number, number] => [x + dx, y + dy];

interface Sequence {
  readonly what: string;
  readonly fingers: (hand: TouchScreen, page: Page) => Promise<void>;
  /** What is different afterwards. */
  readonly then: Partial<Seen>;
  /** It is about a folder that was drawn up a little. */
  readonly within?: boolean;
}

const hold = (page: Page): Promise<void> => page.waitForTimeout(LONG_MS);
const press = async (hand: TouchScreen, page: Page, at: readonly [number, number]): Promise<void> => {
  await hand.down(at);
  await hold(page);
  // A page that has much to do is late: a person waits for the row to be marked before the finger goes on.
  await page.waitForFunction(() => document.querySelector('[aria-selected="true"]') !== null);
};
const longPress = async (hand: TouchScreen, page: Page, at: readonly [number, number]): Promise<void> => {
  await press(hand, page, at);
  await hand.up();
};
/** Draws one finger and lifts it. */
const swipe =
  (from: readonly [number, number], ...to: readonly (readonly [number, number])[]) =>
  async (hand: TouchScreen): Promise<void> => {
    await hand.down(from);
    for (const next of to) await hand.draw(next);
    await hand.up();
  };

const LIST: readonly Sequence[] = [
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

const CENTRE = [MIDDLE, 420] as const;
const VIEWER: readonly Sequence[] = [
  {
    what: 'drawn to the left comes the next picture',
    fingers: swipe(CENTRE, by(CENTRE, -170, 6)),
    then: { picture: '3 of 3', at: 'c.png' },
  },
  {
    what: 'drawn to the right comes the one before',
    fingers: swipe(CENTRE, by(CENTRE, 170, -6)),
    then: { picture: '1 of 3', at: 'a.png' },
  },
  {
    what: 'drawn a little and back it is the same picture',
    fingers: swipe(CENTRE, by(CENTRE, -60, 0), by(CENTRE, -2, 0)),
    then: {},
  },
  {
    what: 'drawn aslant, further aside than down, it is the next picture',
    fingers: swipe(CENTRE, by(CENTRE, -170, 110)),
    then: { picture: '3 of 3', at: 'c.png' },
  },
  {
    what: 'two swipes right after each other are two pictures, and close nothing',
    fingers: async (hand) => {
      await swipe(CENTRE, by(CENTRE, -170, 12))(hand);
      await swipe(CENTRE, by(CENTRE, 170, 12))(hand);
    },
    then: {},
  },
  { what: 'drawn down closes', fingers: swipe(CENTRE, by(CENTRE, 10, 220)), then: { at: 'Pictures', picture: '' } },
  { what: 'drawn down a little it stays open', fingers: swipe(CENTRE, by(CENTRE, 0, 70)), then: {} },
  {
    what: 'drawn down and taken back it stays open',
    fingers: swipe(CENTRE, by(CENTRE, 0, 300), by(CENTRE, 0, 180)),
    then: {},
  },
  {
    what: 'a second finger on the way down keeps it open',
    fingers: async (hand) => {
      await hand.down(CENTRE);
      await hand.draw(by(CENTRE, 0, 200));
      await hand.down(by(CENTRE, -100, -80), 1);
      await hand.up();
    },
    then: {},
  },
  {
    what: 'two fingers of which one is drawn down enlarge, and close nothing',
    fingers: async (hand) => {
      await hand.down(CENTRE);
      await hand.down(by(CENTRE, -100, 0), 1);
      await hand.draw(by(CENTRE, -100, 220), 1);
      await hand.up();
    },
    then: { enlarged: true },
  },
  {
    what: 'drawn aside and then down does not close',
    fingers: swipe(CENTRE, by(CENTRE, -170, 20), by(CENTRE, -170, 300)),
    then: { picture: '3 of 3', at: 'c.png' },
  },
  {
    what: 'drawn down and then aside is not the next picture',
    fingers: swipe(CENTRE, by(CENTRE, 4, 90), by(CENTRE, -170, 90)),
    then: {},
  },
  {
    what: 'on its way down the system takes the finger: it stays open',
    fingers: async (hand) => {
      await hand.down(CENTRE);
      await hand.draw(by(CENTRE, 0, 220));
      await hand.cancel();
    },
    then: {},
  },
  { what: 'drawn up tells more of the picture', fingers: swipe(CENTRE, by(CENTRE, 0, -200)), then: { details: true } },
  {
    what: 'drawn down again closes what is told, not the picture',
    fingers: async (hand, page) => {
      await swipe(CENTRE, by(CENTRE, 0, -200))(hand);
      await page.getByRole('complementary').waitFor();
      // Two touches within a moment are two taps.
      await hold(page);
      await swipe([MIDDLE, 250], [MIDDLE, 440])(hand);
    },
    then: {},
  },
  {
    what: 'a tap leaves the picture alone on its screen',
    fingers: (hand) => hand.tap(CENTRE),
    then: { covered: false },
  },
  {
    what: 'a long press changes nothing',
    fingers: async (hand, page) => {
      await hand.down(CENTRE);
      await hold(page);
      await hand.up();
    },
    then: {},
  },
  {
    what: 'two taps enlarge',
    fingers: async (hand) => {
      await hand.tap(CENTRE);
      await hand.tap(CENTRE);
    },
    then: { enlarged: true },
  },
  {
    what: 'two fingers that go apart enlarge',
    fingers: async (hand) => {
      await hand.down(by(CENTRE, -30, 0));
      await hand.down(by(CENTRE, 30, 0), 1);
      await hand.drawBoth(by(CENTRE, -140, 0), by(CENTRE, 140, 0));
      await hand.up();
    },
    then: { enlarged: true },
  },
  {
    what: 'an enlarged picture is moved down by the finger, not closed',
    fingers: async (hand, page) => {
      await hand.tap(CENTRE);
      await hand.tap(CENTRE);
      await waitUntilStill(page);
      await swipe(CENTRE, by(CENTRE, 0, 250))(hand);
    },
    then: { enlarged: true },
  },
  {
    what: 'an enlarged picture is moved aside by the finger, and is not the next one',
    fingers: async (hand, page) => {
      await hand.tap(CENTRE);
      await hand.tap(CENTRE);
      await waitUntilStill(page);
      await swipe(CENTRE, by(CENTRE, -120, 4))(hand);
    },
    then: { enlarged: true },
  },
  {
    what: 'two fingers that go apart and together again close nothing',
    fingers: async (hand) => {
      await hand.down(by(CENTRE, -30, 0));
      await hand.down(by(CENTRE, 30, 0), 1);
      await hand.drawBoth(by(CENTRE, -140, 0), by(CENTRE, 140, 0));
      await hand.drawBoth(by(CENTRE, -20, 0), by(CENTRE, 20, 0));
      await hand.up();
    },
    then: {},
  },
  { what: 'what is drawn along the strip of pictures closes nothing', fingers: swipe([200, 750], [60, 754]), then: {} },
  { what: 'a button is pressed, not drawn', fingers: swipe([362, 30], [362, 280]), then: {} },
];

const SHEET: readonly Sequence[] = [
  { what: 'a sheet that is drawn down closes', fingers: swipe([MIDDLE, 420], [MIDDLE, 820]), then: { menu: false } },
  { what: 'drawn down a little it stays', fingers: swipe([MIDDLE, 420], [MIDDLE, 440]), then: {} },
  { what: 'drawn down and up again it stays', fingers: swipe([MIDDLE, 420], [MIDDLE, 700], [MIDDLE, 424]), then: {} },
  {
    what: 'a tap beside closes it, and opens nothing below',
    fingers: (hand) => hand.tap(row(1)),
    then: { menu: false },
  },
];

/** The middle of a tile of the time line, counted from the first. */
const tile = async (page: Page, at: number): Promise<readonly [number, number]> => {
  const box = await page.locator('[data-start="photos"] [data-key]').nth(at).boundingBox();
  if (box === null) throw new Error(`no picture ${at}`);
  return [box.x + box.width / 2, box.y + box.height / 2];
};
/** Presses one long, and draws the finger over others. */
const run =
  (from: number, ...over: readonly number[]) =>
  async (hand: TouchScreen, page: Page): Promise<void> => {
    await press(hand, page, await tile(page, from));
    for (const next of over) {
      await hand.draw(await tile(page, next));
      await waitUntilStill(page);
    }
    await hand.up();
  };

const TIME_LINE: readonly Sequence[] = [
  { what: 'a long press selects a picture and stays', fingers: run(4), then: { selected: 1, at: '1 selected' } },
  { what: 'drawn on it selects a run', fingers: run(1, 7), then: { selected: 7, at: '7 selected' } },
  { what: 'drawn along its row as well', fingers: run(3, 5), then: { selected: 3, at: '3 selected' } },
  { what: 'drawn back it gives back', fingers: run(1, 10, 2), then: { selected: 2, at: '2 selected' } },
  { what: 'drawn up it selects upwards', fingers: run(10, 2), then: { selected: 9, at: '9 selected' } },
  {
    what: 'drawn up and down across where it began, it is on the side where the finger is',
    fingers: run(7, 1, 10),
    then: { selected: 4, at: '4 selected' },
  },
  {
    what: 'a run from the first picture down does not look again',
    fingers: run(0, 9),
    then: { selected: 10, at: '10 selected', asked: 0 },
  },
  {
    what: 'a second run adds to the first',
    fingers: async (hand, page) => {
      await run(0, 1)(hand, page);
      await run(4, 5)(hand, page);
    },
    then: { selected: 4, at: '4 selected' },
  },
  {
    what: 'then a tap selects more, and one on what is selected gives it back',
    fingers: async (hand, page) => {
      await run(0, 2)(hand, page);
      await hand.tap(await tile(page, 8));
      await hand.tap(await tile(page, 1));
    },
    then: { selected: 3, at: '3 selected' },
  },
  {
    what: 'a second finger ends the run, and what was selected stays',
    fingers: async (hand, page) => {
      await press(hand, page, await tile(page, 1));
      await hand.draw(await tile(page, 4));
      await waitUntilStill(page);
      // So far away that the two of them do not change the size.
      await hand.down(await tile(page, 13), 1);
      await hand.draw(await tile(page, 5));
      await waitUntilStill(page);
      await hand.up();
    },
    then: { selected: 4, at: '4 selected' },
  },
  {
    what: 'drawn up before a long press has lasted it scrolls, and selects nothing',
    fingers: async (hand, page) => {
      const at = await tile(page, 10);
      await hand.down(at);
      await hand.draw(by(at, 0, -60));
      await hold(page);
      await hand.up();
    },
    then: { scrolled: true },
  },
  {
    what: 'a press that the system takes over selects nothing',
    fingers: async (hand, page) => {
      await hand.down(await tile(page, 4));
      await hand.cancel();
      await hold(page);
    },
    then: {},
  },
];

/** Plays a sequence, and says what is otherwise than a person expects. */
const player =
  (page: Page, hand: TouchScreen, asked: { times: number }) =>
  async ({ what, fingers, then }: Sequence): Promise<string> => {
    await waitUntilStill(page);
    const before = await look(page);
    asked.times = 0;
    await fingers(hand, page);
    await waitUntilStill(page);
    const expected = { ...before, ...then, asked: then.asked ?? asked.times };
    let seen: Seen = { ...(await look(page)), asked: asked.times };
    // What has begun may take a moment to be seen; what must not happen would have begun by now.
    await expect
      .poll(async () => (seen = { ...(await look(page)), asked: asked.times }), { message: what, timeout: 5_000 })
      .toEqual(expected)
      .catch(() => undefined);
    await hand.reset();
    return JSON.stringify(seen) === JSON.stringify(expected) ? '' : `${what}: ${JSON.stringify(seen)}`;
  };

test('sequences of touches do what a person expects', async ({ page, box }) => {
  test.setTimeout(180_000);
  const picture = readFileSync(new URL('../../apps/desktop/public/boxwood-192.png', import.meta.url));
  const names = Array.from({ length: 30 }, (_, at) => `n ${String(at + 1).padStart(2, '0')}.txt`);
  seed(box, 'Touch', { 'deep/x.txt': 'x', ...Object.fromEntries(names.map((name) => [name, name])) });
  seed(box, 'Pictures', { 'a.png': picture, 'b.png': picture, 'c.png': picture });
  page.setDefaultTimeout(20_000);
  const errors = watchConsole(page);
  const asked = { times: 0 };
  page.on('request', (request) => {
    const said = request.postData() ?? '';
    if (said.includes('"LIST"') && said.includes('/Touch')) asked.times += 1;
  });
  await signInOffline(page);
  const hand = new TouchScreen(await page.context().newCDPSession(page));
  const app = await openOwnFiles(page);
  await enterByTouch(app, 'Touch');

  const play = player(page, hand, asked);
  const wrong: string[] = [];
  const note = (said: string): void => {
    if (said !== '') wrong.push(said);
  };

  const list = front(page).getByRole('grid');
  for (const sequence of LIST) {
    await list.evaluate((element, within) => {
      element.scrollTop = within ? 200 : 0;
    }, sequence.within === true);
    note(await play(sequence));
    const { at, selected } = await look(page);
    if (at !== 'Touch') await page.goBack();
    // It lies in a folder.
    if (at === 'x.txt') await page.goBack();
    if (selected > 0) await expect.poll(async () => (await look(page)).selected).toBe(0);
    await expect(app.getByRole('heading', { name: 'Touch' })).toBeVisible();
  }

  await list.evaluate((element) => {
    element.scrollTop = 0;
  });
  for (const sequence of SHEET) {
    if (!(await look(page)).menu) await app.getByRole('button', { name: 'More actions' }).tap();
    await expect(page.getByRole('menu')).toBeVisible();
    note(await play(sequence));
  }

  await app.getByRole('button', { name: 'Back', exact: true }).tap();
  await enterByTouch(app, 'Pictures');
  for (const sequence of VIEWER) {
    // A page that is still being thrown takes a tap for stopping it.
    await expect(async () => {
      // A tap that was answered late is not made again.
      if ((await look(page)).picture !== '2 of 3') await entry(app, 'b.png').tap({ timeout: 2_000 });
      await expect.poll(async () => (await look(page)).picture, { timeout: 2_000 }).toBe('2 of 3');
    }).toPass();
    await expect(front(page).getByRole('img', { name: 'b.png' }).first()).toBeVisible();
    note(await play(sequence));
    for (;;) {
      const { at, picture: shown } = await look(page);
      if (at === 'Pictures' && shown === '') break;
      await page.goBack();
      await waitUntilStill(page);
    }
  }
  expect(LIST.length + SHEET.length + VIEWER.length).toBeGreaterThanOrEqual(40);
  expect(wrong).toEqual([]);
  expect(errors).toEqual([]);
});

test('sequences of touches on the time line select runs of pictures, which goes on at its edge', async ({
  page,
  box,
}) => {
  test.setTimeout(120_000);
  clearPhotos(box, MEMBER);
  const pictures = Array.from(
    { length: 60 },
    (_, at) => [`p ${String(at).padStart(2, '0')}.png`, picture(at)] as const,
  );
  seed(box, 'My Images/Runs', Object.fromEntries(pictures), MEMBER);
  page.setDefaultTimeout(20_000);
  await signInOffline(page, MEMBER);
  await goTo(page, 'photos');
  const place = page.locator('[data-start="photos"]');
  await expect(place.getByText('60 pictures')).toBeVisible({ timeout: 60_000 });
  const asked = { times: 0 };
  page.on('request', (request) => {
    if (request.postData()?.includes('PHOTOMONTHS') === true) asked.times += 1;
  });
  const hand = new TouchScreen(await page.context().newCDPSession(page));
  const play = player(page, hand, asked);
  const line = place.getByRole('grid');
  const wrong: string[] = [];
  const begin = async (): Promise<void> => {
    if ((await look(page)).selected > 0) await page.goBack();
    await expect(place.getByRole('heading', { name: 'Photos' })).toBeVisible();
    await line.evaluate((element) => {
      element.scrollTop = 0;
    });
  };
  for (const sequence of TIME_LINE) {
    await begin();
    const said = await play(sequence);
    if (said !== '') wrong.push(said);
  }
  expect(wrong).toEqual([]);

  await begin();
  await press(hand, page, await tile(page, 4));
  await hand.draw([MIDDLE, 840]);
  // It goes on by itself while the finger rests there, to the last picture.
  await expect(place.getByRole('heading', { name: '56 selected' })).toBeVisible();
  await hand.up();
  // Another part would end the selection by the way.
  await expect(place.getByRole('group', { name: 'Sections of the photos' }).locator('xpath=..')).toHaveAttribute(
    'inert',
  );
  await place.getByRole('button', { name: 'All', exact: true }).tap();
  await expect(place.getByRole('heading', { name: '60 selected' })).toBeVisible();
});
