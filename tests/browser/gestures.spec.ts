/**
 * What hands do with files in two windows, gesture by gesture, beside a model of what a person expects: after each the disk and both windows show
 * exactly that, so nothing has moved that was not dragged, pasted or taken back.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { drag, appIcon, rect } from './desktop-page.ts';
import { browsers, dragEntry, entry, listOf, names, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

/** Paths below the folder of the test, those of folders with a slash at their end, and what is in files. */
type Tree = Readonly<Record<string, string>>;

const onDisk = (root: string): Tree =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true }).map((each) => {
      const path = join(each.parentPath, each.name);
      const below = relative(root, path);
      return each.isDirectory() ? [`${below}/`, ''] : [below, readFileSync(path, 'utf8')];
    }),
  );

/** The same while things move: what goes in the very moment it is looked at is looked at again. */
const onDiskSoon = (root: string): Tree | null => {
  try {
    return onDisk(root);
  } catch {
    return null;
  }
};

const isAt = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
const under = (path: string, from: string, to: string): string => `${to}${path.slice(from.length)}`;
const moved = (tree: Tree, from: string, to: string): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [isAt(path, from) ? under(path, from, to) : path, text]),
  );
const copied = (tree: Tree, from: string, to: string): Tree => ({
  ...tree,
  ...moved(Object.fromEntries(Object.entries(tree).filter(([path]) => isAt(path, from))), from, to),
});
const without = (tree: Tree, gone: string): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([path]) => !isAt(path, gone)));
const inFolder = (tree: Tree, folder: string): readonly string[] =>
  Object.keys(tree)
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1).replace(/\/$/, ''))
    .filter((name) => name !== '' && !name.includes('/'))
    .toSorted();

const BEFORE: Tree = {
  'left/Box/in.txt': 'in',
  'left/a.txt': 'a',
  'left/b.txt': 'b',
  'left/c.txt': 'c',
  'left/d.txt': 'd',
  'right/Case/': '',
  'right/r1.txt': 'r1',
  'right/r2.txt': 'r2',
};

const row = (window: Locator, name: string): Locator => entry(window, name).locator('[data-grab]');

/** Where there is nothing in a window, below its entries and beside the notices. */
const blank = async (window: Locator): Promise<{ x: number; y: number }> => {
  const at = await listOf(window).boundingBox();
  if (at === null) throw new Error('no list');
  return { x: at.x + at.width * 0.3, y: at.y + at.height * 0.5 };
};
const dragTo = async (page: Page, from: Locator, name: string, to: { x: number; y: number }): Promise<void> => {
  const at = await row(from, name).boundingBox();
  if (at === null) throw new Error(`${name} is not there`);
  const [x, y] = [at.x + Math.min(40, at.width / 2), at.y + at.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 8, y - 10, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
};

const goTo = async (window: Locator, path: string): Promise<void> => {
  await window.getByRole('button', { name: 'Edit the path' }).click();
  await window.getByRole('textbox', { name: 'Path' }).fill(path);
  await window.getByRole('textbox', { name: 'Path' }).press('Enter');
};
/** Lays a window on one half of the desktop by its title. */
const toEdge = async (page: Page, window: Locator, x: number): Promise<void> => {
  const { x: left, y: top, width } = await rect(window);
  await drag(page, { x: left + width / 2, y: top + 18 }, { x, y: 400 });
  await expect.poll(async () => Math.round((await rect(window)).width)).toBeLessThan(1000);
};

interface Gesture {
  readonly name: string;
  readonly act: () => Promise<void>;
  /** What a person expects then; absent: that nothing has changed. */
  readonly then?: (tree: Tree) => Tree;
}

test('forty gestures of drag, paste, cut, undo and keys in two windows do what a person expects, and nothing else @full', async ({
  page,
  box,
}) => {
  test.setTimeout(180_000);
  const root = seed(box, 'Gestures', Object.fromEntries(Object.entries(BEFORE)));
  await page.setViewportSize({ width: 1920, height: 1080 });
  const right = await openFiles(page);
  await toEdge(page, right, 1919);
  await goTo(right, '/mnt/usb1/annabel/Gestures/right');
  await expect(entry(right, 'r1.txt')).toBeVisible();
  await appIcon(page, 'files').click();
  await expect(browsers(page)).toHaveCount(2);
  const left = browsers(page).filter({ has: page.getByRole('heading', { name: /^(?!right$)/ }) });
  await toEdge(page, left, 0);
  await goTo(left, '/mnt/usb1/annabel/Gestures/left');
  await expect(entry(left, 'a.txt')).toBeVisible();

  const key = (window: Locator, keys: string) => async (): Promise<void> => {
    await listOf(window).focus();
    await page.keyboard.press(keys);
  };
  const select = async (window: Locator, first: string, ...more: readonly string[]): Promise<void> => {
    await row(window, first).click();
    for (const name of more) await row(window, name).click({ modifiers: ['Control'] });
  };
  const pressed =
    (window: Locator, keys: string, ...entries: readonly [string, ...string[]]) =>
    async () => {
      await select(window, ...entries);
      await page.keyboard.press(keys);
    };
  /** Trees before each change, for undo. */
  const past: Tree[] = [];
  let tree: Tree = onDisk(root);
  const undo: Gesture = { name: 'Ctrl+Z', act: key(left, 'Control+z'), then: () => past.at(-1) ?? tree };
  const gestures: readonly Gesture[] = [
    {
      name: 'with another one selected, one is dragged onto a folder',
      act: () => select(left, 'a.txt').then(() => dragEntry(left, 'b.txt', 'Box')),
      then: (now) => moved(now, 'left/b.txt', 'left/Box/b.txt'),
    },
    undo,
    {
      name: 'two that are selected are dragged',
      act: () => select(left, 'a.txt', 'c.txt').then(() => dragEntry(left, 'c.txt', 'Box')),
      then: (now) => moved(moved(now, 'left/a.txt', 'left/Box/a.txt'), 'left/c.txt', 'left/Box/c.txt'),
    },
    undo,
    {
      name: 'Ctrl and a drag onto a folder copies',
      act: () => dragEntry(left, 'a.txt', 'Box', { copy: true }),
      then: (now) => copied(now, 'left/a.txt', 'left/Box/a.txt'),
    },
    undo,
    {
      name: 'a drag onto a folder of the other window',
      act: () => dragEntry(left, 'd.txt', 'Case', { to: right }),
      then: (now) => moved(now, 'left/d.txt', 'right/Case/d.txt'),
    },
    undo,
    {
      name: 'a drag beside the entries of the other window',
      act: async () => dragTo(page, left, 'd.txt', await blank(right)),
      then: (now) => moved(now, 'left/d.txt', 'right/d.txt'),
    },
    {
      name: 'and back',
      act: async () => dragTo(page, right, 'd.txt', await blank(left)),
      then: (now) => moved(now, 'right/d.txt', 'left/d.txt'),
    },
    {
      name: 'the other window has a selection, which stays where it is',
      act: async () => {
        await select(left, 'a.txt', 'b.txt');
        await dragTo(page, right, 'r2.txt', await blank(left));
      },
      then: (now) => moved(now, 'right/r2.txt', 'left/r2.txt'),
    },
    undo,
    { name: 'a drag within the own folder', act: async () => dragTo(page, left, 'a.txt', await blank(left)) },
    { name: 'a drag onto itself', act: () => dragEntry(left, 'a.txt', 'a.txt') },
    { name: 'a drag onto a file', act: () => dragEntry(left, 'a.txt', 'c.txt') },
    { name: 'a folder onto itself', act: () => dragEntry(left, 'Box', 'Box') },
    {
      name: 'a drag onto a folder that Escape ends',
      act: async () => {
        const [from, to] = [await row(left, 'a.txt').boundingBox(), await row(left, 'Box').boundingBox()];
        if (from === null || to === null) throw new Error('nothing to drag');
        await page.mouse.move(from.x + 20, from.y + 10);
        await page.mouse.down();
        await page.mouse.move(from.x + 30, from.y, { steps: 3 });
        await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 });
        await page.keyboard.press('Escape');
        await page.mouse.up();
      },
    },
    {
      name: 'a folder is dragged to the other window with what is in it',
      act: async () => dragTo(page, left, 'Box', await blank(right)),
      then: (now) => moved(now, 'left/Box', 'right/Box'),
    },
    undo,
    {
      name: 'cut here',
      act: pressed(left, 'Control+x', 'a.txt'),
    },
    {
      name: 'and pasted there',
      act: key(right, 'Control+v'),
      then: (now) => moved(now, 'left/a.txt', 'right/a.txt'),
    },
    undo,
    { name: 'copied here', act: pressed(left, 'Control+c', 'b.txt', 'c.txt') },
    {
      name: 'and pasted there',
      act: key(right, 'Control+v'),
      then: (now) => copied(copied(now, 'left/b.txt', 'right/b.txt'), 'left/c.txt', 'right/c.txt'),
    },
    {
      name: 'Delete takes what is selected in the window that has the keyboard',
      act: async () => {
        await select(left, 'b.txt');
        await select(right, 'b.txt');
        await page.keyboard.press('Delete');
      },
      then: (now) => without(now, 'right/b.txt'),
    },
    undo,
    {
      name: 'and again',
      act: pressed(right, 'Delete', 'b.txt', 'c.txt'),
      then: (now) => without(without(now, 'right/b.txt'), 'right/c.txt'),
    },
    {
      name: 'F2, a name, Enter',
      act: async () => {
        await pressed(left, 'F2', 'a.txt')();
        const dialog = page.getByRole('dialog', { name: 'Rename' });
        await dialog.getByRole('textbox', { name: /New name/ }).fill('alpha');
        await page.keyboard.press('Enter');
        await expect(dialog).toHaveCount(0);
      },
      then: (now) => moved(now, 'left/a.txt', 'left/alpha.txt'),
    },
    undo,
    {
      name: 'F2, a name, Escape',
      act: async () => {
        await pressed(left, 'F2', 'a.txt')();
        const dialog = page.getByRole('dialog', { name: 'Rename' });
        await dialog.getByRole('textbox', { name: /New name/ }).fill('omega');
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      },
    },
    {
      name: 'Ctrl+Shift+N, a name, Enter',
      act: async () => {
        await key(left, 'Control+Shift+n')();
        const dialog = page.getByRole('dialog', { name: 'New folder' });
        await dialog.getByRole('textbox').fill('New');
        await page.keyboard.press('Enter');
        await expect(dialog).toHaveCount(0);
      },
      then: (now) => ({ ...now, 'left/New/': '' }),
    },
    undo,
    {
      name: 'everything is selected, a click beside it takes that back, and Delete deletes nothing',
      act: async () => {
        await key(left, 'Control+a')();
        const { x, y } = await blank(left);
        await page.mouse.click(x, y);
        await page.keyboard.press('Delete');
      },
    },
    {
      name: 'a frame drawn around entries',
      act: async () => {
        const { x, y } = await blank(left);
        await drag(page, { x, y }, { x: x + 100, y: y - 250 });
      },
    },
    {
      name: 'two by the arrows with Shift are cut',
      act: async () => {
        await row(left, 'a.txt').click();
        await page.keyboard.press('Shift+ArrowDown');
        await page.keyboard.press('Control+x');
      },
    },
    {
      name: 'and pasted there',
      act: key(right, 'Control+v'),
      then: (now) => moved(moved(now, 'left/a.txt', 'right/a.txt'), 'left/b.txt', 'right/b.txt'),
    },
    undo,
    {
      name: 'out of a folder by a key, which takes nothing of it along',
      act: async () => {
        await row(left, 'Box').dblclick();
        await expect(entry(left, 'in.txt')).toBeVisible();
        await page.keyboard.press('Backspace');
        await expect(entry(left, 'b.txt')).toBeVisible();
        await dragEntry(left, 'b.txt', 'Case', { to: right });
      },
      then: (now) => moved(now, 'left/b.txt', 'right/Case/b.txt'),
    },
    undo,
    {
      name: 'as icons: with another one selected, one is dragged onto a folder',
      act: async () => {
        await left
          .getByRole('radio', { name: 'Icons' })
          .or(left.getByRole('button', { name: 'Icons' }))
          .first()
          .click();
        await select(left, 'a.txt');
        await dragEntry(left, 'b.txt', 'Box');
      },
      then: (now) => moved(now, 'left/b.txt', 'left/Box/b.txt'),
    },
    undo,
    {
      name: 'as icons: one is dragged to the other window',
      act: async () => dragTo(page, left, 'c.txt', await blank(right)),
      then: (now) => moved(now, 'left/c.txt', 'right/c.txt'),
    },
    undo,
    {
      name: 'as icons: a second click takes the choice back, and Delete deletes nothing',
      act: async () => {
        await row(left, 'c.txt').click();
        await expect(entry(left, 'c.txt')).toHaveAttribute('aria-selected', 'true');
        await row(left, 'c.txt').click();
        await expect(entry(left, 'c.txt')).toHaveAttribute('aria-selected', 'false');
        await page.keyboard.press('Delete');
      },
    },
    { name: 'as icons: a drag within the own folder', act: async () => dragTo(page, left, 'a.txt', await blank(left)) },
  ];
  expect(gestures.length).toBeGreaterThanOrEqual(40);

  for (const [nth, { name, act, then }] of gestures.entries())
    await test.step(`${nth + 1} ${name}`, async () => {
      await act();
      const after = then?.(tree) ?? tree;
      if (then !== undefined && name === undo.name) past.pop();
      else if (then !== undefined) past.push(tree);
      tree = after;
      await expect.poll(() => onDiskSoon(root), { message: name }).toEqual(tree);
      await expect
        .poll(async () => (await names(left)).toSorted(), { message: `${name}: left` })
        .toEqual(inFolder(tree, 'left'));
      await expect
        .poll(async () => (await names(right)).toSorted(), { message: `${name}: right` })
        .toEqual(inFolder(tree, 'right'));
    });
});
