import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAccountClient, signInParams } from '@boxwood/account-sdk';
import { connect, createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import { expect, test } from './fixtures.ts';
import { accountOf, waitForDesktop, codeFor, createUser, signIn } from './account-page.ts';
import { MEMBER, openByPalette, OWNER, PASSWORD, watchConsole, win } from './desktop-page.ts';

test('LOGIN-02 LOGIN-03 LOGIN-04: an account signs in, enters its only box, and token and user name are stored', async ({
  page,
}) => {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/account/transitAuth/check')) sent.push(request.postDataJSON());
  });
  await signIn(page, OWNER);
  await waitForDesktop(page);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ appId: 'web', devtype: 'web', logintype: 1, userName: OWNER, pwd: PASSWORD });
  const stored = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('username')]);
  for (const value of stored) expect(value).toMatch(/^b64:/);
  await page.reload();
  await waitForDesktop(page);
});

test('LOGIN-05 ERR-063: a wrong password is told in words and nothing is stored', async ({ page }) => {
  await signIn(page, MEMBER, 'not-this-one');
  await expect(page.getByRole('alert')).toContainText('Wrong password');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('LOGIN-17 LOGIN-21: the chooser lists the boxes with model, state, edition and role, and enters the chosen one @full', async ({
  page,
}) => {
  await signIn(page, OWNER);
  await waitForDesktop(page);
  await page.goto('/tobox?auto=N');
  const box = page.getByRole('button', { name: /^Open / });
  await expect(box).toContainText('Online');
  await expect(box).toContainText('G2');
  await expect(box).toContainText('Standard');
  await expect(box).toContainText('Owner');
  await box.click();
  await waitForDesktop(page);
});

test('SHELL-25 SHELL-26 SHELL-27 MSG-03: the message drawer has four tabs, and Clear on the first one only @full', async ({
  page,
}) => {
  await signIn(page, OWNER);
  await waitForDesktop(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Messages/ })
    .click();
  const drawer = page.getByRole('dialog', { name: 'Messages' });
  await expect(drawer.getByRole('tab')).toHaveText([/Friend Messages/, /Replies/, /System Notices/, /Direct Messages/]);
  await drawer.getByRole('tab', { name: 'Friend Messages' }).click();
  await expect(drawer.getByRole('button', { name: 'Mark All Read' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Clear' })).toBeVisible();
  await drawer.getByRole('tab', { name: 'System Notices' }).click();
  await expect(drawer.getByRole('button', { name: 'Mark All Read' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Clear' })).toHaveCount(0);
});

test('MSG-01 MSG-04 MSG-06 STATE-14: notices are unread until marked read, and one is deleted by itself @full', async ({
  page,
}) => {
  await signIn(page, OWNER);
  await waitForDesktop(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Messages, \d+ unread/ })
    .click();
  const drawer = page.getByRole('dialog', { name: 'Messages' });
  // It opens where something is unread.
  await expect(drawer.getByRole('tab', { name: 'System Notices' })).toHaveAttribute('aria-selected', 'true');
  const rows = drawer.getByRole('tabpanel', { name: 'System Notices' }).getByRole('listitem');
  const joined = rows.filter({ hasText: `${MEMBER} joined the box` });
  await expect(joined).toContainText('Unread');
  await expect(joined).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);

  // What the service says is said in the person's language, although it is written in one.
  const say = async (language: string): Promise<void> => {
    await page.keyboard.press('Escape');
    const bar = page.getByRole('banner');
    await bar.getByRole('button', { name: /^(Settings|设置)/ }).click();
    await page.getByRole('menuitem', { name: /^(Language|语言)$/ }).click();
    await page.getByRole('menuitemradio', { name: language }).click();
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: /^(Messages|消息)/ }).click();
  };
  await say('简体中文');
  await page.getByRole('tab', { name: '系统通知' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: `${MEMBER} 加入了盒子` })).toBeVisible();
  await say('English');
  await drawer.getByRole('tab', { name: 'System Notices' }).click();

  await drawer.getByRole('button', { name: 'Mark All Read' }).click();
  await expect(joined).not.toContainText('Unread');
  const count = await rows.count();
  await joined.getByRole('button', { name: 'Delete message' }).click();
  await expect(rows).toHaveCount(count - 1);
  await expect(joined).toHaveCount(0);
});

test('SCREEN-24 ACCOUNT-01 ACCOUNT-02: the Personal Center shows who it is and changes the nickname @full', async ({
  page,
}) => {
  await signIn(page, OWNER);
  await waitForDesktop(page);
  await page.getByRole('button', { name: `Account ${OWNER}` }).click();
  await page.getByRole('menuitem', { name: 'Personal Centre' }).click();
  const window = win(page, 'Account Management');
  await expect(window).toContainText(OWNER);
  await window.getByRole('button', { name: 'Change', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nickname' });
  await dialog.getByLabel('Nickname').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('1 to 20 characters')).toBeVisible();
  await dialog.getByLabel('Nickname').fill('Anna');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(window).toContainText('Anna');
  // SHELL-24: alias and user name of the person, not of the box.
  await page.getByRole('button', { name: `Account ${OWNER}` }).click();
  await expect(page.getByRole('menu')).toContainText(`Anna${OWNER}`);
});

test('PROD-03 ACCOUNT-10 G-29: the people of the box are listed with their roles, and its administrator invites one after the other @full', async ({
  page,
  box,
}) => {
  await signIn(page, OWNER);
  await waitForDesktop(page);
  await page.getByRole('button', { name: `Account ${OWNER}` }).click();
  await page.getByRole('menuitem', { name: 'Account Management' }).click();
  const window = win(page, 'Account Management');
  const person = (name: string) => window.getByRole('listitem').filter({ hasText: name });
  await expect(person(MEMBER)).toBeVisible();
  for (const role of ['Owner', 'Administrator']) {
    await expect(person(OWNER).getByText(role, { exact: true })).toBeVisible();
    await expect(person(MEMBER).getByText(role, { exact: true })).toHaveCount(0);
  }
  await window.getByRole('button', { name: 'Show invitation code' }).click();
  await expect(window.getByText(/^Valid until/)).toBeVisible();
  const code = window.getByRole('code');
  const inviteCode = await code.innerText();
  // The link is for another device, also where the page is at the box itself.
  const { boxid } = await createBoxClient({ baseUrl: box.origin, transport: fetchTransport() }).session.setup();
  const { lanIp } = await (await accountOf(box.origin, MEMBER)).box.address({ boxName: boxid });
  const here = new URL(page.url());
  const house =
    /^(localhost|127\.0\.0\.1)$/.test(here.hostname) && lanIp !== '' ? `http://${lanIp}:${here.port}` : here.origin;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await window.getByRole('button', { name: 'Copy link' }).click();
  await expect(window.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${house}/?join=#invite=${inviteCode}`);
  // Each code is good for one person: who joins stands in the list, and the code for the next one beside it.
  const anonymous = createAccountClient({ baseUrl: `${box.origin}/account`, transport: fetchTransport() });
  const userName = `guest-${String(Date.now()).slice(-8)}`;
  await anonymous.session.register({ userName, password: PASSWORD, param: '', code: '', inviteCode });
  await expect(person(userName)).toBeVisible();
  await expect(code).toHaveText(/^[A-Z0-9]{10}$/);
  await expect(code).not.toHaveText(inviteCode);
});

test('G-29: an invitation link opens an account on the box and signs in; a code that is used up is refused in words @full', async ({
  page,
  box,
}) => {
  const client = await accountOf(box.origin, OWNER);
  const { boxid } = await createBoxClient({ baseUrl: box.origin, transport: fetchTransport() }).session.setup();
  const { inviteCode } = await client.roster.invite({ boxName: boxid });
  await page.goto(`/?join=#invite=${inviteCode}`);
  await expect(page.getByRole('heading', { name: 'Join “Test box”' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await expect(page.getByLabel('Invitation code')).toHaveValue(inviteCode);
  const name = `guest-${String(Date.now()).slice(-8)}`;
  await page.getByLabel('Your user name').fill('No');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password again').fill(PASSWORD);
  const join = page.getByRole('button', { name: 'Create account and join' });
  await join.click();
  await expect(page.getByRole('textbox', { name: 'Your user name' })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Your user name').fill(name);
  await join.click();
  await waitForDesktop(page);
  await expect(page.getByRole('button', { name: `Account ${name}` })).toBeVisible();
  await page.goto(`/?join=#invite=${inviteCode}`);
  await page.getByLabel('Your user name').fill(`${name}x`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password again').fill(PASSWORD);
  await join.click();
  await expect(page.getByRole('alert')).toContainText('ACC 1022');
  // Somebody who left the box, or has an account already, adds the box to the list instead.
  const guest = await accountOf(box.origin, name);
  await guest.roster.remove({ targetUser: name, targetBox: boxid });
  const again = await client.roster.invite({ boxName: boxid });
  await signIn(page, name);
  await expect(page.getByRole('heading', { name: 'No box yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Join with a code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join this box' });
  await dialog.getByLabel('Invitation code').fill(again.inviteCode.toLowerCase());
  await dialog.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Open Test box' }).click();
  await waitForDesktop(page);
});

/** A real picture: 2 by 2 pixels, green. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGOw6QkAIgYIBQAeXgRhkf1uuAAAAABJRU5ErkJggg==',
  'base64',
);

test('ACCOUNT-02 ACCOUNT-03 ACCOUNT-04 ACCOUNT-05 ACCOUNT-06 ACCOUNT-18: the Personal Center changes picture, mail, mobile and password, and the new password signs in @full', async ({
  page,
  box,
}) => {
  test.slow();
  const errors = watchConsole(page);
  const name = await createUser(box);
  await signIn(page, name);
  await waitForDesktop(page);
  await page.getByRole('button', { name: `Account ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Personal Centre' }).click();
  const window = win(page, 'Account Management');
  const picker = window.locator('input[type=file]');
  await picker.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(window.getByRole('alert')).toContainText('jpg, jpeg or png');
  await picker.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG });
  const picture = page.getByRole('banner').locator('img[src*="/avatar/"]');
  await expect(picture).toHaveCount(1);
  await expect.poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(2);
  const row = (label: string) => window.getByText(label, { exact: true }).locator('..');
  const bind = async (label: string, field: string, wrong: string, issue: RegExp, address: string): Promise<void> => {
    await row(label).getByRole('button', { name: 'Add' }).click();
    const dialog = page.getByRole('dialog', { name: field });
    await dialog.getByRole('textbox', { name: field }).fill(wrong);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await expect(dialog.getByText(issue)).toBeVisible();
    await dialog.getByRole('textbox', { name: field }).fill(address);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await expect(dialog.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
    // This box has neither a mail server nor a gateway for text messages: the code comes as a message to the person.
    await expect(dialog.getByText(/was sent to your Messages/)).toBeVisible();
    await expect(dialog.getByLabel('Code')).toHaveValue(/^\d{6}$/);
    const code = await dialog.getByLabel('Code').inputValue();
    await dialog.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('The verification code is wrong')).toBeVisible();
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(label)).toContainText(address.replaceAll(' ', ''));
  };
  await bind('E-mail', 'New e-mail address', 'nobody', /not an e-mail address/, `${name}@example.com`);
  await bind(
    'Mobile',
    'New mobile number',
    '07700 900123',
    /not a phone number/,
    `+44 77${String(Date.now()).slice(-8)}`,
  );
  await row('Password').getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByRole('radio', { name: `${name}@example.com` }).check();
  await dialog.getByLabel('New password', { exact: true }).fill('12345');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('6 to 32 characters')).toBeVisible();
  await dialog.getByLabel('New password', { exact: true }).fill('hedge-in-july');
  await dialog.getByLabel('New password again').fill('hedge-in-july');
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByText(/account\/outbox/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(await codeFor(box, `${name}@example.com`));
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  await signIn(page, name);
  await expect(page.getByRole('alert')).toContainText('Wrong password');
  await signIn(page, `${name}@example.com`, 'hedge-in-july');
  await waitForDesktop(page);
  expect(errors).toEqual([]);
});

test('PROD-16 ACCOUNT-11 ACCOUNT-12: feedback goes out with pictures, and a wrong picture, too many and no words are told @full', async ({
  page,
  box,
}) => {
  await signIn(page, MEMBER);
  await waitForDesktop(page);
  await openByPalette(page, 'Settings');
  const window = win(page, 'Settings');
  await window.getByRole('button', { name: 'Feedback' }).click();
  const picker = window.locator('input[type=file]');
  const picture = (name: string, size = 0) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.concat([PNG, Buffer.alloc(size)]),
  });
  await window.getByRole('button', { name: 'Send feedback' }).click();
  await expect(window.getByText('Write 1 to 500 characters')).toBeVisible();
  await picker.setInputFiles([picture('a.bmp')]);
  await expect(window.getByRole('alert')).toContainText('“a.bmp” is not a jpg, jpeg or png picture');
  await window.getByRole('button', { name: 'Remove a.bmp' }).click();
  await picker.setInputFiles([picture('huge.png', 2 * 1024 * 1024)]);
  await expect(window.getByRole('alert')).toContainText('“huge.png” is larger than 2 MB');
  await window.getByRole('button', { name: 'Remove huge.png' }).click();
  await picker.setInputFiles(['1', '2', '3', '4', '5'].map((name) => picture(`${name}.png`)));
  await expect(window.getByRole('alert')).toContainText('At most 4 pictures');
  await window.getByRole('button', { name: 'Remove 5.png' }).click();
  await expect(window.getByRole('alert')).toHaveCount(0);
  await window.getByLabel('What would you like to tell us?').fill('The drawer squeaks.');
  // Another page of the window is a look aside: what was written is there afterwards.
  await window.getByRole('button', { name: 'About' }).click();
  await window.getByRole('button', { name: 'Feedback' }).click();
  await expect(window.getByLabel('What would you like to tell us?')).toHaveValue('The drawer squeaks.');
  const sent = page.waitForRequest((request) => request.url().endsWith('/user/sendAdvice'));
  await window.getByRole('button', { name: 'Send feedback' }).click();
  expect((await sent).headers()['content-type']).toContain('multipart/form-data');
  await expect(window.getByText('Thank you. Your feedback was sent.')).toBeVisible();
  const folder = join(box.dataDir, '.boxwood', 'account', 'feedback');
  const kept = readdirSync(folder).flatMap((letter) => readdirSync(join(folder, letter)));
  expect(kept.toSorted()).toEqual(['1.png', '2.png', '3.png', '4.png']);
});

test('STATE-28 MSG-07: messages are fetched a hundred at a time, and the unread count is asked for at once and every minute @full', async ({
  page,
}) => {
  const counts: string[] = [];
  const lists: URL[] = [];
  // A question that is not answered yet keeps the next one back, so answers are counted.
  page.on('requestfinished', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/user/unreadMessage')) counts.push(url.pathname);
    if (url.pathname.endsWith('/user/userMessages')) lists.push(url);
  });
  await page.clock.install();
  await signIn(page, OWNER);
  await waitForDesktop(page);
  await expect.poll(() => counts.length).toBe(1);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Messages/ })
    .click();
  await expect.poll(() => lists.length).toBeGreaterThan(0);
  expect(lists[0]?.searchParams.get('pageSize')).toBe('100');
  await page.clock.runFor(61_000);
  await expect.poll(() => counts.length).toBe(2);
  await page.clock.runFor(61_000);
  await expect.poll(() => counts.length).toBe(3);
});

test('LOGIN-13 LOGIN-14 LOGIN-15 ERR-145: a newer sign-in elsewhere ends this one with words; whoever it was goes on where they were', async ({
  page,
  box,
}) => {
  await page.clock.install();
  await signIn(page, MEMBER);
  await waitForDesktop(page);
  await openByPalette(page, 'Device Status');
  const account = createAccountClient({ baseUrl: `${box.origin}/account`, transport: fetchTransport() });
  await account.session.signIn(signInParams(MEMBER, PASSWORD, 'k'.repeat(32)));
  await page.clock.runFor(61_000);
  await expect(page.getByRole('alert')).toContainText('Logged in on another terminal');
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  // Nothing of it is kept but in the memory of the tab.
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('device-status');
  await expect(page.getByRole('textbox', { name: 'Account' })).toHaveValue(MEMBER);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await waitForDesktop(page);
  await expect(win(page, 'Device Status')).toBeVisible();
});

test('a token for a script is made on the desktop, opens its folder, and is ended there', async ({ page, box }) => {
  await signIn(page, OWNER);
  await waitForDesktop(page);
  await openByPalette(page, 'Account Management');
  const account = win(page, 'Account Management');
  await account.getByRole('button', { name: 'Scripts' }).click();
  await account.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('textbox', { name: 'Purpose' }).fill('nightly copy');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const token = (await account.locator('code').textContent()) ?? '';
  const script = await connect(box.origin, { user: OWNER, token });
  const list = () => script.files.list({ path: `/mnt/usb1/${OWNER}`, count: 1, hasbaseinfo: 0 });
  expect((await list()).file_list).toHaveLength(1);
  await account.getByRole('button', { name: 'End nightly copy' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(account.getByText('Ended')).toBeVisible();
  await expect(list()).rejects.toThrow();
});
