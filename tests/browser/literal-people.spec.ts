/** The desktop at a box that answers what the specification says and no more: choosing a box, sharing, and messages. */
import { expect } from '@playwright/test';
import { familyShare } from '../../apps/desktop/src/apps/family-share/manifest.ts';
import { messages as familyWords } from '../../apps/desktop/src/apps/family-share/messages.ts';
import { shares } from '../../apps/desktop/src/apps/shares/manifest.ts';
import { messages as shareWords } from '../../apps/desktop/src/apps/shares/messages.ts';
import { messageDrawerMessages } from '../../apps/desktop/src/shell/top-bar/message-drawer-messages.ts';
import { MEMBER, win } from './desktop-page.ts';
import { HOME, defineStory } from './literal-desktop.ts';

const FILES = { [`${HOME}/Give/gift.txt`]: 'for you', [`${HOME}/Recipes/soup.txt`]: 'water, salt' };

defineStory(
  'a box is chosen, files are shared by link and with the family, messages are read',
  FILES,
  async (desk, model) => {
    const { page, box, labels } = desk;
    const { files, share, kit, desk: shell, common, boxes } = labels;
    await desk.byAccount();
    await page.goto(`${box.origin}/tobox?auto=N`);
    const card = page.getByRole('main').getByRole('listitem').getByRole('button');
    await expect(card).toHaveCount(1);
    for (const fact of [boxes('online'), model, boxes('standard'), boxes('roleOwner')])
      await expect(card).toContainText(fact);
    await desk.shot('choose a box');
    await card.click();
    await desk.arrive();

    const window = await desk.browser();
    await desk.go(window, kit('place1'), 'Give');
    await desk.choose(window, 'gift.txt', files('share'), files('shareHttp'));
    const dialog = page.getByRole('dialog', { name: share('share') });
    // The box answers an address with http alone; a link is handed out as https.
    const link = dialog.getByLabel(share('link'), { exact: true });
    await expect(link).toHaveValue(/^https:\/\/.*\/s\/[0-9a-f-]{36}$/);
    const address = await link.inputValue();
    expect((await page.request.get(address.replace(/^https/, 'http'))).status()).toBe(200);
    await desk.shot('share');
    await desk.press(share('ownShares'), dialog);
    const s = labels.of(shareWords);
    const list = win(page, labels.title(shares.title));
    const row = list.getByRole('row').filter({ hasText: 'gift.txt' });
    await expect(row).toContainText(s('valid'));
    await desk.shot('shares');
    await row.locator('[data-grab]').click();
    await desk.press(s('end'), list);
    await desk.press(s('end'), page.getByRole('alertdialog'));
    await expect(row).toHaveCount(0);
    expect((await page.request.get(address.replace(/^https/, 'http'))).status()).toBe(404);
    await desk.press(shell('closeWindow'), list);
    if (await dialog.isVisible()) await desk.press(common('close'), dialog);

    await desk.go(window, kit('place1'));
    await desk.choose(window, 'Recipes', files('share'), files('shareFamily'));
    const f = labels.of(familyWords);
    const family = page.getByRole('dialog', { name: f('addTitle') });
    await family.getByRole('switch', { name: MEMBER }).click();
    await desk.shot('family');
    await desk.press(common('save'), family);
    const shared = win(page, labels.title(familyShare.title));
    const folder = shared.getByRole('row').filter({ hasText: 'Recipes' });
    await expect(folder).toContainText(MEMBER);
    await desk.shot('family shares');
    await folder.locator('[data-grab]').click();
    await desk.press(f('end'), shared);
    await desk.press(f('end'), page.getByRole('alertdialog'));
    await expect(folder).toHaveCount(0);
    expect(box.tree.text(`${HOME}/Recipes/soup.txt`)).toBe('water, salt');
    await desk.press(shell('closeWindow'), shared);

    const d = labels.of(messageDrawerMessages);
    // With the number of those that are unread.
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^${shell('messages')}`) })
      .click();
    const messages = page.getByRole('dialog', { name: d('title') });
    await messages.getByRole('tab', { name: d('friends') }).click();
    await expect(messages.getByText('Message 1')).toBeVisible();
    await desk.shot('messages');
    await messages.getByRole('tab', { name: d('system') }).click();
    await expect(messages.getByText('Message 3')).toBeVisible();
    await desk.press(d('markAllRead'), messages);
    await expect(messages.getByText(d('unread'), { exact: true })).toHaveCount(0);
    await desk.press(d('deleteMessage'), messages);
    await expect(messages.getByText(d('empty'), { exact: true })).toBeVisible();
    await desk.press(common('close'), messages);
    await expect(messages).toHaveCount(0);
  },
);
