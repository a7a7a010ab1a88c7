/** Faults at a box, and the screens that have to report them. */
import { deflateSync } from 'node:zlib';
import type { SimulatedBox } from '@boxwood/box-simulator';
import { createSimulatedBox } from '@boxwood/box-simulator';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { waitForDesktop, signIn } from './account-page.ts';
import { TEST_USERS } from '../lib/box/box-process.ts';
import { desktopDist } from '../lib/desktop-size.ts';
import { appIcon, OWNER, PASSWORD } from './desktop-page.ts';
import { browsers, enter, entry, listOf } from './files-page.ts';

/**
 * The product limit is five seconds, for a message and for automatic recovery. The timers are tested exactly in the
 * domain (`session/login-check.test.ts`); a busy machine gets more time here.
 */
export const UI_TIMEOUT = { timeout: 20_000 } as const;

/** A picture of one colour that is only visible when the file is complete (PNG, ISO/IEC 15948). */
export const picture = (size = 64): Uint8Array => {
  const crcOf = (bytes: Uint8Array): number => {
    let crc = ~0;
    for (const byte of bytes) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
    }
    return ~crc >>> 0;
  };
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crcOf(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = Buffer.alloc(size * (1 + size * 3), 120);
  for (let row = 0; row < size; row += 1) pixels[row * (1 + size * 3)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', new Uint8Array()),
  ]);
};

/** Enables faults; the returned function disables all of them. */
export const injectFaults = (box: SimulatedBox, ...faults: readonly string[]): (() => void) => {
  const off = faults.map((fault) => box.fault(fault));
  return () => {
    for (const one of off) one();
  };
};

/** Expects that the message appears soon. */
export const expectMessage = (place: Locator, words: string | RegExp): Promise<void> =>
  expect(place.getByText(words).filter({ visible: true }).first()).toBeVisible(UI_TIMEOUT);

const pages = desktopDist();
export const HOME = `/mnt/usb1/${OWNER}`;
const FILES = {
  [`${HOME}/Trip/letter.txt`]: 'dear box',
  ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${HOME}/Trip/sun${at + 10}.png`, picture()])),
  [`${HOME}/Trip/slow/inside.txt`]: 'late',
  [`${HOME}/Trip/quick/other.txt`]: 'quick',
  [`${HOME}/Trip/quick/ghost.txt`]: 'soon gone',
};

/** A box with readable files, including its pages. */
export const withBox = async (test: (box: SimulatedBox) => Promise<void>): Promise<void> => {
  const box = await createSimulatedBox({ users: TEST_USERS, pages, files: FILES });
  try {
    await test(box);
  } finally {
    await box.close();
  }
};

/** Signs in by account and opens the test folder. */
export const openTestFolder = async (page: Page, box: SimulatedBox): Promise<Locator> => {
  await signIn(page, OWNER, PASSWORD, box.origin);
  await waitForDesktop(page);
  await appIcon(page, 'files').click();
  const window = browsers(page).first();
  await expect(listOf(window)).toBeVisible();
  await enter(window, 'Trip');
  await expect(entry(window, 'sun10.png')).toBeVisible();
  return window;
};

/** Presses a button of a window that others may cover. */
export const press = (place: Locator, name: string): Promise<void> =>
  place.getByRole('button', { name, exact: true }).first().dispatchEvent('click');

/** Closes every notification. */
export const dismissAll = async (toasts: Locator): Promise<void> => {
  const close = toasts.getByRole('button', { name: 'Close notification' });
  while ((await close.count()) > 0) {
    const one = await close.first().elementHandle();
    await one.dispatchEvent('click');
    // A queued notification may appear in its place.
    await one.waitForElementState('hidden');
  }
};

/** The names that a window lists. */
export const listing = (window: Locator): Promise<string> => listOf(window).innerText();
