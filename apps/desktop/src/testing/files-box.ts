import { GEN, type ShortItem } from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import type { BoxReplies } from './box-replies.ts';
import type { PagePart } from './page-part.ts';
import type { RenderedApp } from './render-app.tsx';

/** The personal space of the user `ann`. */
export const HOME = '/mnt/usb1/ann';

/** An entry of a listing: 2048 bytes, or a folder with type 5. */
export const fileItem = (n: string, t = 0, more: Partial<ShortItem> = {}): ShortItem => ({
  n,
  t,
  k: n,
  m: 1_760_000_000,
  s: t === 5 ? 0 : 2048,
  c: 1_760_000_000,
  ...more,
});

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const SORT_VALUES: Readonly<Partial<Record<number, (item: ShortItem) => number>>> = {
  2: ({ c = 0 }) => c,
  3: ({ m }) => m,
  4: ({ s }) => s,
};

/** A box with folders in memory. */
export interface FilesBox {
  readonly replies: BoxReplies;
  /** Sets the entries of a folder, or deletes it with null. */
  readonly setFolder: (path: string, entries: readonly ShortItem[] | null) => void;
  /** Names of the entries of a folder. */
  readonly names: (path: string) => readonly string[];
}

/**
 * A box with these folders that lists, sorts, searches by name, makes folders, renames, deletes and accepts tasks. It
 * does not run the tasks. `more` overrides single replies.
 */
export const filesBox = (tree: Readonly<Record<string, readonly ShortItem[]>>, more: BoxReplies = {}): FilesBox => {
  const folders = new Map<string, readonly ShortItem[]>(Object.entries(tree));
  let taskCount = 0;
  const entriesOf = (folder: string): readonly ShortItem[] => folders.get(folder) ?? [];
  const removeAll = ({ paths }: { readonly paths: readonly string[] }): Record<string, never> => {
    for (const path of paths)
      folders.set(
        parentOf(path),
        entriesOf(parentOf(path)).filter(({ n }) => n !== nameOf(path)),
      );
    return {};
  };
  const rename = (source: string, target: string): void => {
    folders.set(
      parentOf(source),
      entriesOf(parentOf(source)).map((each) =>
        each.n === nameOf(source) ? { ...each, n: nameOf(target), k: nameOf(target) } : each,
      ),
    );
  };
  /** Everything below a folder with a matching name, each with its folder. */
  const search = (folder: string, regex: string, type: number | undefined): readonly ShortItem[] => {
    const pattern = new RegExp(regex, 'i');
    return [...folders]
      .filter(([path]) => path === folder || path.startsWith(`${folder}/`))
      .flatMap(([path, list]) => list.map((each) => ({ ...each, p: path })))
      .filter(({ n, t }) => pattern.test(n) && (type === undefined || t === type));
  };
  const sorted = (list: readonly ShortItem[], order: number, desc: number): readonly ShortItem[] => {
    const valueOf = SORT_VALUES[order];
    const compare = (a: ShortItem, b: ShortItem): number =>
      valueOf === undefined ? (a.n < b.n ? -1 : 1) : valueOf(a) - valueOf(b);
    return list.toSorted(
      (a, b) => Number(b.t === 5) - Number(a.t === 5) || (desc === 1 ? compare(b, a) : compare(a, b)),
    );
  };
  return {
    replies: {
      ...more,
      files: {
        list: (
          { path, regex = '', type, folderonly, withhidden, order = 1, desc = 0, count, baseinfo },
          _caller,
          { refuse },
        ) => {
          // A listing of a file only has to say that the file exists.
          const list = folders.get(path) ?? entriesOf(parentOf(path)).filter(({ n }) => n === nameOf(path));
          if (list.length === 0 && !folders.has(path)) throw refuse(GEN.absent);
          const found = (regex === '' ? list : search(path, regex, type)).filter(
            ({ n, t }) => (folderonly !== 1 || t === 5) && (withhidden === 1 || !n.startsWith('.')),
          );
          const all = sorted(found, order, desc);
          const start = baseinfo === undefined ? 0 : all.findIndex(({ n }) => n === baseinfo.n) + 1;
          return { sum: all.length, file_list: all.slice(start, start + count) };
        },
        makeFolder: ({ path }) => {
          if (folders.has(path)) return { existed: true };
          folders.set(parentOf(path), [...entriesOf(parentOf(path)), fileItem(nameOf(path), 5)]);
          folders.set(path, []);
          return { existed: false };
        },
        move: ({ source, target }) => {
          rename(source, target);
          return {};
        },
        rename: ({ renames }) => {
          for (const { source, target } of renames) rename(source, target);
          return { ok: renames.length, failed: [] };
        },
        remove: removeAll,
        ...more.files,
      },
      trash: { put: removeAll, ...more.trash },
      tasks: {
        add: () => ({ id: `t${(taskCount += 1)}` }),
        list: () => ({ total: 0, list: [] }),
        count: () => ({ num: 0, nums: { waiting: 0, processing: 0, paused: 0, success: 0, failed: 0 } }),
        ...more.tasks,
      },
    },
    setFolder: (path, entries) => {
      if (entries === null) folders.delete(path);
      else folders.set(path, entries);
    },
    names: (path) => entriesOf(path).map(({ n }) => n),
  };
};

/** Presses a key in the list of files. */
export const pressKey = async (app: RenderedApp, key: string, more: object = {}): Promise<void> => {
  const list = app.queryByRole('grid', { name: 'Files' }) ?? app.getByRole('group', { name: 'Files' });
  fireEvent.keyDown(list, { key, ...more });
  await app.settled();
};

/** Pastes into the folder of the window, as Ctrl+V does. */
export const pasteHere = async (app: RenderedApp): Promise<void> => {
  const window = app.element.querySelector<HTMLElement>('[data-window]');
  if (window === null) throw new Error('no window');
  window.focus();
  fireEvent.paste(window);
  await app.settled();
};

/** Presses an entry with the mouse while keys are held, such as Ctrl. */
export const pressEntry = async (app: RenderedApp, name: string, keys: object = {}): Promise<void> => {
  const row = app.row(name);
  const target = row.querySelector('[data-grab]') ?? row;
  const mouse = { button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse', detail: 1 };
  for (const send of [fireEvent.pointerDown, fireEvent.pointerUp, fireEvent.click]) send(target, { ...mouse, ...keys });
  await app.settled();
};

/** Taps a row of a list with a finger, which opens it. */
export const tapRow = async (app: RenderedApp, row: HTMLElement): Promise<void> => {
  const target = row.querySelector('[data-grab]') ?? row;
  const finger = { button: 0, isPrimary: true, pointerId: 2, pointerType: 'touch', detail: 1 };
  for (const send of [fireEvent.pointerDown, fireEvent.pointerUp, fireEvent.click]) send(target, finger);
  await app.settled();
};

/** Selects entries: the first with a press, the others with Ctrl. */
export const selectEntries = async (app: RenderedApp, ...names: readonly string[]): Promise<void> => {
  const [first = '', ...others] = names;
  await app.selectRow(first);
  for (const name of others) await pressEntry(app, name, { ctrlKey: true });
};

/** Opens an entry with Enter. */
export const openEntry = async (app: RenderedApp, name: string): Promise<void> => {
  await app.selectRow(name);
  await pressKey(app, 'Enter');
};

/** The names of the shown entries in their order. */
export const shownNames = (app: PagePart): readonly string[] =>
  [...app.element.querySelectorAll<HTMLElement>('[data-index]')]
    .toSorted((a, b) => Number(a.dataset['index']) - Number(b.dataset['index']))
    .map((entry) => entry.querySelector('[title]')?.getAttribute('title') ?? entry.textContent);

/** The names of the selected entries in their order. */
export const selectedNames = (app: PagePart): readonly string[] =>
  [...app.element.querySelectorAll<HTMLElement>('[data-index][aria-selected="true"]')].map(
    (entry) => entry.querySelector('[title]')?.getAttribute('title') ?? entry.textContent,
  );

/** What the entries of a menu say, with the reason of each that is disabled. */
export const menuTexts = (menu: PagePart): readonly string[] =>
  menu.getAllByRole('menuitem').map(({ textContent }) => textContent);

/** Closes the open menu with Escape. */
export const closeMenu = async (app: RenderedApp): Promise<void> => {
  fireEvent.keyDown(app.getByRole('menu'), { key: 'Escape' });
  await app.settled();
};

/** Presses an action of the context menu of an entry, or of its submenu. */
export const pressInMenu = async (
  app: RenderedApp,
  entry: string,
  action: string | RegExp,
  submenu?: string,
): Promise<void> => {
  const menu = await app.openMenu(app.row(entry));
  if (submenu !== undefined) {
    const trigger = menu.getByRole('menuitem', { name: submenu });
    trigger.focus();
    fireEvent.keyDown(trigger, { key: 'ArrowRight' });
  }
  await app.press(await app.findByRole('menuitem', { name: action }));
};
