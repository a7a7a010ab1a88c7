import { defineConfig } from '@playwright/test';
import browser from '../browser/playwright.config.ts';

/** `npm run pictures`: takes the pictures of `docs/pictures` from the built desktop. Not a test of the product. */
export default defineConfig({
  ...browser,
  testDir: '.',
  timeout: 240_000,
  expect: { timeout: 30_000 },
  workers: 1,
  reporter: [['list']],
  projects: [{ name: 'pictures', metadata: { host: '127.0.0.1' } }],
});
