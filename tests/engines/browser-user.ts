import { setTimeout as delay } from 'node:timers/promises';
import type { Engine, Point } from './engine.ts';

/** A query for an element by role and accessible name, optionally inside another queried element. */
export interface ElementQuery {
  readonly role: keyof typeof ROLES;
  readonly name?: string;
  /** Whether the name may be only a part of the accessible name. */
  readonly part?: true;
  readonly within?: ElementQuery;
}

const ROLES = {
  alertdialog: '[role=alertdialog]',
  banner: 'header,[role=banner]',
  button: 'button,[role=button]',
  checkbox: 'input[type=checkbox],[role=checkbox]',
  dialog: '[role=dialog],dialog',
  entry: '[data-index]',
  field: 'input,textarea,[role=combobox]',
  heading: 'h1,h2,h3',
  icon: 'nav [data-app]',
  option: '[role=option]',
  place: '[data-place]',
  row: '[role=row]',
  start: '[data-start="files"]',
  toolbar: '[role=toolbar]',
  image: 'img,[role=img]',
  link: 'a[href]',
  menu: '[role=menu]',
  menuitem: '[role^=menuitem]',
  region: '[role=region],section',
  tab: '[role=tab]',
  text: 'p,span,h1,h2,h3,pre,code,div,strong',
} as const;

interface QueryStep {
  readonly selector: string;
  readonly name: string | null;
  readonly part: boolean;
}
interface FoundElement {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly value: string;
  /** Whether a press in its middle hits it, and no element that covers it. */
  readonly bare: boolean;
}

/** The point where a row or a button is pressed: near its start, in the middle of its height. */
const middle = ({ x, y, width, height }: Omit<FoundElement, 'value' | 'bare'>): Point => [
  x + Math.min(width / 2, 60),
  y + height / 2,
];

const stepsOf = ({ role, name, part, within }: ElementQuery): readonly QueryStep[] => [
  ...(within === undefined ? [] : stepsOf(within)),
  { selector: ROLES[role], name: name ?? null, part: part === true },
];

/**
 * Runs in the page: the positions of all matching visible elements. With `scrolls` an element outside the viewport is
 * scrolled into view.
 */
const findElements = (
  steps: readonly { readonly selector: string; readonly name: string | null; readonly part: boolean }[],
  scrolls: boolean,
): FoundElement[] => {
  const textOf = (element: Element | null): string => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const labelled = ids.map((id) => textOf(document.getElementById(id))).join(' ');
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])].map(textOf).join(' ') : '';
    return (
      labelled ||
      element.getAttribute('aria-label') ||
      labels ||
      element.getAttribute('alt') ||
      element.getAttribute('data-app') ||
      textOf(element)
    );
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
  };
  let roots: readonly (Document | Element)[] = [document];
  for (const { selector, name, part } of steps) {
    const found = roots.flatMap((root) => [...root.querySelectorAll(selector)]);
    roots = found.filter((element) => {
      if (!isSeen(element)) return false;
      if (name === null) return true;
      const said = nameOf(element);
      // The accessible name of an entry contains other details as well.
      const isEntry = element.hasAttribute('data-index');
      return isEntry
        ? [...element.querySelectorAll('*')].some((each) => each.children.length === 0 && textOf(each) === name)
        : part
          ? said.includes(name)
          : said === name;
    });
  }
  const [first] = roots;
  if (scrolls && first instanceof Element && first.getBoundingClientRect().bottom > innerHeight)
    first.scrollIntoView({ block: 'center' });
  return roots.flatMap((element) => {
    if (!(element instanceof Element)) return [];
    const grip = element.querySelector('[data-grab]') ?? element;
    const { x, y, width, height } = grip.getBoundingClientRect();
    const value = 'value' in element ? String(element.value) : textOf(element);
    const over = document.elementFromPoint(x + Math.min(width / 2, 60), y + height / 2);
    return [{ x, y, width, height, value, bare: over !== null && element.contains(over) }];
  });
};

/** Runs in the page: records the next double click. */
const recordDoubleClick = (): void => {
  delete document.documentElement.dataset['doubled'];
  document.addEventListener(
    'dblclick',
    () => {
      document.documentElement.dataset['doubled'] = 'yes';
    },
    { capture: true, once: true },
  );
};
const heardDouble = (): boolean => document.documentElement.dataset['doubled'] === 'yes';

/** A busy machine is slow, not wrong. */
const WAIT_TIMEOUT_MS = 60_000;

/**
 * Waits until a condition holds.
 * @throws an error that names the condition
 */
export const waitUntil = async <A>(
  what: string,
  look: () => Promise<A | undefined | false> | A | undefined | false,
) => {
  const end = Date.now() + WAIT_TIMEOUT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`waited for ${what}`);
    await delay(150);
  }
};

/** A user of an engine who finds elements by their accessible names. */
export const createBrowserUser = (engine: Engine) => {
  const all = (sought: ElementQuery, scrolls = false): Promise<readonly FoundElement[]> =>
    engine.run(
      findElements,
      [...stepsOf(sought)].map((s) => ({ ...s })),
      scrolls,
    );
  const words = (sought: ElementQuery): string =>
    stepsOf(sought)
      .map((s) => `${s.selector} "${s.name ?? ''}"`)
      .join(' > ');
  /** The first matching element, once its position is the same twice in a row. */
  const see = (sought: ElementQuery, scrolls = false): Promise<FoundElement> =>
    waitUntil(words(sought), async () => {
      const [one] = await all(sought, scrolls);
      if (one === undefined) return undefined;
      await delay(80);
      const [two] = await all(sought);
      return two !== undefined && one.x === two.x && one.y === two.y && one.width === two.width ? two : undefined;
    });
  const bare = (sought: ElementQuery, scrolls: boolean): Promise<FoundElement> =>
    waitUntil(`${words(sought)} with nothing over it`, async () => {
      const seen = await see(sought, scrolls);
      return seen.bare && seen;
    });
  const place = async (sought: ElementQuery, scrolls = false): Promise<Point> => middle(await bare(sought, scrolls));
  const click = async (sought: ElementQuery, clicks = 1): Promise<void> => {
    await engine.press([await place(sought)], 'left', clicks);
  };
  const says = (sought: ElementQuery, text: string): Promise<boolean> =>
    waitUntil(`${words(sought)} says ${text}`, async () => (await see(sought)).value === text);
  return {
    engine,
    all,
    see,
    /** Where it is pressed. */
    place,
    says,
    click,
    /** On a busy machine the second click may come too late for a double click: it is repeated. */
    open: (sought: ElementQuery): Promise<boolean> =>
      waitUntil(`a double click on ${words(sought)}`, async () => {
        await engine.run(recordDoubleClick);
        await click(sought, 2);
        for (let looks = 0; looks < 20; looks += 1) {
          if (await engine.run(heardDouble)) return true;
          await delay(150);
        }
        return false;
      }),
    menu: async (sought: ElementQuery) => {
      await engine.press([await place(sought)], 'right');
    },
    gone: (sought: ElementQuery) => waitUntil(`no ${words(sought)}`, async () => (await all(sought)).length === 0),
    fill: async (sought: ElementQuery, text: string): Promise<void> => {
      await click(sought);
      await engine.keys(['Control', 'a']);
      await engine.type(text);
      await says(sought, text);
    },
    drag: async (from: Point, ...to: readonly Point[]) => {
      await engine.press([from, ...to]);
    },
  };
};
export type BrowserUser = ReturnType<typeof createBrowserUser>;
