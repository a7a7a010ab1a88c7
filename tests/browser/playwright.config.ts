import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { passedBefore } from '../lib/runner/full-tests.ts';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP box.test 127.0.0.1',
  // Almost no test code runs long enough to be worth optimising, which is an eighth of the work of a page.
  '--js-flags=--max-opt=1',
];

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** Chromium without features that need a window: a PDF viewer, a screen lock. It takes a fifth less time. */
const shell = process.env['CHROMIUM_SHELL_PATH'] ?? chromium;
/** A test that needs the complete Chromium, or that is the main story. */
const WHOLE = /@whole-browser/;

/** The built desktop against a real box; once on a secure origin and once on plain http with a host name. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: passedBefore()
    .filter((file) => file.startsWith('tests/browser/'))
    .map((file) => `**/${file}`),
  globalSetup: '../lib/box/prepare-box.ts',
  outputDir: process.env['BOXWOOD_BROWSER_OUTPUT'] ?? '../../.cache/browser',
  timeout: 45_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 20_000 },
  fullyParallel: false,
  // A test is idle for a third of its time: waiting for a frame, an answer, or an idle page.
  workers: Math.min(6, Math.ceil(availableParallelism() * 1.5)),
  retries: 0,
  forbidOnly: true,
  reporter: [
    ['dot'],
    // The results of a run that is interrupted (scripts/lib/full-results.mjs).
    ['../../scripts/lib/file-results-reporter.mjs'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../../.cache/test/browser.json' }],
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    // Motion is only enabled where it is tested; elsewhere a closing animation would only add waiting time.
    contextOptions: { reducedMotion: 'reduce' },
    // It has one purpose with its own test; elsewhere each page would start it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'UTC',
    // A trace of every step costs a fifth of the time of all tests.
    trace: process.env['BOXWOOD_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: shell, args },
  },
  projects: [
    { name: 'secure', metadata: { host: '127.0.0.1' }, grepInvert: WHOLE },
    {
      name: 'whole',
      metadata: { host: '127.0.0.1' },
      grep: WHOLE,
      use: { launchOptions: { executablePath: chromium, args } },
    },
    // Plain http has no clipboard, locks, file handles or WebCrypto: features that use them are tested there as well.
    {
      name: 'insecure',
      metadata: { host: 'box.test' },
      testMatch: [
        'drops',
        'files-actions',
        'files-deleted-folder',
        'login',
        'phone-stories',
        'shares',
        'top-bar',
        'uploads',
      ].map((name) => `**/${name}.spec.ts`),
      grepInvert: [/@any-origin/, WHOLE],
    },
  ],
});
