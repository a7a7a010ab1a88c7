import { createPhoto } from '../../apps/box/src/bin/demo/generated-photos.ts';
import { SeededRandom } from '../../apps/box/src/bin/demo/seeded-random.ts';
import { createVideo } from '../../apps/box/src/bin/demo/webm-video.ts';
import { song } from '../lib/media/songs.ts';
import { isThumbnailUrl, watchConsole, win } from './desktop-page.ts';
import { enter, entry, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test('music shows what the songs say of themselves, goes on without its window, and is led from the bar @full', async ({
  page,
  box,
}) => {
  const problems = watchConsole(page);
  seed(box, 'Album', {
    '01.wav': song(200, {
      title: 'Morning 晨',
      artist: 'The Hedge',
      album: 'Four Seasons',
      cover: await createPhoto(new SeededRandom(5), new Date(0)),
    }),
    '02.wav': song(190, { title: 'Noon', artist: 'The Hedge', album: 'Four Seasons' }),
    'memo.wav': song(3),
  });
  const window = await openFiles(page);
  await enter(window, 'Album');
  const asked: string[] = [];
  page.on('request', (request) => {
    const range = request.headers()['range'];
    if (request.url().includes('/02.wav') && range !== undefined) asked.push(range);
  });
  await entry(window, '01.wav').locator('[data-grab]').dblclick();
  const player = win(page, 'Music');
  const audio = page.locator('audio');
  const state = () =>
    audio.evaluate((element: HTMLAudioElement) => ({ paused: element.paused, at: Math.round(element.currentTime) }));

  // Tags and picture stand behind 1.6 MB of sound: they are fetched from there, not with all of it.
  await expect(player.getByRole('heading', { name: 'Morning 晨' })).toBeVisible();
  await expect(player.getByText('The Hedge · Four Seasons')).toBeVisible();
  await expect
    .poll(() => player.getByRole('img', { name: 'Cover' }).evaluate((node: HTMLImageElement) => node.naturalWidth))
    .toBeGreaterThan(900);
  const list = player.getByRole('list', { name: 'Music of this folder' });
  await expect(list.getByRole('button')).toContainText(['Morning 晨', 'Noon', 'memo']);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const bytes = asked.map((range) => /bytes=(\d+)-(\d+)/.exec(range)).map((m) => Number(m?.[2]) - Number(m?.[1]) + 1);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(700_000);
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Morning 晨');

  // Nobody has clicked into it.
  await page.keyboard.press('5');
  await expect.poll(async () => (await state()).at).toBeGreaterThanOrEqual(100);
  await expect(player.getByText(/^−1:(40|39|38)/)).toBeVisible();
  await page.keyboard.press('k');
  await expect.poll(async () => (await state()).paused).toBe(true);
  await page.keyboard.press('k');
  await page.keyboard.press('>');
  await expect(player.getByRole('button', { name: 'Speed: 1.25×' })).toBeVisible();

  // Put away: the window goes, the music stays, and the bar leads it.
  await player.getByRole('button', { name: 'Close the window and keep playing' }).click();
  await expect(player).toHaveCount(0);
  const bar = page.getByRole('region', { name: 'Playing now' });
  await expect(bar).toContainText('Morning 晨');
  expect((await state()).paused).toBe(false);
  await bar.getByRole('button', { name: 'Next' }).click();
  await expect(bar).toContainText('Noon');
  await bar.getByRole('button', { name: /^Open the player: ?Noon/ }).click();
  await expect(player.getByRole('heading', { name: 'Noon' })).toBeVisible();
  await expect(bar).toHaveCount(0);

  // Minimised: the bar stands for it. What is closed there is closed (PREVIEW-06).
  await player.getByRole('button', { name: 'Minimise' }).click();
  await bar.getByRole('button', { name: 'Stop playing' }).click();
  await expect(bar).toHaveCount(0);
  await expect(player).toHaveCount(0);
  expect(await audio.evaluate((element: HTMLAudioElement) => element.hasAttribute('src'))).toBe(false);
  expect(problems).toEqual([]);
});

test('repeat and shuffle: the last song ends the folder, each song of a shuffle comes once @full', async ({
  page,
  box,
}) => {
  seed(box, 'Short', { 'a.wav': song(60), 'b.wav': song(60), 'c.wav': song(60) });
  const window = await openFiles(page);
  await enter(window, 'Short');
  await entry(window, 'c.wav').locator('[data-grab]').dblclick();
  const player = win(page, 'Music');
  const audio = page.locator('audio');
  const toEnd = () =>
    audio.evaluate((element: HTMLAudioElement) => {
      element.currentTime = element.duration - 0.05;
    });
  const heading = (name: string) => player.getByRole('heading', { name, exact: true });
  await expect(heading('c')).toBeVisible();
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration)).toBe(60);
  await toEnd();
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(heading('c')).toBeVisible();
  await player.getByRole('button', { name: 'Repeat: off' }).click();
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await toEnd();
  await expect(heading('a')).toBeVisible();
  await player.getByRole('button', { name: 'Shuffle' }).click();
  const heard = new Set<string>();
  const current = player.getByRole('list', { name: 'Music of this folder' }).locator('[aria-current]');
  for (let n = 0; n < 3; n += 1) {
    const before = await current.innerText();
    heard.add(before);
    await player.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(current).not.toHaveText(before);
  }
  expect(heard.size).toBe(3);
});

test('a film has controls of its own: keys, subtitles to choose, the whole screen @full', async ({ page, box }) => {
  const problems = watchConsole(page, isThumbnailUrl);
  const line = (text: string): string => `1\n00:00:00,000 --> 00:00:07,500\n${text}\n`;
  seed(box, 'Cinema', {
    'song.wav': song(100),
    'River.webm': await createVideo(7, 8),
    'River.en.srt': line('Here the river begins'),
    'River.zh.srt': line('河流由此开始'),
  });
  const window = await openFiles(page);
  await enter(window, 'Cinema');
  await entry(window, 'song.wav').locator('[data-grab]').dblclick();
  await win(page, 'Music').getByRole('button', { name: 'Close the window and keep playing' }).click();
  const music = page.getByRole('region', { name: 'Playing now' });
  await expect(music.getByRole('button', { name: 'Pause' })).toBeVisible();
  await entry(window, 'River.webm').locator('[data-grab]').dblclick();
  const player = win(page, 'River.webm');
  const video = player.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => Math.round(element.duration))).toBe(8);
  expect(await video.evaluate((element: HTMLVideoElement) => element.controls)).toBe(false);
  const shown = () =>
    video.evaluate((element: HTMLVideoElement) =>
      [...element.textTracks].filter(({ mode }) => mode === 'showing').map(({ label }) => label),
    );
  await expect.poll(shown).toEqual(['en']);
  await expect(music.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // Nobody has clicked into it.
  await page.keyboard.press('Space');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
  await page.keyboard.press('c');
  await expect.poll(shown).toEqual([]);
  await player.getByRole('button', { name: 'Subtitles' }).click();
  await page.getByRole('menuitemradio', { name: 'zh' }).click();
  await expect.poll(shown).toEqual(['zh']);
  await player.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.querySelector('video') !== null)).toBe(true);
  await expect(player.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);
  await page.keyboard.press('m');
  await expect(player.getByRole('button', { name: 'Sound on' })).toBeVisible();
  expect(problems).toEqual([]);
});
