/** A hostile box behind the relay of an account service: whatever it answers, nothing of it runs at the origin of the service, and what is only shown still is. */
import type { ServerHttp2Stream } from 'node:http2';
import { createAccountClient, fetchTransport, signInParams, withBoxSecret } from '@boxwood/account-sdk';
import { expect } from '@playwright/test';
import { test } from './recorded-test.ts';
import { dialIn } from '../../apps/account/src/testing/dialled-box.ts';
import { startAccountProcess } from '../lib/box/account-process.ts';
import { PASSWORD } from '../lib/box/box-process.ts';

const SECRET = 's'.repeat(40);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Says that it runs, and takes what it finds. */
const SCRIPT = `ranHere(location.href); localStorage.owner = 'box'; document.cookie = 'taken=1'; addEventListener?.('fetch', (e) => e.respondWith(new Response('taken')));`;
const PAGE = `<!doctype html><meta http-equiv=refresh content="0;url=/nothing?refreshed"><body onload="${SCRIPT.replaceAll('"', "'")}"><script>${SCRIPT}</script>`;
/** What comes with every answer. */
const HOSTILE = {
  'set-cookie': ['sid=box; Path=/'],
  'clear-site-data': '"cookies", "storage"',
  'service-worker-allowed': '/',
  'content-security-policy': "default-src * 'unsafe-inline'",
};
const ANSWERS: Readonly<Record<string, readonly [type: string, body: string | Buffer, status?: number]>> = {
  '/page.html': ['text/html', PAGE],
  '/page.xhtml': [
    'application/xhtml+xml',
    `<html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`,
  ],
  '/picture.svg': ['image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`],
  '/mixed': ['image/png, text/html', PAGE],
  '/untyped': ['', PAGE],
  '/words': ['text/plain', PAGE],
  '/sw.js': ['text/javascript', SCRIPT],
  '/away': ['text/html', '', 302],
  '/picture.png': ['image/png', PNG],
  '/answer': ['application/json', '{"error":0}'],
};

interface Relay {
  readonly url: string;
  /** An address below the relay, with the ticket. */
  readonly at: (path: string) => string;
  readonly end: () => Promise<void>;
}
/** An account service as its own process, a family in it, and its box, which is hostile. */
const startRelay = async (): Promise<Relay> => {
  const account = await startAccountProcess();
  const { url } = account;
  const link = createAccountClient({ baseUrl: url, transport: withBoxSecret(fetchTransport(), 'box7', SECRET) }).link;
  await link.register({
    box: { boxId: 'box7', boxName: 'box7', model: 'N3', edition: 'standard', version: '1.0.25' },
  });
  await link.setUpOwner({ userName: 'annabel', password: PASSWORD });
  const answers = (stream: ServerHttp2Stream, path: string) => {
    const [type, body, status = 200] = ANSWERS[path] ?? ['application/json', '{"error":0}'];
    stream.respond({
      ':status': status,
      ...HOSTILE,
      ...(type === '' ? {} : { 'content-type': type }),
      ...(status === 302 ? { location: 'javascript:ranHere(1)' } : {}),
    });
    stream.end(body);
  };
  const box = await dialIn(url, 'box7', SECRET, (stream, headers) => {
    answers(stream, new URL(headers[':path'] ?? '/', url).pathname);
  });
  const nobody = createAccountClient({ baseUrl: url, transport: fetchTransport() });
  const { token } = await nobody.session.signIn(signInParams('annabel', PASSWORD, 'k'.repeat(32)));
  const identity = () => ({ username: 'annabel', token });
  const { relayHost, relayAuth } = await createAccountClient({
    baseUrl: url,
    transport: fetchTransport(),
    identity,
  }).box.address({ boxName: 'box7' });
  return {
    url,
    at: (path) => `${url}/relay${path}?${new URLSearchParams({ host: relayHost, auth: relayAuth })}`,
    end: async () => {
      box.hangUp();
      await account.remove();
    },
  };
};

let relay: Relay;
// Playwright would answer in the browser's place where it blocks them.
test.use({ serviceWorkers: 'allow' });

test.beforeAll(async () => {
  relay = await startRelay();
});
test.afterAll(() => relay.end());

test('a hostile box behind the relay runs nothing, takes nothing and leaves nothing at the service’s origin', async ({
  context,
  page,
}) => {
  const ran: string[] = [];
  await context.exposeBinding('ranHere', (_, where: unknown) => ran.push(String(where)));
  context.on('dialog', (dialog) => {
    ran.push('a dialog');
    void dialog.dismiss().catch(() => undefined);
  });
  await page.goto(`${relay.url}/nothing`);
  await page.evaluate(() => {
    localStorage.setItem('owner', 'annabel');
    document.cookie = 'own=1; path=/';
  });

  // Opened as a page of its own: shown as inert words, or saved.
  for (const path of Object.keys(ANSWERS)) {
    const other = await context.newPage();
    await other.goto(relay.at(path)).catch(() => undefined); // a download is no page
    await other.waitForTimeout(200);
    expect(other.url(), path).not.toContain('refreshed');
    await other.close();
  }

  // Used by a page of the service itself, as a script that got in there would.
  const used = await page.evaluate(
    async ({ script, html }) => {
      const settled = async (promise: Promise<unknown>) => promise.then(() => 'ran').catch(() => 'refused');
      const loaded = (element: HTMLScriptElement | HTMLIFrameElement) =>
        new Promise((resolve, reject) => {
          element.addEventListener('load', resolve);
          element.addEventListener('error', reject);
          document.body.append(element);
        });
      const tag = Object.assign(document.createElement('script'), { src: script });
      const frame = Object.assign(document.createElement('iframe'), { src: html });
      await Promise.race([loaded(frame).catch(() => 0), new Promise((resolve) => setTimeout(resolve, 1000))]);
      return {
        worker: await settled(navigator.serviceWorker.register(script, { scope: '/' })),
        narrow: await settled(navigator.serviceWorker.register(script)),
        script: await settled(loaded(tag)),
        module: await settled(import(/* @vite-ignore */ script)),
      };
    },
    { script: relay.at('/sw.js'), html: relay.at('/page.html') },
  );
  expect(used).toEqual({ worker: 'refused', narrow: 'refused', script: 'refused', module: 'refused' });

  const left = await page.evaluate(async () => ({
    owner: localStorage.getItem('owner'),
    cookies: document.cookie,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(left).toEqual({ owner: 'annabel', cookies: 'own=1', workers: 0 });
  expect(await context.cookies(relay.url)).toHaveLength(1);
  expect(ran).toEqual([]);
});

test('a desktop of another origin still gets answers and pictures through the relay @full', async ({ page }) => {
  await page.goto(`${relay.url.replace('127.0.0.1', 'localhost')}/nothing`);
  const got = await page.evaluate(
    async ({ answer, picture }) => {
      const image = Object.assign(new Image(), { src: picture });
      await image.decode();
      return { answer: await (await fetch(answer)).text(), width: image.naturalWidth };
    },
    { answer: relay.at('/answer'), picture: relay.at('/picture.png') },
  );
  expect(got).toEqual({ answer: '{"error":0}', width: 1 });
});
