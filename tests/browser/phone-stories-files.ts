/** Stories of a phone with files: uploading, selecting, finding, renaming and opening. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { createVideo } from '../../apps/box/src/bin/demo/webm-video.ts';
import { entry } from './files-page.ts';
import { button, createPhoneActions, start, type PhoneStory } from './phone-story.ts';
import type { LabelLookup } from './label-lookup.ts';
import { dragSelect, enterByTouch, front, goTo } from './touch-actions.ts';

/** Files of this phone that the browser may read again after a reload, like those from its picker. */
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

/** Waits until the browser has stored this many files of the phone where a reloaded page finds them. */
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

/** Lets this many upload chunks through to the box, and holds the others until released. */
const gateOf = async (
  page: Page,
  first: number,
): Promise<{
  readonly letThrough: (count: number) => void;
  /** Drops the held requests of a page that was left. */
  readonly forget: () => void;
}> => {
  let left = first;
  const waiting: (() => void)[] = [];
  const go = (): void => {
    while (left > 0 && waiting.length > 0) {
      left -= 1;
      waiting.shift()?.();
    }
  };
  await page.route('**/filetrans?*', async (route) => {
    if (route.request().method() === 'PUT') {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        go();
      });
    }
    // The request may belong to a page that was left.
    await route.fallback().catch(() => undefined);
  });
  return {
    letThrough: (count) => {
      left += count;
      go();
    },
    forget: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
};

/** Locks the phone: the page is hidden, and none of its code runs until it is unlocked. */
const lockOf = async (
  page: Page,
): Promise<{ readonly close: () => Promise<void>; readonly open: () => Promise<void> }> => {
  const session = await page.context().newCDPSession(page);
  const show = (state: 'visible' | 'hidden'): Promise<void> =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  return {
    close: async () => {
      await show('hidden');
      // Headless Chromium does not freeze a page: the debugger pauses its code instead.
      await session.send('Debugger.enable');
      await session.send('Debugger.pause');
    },
    open: async () => {
      await session.send('Debugger.disable');
      await session.detach();
      await show('visible');
    },
  };
};

export const storiesOfFiles = (say: LabelLookup) => {
  const { openFolder, select, act, putAway } = createPhoneActions(say);
  return {
    upload: [
      'uploads three hundred pictures, through a reload, a locked phone and without a network',
      async ({ page, disk, isSecure }) => {
        await goTo(page, 'files');
        await button(page, say('Add')).tap();
        await page.getByRole('menuitem', { name: say('New folder') }).tap();
        const dialog = page.getByRole('dialog', { name: say('New folder') });
        await dialog.getByLabel(say.part('Folder name')).fill('Trip');
        await button(dialog, say('Create')).tap();
        await expect(entry(front(page), 'Trip')).toBeVisible();
        await enterByTouch(front(page), 'Trip');
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
        // The phone is in the middle of the upload when it is interrupted.
        const pictures = numbered('lake', 293);
        // One body holds 256 of them; the one with the rest is queued.
        const gate = await gateOf(page, isSecure ? 0 : 1);
        await upload(pictures);
        if (isSecure) {
          await kept(page, pictures.length);
          await page.waitForFunction(() => localStorage.getItem('upload_tasks')?.includes('lake 150.jpg'));
          await page.reload();
          gate.forget();
          gate.letThrough(1);
        }
        const count = (): number => readdirSync(disk('Trip')).length;
        await expect.poll(count).toBeGreaterThan(0);
        // The phone is locked, and loses its connection meanwhile.
        const lock = await lockOf(page);
        await lock.close();
        await page.context().setOffline(true);
        gate.letThrough(Infinity);
        await page.context().setOffline(false);
        expect(count()).toBeLessThan(pictures.length);
        await lock.open();
        await expect.poll(count, { timeout: 60_000 }).toBe(pictures.length);
        await page.unrouteAll();
        // One line reports it, without a notification on top.
        await expect(page.getByRole('region', { name: say('Uploads') })).toContainText(String(pictures.length));
        await expect(page.getByRole('region', { name: say('Notifications') })).toHaveText('');

        await page.context().setOffline(true);
        await upload([...numbered('hill', 6), '湖边.jpg']);
        await expect(page.getByText(say.part('No network')).first()).toBeVisible();
        expect(count()).toBe(pictures.length);
        await page.context().setOffline(false);
        await expect.poll(count).toBe(pictures.length + 7);
        expect(readFileSync(disk('Trip', 'hill 06.jpg'), 'utf8')).toContain('picture hill 06.jpg');
      },
    ],
    select: [
      'selects seven by a long press and a draw, moves them, and takes it back',
      async (hand) => {
        const { page, disk } = hand;
        mkdirSync(disk('Album'));
        const all = readdirSync(disk('Trip')).length;
        const app = await openFolder(hand, 'Trip');
        await select(app, 'hill 01.jpg');
        await button(app, say('End the selection')).tap();
        await dragSelect(page, entry(app, 'hill 01.jpg'), [entry(app, 'hill 02.jpg'), entry(app, 'hill 03.jpg')]);
        await expect(app.getByRole('heading', { name: say('{count} selected', { count: '3' }) })).toBeVisible();
        for (const name of ['hill 04.jpg', 'hill 05.jpg', 'hill 06.jpg', 'lake 01.jpg']) await entry(app, name).tap();
        await expect(app.getByRole('heading', { name: say('{count} selected', { count: '7' }) })).toBeVisible();
        await act(app, 'Move');
        const picker = page.getByRole('dialog');
        await picker.getByRole('row', { name: /Album/ }).tap();
        await button(picker, say('Move here')).tap();
        await expect.poll(() => readdirSync(disk('Album')).length).toBe(7);
        await button(page, say('Undo')).tap();
        await expect.poll(() => readdirSync(disk('Trip')).length).toBe(all);
      },
    ],
    find: [
      'finds one by how its Chinese name sounds',
      async ({ page }) => {
        await goTo(page, 'files');
        await button(start(page), say('Search everything')).tap();
        const search = page.getByRole('dialog', { name: say('Search') });
        await search.getByRole('combobox').fill('hubian');
        await search.getByRole('option', { name: /湖边\.jpg/ }).tap();
        await expect(search).toHaveCount(0);
        await expect(front(page).getByRole('heading', { name: '湖边.jpg' })).toBeVisible();
        // A picture fills the screen: Back leads to the first page, whose search offers the last query.
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
    rename: [
      'gives a file another name',
      async (hand) => {
        const { page, disk } = hand;
        const app = await openFolder(hand, 'Trip');
        await select(app, 'hill 01.jpg');
        await act(app, 'Rename');
        const dialog = page.getByRole('dialog', { name: say.part('Rename') });
        // The sheet with the action passes the focus to the dialog.
        await expect(dialog.getByLabel(say.part('New name'))).toBeFocused();
        await dialog.getByLabel(say.part('New name')).fill('the highest hill');
        await dialog.locator('button[type="submit"]').tap();
        await expect.poll(() => existsSync(disk('Trip', 'the highest hill.jpg'))).toBe(true);
        await putAway(page);
      },
    ],
    open: [
      'opens a film, a paper and a Chinese text of Windows',
      async (hand) => {
        const { page, disk } = hand;
        mkdirSync(disk('Look'));
        writeFileSync(disk('Look', 'river.webm'), await createVideo(7, 2));
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
  } satisfies Readonly<Record<string, PhoneStory>>;
};
