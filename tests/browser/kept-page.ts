import type { Browser, BrowserContext, Page } from '@playwright/test';

/** What a test may do to its page or context that is not taken back: the next one gets a new page. */
const LASTING: readonly string[] = [
  ...[
    'addInitScript',
    'addLocatorHandler',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'route',
    'routeWebSocket',
  ],
  ...['grantPermissions', 'newCDPSession', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'],
];
const LASTING_ON_THE_CLOCK: readonly string[] = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'];

/** What a test may listen to; `close` and `crash` are Playwright's own as well. */
const EVENTS: readonly string[] = [
  ...['console', 'dialog', 'download', 'filechooser', 'frameattached', 'framedetached', 'framenavigated', 'page'],
  ...['pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response', 'serviceworker', 'weberror'],
  ...['websocket', 'worker'],
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

interface Kept {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Asks the browser itself, beside the page. */
  readonly forget: () => Promise<void>;
  /** The origin and the options of the context. */
  readonly of: string;
  isSpoilt: boolean;
}

/** A picture of the desktop's: nothing runs in its place, and it is as isolated as the desktop, so that one process shows both. */
export const NO_PAGE = '/boxwood.svg';

/**
 * One page for the tests of a worker, one after the other. A process that has shown the desktop once shows it again in half the processor time,
 * because it has the code compiled. Each test finds a page at {@link NO_PAGE} with nothing in it and no history: all that a browser keeps for an
 * origin is cleared in between. A test that failed, opened a second page, went to another origin, or did what is not taken back, takes the page with it.
 */
export class KeptPage {
  readonly #browser: Browser;
  #kept: Kept | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** A page for a test. @param options what the test asked its context to be, beside what all of a project have */
  async take(origin: string, options: object): Promise<Page> {
    const of = JSON.stringify([origin, options]);
    if (this.#kept?.of !== of) {
      await this.close();
      this.#kept = await this.#open(origin, of);
    }
    return this.#kept.page;
  }

  async #open(origin: string, of: string): Promise<Kept> {
    // With the options of the test, as Playwright gives them to every context that a test makes.
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const forget = async (): Promise<void> => {
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await session.send('Page.resetNavigationHistory');
    };
    const kept: Kept = { page, context, forget, of, isSpoilt: false };
    const spoil = (): void => {
      kept.isSpoilt = true;
    };
    onCall(page, LASTING, spoil);
    onCall(context, LASTING, spoil);
    onCall(page.clock, LASTING_ON_THE_CLOCK, spoil);
    return kept;
  }

  /** Takes it back after a test. */
  async giveBack(origin: string, hasPassed: boolean): Promise<void> {
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
    await page.goto(NO_PAGE);
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = '';
    });
    await forget();
    await context.clearCookies();
    // Nowhere: what lies under it would look as if it were pointed at.
    await page.mouse.move(-10, -10);
  }

  /** Closes the page; the next test gets a new one. */
  async close(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    await kept?.context.close();
  }
}
