/** What fingers do on the time line of the photos, and what a person expects of it (phone.md). */
import type { Page } from '@playwright/test';
import { MEMBER, signInOffline } from './desktop-page.ts';
import { seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { TouchScreen, waitUntilStill } from './touch-screen.ts';
import { clearPhotos, picture } from './photos-fixture.ts';
import { goTo } from './touch-actions.ts';
import { MIDDLE, look, by, type Sequence, hold, press, player } from './touch-sequence.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

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

test('sequences of touches on the time line select runs of pictures, which goes on at its edge @full', async ({
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
