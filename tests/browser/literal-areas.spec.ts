/** The desktop at a box that answers what the specification says and no more: the safe, private files and archives, and what a model does not offer. */
import type { Locator } from '@playwright/test';
import { expect } from '@playwright/test';
import { privateFiles } from '../../apps/desktop/src/apps/files/manifest.ts';
import { entry } from './files-page.ts';
import { domainMessages as told } from '../../apps/desktop/src/platform/i18n/domain-messages.ts';
import type { LiteralDesktop } from './literal-desktop.ts';
import { HOME, defineStory } from './literal-desktop.ts';

const FILES = { [`${HOME}/Papers/deed.txt`]: 'the house', [`${HOME}/Papers/In/a.txt`]: 'a' };
const PASSWORD = 'abc123';

/** Gives an area its first password. */
const setUp = async ({ labels: { gate } }: LiteralDesktop, area: Locator, name: string): Promise<void> => {
  const form = area.getByRole('form', { name });
  await form.getByLabel(gate('newPassword')).fill(PASSWORD);
  await form.getByLabel(gate('repeat')).fill(PASSWORD);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: gate('set') }).click();
};

/** Locks an area, says a wrong password and then the right one. */
const lockAndOpen = async (desk: LiteralDesktop, area: Locator, which: 'openSafe' | 'openPrivate'): Promise<void> => {
  const { gate } = desk.labels;
  const name = gate(which);
  await desk.press(gate('lock'), area);
  const form = area.getByRole('form', { name });
  const password = form.getByLabel(gate('password'), { exact: true });
  await password.fill('not-it');
  await desk.press(gate('unlock'), form);
  await expect(form.getByText(desk.labels.of(told)('safe.wrongPassword'))).toBeVisible();
  await desk.shot(`${which} refused`);
  await password.fill(PASSWORD);
  await desk.press(gate('unlock'), form);
};

defineStory(
  'private files and the safe open with their passwords; a file is encrypted and taken out',
  FILES,
  async (desk) => {
    const { page, box, labels } = desk;
    const { files, dialogs, gate, kit, common } = labels;
    await desk.byAccount();
    const area = await desk.open(privateFiles);
    await setUp(desk, area, gate('setPrivate'));
    await expect(area.getByText(files('emptyTitle'))).toBeVisible();
    await lockAndOpen(desk, area, 'openPrivate');
    await expect(area.getByText(files('emptyTitle'))).toBeVisible();
    await desk.shot('private files');
    await desk.press(labels.desk('closeWindow'), area);

    const window = await desk.browser();
    await desk.go(window, kit('place3'));
    await desk.shot('safe');
    await setUp(desk, window, gate('setSafe'));
    await expect(window.getByText(files('emptySafe'))).toBeVisible();
    await lockAndOpen(desk, window, 'openSafe');
    await expect(window.getByText(files('emptySafe'))).toBeVisible();

    await desk.go(window, kit('place1'), 'Papers');
    await (
      await desk.menuOn(window, 'deed.txt')
    )
      .getByRole('menuitem', { name: files('encrypt'), exact: true })
      .click();
    const into = page.getByRole('dialog', { name: dialogs('pickEncrypt') });
    await desk.press(common('confirm'), into);
    const encrypted = 'deed.txt.hyencrypt_v3';
    await expect.poll(() => box.tree.has(`${HOME}/.safebox/${encrypted}`)).toBe(true);
    await expect(entry(window, 'deed.txt')).toHaveCount(0);
    await desk.go(window, kit('place3'));
    await entry(window, encrypted).locator('[data-grab]').click();
    await desk.shot('in the safe');
    await desk.press(files('decrypt'), window);
    const out = page.getByRole('dialog', { name: dialogs('pickDecrypt') });
    await out.locator('[data-index="0"] [data-grab]').dblclick();
    await out.getByRole('row').filter({ hasText: 'Papers' }).locator('[data-grab]').dblclick();
    await expect(out.getByRole('navigation')).toContainText(['Papers']);
    await desk.shot('take out');
    await desk.press(common('confirm'), out);
    await expect.poll(() => box.tree.text(`${HOME}/Papers/deed.txt`)).toBe('the house');
    await expect(window.getByText(files('emptySafe'))).toBeVisible();
  },
);

defineStory(
  'FILES-38 ARCHIVE-06 ROLE-12: a folder is compressed and unpacked; what a model has not is not shown',
  FILES,
  async (desk, model) => {
    const { page, box, labels } = desk;
    const { files, dialogs, kit } = labels;
    await desk.byAccount();
    const window = await desk.browser();
    await desk.go(window, kit('place1'), 'Papers');
    if (model === 'N2') {
      const menu = await desk.menuOn(window, 'In');
      await desk.shot('menu');
      for (const group of [files('compress'), files('extract')])
        await expect(menu.getByRole('menuitem', { name: group, exact: true })).toHaveCount(0);
      return;
    }
    await desk.choose(window, 'In', files('compress'), files('here'));
    const dialog = page.getByRole('dialog', { name: dialogs('compress') });
    await dialog.getByLabel(dialogs('packageName')).fill('packed');
    await desk.shot('compress');
    await desk.press(dialogs('compress'), dialog);
    await expect(entry(window, 'packed.zip')).toBeVisible();
    await desk.choose(window, 'packed.zip', files('extract'), files('here'));
    await desk.shot('unpack');
    await desk.press(dialogs('extract'), page.getByRole('alertdialog'));
    await expect(entry(window, 'packed')).toBeVisible();
    expect(box.tree.text(`${HOME}/Papers/packed/In/a.txt`)).toBe('a');
  },
  { languages: ['zh-CN', 'en'] },
);

for (const [model, version, has] of [
  ['N2', '1.0.1022', false],
  ['N3', '1.0.18', false],
  ['N3', '1.0.19', true],
  ['G2', '1.0.1', true],
] as const)
  defineStory(
    `CONTAINER-12: with firmware ${version} containers are ${has ? '' : 'not '}shown`,
    {},
    async (desk) => {
      const { page, labels } = desk;
      await desk.byAccount();
      // It is not built yet: until then a box that can have it lists it there and nowhere else.
      await desk.press(labels.desk('desktopSettings'));
      const coming = page.getByRole('region', { name: labels.panels('comingApps') }).getByRole('listitem');
      await expect(coming.filter({ hasText: 'Offline downloads' })).toBeVisible();
      await expect(coming.filter({ hasText: 'Container Service' })).toHaveCount(has ? 1 : 0);
    },
    { models: [model], version, languages: ['en'] },
  );
