/** The first day with a box's photos, as a family has it: on a desktop and in one hand, in both languages. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './recorded-test.ts';
import { commonMessages } from '../../apps/desktop/src/kit/app/messages.ts';
import { albumMessages } from '../../apps/desktop/src/apps/photos/album-messages.ts';
import { photoDetailMessages } from '../../apps/desktop/src/apps/photo/photo-detail-messages.ts';
import { messages } from '../../apps/desktop/src/apps/photos/messages.ts';
import { peopleMessages } from '../../apps/desktop/src/apps/photos/people-messages.ts';
import { objectMessages } from '../../apps/desktop/src/apps/photos/object-messages.ts';
import type { Language } from '../../apps/desktop/src/platform/i18n/language.ts';
import { Languages } from '../../apps/desktop/src/platform/i18n/languages.ts';
import { signIn as signInWords } from '../../apps/desktop/src/shell/sign-in/messages.ts';
import { createOnnxModel } from '../../apps/box/src/platform/testing/onnx-fixture.ts';
import { type BoxProcess, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { MEMBER, OWNER, PASSWORD, win } from './desktop-page.ts';
import { picture, solidPicture } from './photos-fixture.ts';
import { goTo, longPress } from './touch-actions.ts';

const packaged = createRequire(new URL('../../apps/box/package.json', import.meta.url));
/** A picture of people that the package of the models brings, without what its camera wrote: it counts as new. */
const family = (n: number): Buffer => {
  const jpeg = readFileSync(packaged.resolve(`@vladmandic/face-api/demo/sample${n}.jpg`));
  const kept = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 < jpeg.length && jpeg.readUInt8(at + 1) !== 0xda) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (jpeg.readUInt8(at + 1) !== 0xe1) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, jpeg.subarray(at)]);
};

const MANY = 300;
/** No package brings a picture of a dog: a classifier that is made here calls red ones so. */
const LABELS = [...Array.from({ length: 117 }, (_, at) => `sort ${at}`), 'dog\t狗', 'meadow\t草地', 'sea\t大海'];
const FILES = [
  ...Array.from({ length: MANY - 3 }, (_, at) => ({
    name: `IMG_20240501_10${String(Math.floor(at / 60)).padStart(2, '0')}${String(at % 60).padStart(2, '0')}.png`,
    mimeType: 'image/png',
    buffer: picture(at),
  })),
  ...[4, 5].map((n) => ({ name: `family ${n}.jpg`, mimeType: 'image/jpeg', buffer: family(n) })),
  { name: 'rex.png', mimeType: 'image/png', buffer: solidPicture(240, 16, 16) },
];

const SHOTS = process.env['BOXWOOD_SHOTS'];

/** The page of the photos and what it is called there. */
class Day {
  readonly page: Page;
  readonly place: Locator;
  readonly hand: boolean;
  readonly words: Languages;
  readonly #name: string;

  constructor(page: Page, hand: boolean, language: Language, name: string) {
    this.page = page;
    this.hand = hand;
    this.words = new Languages(language);
    this.#name = name;
    this.place = hand ? page.locator('[data-start="photos"]') : win(page, this.words.text(messages)('all'));
  }

  async shot(name: string): Promise<void> {
    if (SHOTS !== undefined)
      await this.page.screenshot({ path: `${SHOTS}/day ${this.#name} ${name}.png`, animations: 'disabled' });
  }

  press(what: Locator): Promise<void> {
    return this.hand ? what.tap() : what.click();
  }

  /** Goes to a part of the photos. */
  part(name: string): Promise<void> {
    const from = this.hand ? this.place : this.place.getByRole('navigation');
    return this.press(from.getByRole('button', { name, exact: true }).first());
  }

  tile(name: string): Locator {
    return this.place.getByRole('gridcell', { name });
  }

  async begin(box: BoxProcess): Promise<void> {
    const { page, words } = this;
    const t = words.text(signInWords);
    await page.goto(`${box.origin}/?auto=N`);
    const form = page.getByRole('tabpanel', { name: t('accountTab'), exact: true });
    await form.getByLabel(t('account'), { exact: true }).fill(OWNER);
    await form.getByLabel(t('password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: t('signIn'), exact: true }).click();
    await page.waitForURL('**/home');
    if (this.hand) {
      await page.locator('[data-place="photos"]').waitFor();
      await goTo(page, 'photos');
    } else {
      await page.locator('nav [data-app="photos"]').click();
      await this.place.waitFor();
    }
  }
}

const story = async (day: Day, box: BoxProcess): Promise<void> => {
  const { page, place, words } = day;
  const [t, p, a] = [words.text(messages), words.text(peopleMessages), words.text(albumMessages)];
  const [c, w] = [words.text(commonMessages), words.text(objectMessages)];
  const owner = await signIn(box.origin, OWNER);
  await owner.photos.setConfig({ cfg: { faceMinNum: 0 } });
  const folder = join(box.dataDir, '.boxwood', 'recognition');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'labels.txt'), LABELS.join('\n'));
  writeFileSync(join(folder, 'model.onnx'), createOnnxModel(LABELS.length));
  await day.begin(box);

  await test.step('three hundred pictures go up and are seen to arrive', async () => {
    await expect(place.getByText(t('none'))).toBeVisible({ timeout: 60_000 });
    await place.locator('input[type=file]').first().setInputFiles(FILES);
    await expect(place.getByText(t('count', { count: MANY }), { exact: true })).toBeVisible({ timeout: 120_000 });
    await expect(day.tile('family 4.jpg').locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    await day.shot('arrived');
  });

  const shown = place.getByRole('list', { name: p('people'), exact: true }).getByRole('listitem');
  const named = (name: string): Locator =>
    shown.filter({ has: page.getByRole('button', { name: p('open', { name }), exact: true }) });
  await test.step('two people get their names', async () => {
    await day.part(p('people'));
    await day.press(place.getByRole('button', { name: p('turnOn') }));
    const found = async () =>
      (await owner.photos.labels({ user: OWNER, group: 'faceGroup', start: 0, count: 500 })).total;
    await expect.poll(found, { timeout: 120_000 }).toBeGreaterThanOrEqual(6);
    for (const name of ['Aunt May', 'Grandma']) {
      const field = shown
        .filter({ has: page.getByRole('button', { name: p('open', { name: p('somebody') }), exact: true }) })
        .first()
        .getByRole('textbox', { name: p('name') });
      await field.fill(name);
      await field.press('Enter');
      await expect(named(name)).toHaveCount(1);
    }
    await day.shot('people');
  });

  await test.step('they are joined by mistake, and that is taken back', async () => {
    const { length: before } = await shown.all();
    for (const name of ['Aunt May', 'Grandma'])
      await day.press(page.getByRole('checkbox', { name: p('select', { name }), exact: true }));
    await day.press(place.getByRole('button', { name: p('merge') }));
    await expect(shown).toHaveCount(before - 1);
    await day.press(place.getByRole('button', { name: p('more_acts') }));
    const back = p('undo');
    await day.press(page.getByRole('menuitem', { name: back }).or(page.getByRole('dialog').getByText(back)).first());
    for (const name of ['Aunt May', 'Grandma']) await expect(named(name)).toHaveCount(1);
  });

  await test.step('an album is made of two pictures, and shared', async () => {
    await day.part(t('all'));
    await expect(day.tile('family 4.jpg')).toBeVisible();
    if (day.hand) {
      await longPress(page, day.tile('family 4.jpg'));
      await day.tile('family 5.jpg').tap();
    } else {
      await day.tile('family 4.jpg').click();
      await day.tile('family 5.jpg').click({ modifiers: ['Control'] });
    }
    await day.press(place.getByRole('button', { name: a('add') }));
    await day.press(
      page
        .getByRole('menuitem', { name: a('newWith') })
        .or(page.getByRole('dialog').getByText(a('newWith')))
        .first(),
    );
    const dialog = page.getByRole('dialog', { name: a('newTitle') });
    await dialog.getByRole('textbox', { name: a('name') }).fill('First day');
    await day.press(dialog.getByRole('switch', { name: MEMBER }));
    await day.shot('album');
    await day.press(dialog.getByRole('button', { name: a('create') }));
    const robert = await signIn(box.origin, MEMBER);
    const albums = async () => (await robert.photos.albums({ user: MEMBER, start: 0, count: 10 })).list;
    await expect
      .poll(async () => (await albums()).map(({ name, owner }) => `${name} of ${owner}`), { timeout: 20_000 })
      .toEqual([`First day of ${OWNER}`]);
    if (day.hand) await day.press(place.getByRole('button', { name: t('endChoice') }));
  });

  await test.step('the dog is found, by its name in the language of the page', async () => {
    await day.part(w('things'));
    await day.shot('things');
    await day.part(t('all'));
    if (day.hand) await day.press(place.getByRole('button', { name: t('find') }));
    await place.getByRole('searchbox', { name: t('find') }).fill(words.language$.value === 'en' ? 'dog' : '狗');
    await expect(day.tile('rex.png')).toBeVisible({ timeout: 60_000 });
    await expect(day.tile('family 4.jpg')).toHaveCount(0);
    await day.shot('dog');
  });

  await test.step('a picture says whom it shows', async () => {
    await place.getByRole('searchbox', { name: t('find') }).fill('Grandma');
    const tile = place.getByRole('gridcell', { name: /^family/ }).first();
    await expect(tile).toBeVisible();
    if (day.hand) await tile.tap();
    else await tile.dblclick();
    const viewer = page.getByRole('region', { name: /^family \d\.jpg$/ });
    await day.press(viewer.getByRole('button', { name: words.text(photoDetailMessages)('facts') }));
    await expect(viewer.locator('[data-face]').filter({ hasText: 'Grandma' })).toBeVisible();
    await expect(
      viewer.getByRole('list', { name: p('people') }).getByRole('button', { name: 'Grandma' }),
    ).toBeVisible();
    await day.shot('faces');
    await day.press(viewer.getByRole('button', { name: day.hand ? c('back') : c('close') }).first());
  });
};

const HAND = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
interface Look {
  readonly name: string;
  readonly hand: boolean;
  readonly language: Language;
  readonly colorScheme: 'light' | 'dark';
}
const LOOKS: readonly Look[] = [
  { name: 'desktop light', hand: false, language: 'en', colorScheme: 'light' },
  { name: 'hand dark', hand: true, language: 'zh-CN', colorScheme: 'dark' },
];
/** To look at: what they show is shown by the two above. */
const MORE: readonly Look[] = [
  { name: 'desktop dark', hand: false, language: 'zh-CN', colorScheme: 'dark' },
  { name: 'hand light', hand: true, language: 'en', colorScheme: 'light' },
];

for (const { name, hand, language, colorScheme } of SHOTS === undefined ? LOOKS : [...LOOKS, ...MORE])
  test.describe(`${name} @full`, () => {
    test.use({ ...(hand ? HAND : {}), locale: language, colorScheme });

    test('PROD-10: the first day with photos', async ({ page }) => {
      test.setTimeout(420_000);
      page.setDefaultTimeout(30_000);
      const box = await startBoxProcess();
      try {
        await story(new Day(page, hand, language, name), box);
      } finally {
        await box.remove();
      }
    });
  });
