/** Stories of a phone with several users: signing in, sharing, and what stays private. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { MEMBER, OWNER, PASSWORD } from '../lib/box/box-process.ts';
import { makeRemovableDisk } from '../lib/machine/small-disk.ts';
import { bindPhone } from './bind-phone.ts';
import { button, createPhoneActions, start, type PhoneStory } from './phone-story.ts';
import type { LabelLookup } from './label-lookup.ts';
import { front, goTo } from './touch-actions.ts';

/** The phone of an invited user. */
const THEIRS = { width: 360, height: 640 };

export const storiesOfPeople = (say: LabelLookup) => {
  const { openOwn, openFolder, select, act, signIn } = createPhoneActions(say);
  return {
    setUp: [
      'sets the box up, signs out and in',
      async ({ page, box, origin }) => {
        await page.goto(`${origin}/?setup=${box.setupCode ?? ''}`);
        await page.getByLabel(say.part('Name of the box')).fill('Attic');
        await page.getByLabel(say.part('Your user name')).fill(OWNER);
        await page.getByLabel(say('Password')).fill(PASSWORD);
        await page.getByLabel(say.part('Password again')).fill(PASSWORD);
        await button(page, say('Create and sign in')).tap();
        await expect(start(page)).toBeVisible();
        await goTo(page, 'more');
        await button(page, say('Sign out')).tap();
        await button(page.getByRole('alertdialog'), say('Sign out')).tap();
        await signIn(page, OWNER);
        // Not at the location of the previous user.
        await expect(start(page)).toBeVisible();
      },
    ],
    share: [
      'shares a picture by a link and its code for a camera; a stranger at a computer has it',
      async (hand) => {
        const { page, box } = hand;
        await bindPhone(page, box, OWNER);
        const app = await openFolder(hand, 'Trip');
        await select(app, 'hill 02.jpg');
        await act(app, 'Share');
        const dialog = page.getByRole('dialog', { name: say.part('Share by link') });
        await expect(dialog.getByRole('img', { name: say.part('QR code of the link') })).toBeVisible();
        const link = dialog.getByLabel(say('Link'));
        await expect(link).toHaveValue(/\/s\//);
        const stranger = await page.context().browser()?.newContext();
        if (stranger === undefined) throw new Error('no browser');
        const visit = await stranger.newPage();
        await visit.goto(await link.inputValue());
        const download = visit.waitForEvent('download');
        await visit.getByRole('link', { name: 'Download hill 02.jpg' }).click();
        expect(readFileSync(await (await download).path(), 'utf8')).toContain('picture hill 02.jpg');
        await stranger.close();
        await page.goBack();
        await expect(dialog).toHaveCount(0);
        await button(app, say('End the selection')).tap();
      },
    ],
    safe: [
      'gives the safe a password, locks it, and opens it again',
      async ({ page }) => {
        await goTo(page, 'files');
        await start(page)
          .getByRole('button', { name: say.part('opens with its own password') })
          .tap();
        const form = page.getByRole('form');
        await form.getByLabel(say.part('New password')).fill('abc123');
        await form.getByLabel(say.part('Repeat the password')).fill('abc123');
        await form.getByRole('checkbox').tap();
        await button(form, say('Set password')).tap();
        await expect(front(page).getByText(say.part('The safe is empty'))).toBeVisible();
        await button(front(page), say('Lock')).tap();
        await form.getByLabel(say('Password')).fill('abc123');
        await button(form, say('Unlock')).tap();
        await expect(front(page).getByText(say.part('The safe is empty'))).toBeVisible();
      },
    ],
    invite: [
      'invites somebody, who joins with a phone as well',
      async ({ page, origin, contextOptions }) => {
        // On a phone in landscape the place stays next to what is opened.
        await goTo(page, 'more');
        await page.locator('[data-app="account"]').tap();
        await front(page).getByText(say('People of this box')).first().tap();
        await button(page, say('Show invitation code')).tap();
        await expect(page.getByText(say.part('Valid until {time}', { time: '' }))).toBeVisible();
        const code = await front(page).locator('code').innerText();
        const other = await page
          .context()
          .browser()
          ?.newContext({ ...contextOptions, viewport: THEIRS });
        if (other === undefined) throw new Error('no browser');
        const theirs = await other.newPage();
        await theirs.goto(`${origin}/?join=#invite=${code}`);
        await theirs.getByLabel(say.part('Your user name')).fill(MEMBER);
        await theirs.getByLabel(say('Password')).fill(PASSWORD);
        await theirs.getByLabel(say.part('Password again')).fill(PASSWORD);
        await button(theirs, say('Create account and join')).tap();
        await expect(start(theirs)).toBeVisible();
        await other.close();
      },
    ],
    eject: [
      'plugs a card of a camera in and lets it go',
      async ({ page, box }) => {
        const stick = makeRemovableDisk(64);
        // Mounting needs root.
        if (stick === null) return;
        const place = join(box.dataDir, 'extdev', 'Camera');
        mkdirSync(place, { recursive: true });
        try {
          stick.plug(place);
          await goTo(page, 'more');
          await page.locator('[data-app="device-storage"]').tap();
          const card = front(page).getByRole('listitem').filter({ hasText: 'Camera' });
          await expect(card).toBeVisible();
          await button(card, say.part('Eject')).tap();
          await expect(front(page).getByText(say.part('No device is plugged in'))).toBeVisible();
        } finally {
          stick.pull(place);
          rmSync(place, { recursive: true, force: true });
          stick.remove();
        }
      },
    ],
    shareFolder: [
      'shares a folder with them',
      async (hand) => {
        const { page } = hand;
        const app = await openOwn(page);
        await select(app, 'Trip');
        await button(app.getByRole('toolbar', { name: say.part('Actions') }), say('More')).tap();
        await page.getByRole('menuitem', { name: say.part('Share with the family…') }).tap();
        const dialog = page.getByRole('dialog', { name: say.part('Share a folder with the family') });
        await dialog.getByRole('switch', { name: MEMBER }).tap();
        await button(dialog, say('Save')).tap();
        await expect(dialog).toHaveCount(0);
        await expect(front(page).getByRole('row').filter({ hasText: 'Trip' })).toContainText(MEMBER);
      },
    ],
  } satisfies Readonly<Record<string, PhoneStory>>;
};
