/** Who is in the pictures: a family turns it on, names two, joins them by mistake, and takes it back on another device. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FACE_MIN_NUM } from '@boxwood/box-sdk/rules';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { axeOn } from './axe.ts';
import { openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';
import { clearPhotos } from './photos-fixture.ts';
import { findTouchFaults, goTo } from './touch-actions.ts';

/** Pictures that the package of the models brings. */
const packaged = createRequire(new URL('../../apps/box/package.json', import.meta.url));
const sample = (n: number): string => packaged.resolve(`@vladmandic/face-api/demo/sample${n}.jpg`);

/** Puts these pictures of people there, and nothing else; seen by the index. */
const put = async (box: BoxProcess, numbers: readonly number[]): Promise<void> => {
  const owner = await signIn(box.origin, OWNER);
  const seen = async () => (await owner.photos.run({ start: 0, count: 10, words: 'sample' })).total;
  clearPhotos(box, OWNER);
  await expect.poll(seen, { timeout: 60_000 }).toBe(0);
  const folder = join(box.usb1, OWNER, 'My Images');
  mkdirSync(folder, { recursive: true });
  for (const n of numbers) copyFileSync(sample(n), join(folder, `sample ${n}.jpg`));
  await expect.poll(seen, { timeout: 60_000 }).toBe(numbers.length);
};

/** What the box is set to is the same for every test that it runs after this one. */
test.afterEach(async ({ box }) => {
  const owner = await signIn(box.origin, OWNER);
  const { cfg } = await owner.photos.ai({ user: OWNER });
  await owner.photos.setAi({ user: OWNER, cfg: { ...cfg, enable: 0 } });
  await owner.photos.setConfig({ cfg: { faceMinNum: FACE_MIN_NUM } });
});

test('PHOTO-01, PHOTO-13, PHOTO-20, SCREEN-21: people are found, named, joined and told apart again from a second page @full', async ({
  page,
  box,
  context,
}) => {
  test.setTimeout(300_000);
  await put(box, [4, 5]);
  const owner = await signIn(box.origin, OWNER);
  // Everybody in these two pictures is in one of them alone.
  await owner.photos.setConfig({ cfg: { faceMinNum: 0 } });
  await signInOffline(page, OWNER);
  await openByPalette(page, 'Photos');
  const window = win(page, 'Photos');
  const menu = window.getByRole('navigation').getByRole('button', { name: 'People', exact: true });
  const people = window.getByRole('list', { name: 'People' });
  const shown = people.getByRole('listitem');

  await test.step('off until the owner turns it on; then faces come by themselves', async () => {
    await expect(window.getByRole('navigation', { name: 'Sections of the photos' }).getByRole('button')).toContainText([
      'Photos',
      'Favourites',
      'On this day',
      'People',
      'Things',
      'Places',
      'Films',
      'Duplicates',
      'All albums',
    ]);
    await menu.click();
    await window.getByRole('button', { name: 'Find people' }).click();
    // Before it has begun it does not run either. A test that was here before may have left pictures, too.
    const looked = async (): Promise<number> => {
      const { running, done, total } = await owner.photos.regrouping({ user: OWNER });
      return running === 0 && done === total ? done : -1;
    };
    await expect.poll(looked, { timeout: 120_000 }).toBeGreaterThanOrEqual(2);
    const { total } = await owner.photos.labels({ user: OWNER, group: 'faceGroup', start: 0, count: 500 });
    expect(total).toBeGreaterThanOrEqual(7);
    await expect(shown).toHaveCount(total);
    const { violations } = await (await axeOn(page)).analyze();
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
  const all = await shown.count();

  await test.step('things are found with them: the page says how many kinds there are, and each kind has its pictures', async () => {
    await window.getByRole('navigation').getByRole('button', { name: 'Things', exact: true }).click();
    await expect(window.getByText('The box recognises 80 kinds of things')).toBeVisible();
    await window
      .getByRole('list', { name: 'Things' })
      .getByRole('button', { name: /^Person/ })
      .click();
    await expect(window.getByRole('heading', { name: 'Person' })).toBeVisible();
    await expect(window.getByRole('gridcell', { name: 'sample 4.jpg' })).toBeVisible();
    await menu.click();
  });
  const named = (name: string) => shown.filter({ has: page.getByRole('button', { name: `Pictures of ${name}` }) });
  const call = async (name: string): Promise<void> => {
    const field = shown
      .filter({ has: page.getByRole('button', { name: 'Pictures of Person without a name' }) })
      .first();
    await field.getByRole('textbox', { name: 'Name of this person' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(named(name)).toHaveCount(1);
  };

  await test.step('two get a name where they stand, and the search finds one of them', async () => {
    await call('Aunt May');
    await call('Grandma');
    await window.getByRole('navigation').getByRole('button', { name: 'Photos', exact: true }).click();
    await window.getByRole('searchbox', { name: 'Search photos' }).fill('grandma');
    await expect(window.getByRole('gridcell')).toHaveCount(1);
    await window.getByRole('gridcell').dblclick();
    const viewer = page.getByRole('region', { name: /^sample \d\.jpg$/ });
    await viewer.getByRole('button', { name: 'Photo details' }).click();
    const facts = viewer.getByRole('complementary', { name: 'Photo details' });
    const grandma = facts.getByRole('list', { name: 'People' }).getByRole('button', { name: 'Grandma' });
    await expect(grandma).toBeVisible();
    // Each stands in the picture where it was found.
    const frame = viewer.locator('[data-face]').filter({ hasText: 'Grandma' });
    await expect(frame).toBeVisible();
    await grandma.click();
    await expect(window.getByRole('textbox', { name: 'Name of this person' })).toHaveValue('Grandma');
    await viewer.getByRole('button', { name: 'Close' }).first().click();
    await menu.click();
    await named('Grandma').getByRole('button', { name: 'Pictures of Grandma' }).click();
    await expect(window.getByRole('textbox', { name: 'Name of this person' })).toHaveValue('Grandma');
    await page.reload();
    await expect(window.getByRole('textbox', { name: 'Name of this person' })).toHaveValue('Grandma');
    await window.getByRole('gridcell').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Why is this one here?' }).click();
    await expect(page.getByRole('dialog').getByText('It is the only face of this person.')).toBeVisible();
    await page.keyboard.press('Escape');
    await menu.click();
  });

  await test.step('joined by mistake: a second page takes it back', async () => {
    for (const name of ['Aunt May', 'Grandma']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await window.getByRole('button', { name: 'Same person' }).click();
    await expect(shown).toHaveCount(all - 1);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Search', exact: true }).waitFor();
    await openByPalette(other, 'Photos');
    const second = win(other, 'Photos');
    await second.getByRole('navigation').getByRole('button', { name: 'People', exact: true }).click();
    const theirs = second.getByRole('list', { name: 'People' }).getByRole('listitem');
    await expect(theirs).toHaveCount(all - 1);
    await second.getByRole('button', { name: 'More actions for people' }).click();
    await other.getByRole('menuitem', { name: 'Undo last change' }).click();
    await expect(theirs).toHaveCount(all);
    await expect(shown).toHaveCount(all);
    for (const name of ['Aunt May', 'Grandma']) await expect(named(name)).toHaveCount(1);
  });

  await test.step('hidden, and back by the notice', async () => {
    await page.getByRole('checkbox', { name: 'Select Aunt May' }).click();
    await window.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(named('Aunt May')).toHaveCount(0);
    await page
      .getByText('No longer shown under “People”', { exact: true })
      .locator('xpath=ancestor::*[.//button][1]')
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(named('Aunt May')).toHaveCount(1);
    // The keys mean the same, back and on, and then what was said before it.
    await named('Aunt May').getByRole('checkbox').focus();
    await page.keyboard.press('Control+y');
    await expect(named('Aunt May')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(named('Aunt May')).toHaveCount(1);
  });

  await test.step('turned off after a question, nobody is known any more', async () => {
    await window.getByRole('button', { name: 'More actions for people' }).click();
    await page.getByRole('menuitem', { name: 'Turn recognition off…' }).click();
    await page.getByRole('button', { name: 'Turn off and delete' }).click();
    await expect(window.getByRole('button', { name: 'Find people' })).toBeVisible();
    expect((await owner.photos.labels({ user: OWNER, group: 'faceGroup', start: 0, count: 500 })).total).toBe(0);
  });
});

test.describe('in one hand @full', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a face in the details of a picture leads to all pictures of that person, and back', async ({ page, box }) => {
    test.setTimeout(360_000);
    await put(box, [5]);
    const owner = await signIn(box.origin, OWNER);
    const { cfg } = await owner.photos.ai({ user: OWNER });
    await owner.photos.setConfig({ cfg: { faceMinNum: 0 } });
    await owner.photos.setAi({ user: OWNER, cfg: { ...cfg, enable: 1 } });
    const [picture] = (await owner.photos.run({ start: 0, count: 10, words: 'sample' })).list;
    const whose = async () =>
      (await owner.photos.faces({ id: picture?.id ?? '' })).list.find(({ person }) => person !== '')?.person ?? '';
    await expect.poll(whose, { timeout: 240_000 }).not.toBe('');
    await owner.photos.nameLabel({ user: OWNER, group: 'faceGroup', id: await whose(), name: 'Grandma' });
    await signInOffline(page, OWNER);
    await goTo(page, 'photos');
    await page.locator('[data-start="photos"]').getByRole('gridcell', { name: 'sample 5.jpg' }).tap();
    const viewer = page.getByRole('region', { name: 'sample 5.jpg' });
    await viewer.getByRole('button', { name: 'Photo details' }).tap();
    const facts = viewer.getByRole('complementary', { name: 'Photo details' });
    await facts.getByRole('list', { name: 'People' }).getByRole('button', { name: 'Grandma' }).tap();
    const over = page.getByRole('region', { name: 'Photos', exact: true });
    await expect(over.getByRole('heading', { name: 'Grandma' })).toBeVisible();
    await expect(over.getByRole('gridcell', { name: 'sample 5.jpg' })).toHaveCount(1);
    expect(await findTouchFaults(page)).toEqual([]);
    if (process.env['BOXWOOD_SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['BOXWOOD_SHOTS']}/person over.png` });
    await over.getByRole('button', { name: 'Back' }).tap();
    await expect(facts.getByRole('button', { name: 'Grandma' })).toBeVisible();
    // The browser's own way back ends it as well.
    await facts.getByRole('button', { name: 'Grandma' }).tap();
    await expect(over.getByRole('heading', { name: 'Grandma' })).toBeVisible();
    await page.goBack();
    await expect(over).toHaveCount(0);
    await expect(facts.getByRole('button', { name: 'Grandma' })).toBeVisible();
  });
});
