/** The first five stories of a phone (phone.md) in WebKit, the engine of every iPhone. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindPhoneOf } from '../browser/bind-phone.ts';
import { type BoxProcess, OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { type TouchUser, createTouchUser } from './touch-user.ts';
import { type BrowserUser, createBrowserUser, type ElementQuery, waitUntil } from './browser-user.ts';
import { entry, collectedErrors, collectErrors, SHOTS } from './engine-story.ts';
import { findMiniBrowser, startWebKit, type WebKit } from './webkit.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const browser = ['Xvfb', 'xdotool'].every((name) => existsSync(`/usr/bin/${name}`)) ? findMiniBrowser() : undefined;

/**
 * A phone, a small phone, a tablet, and a phone in landscape: this touch emulation does not scroll elements into view.
 * Windows are at least 447 px wide.
 */
const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };
const SIZES = [PHONE, { width: 390, height: 568 }, TABLET, TABLET, { width: 844, height: 390 }] as const;

const button = (name: string, within?: ElementQuery): ElementQuery => ({
  role: 'button',
  name,
  ...(within === undefined ? {} : { within }),
});
const field = (name: string): ElementQuery => ({ role: 'field', name });
const item = (name: string): ElementQuery => ({ role: 'menuitem', name });
const heading = (name: string): ElementQuery => ({ role: 'heading', name });
const START: ElementQuery = { role: 'start' };

const numbered = (word: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${word} ${String(at + 1).padStart(3, '0')}.jpg`);

describe.skipIf(browser === undefined || !existsSync(DRIVER))('a phone with WebKit', () => {
  let box: BoxProcess;
  let phone: string;
  let webkit: WebKit;
  let me: BrowserUser;
  let hand: TouchUser;
  const disk = (...path: readonly string[]): string => join(box.usb1, OWNER, ...path);

  beforeAll(async () => {
    box = await startBoxProcess({ withUsers: false });
    phone = mkdtempSync(join(tmpdir(), 'boxwood-phone-'));
    for (const name of [...numbered('lake', 299), '湖边.jpg']) writeFileSync(join(phone, name), `picture ${name}`);
    webkit = await startWebKit(DRIVER, browser ?? '', PHONE);
    me = createBrowserUser(webkit);
    hand = createTouchUser(me);
  });
  afterAll(async () => {
    await me.engine.close();
    await box.remove();
    rmSync(phone, { recursive: true });
  });

  const stories: readonly (readonly [what: string, tell: () => Promise<unknown>])[] = [
    [
      'sets the box up, signs out and in',
      async () => {
        await me.engine.go(`${box.origin}/?setup=${box.setupCode ?? ''}`);
        await collectErrors(me.engine);
        await hand.fill(field('Name of the box'), 'Attic');
        await hand.fill(field('Your user name'), OWNER);
        await hand.fill(field('Password'), PASSWORD);
        await hand.fill(field('Password again'), PASSWORD);
        await hand.tap(button('Create and sign in'));
        await me.see(START);
        await hand.tap({ role: 'place', name: 'More' });
        await hand.tap(button('Sign out'));
        await hand.tap(button('Sign out', { role: 'alertdialog' }));
        await hand.fill(field('Account'), OWNER);
        await hand.fill(field('Password'), PASSWORD);
        await hand.tap(button('Sign in'));
        await me.see(START);
      },
    ],
    [
      'uploads three hundred pictures while the box is away for a moment',
      async () => {
        await hand.tap(button('Add'));
        await hand.tap(item('New folder'));
        await hand.fill({ role: 'field', name: 'Folder name', part: true }, 'Trip');
        await hand.tap(button('Create'));
        await hand.tap(entry('Trip'));
        await me.see(heading('Trip'));
        const names = readdirSync(phone);
        // Resolves at the first file: three hundred small pictures arrive a moment later.
        const begun = new Promise<void>((resolve) => {
          const watching = watch(disk('Trip'), () => {
            box.child.kill('SIGSTOP');
            watching.close();
            resolve();
          });
        });
        await me.engine.choose(
          'input[data-choose="files"]',
          names.map((name) => join(phone, name)),
        );
        await begun;
        await me.see({ role: 'text', name: 'of 300', part: true });
        box.child.kill('SIGCONT');
        await waitUntil('all of them', () => readdirSync(disk('Trip')).length === names.length);
        await me.see({ role: 'text', name: '300 items', part: true });
        // Rows that arrive later would move the others under the finger.
        await me.see(entry('湖边.jpg'));
      },
    ],
    [
      'selects seven, moves them, and takes it back',
      async () => {
        mkdirSync(disk('Album'));
        await hand.longPress(entry('lake 001.jpg'));
        await me.see(heading('1 selected'));
        for (const at of [2, 3, 4, 5, 6, 7]) {
          await hand.tap(entry(`lake 00${at}.jpg`));
          await me.see(heading(`${at} selected`));
        }
        await hand.tap(button('Move', { role: 'toolbar', name: 'Actions' }));
        await hand.tap({ role: 'row', name: 'Album', part: true, within: { role: 'dialog' } });
        // A tap takes effect after the next frame: until then "Move here" refers to the folder that is shown.
        await me.gone({ role: 'row', name: 'Album', part: true, within: { role: 'dialog' } });
        await hand.tap(button('Move here', { role: 'dialog' }));
        await waitUntil('seven in the other folder', () => readdirSync(disk('Album')).length === 7);
        await hand.tap(button('Undo'));
        await waitUntil('all of them back', () => readdirSync(disk('Trip')).length === 300);
        // Rows that return late would move what is under the next touch.
        await me.see({ role: 'text', name: '300 items', part: true });
        await me.see(entry('lake 001.jpg'));
      },
    ],
    [
      'shares a picture by a link and its code for a camera; a stranger has it',
      async () => {
        await bindPhoneOf(await me.engine.run(() => localStorage.getItem('token')), box, OWNER);
        await hand.longPress(entry('lake 008.jpg'));
        await me.see(heading('1 selected'));
        await hand.tap(button('Share', { role: 'toolbar', name: 'Actions' }));
        await me.see({ role: 'image', name: 'QR code of the link' });
        const { value } = await me.see(field('Link'));
        expect(value).toMatch(/\/s\//);
        const answer = await fetch(value);
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('lake 008.jpg')]);
        await me.engine.run(() => history.back());
        await me.gone({ role: 'dialog', name: 'Share by link' });
        await hand.tap(button('End the selection'));
      },
    ],
    [
      'finds one by how its Chinese name sounds',
      async () => {
        await hand.tap({ role: 'place', name: 'Files' });
        await hand.tap(button('Search everything'));
        const search: ElementQuery = { role: 'dialog', name: 'Search' };
        await hand.fill({ role: 'field', within: search }, 'hubian');
        await hand.tap({ role: 'option', name: '湖边.jpg', part: true, within: search });
        await me.see(heading('湖边.jpg'));
      },
    ],
  ];

  it('goes through the first five stories by touch', async () => {
    for (const [at, [what, tell]] of stories.entries())
      try {
        await webkit.resize(SIZES[at % SIZES.length] ?? PHONE);
        await tell();
      } catch (fault) {
        mkdirSync(SHOTS, { recursive: true });
        writeFileSync(join(SHOTS, `phone ${what}.png`), await me.engine.picture());
        throw new Error(`${what}: ${fault instanceof Error ? fault.message : String(fault)}`, { cause: fault });
      }
    // The engine logs this when it defers a resize to the next frame.
    expect((await collectedErrors(me.engine)).filter((word) => !word.startsWith('ResizeObserver loop'))).toEqual([]);
  });
});
