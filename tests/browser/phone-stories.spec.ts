/** Ten stories of a family, by touch alone (phone.md): one phone, from the first run of a box on; the screens are those of phones that people have. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContextOptions, expect, type Locator, type Page, test } from '@playwright/test';
import { film } from '../../apps/box/src/demo/film.ts';
import { type BoxProcess, MEMBER, OWNER, PASSWORD, startBoxProcess } from '../lib/box-process.ts';
import { bindPhone } from './bind-phone.ts';
import { THUMBNAIL, watchConsole } from './desk.ts';
import { entry } from './files-desk.ts';
import { type Tongue, tongueOf } from './tongue.ts';
import { drawRun, enterByHand, faultsOfHand, front, goTo, longPress } from './touch.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
] as const;

/** On a secure page by daylight in English, on plain http at night in Chinese. */
const LOOKS = {
  en: { locale: 'en-US', colorScheme: 'light' },
  zh: { locale: 'zh-CN', colorScheme: 'dark' },
} as const;

/** A person with a phone at a box. */
interface Hand {
  readonly page: Page;
  readonly box: BoxProcess;
  /** The address of the box as this project reaches it. */
  readonly origin: string;
  readonly isSecure: boolean;
  readonly look: BrowserContextOptions;
  /** A path on the disk of the box, in the own space of its owner. */
  readonly disk: (...path: readonly string[]) => string;
}

const button = (at: Page | Locator, name: RegExp): Locator => at.getByRole('button', { name });
const start = (page: Page): Locator => page.locator('[data-start="files"]');

/** Files of this phone that the browser may read again after the page was loaded anew, as those that its picker gives. */
const ofThisPhone = (page: Page, names: readonly string[]): Promise<void> =>
  page.evaluate(async (all) => {
    const folder = await navigator.storage.getDirectory();
    const handles = await Promise.all(
      all.map(async (name) => {
        const handle = await folder.getFileHandle(name, { create: true });
        const stream = await handle.createWritable();
        await stream.write(`picture ${name} `.repeat(200));
        await stream.close();
        return handle;
      }),
    );
    Object.assign(globalThis, { showOpenFilePicker: () => Promise.resolve(handles) });
  }, names);

/** Waits until the browser has put so many files of this phone where a page that is loaded anew finds them. */
const kept = async (page: Page, count: number): Promise<void> => {
  const found = (): Promise<number> =>
    page.evaluate(async () => {
      const asked = <A>(request: IDBRequest<A>): Promise<A> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => {
            resolve(request.result);
          };
          request.onerror = () => {
            reject(new Error('no answer of the browser'));
          };
        });
      let all = 0;
      for (const { name = '' } of await indexedDB.databases()) {
        const store = await asked(indexedDB.open(name));
        if (store.objectStoreNames.contains('handles'))
          all += await asked(store.transaction('handles').objectStore('handles').count());
        store.close();
      }
      return all;
    });
  await expect.poll(found).toBeGreaterThanOrEqual(count);
};

const numbered = (word: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${word} ${String(at + 1).padStart(2, '0')}.jpg`);

/** What asks for the origin is told on both; the others once, by turns, so that two languages and looks cost little more than one. */
type Story = readonly [what: string, where: 'both' | 'secure' | 'insecure', tell: (hand: Hand) => Promise<void>];

/** The stories in the words of one language. */
const storiesIn = (say: Tongue): readonly Story[] => {
  /** Opens the own space; on a phone that lies on its side the first page stays beside it. */
  const openOwn = async (page: Page): Promise<Locator> => {
    await goTo(page, 'files');
    await start(page)
      .getByRole('button', { name: say.part('Personal space') })
      .tap();
    await expect(front(page).getByRole('heading', { name: say('Personal space') })).toBeVisible();
    return front(page);
  };

  /** Shows a folder of the own space, from the first page on. */
  const openFolder = async ({ page }: Hand, name: string): Promise<Locator> => {
    const app = await openOwn(page);
    await enterByHand(app, name);
    return app;
  };

  /** Selects by a long press; a list that has just come may be made anew under the finger. */
  const select = async (app: Locator, name: string): Promise<void> => {
    const head = app.getByRole('heading', { name: say('{count} selected', { count: '1' }) });
    await expect(async () => {
      if (!(await head.isVisible())) await longPress(app.page(), entry(app, name));
      await expect(head).toBeVisible({ timeout: 2_000 });
    }).toPass();
  };

  /** Chooses in the sheet of what is selected, or in the bar itself where there is room. */
  const act = async (app: Locator, name: string): Promise<void> => {
    const page = app.page();
    const bar = app.getByRole('toolbar', { name: say('Actions') });
    if ((await button(bar, say(name)).count()) > 0) await button(bar, say(name)).tap();
    else {
      await button(bar, say('More')).tap();
      await page.getByRole('menuitem', { name: say(name) }).tap();
    }
  };

  const signIn = async (page: Page, user: string): Promise<void> => {
    const form = page.getByRole('tabpanel', { name: say('Account') });
    await form.getByLabel(say('Account')).fill(user);
    await form.getByLabel(say('Password')).fill(PASSWORD);
    await button(page, say('Sign in')).tap();
    await expect(page.locator('[data-place="files"]')).toBeVisible();
  };

  return [
    [
      'sets the box up, signs out and in',
      'both',
      async ({ page, box, origin }) => {
        await page.goto(`${origin}/?setup=${box.setupCode ?? ''}`);
        await page.getByLabel(say.part('Name of the box')).fill('Attic');
        await page.getByLabel(say.part('Your user name')).fill(OWNER);
        await page.getByLabel(say('Password')).fill(PASSWORD);
        await page.getByLabel(say.part('Password again')).fill(PASSWORD);
        await button(page, say('Create and sign in')).tap();
        await expect(start(page)).toBeVisible();
        await goTo(page, 'more');
        await button(page, say('Sign out')).tap();
        await button(page.getByRole('alertdialog'), say('Sign out')).tap();
        await signIn(page, OWNER);
        // Not where the one before was.
        await expect(start(page)).toBeVisible();
      },
    ],
    [
      'uploads pictures, through a reload and without a network',
      'both',
      async ({ page, disk, isSecure }) => {
        await goTo(page, 'files');
        await button(page, say('Add')).tap();
        await page.getByRole('menuitem', { name: say('New folder') }).tap();
        const dialog = page.getByRole('dialog', { name: say('New folder') });
        await dialog.getByLabel(say.part('Folder name')).fill('Trip');
        await button(dialog, say('Create')).tap();
        await expect(entry(front(page), 'Trip')).toBeVisible();
        await enterByHand(front(page), 'Trip');
        const upload = async (names: readonly string[]): Promise<void> => {
          if (isSecure) await ofThisPhone(page, names);
          await button(front(page), say('Add')).tap();
          const asked = isSecure ? null : page.waitForEvent('filechooser');
          await page.getByRole('menuitem', { name: say('Upload files') }).tap();
          await (
            await asked
          )?.setFiles(
            names.map((name) => ({
              name,
              mimeType: 'image/jpeg',
              buffer: Buffer.from(`picture ${name} `.repeat(200)),
            })),
          );
        };
        const first = numbered('lake', isSecure ? 293 : 5);
        if (isSecure) {
          let hold = true;
          await page.route('**/filetrans?*', (route) =>
            hold && route.request().method() === 'PUT' ? undefined : route.fallback(),
          );
          await upload(first);
          await kept(page, first.length);
          await page.waitForFunction(() => localStorage.getItem('upload_tasks')?.includes('lake 150.jpg'));
          hold = false;
          await page.reload();
        } else await upload(first);
        await expect.poll(() => readdirSync(disk('Trip')).length, { timeout: 60_000 }).toBe(first.length);
        await page.unrouteAll();

        await page.context().setOffline(true);
        await upload([...numbered('hill', 6), '湖边.jpg']);
        await expect(page.getByText(say.part('No network')).first()).toBeVisible();
        expect(readdirSync(disk('Trip'))).toHaveLength(first.length);
        await page.context().setOffline(false);
        await expect.poll(() => readdirSync(disk('Trip')).length).toBe(first.length + 7);
        expect(readFileSync(disk('Trip', 'hill 06.jpg'), 'utf8')).toContain('picture hill 06.jpg');
      },
    ],
    [
      'selects seven by a long press and a draw, moves them, and takes it back',
      'secure',
      async (hand) => {
        const { page, disk } = hand;
        mkdirSync(disk('Album'));
        const all = readdirSync(disk('Trip')).length;
        const app = await openFolder(hand, 'Trip');
        await select(app, 'hill 01.jpg');
        await button(app, say('End the selection')).tap();
        await drawRun(page, entry(app, 'hill 01.jpg'), [entry(app, 'hill 02.jpg'), entry(app, 'hill 03.jpg')]);
        await expect(app.getByRole('heading', { name: say('{count} selected', { count: '3' }) })).toBeVisible();
        for (const name of ['hill 04.jpg', 'hill 05.jpg', 'hill 06.jpg', 'lake 01.jpg']) await entry(app, name).tap();
        await expect(app.getByRole('heading', { name: say('{count} selected', { count: '7' }) })).toBeVisible();
        await act(app, 'Move');
        const picker = page.getByRole('dialog');
        await picker.getByRole('row', { name: /Album/ }).tap();
        await button(picker, say('Confirm')).tap();
        await expect.poll(() => readdirSync(disk('Album')).length).toBe(7);
        await button(page, say('Undo')).tap();
        await expect.poll(() => readdirSync(disk('Trip')).length).toBe(all);
      },
    ],
    [
      'shares a picture by a link and its code for a camera; a stranger at a computer has it',
      'both',
      async (hand) => {
        const { page, box } = hand;
        await bindPhone(page, box, OWNER);
        const app = await openFolder(hand, 'Trip');
        await select(app, 'hill 02.jpg');
        await act(app, 'Share');
        const dialog = page.getByRole('dialog', { name: say.part('Share by link') });
        await expect(dialog.getByRole('img', { name: say.part('QR code of the link') })).toBeVisible();
        const link = dialog.getByLabel(say('Link'));
        await expect(link).toHaveValue(/\/s\//);
        const stranger = await page.context().browser()?.newContext();
        if (stranger === undefined) throw new Error('no browser');
        const visit = await stranger.newPage();
        await visit.goto(await link.inputValue());
        const download = visit.waitForEvent('download');
        await visit.getByRole('link', { name: 'Download hill 02.jpg' }).click();
        expect(readFileSync(await (await download).path(), 'utf8')).toContain('picture hill 02.jpg');
        await stranger.close();
        await page.goBack();
        await expect(dialog).toHaveCount(0);
        await button(app, say('End the selection')).tap();
      },
    ],
    [
      'finds one by how its Chinese name sounds',
      'secure',
      async ({ page }) => {
        await goTo(page, 'files');
        await button(start(page), say('Search everything')).tap();
        const search = page.getByRole('dialog', { name: say('Search') });
        await search.getByRole('combobox').fill('hubian');
        await search.getByRole('option', { name: /湖边\.jpg/ }).tap();
        await expect(search).toHaveCount(0);
        await expect(front(page).getByRole('heading', { name: '湖边.jpg' })).toBeVisible();
        // A picture fills the screen: Back leads to the first page, whose search offers what was searched for.
        await page.goBack();
        await button(start(page), say('Search everything')).tap();
        await search
          .getByRole('group', { name: say.part('Searched before') })
          .getByRole('button', { name: 'hubian' })
          .tap();
        await expect(search.getByRole('option', { name: /湖边\.jpg/ })).toBeVisible();
        await page.goBack();
        await expect(search).toHaveCount(0);
      },
    ],
    [
      'gives a file another name',
      'insecure',
      async (hand) => {
        const { page, disk } = hand;
        const app = await openFolder(hand, 'Trip');
        await select(app, 'hill 01.jpg');
        await act(app, 'Rename');
        const dialog = page.getByRole('dialog', { name: say.part('Rename') });
        // The sheet that it was chosen in leaves the focus to the question.
        await expect(dialog.getByLabel(say.part('New name'))).toBeFocused();
        await dialog.getByLabel(say.part('New name')).fill('the highest hill');
        await dialog.locator('button[type="submit"]').tap();
        await expect.poll(() => existsSync(disk('Trip', 'the highest hill.jpg'))).toBe(true);
      },
    ],
    [
      'opens a film, a paper and a Chinese text of Windows',
      'secure',
      async (hand) => {
        const { page, disk } = hand;
        mkdirSync(disk('Look'));
        writeFileSync(disk('Look', 'river.webm'), await film(7, 2));
        writeFileSync(disk('Look', 'paper.pdf'), '%PDF-1.4\n%%EOF\n');
        writeFileSync(disk('Look', 'note.txt'), Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0d, 0x0a]));
        const app = await openFolder(hand, 'Look');
        await entry(app, 'river.webm').tap();
        await expect
          .poll(() =>
            front(page)
              .locator('video')
              .evaluate((video) => video instanceof HTMLVideoElement && video.readyState > 0),
          )
          .toBe(true);
        await page.goBack();
        await entry(app, 'note.txt').tap();
        await expect(front(page).getByText('你好')).toBeVisible();
        await page.goBack();
        const paper = page.waitForEvent('popup');
        await entry(app, 'paper.pdf').tap();
        await (await paper).close();
      },
    ],
    [
      'gives the safe a password, locks it, and opens it again',
      'both',
      async ({ page }) => {
        await goTo(page, 'files');
        await start(page)
          .getByRole('button', { name: say.part('locked with a password') })
          .tap();
        const form = page.getByRole('form');
        await form.getByLabel(say.part('New password')).fill('abc123');
        await form.getByLabel(say.part('Repeat the password')).fill('abc123');
        await form.getByRole('checkbox').tap();
        await button(form, say('Set password')).tap();
        await expect(front(page).getByText(say.part('The safe is empty'))).toBeVisible();
        await button(front(page), say('Lock')).tap();
        await form.getByLabel(say('Password')).fill('abc123');
        await button(form, say('Unlock')).tap();
        await expect(front(page).getByText(say.part('The safe is empty'))).toBeVisible();
      },
    ],
    [
      'invites somebody, who joins with a phone as well',
      'insecure',
      async ({ page, origin, look }) => {
        // On a phone that lies on its side the place stays beside what is opened.
        await goTo(page, 'more');
        await page.locator('[data-app="account"]').tap();
        await front(page).getByText(say('People of this box')).first().tap();
        await button(page, say('Show invitation code')).tap();
        await expect(page.getByText(say.part('Good until {time}', { time: '' }))).toBeVisible();
        const code = await front(page).locator('code').innerText();
        const other = await page
          .context()
          .browser()
          ?.newContext({ ...look, viewport: SIZES[1] });
        if (other === undefined) throw new Error('no browser');
        const theirs = await other.newPage();
        await theirs.goto(`${origin}/?join=#invite=${code}`);
        await theirs.getByLabel(say.part('Your user name')).fill(MEMBER);
        await theirs.getByLabel(say('Password')).fill(PASSWORD);
        await theirs.getByLabel(say.part('Password again')).fill(PASSWORD);
        await button(theirs, say('Create account and join')).tap();
        await expect(start(theirs)).toBeVisible();
        await other.close();
      },
    ],
    [
      'shares a folder with them',
      'insecure',
      async (hand) => {
        const { page } = hand;
        const app = await openOwn(page);
        await select(app, 'Trip');
        await button(app.getByRole('toolbar', { name: say.part('Actions') }), say('More')).tap();
        await page.getByRole('menuitem', { name: say.part('Share with the family…') }).tap();
        const dialog = page.getByRole('dialog', { name: say.part('Share a folder with the family') });
        await dialog.getByRole('switch', { name: MEMBER }).tap();
        await button(dialog, say('Save')).tap();
        await expect(dialog).toHaveCount(0);
        await expect(front(page).getByRole('row').filter({ hasText: 'Trip' })).toContainText(MEMBER);
      },
    ],
  ];
};

test('ten stories by touch alone, on phones of four sizes and a tablet', async ({ browser }, { project }) => {
  test.setTimeout(300_000);
  const isSecure = project.metadata['host'] === '127.0.0.1';
  const language = isSecure ? 'en' : 'zh';
  const stories = storiesIn(tongueOf(language));
  const look = { ...LOOKS[language], hasTouch: true, isMobile: true, viewport: SIZES[0] };
  const page = await (await browser.newContext(look)).newPage();
  page.setDefaultTimeout(20_000);
  const box = await startBoxProcess({ family: false });
  const errors = watchConsole(page, THUMBNAIL);
  const origin = `http://${String(project.metadata['host'])}:${box.port}`;
  const hand: Hand = { page, box, origin, isSecure, look, disk: (...path) => join(box.usb1, OWNER, ...path) };
  try {
    for (const [at, [what, where, tell]] of stories.entries()) {
      if (where !== 'both' && where !== (isSecure ? 'secure' : 'insecure')) continue;
      await test.step(what, async () => {
        await page.setViewportSize(SIZES[at % SIZES.length] ?? SIZES[0]);
        await tell(hand);
        expect(await faultsOfHand(page), what).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.lang), what).toMatch(new RegExp(`^${language}`));
      });
    }
    expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  } finally {
    await page.context().close();
    await box.remove();
  }
});
