import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { BrowserContext, Locator, Page } from '@playwright/test';

/** Observes from outside of the page what an adversarial file could do. */
export interface HarmWatcher {
  /** The address that only the adversarial files contain. */
  readonly far: string;
  /** Violations since the start; empty when there are none. */
  readonly harm: () => readonly string[];
  readonly end: () => Promise<void>;
}

/**
 * The call in every payload; every document gets a function of this name, so that a script that runs anywhere is
 * detected.
 */
export const PAYLOAD_CALL = 'ranHere(1)';

const isInside = (url: string, origin: string): boolean =>
  url.startsWith(`${origin}/`) || /^(data|blob|about|chrome|chrome-extension):/.test(url);

/**
 * Watches a browser: calls of payload scripts, dialogs, uncaught errors, requests that leave the box, and a listener
 * that only the files know. Requests blocked by the page's policy never left, and do not count.
 */
export const watchHarm = async (context: BrowserContext, origin: string): Promise<HarmWatcher> => {
  const harm: string[] = [];
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    harm.push('a connection to the address of the files');
    sockets.add(socket);
    socket.on('error', () => undefined).destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const blocked = new Set<unknown>();
  const asked: { readonly request: unknown; readonly url: string }[] = [];
  await context.exposeBinding('ranHere', ({ frame }) => {
    harm.push(`a script ran in ${frame.url()}`);
  });
  context.on('dialog', (dialog) => {
    const { pathname } = new URL(dialog.page()?.url() ?? origin);
    // A dialog of a PDF in its own tab comes from the browser's viewer, which is isolated from our pages.
    if (!pathname.endsWith('.pdf')) harm.push(`a dialog at ${pathname}: ${dialog.message()}`);
    void dialog.dismiss().catch(() => undefined);
  });
  context.on('weberror', (error) => harm.push(`an uncaught error: ${error.error().message}`));
  context.on('request', (request) => {
    if (!isInside(request.url(), origin)) asked.push({ request, url: request.url() });
  });
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'csp') blocked.add(request);
  });
  return {
    far: `http://127.0.0.1:${port}`,
    harm: () => [
      ...harm,
      ...asked.filter(({ request }) => !blocked.has(request)).map(({ url }) => `a request to ${url}`),
    ],
    end: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
};

/** Elements of the page or its frames that could run or lead to a script: must be empty. */
export const findExecutableMarkup = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const look = (inside: Document, where: string): void => {
      for (const element of inside.querySelectorAll('*')) {
        const name = element.localName;
        const framed = where !== 'page';
        if (name === 'script' && (framed || element.getAttribute('src')?.startsWith('/assets/') !== true))
          found.push(`${where}: a script`);
        if (framed && /^(iframe|object|embed|form|base|link|meta)$/.test(name) && !element.hasAttribute('charset'))
          found.push(`${where}: ${name}`);
        if (name === 'object' || name === 'embed' || name === 'base') found.push(`${where}: ${name}`);
        for (const attribute of element.attributes) {
          if (/^on/i.test(attribute.name)) found.push(`${where}: ${name} ${attribute.name}`);
          if (/^(xlink:)?href$|^src$|^action$|^formaction$/i.test(attribute.name)) {
            const plain = Array.from(attribute.value, (sign) => (sign <= ' ' ? '' : sign)).join('');
            if (/^(javascript|vbscript|data:text)/i.test(plain)) found.push(`${where}: ${name} ${plain.slice(0, 40)}`);
          }
        }
        if (element instanceof HTMLIFrameElement) {
          const rights = element.getAttribute('sandbox') ?? 'everything';
          if (!/^(allow-same-origin|allow-popups| )*$/.test(rights)) found.push(`${where}: a frame with ${rights}`);
          if (element.contentDocument !== null) look(element.contentDocument, `${where} frame`);
        }
      }
    };
    look(document, 'page');
    if ('polluted' in Object.prototype) found.push('a polluted prototype');
    return found;
  });

/** The visible text of a window and of a frame in it, and whether it is a refusal. */
export const readWindow = (window: Locator): Promise<{ readonly words: string; readonly refused: boolean }> =>
  window.evaluate((element) => {
    const frames = Array.from(element.querySelectorAll('iframe'), (frame) =>
      frame.contentDocument?.querySelector('body'),
    );
    const words = [element, ...frames].map((part) => part?.textContent ?? '').join('');
    return {
      words,
      refused:
        element.querySelector('[role="alert"]') !== null ||
        /(cannot|could not) (be shown|be opened|show|play)/.test(words),
    };
  });
