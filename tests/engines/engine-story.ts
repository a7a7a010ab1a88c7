import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhoto } from '../../apps/box/src/bin/demo/generated-photos.ts';
import { SeededRandom } from '../../apps/box/src/bin/demo/seeded-random.ts';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import type { Engine } from './engine.ts';
import { type BrowserUser, createBrowserUser, type ElementQuery, waitUntil } from './browser-user.ts';

/** Screenshots of failed steps. */
export const SHOTS = fileURLToPath(new URL('../../.cache/engines', import.meta.url));

export const entry = (name: string): ElementQuery => ({ role: 'entry', name });

/** Signs in through the offline form of the sign-in page. */
export const signIn = async (me: BrowserUser, origin: string, user: string): Promise<void> => {
  await me.engine.go(`${origin}/?auto=N`);
  await me.click({ role: 'tab', name: 'Offline' });
  await me.fill({ role: 'field', name: 'User name' }, user);
  await me.fill({ role: 'field', name: 'Password' }, PASSWORD);
  await me.click({ role: 'button', name: 'Sign in offline' });
  await me.click({ role: 'button', name: 'Sign in offline', within: { role: 'alertdialog' } });
  await me.see({ role: 'icon', name: 'files' });
};

/** Records the errors of the page since it loaded: uncaught errors, and what is logged as an error. */
export const collectErrors = (engine: Engine): Promise<void> =>
  engine.run(() => {
    const collectedErrors: string[] = [];
    Object.assign(globalThis, { heard: collectedErrors });
    globalThis.addEventListener('error', ({ message }) => collectedErrors.push(message));
    globalThis.addEventListener('unhandledrejection', ({ reason }) => collectedErrors.push(String(reason)));
    const { error } = console;
    console.error = (...words: unknown[]) => {
      collectedErrors.push(words.map(String).join(' '));
      error(...words);
    };
  });
export const collectedErrors = (engine: Engine): Promise<readonly string[]> =>
  engine.run(() => (globalThis as { readonly collectedErrors?: readonly string[] }).collectedErrors ?? []);

/** The main user story in one engine; null when the engine is not available. */
export const defineStory = (name: string, start: (() => Promise<Engine>) | null): void => {
  describe.skipIf(start === null)(name, () => {
    let box: BoxProcess;
    let computer: string;
    let me: BrowserUser;
    /** Each step continues where the one before ended; a failed story restarts from its beginning. */
    const steps: (readonly [what: string, work: () => Promise<void>])[] = [];
    const step = (what: string, work: () => Promise<void>): void => {
      steps.push([what, work]);
    };
    const home = (...path: readonly string[]): string => join(box.usb1, OWNER, ...path);
    const text = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

    beforeAll(async () => {
      box = await startBoxProcess();
      computer = mkdtempSync(join(tmpdir(), 'boxwood-computer-'));
      writeFileSync(join(computer, 'lake 湖.jpg'), await createPhoto(new SeededRandom(7), new Date(0)));
      writeFileSync(join(computer, 'letter 信.txt'), 'Dear grandma, 花园 is in flower.\n');
      writeFileSync(join(computer, 'big.bin'), Buffer.alloc(20_000_000, 'boxwood '));
      for (let at = 0; at < 6; at += 1) writeFileSync(home(`a note ${at}.md`), `# Note ${at}\n`);
      if (start !== null) me = createBrowserUser(await start());
    });
    afterAll(async () => {
      await me.engine.close();
      await box.remove();
      rmSync(computer, { recursive: true });
    });

    step('signs in and sees the desktop', async () => {
      await signIn(me, box.origin, OWNER);
      await collectErrors(me.engine);
      await me.click({ role: 'icon', name: 'files' });
      await me.see(entry('a note 0.md'));
      // Makes all rows of the story visible, also where they are taller.
      await me.click({ role: 'button', name: 'Maximise' });
      await me.see({ role: 'button', name: 'Restore' });
    });

    step('uploads files that arrive byte by byte', async () => {
      const names = ['lake 湖.jpg', 'letter 信.txt', 'big.bin'];
      await me.engine.choose(
        'input[data-choose="files"]',
        names.map((each) => join(computer, each)),
      );
      for (const each of names)
        await waitUntil(
          `${each} on the disk`,
          () => existsSync(home(each)) && readFileSync(home(each)).equals(readFileSync(join(computer, each))),
        );
      // A row that arrives later would move the others under the pointer.
      for (const each of names) await me.see(entry(each));
      await me.gone({ role: 'text', name: 'Uploading', part: true });
    });

    step('renames, copies, deletes and takes it back, by keys', async () => {
      await me.click(entry('letter 信.txt'));
      await me.engine.keys(['F2']);
      await me.see({ role: 'dialog', name: 'Rename' });
      await me.engine.keys(['Control', 'a']);
      await me.engine.type('letter to grandma.txt');
      await me.engine.keys(['Enter']);
      await waitUntil('the new name', () => existsSync(home('letter to grandma.txt')));
      await me.gone({ role: 'dialog', name: 'Rename' });
      await me.click(entry('letter to grandma.txt'));
      await me.engine.keys(['Control', 'c']);
      await me.open(entry('Download'));
      await me.gone(entry('a note 0.md'));
      await me.engine.keys(['Control', 'v']);
      await waitUntil('the copy', () => text(home('Download', 'letter to grandma.txt'))?.includes('花园'));
      await me.click(entry('letter to grandma.txt'));
      await me.engine.keys(['Delete']);
      await waitUntil('the bin', () => !existsSync(home('Download', 'letter to grandma.txt')));
      await me.gone(entry('letter to grandma.txt'));
      await me.engine.keys(['Control', 'z']);
      await waitUntil('it is back', () => existsSync(home('Download', 'letter to grandma.txt')));
      await me.engine.keys(['Backspace']);
      await me.see(entry('a note 0.md'));
      await me.see({ role: 'region', name: 'Files' });
    });

    step('chooses rows with a rubber band, also where windows are larger', async () => {
      const rowsOf = async (): Promise<number> =>
        me.engine.run(() => document.querySelectorAll('[data-index][aria-selected="true"]').length);
      for (const zoom of [1, 1.2]) {
        await me.engine.run((by) => localStorage.setItem('zoom', by), String(zoom));
        await me.engine.go(`${box.origin}/home`);
        const first = await me.see(entry('a note 1.md'));
        const last = await me.see(entry('a note 4.md'));
        // From the empty right end of a row, where no drag starts, to that of another one.
        const right = await me.engine.run(() => {
          const grid = document.querySelector('[role=grid]')?.getBoundingClientRect();
          return grid === undefined ? 0 : grid.x + grid.width * 0.9;
        });
        await me.drag([right, first.y + first.height / 2], [right - 80, last.y + last.height / 2]);
        await waitUntil(`four rows at ${zoom}`, async () => (await rowsOf()) === 4);
        await me.menu(entry('a note 2.md'));
        const menu = await me.see({ role: 'menu' });
        const row = await me.see(entry('a note 2.md'));
        expect(Math.abs(menu.x - (row.x + Math.min(row.width / 2, 60)))).toBeLessThan(40);
        await me.engine.keys(['Escape']);
        await me.gone({ role: 'menu' });
        await me.engine.keys(['Escape']);
      }
    });

    step('looks at a picture and at a text', async () => {
      await me.engine.run(() => localStorage.removeItem('zoom'));
      await me.engine.go(`${box.origin}/home`);
      await me.open(entry('lake 湖.jpg'));
      await waitUntil('the picture', () =>
        me.engine.run(() =>
          [...document.querySelectorAll('img')].some(
            ({ naturalWidth, alt }) => naturalWidth > 400 && alt.includes('湖'),
          ),
        ),
      );
      await me.click({ role: 'button', name: 'Close', within: { role: 'region', name: 'lake 湖.jpg' } });
      await me.open(entry('letter to grandma.txt'));
      await me.see({
        role: 'text',
        name: '花园',
        part: true,
        within: { role: 'region', name: 'letter to grandma.txt' },
      });
      await me.click({ role: 'button', name: 'Close', within: { role: 'region', name: 'letter to grandma.txt' } });
    });

    step('complains of nothing, and a second person sees nothing of it', async () => {
      expect(await collectedErrors(me.engine)).toEqual([]);
      await signIn(me, box.origin, MEMBER);
      await me.click({ role: 'icon', name: 'files' });
      await me.see(entry('Download'));
      expect(await me.all(entry('big.bin'))).toEqual([]);
    });

    it('goes through the main story', async () => {
      for (const [what, work] of steps)
        try {
          await work();
        } catch (fault) {
          mkdirSync(SHOTS, { recursive: true });
          writeFileSync(join(SHOTS, `${name} ${what}.png`), await me.engine.picture());
          throw new Error(`${what}: ${fault instanceof Error ? fault.message : String(fault)}`, { cause: fault });
        }
    });
  });
};
