import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createVideo } from '../../apps/box/src/bin/demo/webm-video.ts';
import { createPhoto } from '../../apps/box/src/bin/demo/generated-photos.ts';
import { SeededRandom } from '../../apps/box/src/bin/demo/seeded-random.ts';
import { createZip } from '../../apps/box/src/bin/demo/zip-archive.ts';
import { enter, entry, listOf, openFiles, seed } from './files-page.ts';
import { openByPalette, isThumbnailUrl, watchConsole, win } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const NAMES = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}"`;

const relations = (list: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const part = (name: string, kind: string): string =>
  `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.presentationml.${kind}+xml"/>`;
const slide = (words: string): string =>
  `${HEAD}<p:sld ${NAMES}><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="100000" y="100000"/><a:ext cx="6000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en" sz="1800"/><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;

/** A presentation (ECMA-376, part 1) with one text on each slide. */
const pptx = (slides: readonly string[]): Buffer => {
  const all = slides.map((words, at) => ({ words, id: `rId${at + 1}`, name: `slides/slide${at + 1}.xml` }));
  const ids = all.map(({ id }, at) => `<p:sldId id="${256 + at}" r:id="${id}"/>`).join('');
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('ppt/presentation.xml', 'presentation.main')}${all.map(({ name }) => part(`ppt/${name}`, 'slide')).join('')}</Types>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${HEAD}<p:presentation ${NAMES}><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(all.map(({ id, name }) => [id, 'slide', name] as const)),
    ...Object.fromEntries(all.map(({ words, name }) => [`ppt/${name}`, slide(words)])),
  };
  return createZip(Object.entries(parts).map(([name, content]) => ({ name, data: Buffer.from(content) })));
};

test('PREVIEW-02: the slides of a presentation are shown one after the other @full', async ({ page, box }) => {
  seed(box, 'Slides', { 'talk.pptx': pptx(['First slide 第一', 'Second slide']) });
  const window = await openFiles(page);
  await enter(window, 'Slides');
  await entry(window, 'talk.pptx').locator('[data-grab]').dblclick();
  const talk = win(page, 'talk.pptx').locator('iframe').contentFrame();
  await expect(talk.getByText('First slide 第一')).toBeVisible({ timeout: 20_000 });
  await expect(talk.getByText('Second slide')).toHaveCount(1);
});

test('FILES-28 PREVIEW-03: a film plays by ranges in a window with its name, with the subtitles beside it @full', async ({
  page,
  box,
}) => {
  const problems = watchConsole(page, isThumbnailUrl);
  seed(box, 'Films', {
    'River.webm': await createVideo(7, 3),
    'River.en.srt': '1\n00:00:00,000 --> 00:00:02,500\nHere the river begins\n',
    'Other.srt': '1\n00:00:00,000 --> 00:00:02,500\nNot this one\n',
  });
  const window = await openFiles(page);
  await enter(window, 'Films');
  await entry(window, 'River.webm').locator('[data-grab]').dblclick();
  const player = win(page, 'River.webm');
  const video = player.locator('video');
  await expect(video).toHaveAttribute('src', /\/port_80\/mnt\/usb1\/annabel\/Films\/River\.webm\?key=/);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => [element.videoWidth, Math.round(element.duration)]))
    .toEqual([640, 3]);
  await expect(video.locator('track')).toHaveCount(1);
  await expect(video.locator('track')).toHaveAttribute('label', 'en');
  const cues = (): Promise<readonly string[]> =>
    video.evaluate((element: HTMLVideoElement) => {
      const [track] = element.textTracks;
      return [...(track?.cues ?? [])].map((cue) => ('text' in cue ? String(cue.text) : ''));
    });
  await expect.poll(cues).toEqual(['Here the river begins']);
  await video.evaluate((element: HTMLVideoElement) => {
    element.pause();
    element.currentTime = 2.5;
  });
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBe(2.5);
  // Escape leaves the full screen first, then the film, and the keyboard is where it was opened.
  await page.keyboard.press('f');
  await expect(player.getByRole('button', { name: 'Leave full screen' })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(player.getByRole('button', { name: 'Full screen', exact: true })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(player).toHaveCount(0);
  await expect(listOf(window)).toBeFocused();

  await openByPalette(page, 'Photos');
  const photos = win(page, 'Photos');
  await photos.getByRole('button', { name: 'Films' }).click();
  await expect(photos.getByRole('gridcell', { name: 'River.webm, 0:03, November 14, 2023, film' })).toBeVisible();
  // Other tests may have left some at this box.
  await expect(photos.getByText(/^\d+ films?$/)).toBeVisible();
  expect(problems).toEqual([]);
});

test('the photo viewer has a strip of the folder, and a deleted photo comes back by Undo @full', async ({
  page,
  box,
}) => {
  const one = await createPhoto(new SeededRandom(4), new Date(0));
  const pictures = {
    'a.jpg': one,
    'b.jpg': await createPhoto(new SeededRandom(5), new Date(0)),
    'c.jpg': one,
    'd.jpg': 'damaged',
  };
  const root = seed(box, 'Reel', pictures);
  const window = await openFiles(page);
  await enter(window, 'Reel');
  await entry(window, 'a.jpg').locator('[data-grab]').dblclick();
  const viewer = page
    .getByRole('region')
    .filter({ has: page.getByRole('navigation', { name: 'All photos of the folder' }) });
  const strip = viewer.getByRole('navigation', { name: 'All photos of the folder' }).getByRole('button');
  await expect(strip).toHaveCount(4);
  // What is no picture has the sign of its kind, not that of a browser for what it cannot show.
  await expect(strip.nth(3).locator('img').first()).toHaveAttribute('src', /^data:/);
  await strip.nth(1).click();
  await expect(viewer.getByText('2 of 4')).toBeVisible();
  await expect(viewer.getByRole('img', { name: 'b.jpg' })).toBeVisible();
  await viewer.getByRole('button', { name: 'Delete' }).click();
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await expect(viewer.getByRole('img', { name: 'c.jpg' })).toBeVisible();
  await expect(viewer).toHaveAccessibleName('c.jpg');
  expect(existsSync(join(root, 'b.jpg'))).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => existsSync(join(root, 'b.jpg'))).toBe(true);
  await expect(viewer.getByText('2 of 4')).toBeVisible();
  await expect(viewer.getByRole('img', { name: 'b.jpg' })).toBeVisible();
  await expect(viewer).toHaveAccessibleName('b.jpg');
  // The keys of Files mean the same here.
  await page.keyboard.press('Control+y');
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  expect(existsSync(join(root, 'b.jpg'))).toBe(false);
  await page.keyboard.press('Control+z');
  await expect(viewer.getByText('2 of 4')).toBeVisible();
  await expect(viewer).toHaveAccessibleName('b.jpg');
});
