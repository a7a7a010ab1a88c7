/** In a recorded run pages report the functions that they call (scripts/lib/hits.mjs), in addition to the Node processes. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from '@playwright/test';

declare global {
  /** The binding of the browser's protocol in a page. */
  var __sendHits: ((text: string) => void) | undefined;
}

const folder = process.env['TEST_RECORD'] ?? '';
/** A page sends its reports after this time, in ms. */
const FLUSH_MS = 50;

/** Runs in each page before its own code. The timer is the one of the browser, also in a test that replaces the clock. */
const reportHits = ([flushMs, mutant]: readonly [number, string]): void => {
  const later = globalThis.setTimeout.bind(globalThis);
  let text = '';
  const flush = (): void => {
    if (text !== '') globalThis.__sendHits?.(text);
    text = '';
  };
  const report = (line: string): void => {
    if (text === '') later(flush, flushMs);
    text += `${line}\n`;
  };
  globalThis.addEventListener('pagehide', flush);
  const once = (format: (value: unknown) => string) => {
    const seen = new Set<unknown>();
    return (value: unknown): void => {
      if (seen.has(value)) return;
      seen.add(value);
      report(format(value));
    };
  };
  const note = once((what) => `N ${String(what)}`);
  Object.assign(globalThis, {
    __hits: (source: string) => once((at) => `F ${String(at)} ${source}`),
    __note: note,
    /** Whether a mutant is switched on (scripts/lib/mutant-switches.mjs). */
    __mutant: (number: number) => {
      note(`mutant ${number}`);
      return String(number) === mutant;
    },
  });
};

/** Records all pages of a browser. `TEST_FILE` names the spec: a recorded run has one. */
export const recordPages = (browser: Browser): void => {
  if (folder === '') return;
  const out = join(folder, `pages-${process.pid}.txt`);
  appendFileSync(out, `T ${process.env['TEST_FILE'] ?? '-'}\n`);
  browser.on('context', (context) => {
    void context.exposeBinding('__sendHits', (_source, text: string) => appendFileSync(out, text));
    void context.addInitScript(reportHits, [FLUSH_MS, process.env['MUTANT'] ?? ''] as const);
  });
};

/** Waits until the pages have sent their last reports. */
export const hitsSent = (): Promise<void> => (folder === '' ? Promise.resolve() : delay(2 * FLUSH_MS));
