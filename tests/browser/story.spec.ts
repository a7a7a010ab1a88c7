import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountClient, signInParams } from '@boxwood/account-sdk';
import { createBoxClient, fetchTransport, fileUrl } from '@boxwood/box-sdk';
import type { Page } from '@playwright/test';
import { expect as plain, test as base } from '@playwright/test';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import {
  SAMPLE_FILE_COUNT,
  countFiles,
  SAMPLE_FOLDER_NAME,
  SAMPLE_KINDS,
  createSampleFolder,
  digestsByPath,
} from '../lib/media/sample-folder.ts';
import { MEMBER, OWNER, PASSWORD, signInOffline, watchConsole, win } from './desktop-page.ts';
import { browsers, enter, entry, listOf, openContextMenu, names } from './files-page.ts';
import { bindPhone } from './bind-phone.ts';
import { WHOLE_BROWSER } from './fixtures.ts';

const SHOTS = '.cache/story';
/** A busy machine is slow, not wrong. */
const expect = plain.configure({ timeout: 20_000 });

const test = base.extend<{ readonly box: BoxProcess; readonly computer: string }>({
  /** A box that nobody has set up yet. */
  box: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const box = await startBoxProcess({ withUsers: false });
      await use(box);
      await box.remove();
    },
    { timeout: 60_000 },
  ],
  /** A folder of the person's own computer. */
  computer: [
    // eslint-disable-next-line no-empty-pattern -- see above
    async ({}, use) => {
      const computer = mkdtempSync(join(tmpdir(), 'boxwood-story-'));
      await use(computer);
      rmSync(computer, { recursive: true, force: true });
    },
    { timeout: 60_000 },
  ],
});

/** Lets another member of the family join by invitation. */
const invite = async (box: BoxProcess, userName: string): Promise<void> => {
  const options = { baseUrl: `${box.origin}/account`, transport: fetchTransport() };
  const anonymous = createAccountClient(options);
  const key = (): string => 'k'.repeat(32);
  const signed = await anonymous.session.signIn(signInParams(OWNER, PASSWORD, key()));
  const owner = createAccountClient({
    ...options,
    identity: () => ({ username: signed.userName, token: signed.token }),
  });
  const { boxid } = await createBoxClient({ baseUrl: box.origin, transport: fetchTransport() }).session.setup();
  const { inviteCode } = await owner.roster.invite({ boxName: boxid });
  await anonymous.session.register({ userName, password: PASSWORD, param: '', code: '', inviteCode });
  await expect.poll(() => existsSync(join(box.usb1, userName, 'Download'))).toBe(true);
};

/** Goes through the first run as the printed link leads it. */
const firstRun = async (page: Page, box: BoxProcess): Promise<void> => {
  await page.goto(`${box.origin}/?setup=${box.setupCode ?? ''}`);
  await page.getByLabel('Name of the box').fill('Attic 阁楼');
  await page.getByLabel('Your user name').fill(OWNER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password again').fill(PASSWORD);
};

test(
  'PROD-06 PROD-08: a first day, from the first run to a second person who sees nothing of it',
  WHOLE_BROWSER,
  async ({ browser, box, computer }, testInfo) => {
    // Two minutes on a machine of its own; most of it is work of the box.
    test.setTimeout(1_800_000);
    rmSync(SHOTS, { recursive: true, force: true });
    mkdirSync(SHOTS, { recursive: true });
    const folder = join(computer, SAMPLE_FOLDER_NAME);
    await createSampleFolder(folder);
    const wanted = digestsByPath(folder);
    expect(wanted.size).toBe(SAMPLE_FILE_COUNT);
    const home = join(box.usb1, OWNER, SAMPLE_FOLDER_NAME);
    const context = await browser.newContext({ baseURL: box.origin, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const problems = watchConsole(page);
    let shots = 0;
    const shot = async (name: string, of: Page = page): Promise<void> => {
      shots += 1;
      const path = `${SHOTS}/${String(shots).padStart(2, '0')} ${name}.png`;
      await of.screenshot({ path, animations: 'disabled' });
      await testInfo.attach(name, { path, contentType: 'image/png' });
    };
    const step = (name: string, work: () => Promise<void>): Promise<void> =>
      test.step(name, async () => {
        await work();
        await shot(name);
      });
    const files = browsers(page).first();
    const arrived = (): number => countFiles(home);
    const into = async (...way: readonly string[]): Promise<void> => {
      await files.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Personal space' }).click();
      for (const name of way) await enter(files, name);
    };

    await step('first run', async () => {
      await firstRun(page, box);
    });
    await step('set up', async () => {
      await page.getByRole('button', { name: 'Create and sign in' }).click();
      await expect(page.getByRole('banner', { name: 'Top bar' })).toBeVisible({ timeout: 30_000 });
      expect(readdirSync(box.usb1)).toContain(OWNER);
    });
    await step('an empty space of my own', async () => {
      await page.locator('nav [data-app="files"]').click();
      await expect(files).toBeVisible();
      await expect(entry(files, 'Download').or(files.getByText('This folder is empty')).first()).toBeVisible();
    });
    await step('two thousand files on their way', async () => {
      await files
        .getByRole('toolbar', { name: 'Actions' })
        .getByRole('button', { name: 'Upload', exact: true })
        .click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: 'Upload a folder' }).click();
      await (await chooser).setFiles(folder);
      await expect(page.getByText('Upload task submitted')).toBeVisible({ timeout: 30_000 });
      await expect.poll(arrived, { timeout: 120_000 }).toBeGreaterThan(200);
    });
    await step('the network is gone', async () => {
      await context.setOffline(true);
      await expect(page.getByText('No network')).toBeVisible({ timeout: 30_000 });
      expect(arrived()).toBeLessThan(SAMPLE_FILE_COUNT);
    });
    await step('back after a reload, waiting for the folder', async () => {
      await context.setOffline(false);
      await page.reload();
      await expect(page.getByRole('banner', { name: 'Top bar' })).toBeVisible();
      await page.getByRole('button', { name: /^Tasks/ }).click();
      await page.getByRole('menuitem', { name: 'Upload tasks' }).click();
      const centre = win(page, 'Task Centre');
      await expect(centre.getByRole('button', { name: 'Choose the folder again' })).toBeVisible({ timeout: 20_000 });
      await centre.getByRole('tab', { name: 'Waiting' }).click();
      await expect(centre.getByText('Choose the file again to continue').first()).toBeVisible();
    });
    await step('the upload goes on', async () => {
      const centre = win(page, 'Task Centre');
      const chooser = page.waitForEvent('filechooser');
      await centre.getByRole('button', { name: 'Choose the folder again' }).click();
      await (await chooser).setFiles(folder);
      await expect(centre.getByText(/uploads? continues?/)).toBeVisible({ timeout: 30_000 });
    });
    await step('all two thousand are there', async () => {
      await expect.poll(arrived, { timeout: 1_200_000, intervals: [1000] }).toBe(SAMPLE_FILE_COUNT);
      await expect.poll(() => digestsByPath(home), { timeout: 30_000 }).toEqual(wanted);
      const centre = win(page, 'Task Centre');
      await centre.getByRole('tab', { name: 'Completed' }).click();
      await expect(centre.getByRole('listitem').first()).toBeVisible();
    });
    await win(page, 'Task Centre').getByRole('button', { name: 'Close', exact: true }).click();
    await step('sorted by size', async () => {
      await into(SAMPLE_FOLDER_NAME, 'Papers 文件', '2001');
      await files.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
      await files.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
      const bySize = [...wanted.keys()]
        .filter((path) => path.startsWith('Papers 文件/2001/'))
        .map((path) => ({ name: path.slice(path.lastIndexOf('/') + 1), size: readFileSync(join(folder, path)).length }))
        .toSorted((a, b) => b.size - a.size);
      await expect.poll(async () => (await names(files))[0]).toBe(bySize[0]?.name);
    });
    await files.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await step('searched by a Chinese word', async () => {
      await files
        .getByRole('navigation', { name: 'Path' })
        .getByRole('button', { name: SAMPLE_FOLDER_NAME, exact: true })
        .click();
      const field = files.getByRole('searchbox');
      await field.fill('给奶奶的信');
      await field.press('Enter');
      await expect.poll(() => names(files)).toEqual([SAMPLE_KINDS.word]);
      await field.fill('');
    });
    await into(SAMPLE_FOLDER_NAME, 'One of each 每样一个');
    const open = (kind: keyof typeof SAMPLE_KINDS): Promise<void> =>
      entry(files, SAMPLE_KINDS[kind]).locator('[data-grab]').dblclick();
    const closed = async (title: string): Promise<void> => {
      await win(page, title).getByRole('button', { name: 'Close', exact: true }).last().click();
      await expect(win(page, title)).toHaveCount(0);
    };
    const looks: Readonly<Partial<Record<keyof typeof SAMPLE_KINDS, () => Promise<void>>>> = {
      photo: () => expect(win(page, SAMPLE_KINDS.photo).getByRole('img', { name: SAMPLE_KINDS.photo })).toBeVisible(),
      film: () => expect(win(page, SAMPLE_KINDS.film).locator('video')).toHaveJSProperty('videoWidth', 640),
      word: () =>
        expect(win(page, SAMPLE_KINDS.word).locator('iframe').contentFrame().getByText('Dear grandma')).toBeVisible(),
      sheet: () => expect(win(page, SAMPLE_KINDS.sheet).getByRole('cell', { name: 'Bread 面包' })).toBeVisible(),
      markdown: () =>
        expect(win(page, SAMPLE_KINDS.markdown).getByRole('cell', { name: 'noodles 面条' })).toBeVisible(),
      source: () => expect(win(page, SAMPLE_KINDS.source).locator('pre span').first()).toHaveText('for'),
    };
    for (const [kind, look] of Object.entries(looks)) {
      const name = kind as keyof typeof SAMPLE_KINDS;
      await step(`preview of a ${kind}`, async () => {
        await open(name);
        await look();
      });
      await closed(SAMPLE_KINDS[name]);
    }
    await step('preview of a song', async () => {
      await open('song');
      await expect(win(page, 'Music').getByRole('heading', { name: /little song/ })).toBeVisible();
    });
    await closed('Music');
    await test.step('preview of a paper', async () => {
      const opened = context.waitForEvent('page');
      await open('paper');
      const tab = await opened;
      await expect.poll(() => tab.url()).toContain('/port_80/');
      await tab.close();
    });
    await step('renamed, copied and moved', async () => {
      await entry(files, SAMPLE_KINDS.markdown).locator('[data-grab]').click();
      await page.keyboard.press('F2');
      await page.getByRole('dialog', { name: 'Rename' }).getByLabel('New name').fill('Recipe');
      await page.keyboard.press('Enter');
      await entry(files, 'Recipe.md').locator('[data-grab]').click();
      await page.keyboard.press('Control+c');
      await into(SAMPLE_FOLDER_NAME);
      await page.keyboard.press('Control+v');
      await entry(files, 'Recipe.md').locator('[data-grab]').click();
      await page.keyboard.press('Control+x');
      await into(SAMPLE_FOLDER_NAME, 'Papers 文件');
      await page.keyboard.press('Control+v');
      await expect(entry(files, 'Recipe.md')).toBeVisible({ timeout: 60_000 });
      const holders = ['One of each 每样一个', '', 'Papers 文件'].filter((name) =>
        existsSync(join(home, name, 'Recipe.md')),
      );
      expect(holders).toEqual(['One of each 每样一个', 'Papers 文件']);
    });
    await step('shared by link, and downloaded', async () => {
      await bindPhone(page, box, OWNER);
      const menu = await openContextMenu(files, 'Recipe.md');
      await menu.getByRole('menuitem', { name: 'Share', exact: true }).hover();
      await page.getByRole('menuitem', { name: 'Share by link' }).click();
      const share = page.getByRole('dialog', { name: 'Share by link' });
      const link = share.getByLabel('Link', { exact: true });
      await expect(link).toHaveValue(/\/s\/[A-Za-z0-9]{16}$/);
      const address = `${box.origin}${new URL(await link.inputValue()).pathname}`;
      await share.getByRole('button', { name: 'Close', exact: true }).first().click();
      const visit = async (): Promise<number> => (await fetch(address)).status;
      expect(await visit()).toBe(200);
      // The notice of a new link has a button that ends it.
      await page.getByRole('button', { name: 'Stop sharing' }).click();
      await expect.poll(visit).toBe(404);
      await entry(files, 'Recipe.md').locator('[data-grab]').click();
      const started = page.waitForEvent('download');
      await files.getByRole('button', { name: 'Download', exact: true }).click();
      const saved = readFileSync(await (await started).path());
      expect(saved.equals(readFileSync(join(home, 'Papers 文件', 'Recipe.md')))).toBe(true);
    });
    await step('a hundred photos renamed', async () => {
      await into(SAMPLE_FOLDER_NAME, 'Camera roll 相机');
      await listOf(files).focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('F2');
      const dialog = page.getByRole('dialog', { name: 'Batch rename' });
      await dialog.getByLabel('Name format').fill('Lake 湖 {n}');
      await dialog.getByLabel('Digits').fill('3');
      await shot('renaming');
      await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
      await expect(dialog).toHaveCount(0, { timeout: 60_000 });
      await expect(entry(files, 'Lake 湖 001.jpg')).toBeVisible({ timeout: 20_000 });
      const expected = Array.from({ length: 100 }, (_, at) => `Lake 湖 ${String(at + 1).padStart(3, '0')}.jpg`);
      expect(readdirSync(join(home, 'Camera roll 相机')).toSorted()).toEqual(expected);
    });
    const photos = digestsByPath(join(home, 'Camera roll 相机'));
    await step('packed', async () => {
      await into(SAMPLE_FOLDER_NAME);
      const menu = await openContextMenu(files, 'Camera roll 相机');
      await menu.getByRole('menuitem', { name: 'Compress' }).hover();
      await page.getByRole('menuitem', { name: 'Into this folder' }).click();
      const dialog = page.getByRole('dialog', { name: 'Compress' });
      await dialog.getByLabel('Name of the archive').fill('Lake 湖 2026');
      await dialog.getByRole('button', { name: 'Compress', exact: true }).click();
      await expect(entry(files, 'Lake 湖 2026.zip')).toBeVisible({ timeout: 60_000 });
      expect(existsSync(join(home, 'Lake 湖 2026.zip'))).toBe(true);
    });
    await step('unpacked', async () => {
      const menu = await openContextMenu(files, 'Lake 湖 2026.zip');
      await menu.getByRole('menuitem', { name: 'Extract' }).hover();
      await page.getByRole('menuitem', { name: 'Into this folder' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Extract' }).click();
      await expect(entry(files, 'Lake 湖 2026')).toBeVisible({ timeout: 60_000 });
      expect(digestsByPath(join(home, 'Lake 湖 2026', 'Camera roll 相机'))).toEqual(photos);
    });
    const letter = readFileSync(join(folder, 'One of each 每样一个', SAMPLE_KINDS.word));
    const inside = join(box.usb1, OWNER, '.safebox', `${SAMPLE_KINDS.word}.hyencrypt_v3`);
    await step('encrypted', async () => {
      await files
        .getByRole('navigation', { name: 'Places' })
        .getByRole('button', { name: 'Safe', exact: true })
        .click();
      const form = files.getByRole('form', { name: 'Set up the safe' });
      await form.getByLabel('New password').fill('abc123');
      await form.getByLabel('Repeat the password').fill('abc123');
      await form.getByRole('checkbox').check();
      await shot('the safe is set up');
      await form.getByRole('button', { name: 'Set password' }).click();
      await expect(files.getByText('The safe is empty')).toBeVisible({ timeout: 30_000 });
      await into(SAMPLE_FOLDER_NAME, 'One of each 每样一个');
      const menu = await openContextMenu(files, SAMPLE_KINDS.word);
      await menu.getByRole('menuitem', { name: 'Encrypt' }).click();
      await page
        .getByRole('dialog', { name: 'Encrypt into the safe' })
        .getByRole('button', { name: 'Confirm' })
        .click();
      await expect(entry(files, SAMPLE_KINDS.word)).toHaveCount(0, { timeout: 30_000 });
      await files
        .getByRole('navigation', { name: 'Places' })
        .getByRole('button', { name: 'Safe', exact: true })
        .click();
      await expect(entry(files, `${SAMPLE_KINDS.word}.hyencrypt_v3`)).toBeVisible({ timeout: 30_000 });
      expect(existsSync(join(home, 'One of each 每样一个', SAMPLE_KINDS.word))).toBe(false);
      expect(readFileSync(inside).includes(letter.subarray(0, 64))).toBe(false);
    });
    await step('decrypted', async () => {
      await entry(files, `${SAMPLE_KINDS.word}.hyencrypt_v3`).locator('[data-grab]').click();
      await files.getByRole('button', { name: 'Decrypt', exact: true }).click();
      const picker = page.getByRole('dialog', { name: 'Decrypt to' });
      await picker.locator('[data-index="0"] [data-grab]').dblclick();
      await picker.getByRole('row').filter({ hasText: SAMPLE_FOLDER_NAME }).locator('[data-grab]').dblclick();
      await expect(picker.getByRole('navigation', { name: 'Path' })).toContainText(SAMPLE_FOLDER_NAME);
      await picker.getByRole('button', { name: 'Confirm' }).click();
      await expect.poll(() => existsSync(join(home, SAMPLE_KINDS.word)), { timeout: 60_000 }).toBe(true);
      expect(readFileSync(join(home, SAMPLE_KINDS.word)).equals(letter)).toBe(true);
    });
    await step('in the recycle bin', async () => {
      await into(SAMPLE_FOLDER_NAME);
      await entry(files, 'Papers 文件').locator('[data-grab]').click();
      await page.keyboard.press('Delete');
      await expect(entry(files, 'Papers 文件')).toHaveCount(0, { timeout: 30_000 });
      expect(existsSync(join(home, 'Papers 文件'))).toBe(false);
      await files.getByRole('button', { name: 'Recycle bin' }).click();
      await expect(win(page, 'Recycle bin').getByRole('row').filter({ hasText: 'Papers 文件' })).toBeVisible();
    });
    await step('restored', async () => {
      const bin = win(page, 'Recycle bin');
      await bin.getByRole('row').filter({ hasText: 'Papers 文件' }).locator('[data-grab]').click();
      await bin.getByRole('button', { name: 'Restore', exact: true }).click();
      await expect.poll(() => existsSync(join(home, 'Papers 文件')), { timeout: 30_000 }).toBe(true);
      const papers = new Map([...wanted].filter(([path]) => path.startsWith('Papers 文件/')));
      const now = digestsByPath(home);
      expect(new Map([...papers.keys()].map((path) => [path, now.get(path)]))).toEqual(papers);
    });

    await invite(box, MEMBER);
    const other = await browser.newContext({ baseURL: box.origin, viewport: { width: 1280, height: 800 } });
    const second = await other.newPage();
    await test.step('a second person', async () => {
      await signInOffline(second, MEMBER);
      await second.locator('nav [data-app="files"]').click();
      const theirs = browsers(second).first();
      await expect(listOf(theirs)).toBeVisible();
      await expect(entry(theirs, SAMPLE_FOLDER_NAME)).toHaveCount(0);
      await second.keyboard.press('Control+l');
      const path = theirs.getByRole('textbox', { name: 'Path' });
      await path.fill(`/mnt/usb1/${OWNER}/${SAMPLE_FOLDER_NAME}`);
      await path.press('Enter');
      await expect(path).toHaveAttribute('aria-invalid', 'true');
      await expect(theirs.getByText('Camera roll 相机')).toHaveCount(0);
      // Not by the bare addresses either.
      const client = await signIn(box.origin, MEMBER);
      await expect(client.files.list({ path: `/mnt/usb1/${OWNER}`, count: 9, hasbaseinfo: 0 })).rejects.toThrow();
      const { key } = await client.session.fileKey({});
      const address = fileUrl(
        { base: box.origin, key },
        `/mnt/usb1/${OWNER}/${SAMPLE_FOLDER_NAME}/${SAMPLE_KINDS.word}`,
      );
      expect((await second.request.get(address)).status()).toBe(403);
      await shot('a second person sees nothing of it', second);
    });
    // A broken photo has no thumbnail, and the browser says so.
    const expected = /ERR_INTERNET_DISCONNECTED|Blocked script execution|404 \(Not Found\)/;
    expect(problems.filter((text) => !expected.test(text))).toEqual([]);
    await context.close();
    await other.close();
  },
);
