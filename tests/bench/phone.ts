/**
 * The built desktop on a phone (phone.md, Speed) against a real box on the loopback: `npm run bench -- phone`. A touch
 * screen of 390 x 844, a processor four times slower, a connection of 10 Mbit/s and 80 ms; compared with HFS, whose
 * page also supports phones, over the same folder, alternately.
 */
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import { createPhoto } from '../../apps/box/src/bin/demo/generated-photos.ts';
import { SeededRandom } from '../../apps/box/src/bin/demo/seeded-random.ts';
import { signInByForm } from '../browser/desktop-page.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { waitForNetworkIdle } from '../lib/network-idle.ts';
import { launch, rendererMemory, slowDown } from './_browser.ts';
import { startHfs } from './_peers.ts';
import { createReport, median, quantile, formatRange } from './_report.ts';

const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 10_000);
/** The goals of lists apply to ten thousand entries. */
const goalOfMany = (goal: string): string => (ENTRIES < 10_000 ? '' : goal);
/** Row height of the list, px. */
const ROW = 64;
const RUNS = 5;
const SLOWER = 4;
const LINE = { offline: false, latency: 80, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };

const report = createReport();
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const kb = (value: number): string => `${(value / 1000).toFixed(0)} KB`;

const box = await startBoxProcess({ env: { BOXWOOD_LOG: 'warn' } });
const home = join(box.usb1, OWNER);
const hfs = await startHfs(home);
const browser = await launch();
process.once('exit', () => {
  box.child.kill('SIGKILL');
  hfs?.kill();
});

const many = join(home, 'Many');
mkdirSync(many);
const nameAt = (at: number): string => `IMG_${String(at).padStart(5, '0')}.jpg`;
writeFileSync(join(many, nameAt(0)), await createPhoto(new SeededRandom(7), new Date(0)));
for (let at = 1; at < ENTRIES; at++) linkSync(join(many, nameAt(0)), join(many, nameAt(at)));

const phone = (): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-US' });
/** The connection and the processor of a phone. */
const onPhone = async (page: Page): Promise<CDPSession> => {
  const session = await slowDown(page, SLOWER);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  return session;
};

/** Milliseconds until an element with this text is painted; from the start of the page, or from the next press. */
const until = (page: Page, selector: string, text: string, from: 'page' | 'press'): Promise<number> =>
  page.evaluate(
    ([wanted, words, since]) =>
      new Promise<number>((resolve) => {
        let begun = since === 'page' ? 0 : Number.NaN;
        addEventListener('click', ({ timeStamp }) => (begun = timeStamp), { capture: true, once: true });
        const look = (): void => {
          const found = [...document.querySelectorAll(wanted)].some((one) => one.textContent.includes(words));
          if (!found || Number.isNaN(begun)) requestAnimationFrame(look);
          // After the frame that contains it, and the work of the page before it responds again.
          else setTimeout(() => resolve(performance.now() - begun), 0);
        };
        look();
      }),
    [selector, text, from] as const,
  );
/** Duration of a tap, ms: 60 to 100 are usual. The measurement begins when the finger is lifted. */
const TAP_MS = 80;
const tapOn = async (session: CDPSession, on: Locator): Promise<void> => {
  const at = await on.boundingBox();
  if (at === null) throw new Error('there is nothing to tap');
  const point = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await new Promise((resolve) => setTimeout(resolve, TAP_MS));
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};
const shown = async (page: Page, url: string, selector: string, text: string): Promise<number> => {
  await page.goto(url, { waitUntil: 'commit' });
  return until(page, selector, text, 'page');
};

// --- Start and the first folder -----------------------------------------------------------------------------------------
const START = '[data-start="files"] button';
const PLACE = 'Personal space';
const PEER = 'a';
const context = await phone();
const page = await context.newPage();
await signInByForm(page, OWNER, box.origin);
const session = await onPhone(page);
/** Bytes of code transferred. */
let code = 0;
const scripts = new Set<string>();
session.on('Network.responseReceived', ({ requestId, type }) => {
  if (type === 'Script') scripts.add(requestId);
});
session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
  if (scripts.has(requestId)) code += encodedDataLength;
});
const peer = await (await phone()).newPage();
const peerSession = await onPhone(peer);

const times = {
  cold: new Array<number>(),
  warm: new Array<number>(),
  folder: new Array<number>(),
  opened: new Array<number>(),
};
const beside = { cold: new Array<number>(), warm: new Array<number>(), folder: new Array<number>() };
const bytes = { start: new Array<number>(), folder: new Array<number>() };
const front = page.locator('main section:not([hidden])').first();
for (let run = 0; run < RUNS; run++) {
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  code = 0;
  times.cold.push(await shown(page, `${box.origin}/home`, START, PLACE));
  bytes.start.push(code);
  // Opens a folder immediately, before the page has prefetched anything.
  const own = until(page, '[data-index]', 'Many', 'press');
  // It is tapped as soon as it is visible.
  await tapOn(session, page.locator(START).filter({ hasText: PLACE }));
  times.opened.push(await own);
  bytes.folder.push(code);
  await waitForNetworkIdle(page);
  const first = until(page, '[data-index]', nameAt(0), 'press');
  await tapOn(session, front.locator('[data-index]').filter({ hasText: 'Many' }));
  times.folder.push(await first);
  await session.send('Network.setBypassServiceWorker', { bypass: false });
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  await shown(page, `${box.origin}/home`, 'main', '');
  await waitForNetworkIdle(page);
  await page.locator('[data-place="files"]').tap();
  await page.locator(START).first().waitFor();
  times.warm.push(await shown(page, `${box.origin}/home`, START, PLACE));
  await waitForNetworkIdle(page);
  if (hfs === null) continue;
  await peerSession.send('Network.setCacheDisabled', { cacheDisabled: true });
  beside.cold.push(await shown(peer, `${hfs.origin}/files/`, PEER, 'Many'));
  await waitForNetworkIdle(peer);
  const list = until(peer, PEER, nameAt(0).slice(0, 9), 'press');
  await tapOn(peerSession, peer.locator(PEER).filter({ hasText: 'Many' }).first());
  beside.folder.push(await list);
  await peerSession.send('Network.setCacheDisabled', { cacheDisabled: false });
  await shown(peer, `${hfs.origin}/files/`, PEER, 'Many');
  beside.warm.push(await shown(peer, `${hfs.origin}/files/`, PEER, 'Many'));
}
const timed = (what: string, own: readonly number[], other: readonly number[], goal: string): void => {
  report.add(
    what,
    ms(median(own)),
    other.length === 0 ? null : ['hfs', ms(median(other))],
    other.length === 0 ? null : median(own) / median(other),
    ...([goal, formatRange(own)] as const),
  );
};
timed('start page usable, empty cache', times.cold, beside.cold, '<= 2500 ms');
timed('start page usable, warm cache', times.warm, beside.warm, '<= 1500 ms');
report.add('JavaScript loaded before the start page is usable', kb(median(bytes.start)), null, null, '<= 240 KB');
report.add(
  'JavaScript loaded before the first folder, opened immediately',
  kb(median(bytes.folder)),
  null,
  null,
  '<= 150 KB',
);
timed('first folder, opened immediately, empty cache', times.opened, [], '');
timed(
  `first page of a folder of ${ENTRIES.toLocaleString('en')} pictures`,
  times.folder,
  beside.folder,
  goalOfMany('<= 300 ms'),
);

// --- Taps ----------------------------------------------------------------------------------------------------------------
await shown(page, `${box.origin}/home`, START, PLACE);
await waitForNetworkIdle(page);
await page.evaluate(() => {
  const taps = new Map<number, number>();
  Object.assign(globalThis, { taps });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && typeof entry.interactionId === 'number' && entry.interactionId > 0)
        taps.set(entry.interactionId, Math.max(taps.get(entry.interactionId) ?? 0, entry.duration));
  }).observe(Object.assign({ type: 'event', buffered: true }, { durationThreshold: 16 }));
});
for (const place of ['photos', 'shared', 'more', 'files', 'more', 'files']) {
  await page.locator(`[data-place="${place}"]`).tap();
  await page.locator(`[data-start="${place}"]`).waitFor();
  await waitForNetworkIdle(page);
}
await page.locator(START).filter({ hasText: PLACE }).tap();
await front.locator('[data-index]').first().waitFor();
for (let sheet = 0; sheet < 3; sheet++) {
  await front.locator('[data-floating]').tap();
  await page.getByRole('menuitem').first().waitFor();
  await page.goBack();
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
}
await front.locator('[data-index]').filter({ hasText: 'Many' }).tap();
await front
  .locator('[data-index]')
  .filter({ hasText: nameAt(0) })
  .waitFor();
await waitForNetworkIdle(page);
const taps = await page.evaluate(() => {
  const found: unknown = Reflect.get(globalThis, 'taps');
  return found instanceof Map ? [...found.values()].map(Number) : [];
});
report.add('response to a tap, median', ms(median(taps)), null, null, '<= 100 ms', formatRange(taps));
report.add(
  'response to a tap, 98th percentile (INP)',
  ms(quantile(taps, 0.98)),
  null,
  null,
  '<= 200 ms',
  `${taps.length} taps`,
);

// --- Memory ----------------------------------------------------------------------------------------------------------------
// In a browser of its own: what records the requests of the page above keeps what they brought, in the same memory.
const fresh = await launch();
const reader = await (
  await fresh.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-US' })
).newPage();
await signInByForm(reader, OWNER, box.origin);
await reader.locator(START).filter({ hasText: PLACE }).tap();
const read = reader.locator('main section:not([hidden])').first();
await read.locator('[data-index]').filter({ hasText: 'Many' }).tap();
await read
  .locator('[data-index]')
  .filter({ hasText: nameAt(0) })
  .waitFor();
const list = read.locator('[role="grid"]').first();
// The list grows as it is scrolled: to the end of the folder.
for (let top = 0, last = ''; !last.includes(nameAt(ENTRIES - 1)); top += 3000) {
  await list.evaluate((one, to) => one.scrollTo(0, to), top);
  await reader.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  if (top % 24_000 === 0 || top > ENTRIES * ROW) await waitForNetworkIdle(reader);
  last = await list.locator('[data-index]').last().innerText();
  if (top > 2 * ENTRIES * ROW) throw new Error('the list does not come to its end');
}
await waitForNetworkIdle(reader);
report.add(
  `private memory of the page after scrolling through ${ENTRIES.toLocaleString('en')} pictures`,
  `${((await rendererMemory(fresh)) / 1e6).toFixed(0)} MB`,
  ...([null, null, goalOfMany('<= 150 MB')] as const),
);

report.print();
await fresh.close();
await browser.close();
await hfs?.stop();
await box.remove();
process.exit(0);
