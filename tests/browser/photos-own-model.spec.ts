/** PHOTO-16: a classifier that the owner puts into a folder of the box; it is small, made here, and really runs. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FACE_MIN_NUM } from '@boxwood/box-sdk/rules';
import { createOnnxModel } from '../../apps/box/src/platform/testing/onnx-fixture.ts';
import { signIn } from '../lib/box/client.ts';
import { openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';
import { clearPhotos, solidPicture } from './photos-fixture.ts';

const LABELS = [
  ...Array.from({ length: 117 }, (_, at) => `sort ${at}`),
  'red sky\t红色天空',
  'green field\t绿色田野',
  'blue sky\t蓝色天空',
];

test.afterEach(async ({ box }) => {
  rmSync(join(box.dataDir, '.boxwood', 'recognition'), { recursive: true, force: true });
  const owner = await signIn(box.origin, OWNER);
  const { cfg } = await owner.photos.ai({ user: OWNER });
  await owner.photos.setAi({ user: OWNER, cfg: { ...cfg, enable: 0 } });
  await owner.photos.setConfig({ cfg: { faceMinNum: FACE_MIN_NUM } });
});

test('PHOTO-16: more than 100 kinds of things are told apart with a classifier of the owner, and said; a broken one is refused in words @full', async ({
  page,
  box,
}) => {
  test.setTimeout(240_000);
  clearPhotos(box, OWNER);
  const images = join(box.usb1, OWNER, 'My Images');
  mkdirSync(images, { recursive: true });
  writeFileSync(join(images, 'sky.png'), solidPicture(30, 60, 230));
  const owner = await signIn(box.origin, OWNER);
  await owner.photos.setConfig({ cfg: { faceMinNum: 0 } });
  await signInOffline(page, OWNER);
  await openByPalette(page, 'Photos');
  const window = win(page, 'Photos');
  const side = window.getByRole('navigation');
  await expect(window.locator('footer')).toContainText('1 picture', { timeout: 60_000 });
  await side.getByRole('button', { name: 'People', exact: true }).click();
  await window.getByRole('button', { name: 'Find people' }).click();
  const settings = page.getByRole('dialog', { name: 'Recognition settings' });
  const open = async (): Promise<void> => {
    await window.getByRole('button', { name: 'More actions for people' }).click();
    await page.getByRole('menuitem', { name: 'Recognition settings…' }).click();
  };
  const own = settings.getByRole('region', { name: 'More kinds of things' });
  const folder = join(box.dataDir, '.boxwood', 'recognition');

  await test.step('the settings say where it belongs', async () => {
    await open();
    await expect(own).toContainText('Put model.onnx and labels.txt');
    await expect(own).toContainText(folder);
    await settings.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('one that is none is refused in words', async () => {
    writeFileSync(join(folder, 'labels.txt'), LABELS.join('\n'));
    writeFileSync(join(folder, 'model.onnx'), 'no model');
    await open();
    await expect(own).toContainText('model.onnx is not used.');
    await expect(own.getByRole('alert')).toHaveText('It is not an ONNX model that runs on this machine.');
    await settings.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a good one is counted, and its names find pictures in both languages', async () => {
    writeFileSync(join(folder, 'model.onnx'), createOnnxModel(LABELS.length));
    await open();
    await expect(own).toContainText('model.onnx recognises 120 kinds.');
    await settings.getByRole('button', { name: 'Cancel' }).click();
    await side.getByRole('button', { name: 'Things', exact: true }).click();
    await expect(window.getByText('The box recognises 200 kinds of things')).toBeVisible();
    await window
      .getByRole('list', { name: 'Things' })
      .getByRole('button', { name: /^Blue sky/i })
      .click();
    await expect(window.getByRole('gridcell', { name: 'sky.png' })).toBeVisible();
    await side.getByRole('button', { name: 'Photos', exact: true }).click();
    const find = window.getByRole('searchbox', { name: 'Search photos' });
    for (const words of ['blue sky', '蓝色天空']) {
      await find.fill(words);
      await expect(window.getByRole('gridcell')).toHaveCount(1);
    }
    await find.fill('sort 5');
    await expect(window.getByText('No pictures found')).toBeVisible();
  });
});
