/** What another app of the phone shares with Boxwood arrives in the folder that the person says (phone.md, share target). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { signInOffline, watchConsole } from './desktop-page.ts';
import { seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' });

/** As the manifest says it to the system of a phone. */
const TARGET = {
  action: '/share-target',
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
};

const ready = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active === null) throw new Error('no service worker');
  });

/** Sends what the system of a phone sends when somebody chooses Boxwood: a form as the manifest says. */
const share = async (
  page: Page,
  files: readonly { readonly name: string; readonly type: string; readonly text: string }[],
  said: Readonly<Record<string, string>> = {},
): Promise<void> => {
  await page.evaluate(
    ({ files, said, target }) => {
      const form = document.createElement('form');
      Object.assign(form, { ...target, hidden: true });
      const input = Object.assign(document.createElement('input'), {
        type: 'file',
        name: 'files',
        multiple: true,
      });
      const given = new DataTransfer();
      for (const { name, type, text } of files) given.items.add(new File([text], name, { type }));
      input.files = given.files;
      form.append(input);
      for (const [field, value] of Object.entries(said))
        form.append(Object.assign(document.createElement('input'), { name: field, value }));
      document.body.append(form);
      form.submit();
    },
    { files, said, target: { action: TARGET.action, method: TARGET.method, enctype: TARGET.enctype } },
  );
  await page.waitForURL('**/home');
};

test('three files of another app arrive in the chosen folder, a link as a text; nobody else finds them, and a no leaves nothing @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Shared in', { 'here.txt': 'x' });
  const errors = watchConsole(page);
  await signInOffline(page);
  await ready(page);
  const manifest: unknown = await (await page.request.get('/boxwood.webmanifest')).json();
  expect(manifest).toMatchObject({ share_target: TARGET });
  const names = ['a.txt', '照片 1.jpg', 'b.txt'];
  await share(
    page,
    names.map((name) => ({ name, type: 'text/plain', text: `of ${name}` })),
  );
  const dialog = page.getByRole('dialog', { name: 'Save 3 files to the box' });
  await expect(dialog.getByRole('listitem')).toHaveText(names);
  await expect(dialog.getByLabel('Folder')).toHaveValue('Personal space');
  await dialog.getByRole('button', { name: 'Change folder' }).tap();
  const picker = page.getByRole('dialog', { name: 'Choose a folder' });
  // One tap goes into a folder, and the button takes it.
  await picker.getByRole('row', { name: /Shared in/ }).tap();
  await expect(picker.getByText('Shared in')).toBeVisible();
  await picker.getByRole('button', { name: 'Confirm' }).tap();
  await expect(dialog.getByLabel('Folder')).toHaveValue('Personal space › Shared in');
  // It is kept until it is put away.
  await page.reload();
  await expect(dialog.getByRole('listitem')).toHaveText(names);
  await dialog.getByRole('button', { name: 'Change folder' }).tap();
  await picker.getByRole('row', { name: /Shared in/ }).tap();
  await picker.getByRole('button', { name: 'Confirm' }).tap();
  await expect(dialog.getByLabel('Folder')).toHaveValue('Personal space › Shared in');
  await dialog.getByRole('button', { name: 'Save here' }).tap();
  await expect.poll(() => readdirSync(root).sort()).toEqual(['a.txt', 'b.txt', 'here.txt', '照片 1.jpg'].sort());
  expect(readFileSync(join(root, '照片 1.jpg'), 'utf8')).toBe('of 照片 1.jpg');

  await share(page, [], { title: 'A page: worth it', text: 'Read this', url: 'https://example.org/' });
  const one = page.getByRole('dialog', { name: 'Save 1 file to the box' });
  await expect(one.getByRole('listitem')).toHaveText(['A page worth it.txt']);
  await one.getByRole('button', { name: 'Save here' }).tap();
  const said = join(root, '..', 'A page worth it.txt');
  await expect.poll(() => readdirSync(join(root, '..'))).toContain('A page worth it.txt');
  expect(readFileSync(said, 'utf8')).toBe('A page: worth it\nRead this\nhttps://example.org/\n');

  await share(page, [{ name: 'no.txt', type: 'text/plain', text: 'no' }]);
  // Closed is not refused: it is asked again.
  await page.keyboard.press('Escape');
  await expect(one).toHaveCount(0);
  await page.reload();
  await one.getByRole('button', { name: 'Do not save' }).tap();
  await expect(one).toHaveCount(0);
  expect(await page.evaluate(() => caches.keys())).not.toContain('boxwood-shared-in');
  expect(errors).toEqual([]);
});
