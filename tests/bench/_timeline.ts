/**
 * The timeline of a library in the browser: its first screen, its months, and what is visible while scrubbing through
 * the years.
 */
import type { Browser, Page } from '@playwright/test';
import { openByPalette, OWNER, signInByForm, win } from '../browser/desktop-page.ts';
import { waitForNetworkIdle } from '../lib/network-idle.ts';
import { measureFrames, newUserContext } from './_browser.ts';
import { type createReport, median, formatRange } from './_report.ts';

const JUMPS = 24;
/** Steps of the scrub along the years, and ms between them. */
const STEPS = 120;
const STEP_MS = 25;
const ROUNDS = 5;

const ms = (value: number): string => `${value.toFixed(0)} ms`;

/**
 * The visible content: tiles with their picture, tiles that only show its colours, empty tiles, and days whose tiles
 * are loading.
 */
interface TileCounts {
  readonly pictures: number;
  readonly colours: number;
  readonly empty: number;
  readonly coming: number;
}

/** Milliseconds until the condition held, and the number of pictures received after the first answer of the box. */
interface ReachTime {
  readonly took: number;
  readonly afterReply: number;
}

/** Injects the observer into the page. */
const watchTiles = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const look = (): TileCounts => {
      const grid = document.querySelector('[role="grid"][aria-label="Pictures by day"]');
      const view = grid?.getBoundingClientRect();
      const seen = { pictures: 0, colours: 0, empty: 0, coming: 0 };
      if (grid === null || view === undefined) return seen;
      const isInView = (one: Element): boolean => {
        const { top, bottom } = one.getBoundingClientRect();
        return bottom > view.top + 1 && top < view.bottom - 1;
      };
      for (const tile of grid.querySelectorAll<HTMLElement>('[data-key]')) {
        if (!isInView(tile)) continue;
        const picture = tile.querySelector('img');
        if (picture !== null && picture.complete && picture.naturalWidth > 0) seen.pictures += 1;
        else if (tile.style.backgroundImage !== '') seen.colours += 1;
        else seen.empty += 1;
      }
      for (const bucket of grid.querySelectorAll('[data-coming]')) if (isInView(bucket)) seen.coming += 1;
      return seen;
    };
    /** Milliseconds from an event, or from the start of the page, until `is` holds in a frame. */
    const until = (from: string, is: 'there' | 'pictured'): Promise<ReachTime> =>
      new Promise((resolve) => {
        let begun = from === 'page' ? 0 : Number.NaN;
        const begin = ({ timeStamp }: Event): void => {
          begun = timeStamp;
          performance.clearResourceTimings();
          removeEventListener(from, begin, true);
        };
        if (from !== 'page') addEventListener(from, begin, true);
        const frame = (): void => {
          const { pictures, colours, empty, coming } = look();
          const isThere = pictures + colours > 0 && empty === 0 && coming === 0;
          const isReached = is === 'there' ? isThere : pictures > 0;
          if (Number.isNaN(begun) || !isReached) requestAnimationFrame(frame);
          else
            setTimeout(() => {
              const now = performance.now();
              const replies = performance
                .getEntriesByType('resource')
                .flatMap((one) =>
                  one instanceof PerformanceResourceTiming && one.initiatorType === 'fetch' ? [one.responseEnd] : [],
                );
              resolve({ took: now - begun, afterReply: now - Math.min(...replies, now) });
            }, 0);
        };
        // What was visible before the event does not count.
        requestAnimationFrame(frame);
      });
    Object.assign(globalThis, { timeLine: { look, until } });
  });

interface TileWatcher {
  readonly timeLine: {
    look(): TileCounts;
    until(from: string, is: 'there' | 'pictured'): Promise<ReachTime>;
    reached: Promise<ReachTime>;
  };
}
declare const window: TileWatcher;

/** Starts observing before anything is pressed. */
const begin = (page: Page, from: 'keydown' | 'pointerdown'): Promise<void> =>
  page.evaluate((event) => {
    window.timeLine.reached = window.timeLine.until(event, 'there');
  }, from);
const reached = (page: Page): Promise<ReachTime> => page.evaluate(() => window.timeLine.reached);

/** Adds its rows to the report. */
export const measureTimeline = async (
  browser: Browser,
  origin: string,
  report: ReturnType<typeof createReport>,
  count: number,
): Promise<void> => {
  const page = await (await newUserContext(browser, origin)).newPage();
  await watchTiles(page);
  await signInByForm(page, OWNER, origin);
  const add = (what: string, took: readonly number[], goal: string, value = median(took)): void => {
    report.add(`${what}, ${count.toLocaleString('en')} pictures`, ms(value), null, null, goal, formatRange(took));
  };

  const photos = win(page, 'Photos');
  const opened: ReachTime[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Files, apps, settings and actions' }).fill('Photos');
    await page.getByRole('option', { name: 'Photos' }).first().waitFor();
    await waitForNetworkIdle(page);
    await begin(page, 'keydown');
    await page.keyboard.press('Enter');
    const took = await reached(page);
    // The first one loads the app itself.
    if (round > 0) opened.push(took);
    if (round === ROUNDS) break;
    await photos.getByRole('button', { name: 'Close' }).first().click();
    await waitForNetworkIdle(page);
  }
  const milliseconds = (of: keyof ReachTime): readonly number[] => opened.map((one) => one[of]);
  add('first screen of the timeline, from the reply', milliseconds('afterReply'), '<= 300 ms');
  add('first screen of the timeline, from the key press', milliseconds('took'), '');

  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  const pictures = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Image') pictures.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength;
  });
  const cold: number[] = [];
  const weights: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bytes = 0;
    await page.reload({ waitUntil: 'commit' });
    cold.push((await page.evaluate(() => window.timeLine.until('page', 'pictured'))).took);
    weights.push(bytes);
    await waitForNetworkIdle(page);
  }
  add('page with its first pictures, empty cache', cold, '<= 700 ms');
  report.add(
    'bytes before the first screen, without pictures',
    `${Math.round(median(weights) / 1000)} KB`,
    ...([null, null, '<= 300 KB'] as const),
  );
  await session.detach();

  const edge = photos.getByRole('slider', { name: 'Go to a month' });
  const box = await edge.boundingBox();
  if (box === null) throw new Error('there are no years at the edge');
  const x = box.x + box.width / 2;
  const jumps: number[] = [];
  for (let jump = 0; jump < JUMPS; jump += 1) {
    await begin(page, 'pointerdown');
    await page.mouse.click(x, box.y + box.height * (((jump * 37) % 97) / 97));
    jumps.push((await reached(page)).took);
    await waitForNetworkIdle(page);
  }
  add('jump to a month: tiles shown, slowest of 24', jumps, '<= 250 ms', Math.max(...jumps));

  await page.reload();
  await edge.waitFor();
  await waitForNetworkIdle(page);
  let most = 0;
  const seen: TileCounts[] = [];
  const frames = await measureFrames(page, async () => {
    await page.mouse.move(x, box.y + 2);
    await page.mouse.down();
    for (let step = 0; step < STEPS; step += 1) {
      await page.mouse.move(x, box.y + 2 + ((box.height - 4) * step) / STEPS);
      await page.waitForTimeout(STEP_MS);
      if (step % 6 !== 0) continue;
      const now = await page.evaluate(() => ({
        ...window.timeLine.look(),
        elements: document.querySelectorAll('*').length,
      }));
      seen.push(now);
      most = Math.max(most, now.elements);
    }
    await page.mouse.up();
  });
  report.add(
    `dragging along the years, p95 frame, ${count.toLocaleString('en')} pictures`,
    `${frames.p95.toFixed(1)} ms`,
    ...([null, null, '<= 17 ms', `worst ${frames.worst.toFixed(0)} ms`] as const),
  );
  const tiles = seen.reduce((sum, { pictures, colours, empty }) => sum + pictures + colours + empty, 0);
  const empty = seen.reduce((sum, each) => sum + each.empty, 0);
  const coming = seen.filter((each) => each.coming > 0).length;
  report.add(
    'empty tiles while dragging',
    `${empty} tiles`,
    ...([null, null, '<= 0 tiles', `of ${tiles}; ${coming} of ${seen.length} samples saw days still loading`] as const),
  );
  report.add('DOM elements of the page, maximum', `${most} elements`, null, null, '<= 2500 elements');
  await page.context().close();
};

/**
 * Adds rows for how long new pictures take from the folder to an open timeline.
 * @param put puts them into a folder of the library, newer than all others; returns the name of one
 */
export const measureArrival = async (
  browser: Browser,
  origin: string,
  report: ReturnType<typeof createReport>,
  put: () => string,
): Promise<void> => {
  const page = await (await newUserContext(browser, origin)).newPage();
  await signInByForm(page, OWNER, origin);
  await openByPalette(page, 'Photos');
  const photos = win(page, 'Photos');
  await photos.getByRole('gridcell').first().waitFor();
  await waitForNetworkIdle(page);
  const begun = performance.now();
  const name = put();
  await photos.getByRole('gridcell', { name }).waitFor();
  const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  report.add('they appear in an open timeline', took, null, null, '<= 3 s');
  await page.context().close();
};
