/** What fingers do, and what a person expects of it (phone.md): each line is one sequence of touches on a real page. */
import { readFileSync } from 'node:fs';
import { signInOffline, watchConsole } from './desktop-page.ts';
import { entry, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { TouchScreen, waitUntilStill } from './touch-screen.ts';
import { enterByTouch, front, openOwnFiles } from './touch-actions.ts';
import { MIDDLE, look, by, type Sequence, hold, swipe, player } from './touch-sequence.ts';
import { LIST, SHEET } from './phone-touch-lists.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

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

test('sequences of touches do what a person expects @full', async ({ page, box }) => {
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
