import type { Browser, BrowserContext, Page } from '@playwright/test';

/** Methods of a page or context with a permanent effect: the next test gets a new page. */
const PERMANENT_METHODS: readonly string[] = [
  'addInitScript',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeWebSocket',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
];
const PERMANENT_CLOCK_METHODS: readonly string[] = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'];

/** Events that a test may listen to; `close` and `crash` are used by Playwright as well. */
const EVENTS: readonly string[] = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'page',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'serviceworker',
  'weberror',
  'websocket',
  'worker',
];

/** Calls back when one of the methods is called. */
const onCall = (target: object, methods: readonly string[], called: () => void): void => {
  for (const method of methods) {
    const act: unknown = Reflect.get(target, method);
    if (typeof act !== 'function') continue;
    Reflect.set(target, method, (...args: readonly unknown[]): unknown => {
      called();
      const done: unknown = Reflect.apply(act, target, args);
      return done;
    });
  }
};

interface PageSlot {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Clears the browser's data through its own protocol. */
  readonly forget: () => Promise<void>;
  /** The origin and the options of the context. */
  readonly of: string;
  isSpoilt: boolean;
}

/**
 * A static picture of the desktop: it runs no code and has the same isolation as the desktop, so that one process shows
 * both.
 */
export const BLANK_PAGE_PATH = '/boxwood.svg';

/**
 * One page that the tests of a worker use one after the other. A process that has shown the desktop once shows it again
 * in half the processor time, because its code is compiled. Each test starts at {@link BLANK_PAGE_PATH} with an empty
 * page and no history; all data of the origin is cleared in between. The page is discarded after a test that failed,
 * opened a second page, used another origin, or called a method with a permanent effect.
 */
export class ReusablePage {
  readonly #browser: Browser;
  #kept: PageSlot | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /**
   * A page for a test.
   * @param options the context options of the test, in addition to those of the project
   */
  async acquire(origin: string, options: object): Promise<Page> {
    const of = JSON.stringify([origin, options]);
    if (this.#kept?.of !== of) {
      await this.close();
      this.#kept = await this.#open(origin, of);
    }
    return this.#kept.page;
  }

  async #open(origin: string, of: string): Promise<PageSlot> {
    // With the options of the test, as Playwright passes them to every context that a test creates.
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const forget = async (): Promise<void> => {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await session.send('Page.resetNavigationHistory');
    };
    const kept: PageSlot = { page, context, forget, of, isSpoilt: false };
    const spoil = (): void => {
      kept.isSpoilt = true;
    };
    onCall(page, PERMANENT_METHODS, spoil);
    onCall(context, PERMANENT_METHODS, spoil);
    onCall(page.clock, PERMANENT_CLOCK_METHODS, spoil);
    return kept;
  }

  /** Returns the page after a test. */
  async release(origin: string, hasPassed: boolean): Promise<void> {
    const kept = this.#kept;
    if (kept === undefined) return;
    const { page, context, forget } = kept;
    const [, ...others] = context.pages();
    if (!hasPassed || kept.isSpoilt || page.isClosed() || others.length > 0 || !page.url().startsWith(`${origin}/`)) {
      await this.close();
      return;
    }
    for (const event of EVENTS) {
      page.removeAllListeners(event);
      context.removeAllListeners(event);
    }
    page.setDefaultTimeout(0);
    await page.goto(BLANK_PAGE_PATH);
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = '';
    });
    await forget();
    await context.clearCookies();
    // Outside of the page: an element under the pointer would be hovered.
    await page.mouse.move(-10, -10);
  }

  /** Closes the page; the next test gets a new one. */
  async close(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    await kept?.context.close();
  }
}
