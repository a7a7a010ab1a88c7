/** Chromium for the benchmarks: a page of a real box, its frames and its memory. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { quantile } from './_report.ts';

/** Starts the browser of this machine like the browser tests. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--enable-precise-memory-info',
      '--js-flags=--expose-gc',
    ],
  });

/** A context of one user at one computer. */
export const newUserContext = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL, viewport: { width: 1280, height: 800 }, locale: 'en-US', timezoneId: 'UTC' });

/** Slows the processor of a page down by a factor. */
export const slowDown = async (page: Page, times: number): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  return session;
};

/** Bytes of live JavaScript objects after garbage collection. */
export const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
};

/** Private memory of the largest renderer in bytes: the cost of the page beyond the memory that all processes share. */
export const rendererMemory = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
      return [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0);
    });
  return Math.max(0, ...sizes) * 1024;
};

export interface FrameTimes {
  /** Milliseconds between two frames, 95th percentile. */
  readonly p95: number;
  readonly worst: number;
  readonly count: number;
}

/** Measures the time between frames while work runs in the page. */
export const measureFrames = async (page: Page, work: () => Promise<unknown>): Promise<FrameTimes> => {
  const recorder = await page.evaluateHandle(() => {
    const state = { on: true, last: 0, gaps: new Array<number>() };
    const tick = (at: number): void => {
      if (state.last > 0) state.gaps.push(at - state.last);
      state.last = at;
      if (state.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    return state;
  });
  await work();
  const gaps = await recorder.evaluate((state) => {
    state.on = false;
    return state.gaps;
  });
  await recorder.dispose();
  return { p95: quantile(gaps, 0.95), worst: Math.max(0, ...gaps), count: gaps.length };
};

/** The same of an idle page: the machine's own noise, for comparison. */
export const measureIdleFrames = (page: Page): Promise<FrameTimes> =>
  measureFrames(page, () => page.waitForTimeout(2000));
