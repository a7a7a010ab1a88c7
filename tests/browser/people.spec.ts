import type { Page } from '@playwright/test';
import { codeParams } from '@boxwood/account-sdk';
import { BoxFailure } from '@boxwood/box-sdk';
import { CHILD } from '../lib/box/box-process.ts';
import { signIn as signInBox } from '../lib/box/client.ts';
import { accountOf, waitForDesktop, codeFor, createUser, signIn } from './account-page.ts';
import { MEMBER, OWNER, PASSWORD, watchConsole, win } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';

const people = async (page: Page, user: string) => {
  await signIn(page, user);
  await waitForDesktop(page);
  await page.getByRole('button', { name: `Account ${user}` }).click();
  await page.getByRole('menuitem', { name: 'Account Management' }).click();
  const window = win(page, 'Account Management');
  await expect(window.getByRole('listitem').filter({ hasText: OWNER })).toBeVisible();
  return window;
};

/** What the box itself says to a call that belongs to its administrator: 13 to everybody else. */
const refusedAs = async (origin: string, user: string): Promise<number> => {
  const client = await signInBox(origin, user);
  try {
    await client.system.setRootJson({ name: 'fan_rule', object: {} });
    return 0;
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused') return failure.error.code;
    throw failure;
  }
};

test('ACCOUNT-09: each person names the box for themselves @full', async ({ page, box }) => {
  const errors = watchConsole(page);
  const window = await people(page, OWNER);
  const field = window.getByRole('textbox', { name: 'Your name for this box' });
  await field.fill('x'.repeat(21));
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(window.getByText('1 to 20 characters')).toBeVisible();
  await field.fill('Attic 阁楼');
  await window.getByRole('button', { name: 'Save' }).click();
  const member = await accountOf(box.origin, MEMBER);
  expect((await member.roster.boxes({})).map(({ nick }) => nick)).toEqual(['Test box']);
  await page.goto('/tobox?auto=N');
  await page.getByRole('button', { name: 'Open Attic 阁楼' }).click();
  await waitForDesktop(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Box Attic 阁楼' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('ACCOUNT-08: the administrator removes a person, who is led out of the box and told so, finds no box and is let in nowhere', async ({
  page,
  box,
  browser,
  baseURL,
}) => {
  const window = await people(page, OWNER);
  const person = (name: string) => window.getByRole('listitem').filter({ hasText: name });
  await expect(person(OWNER).getByRole('button')).toHaveCount(0);
  await window.getByRole('button', { name: 'Show invitation code' }).click();
  const code = window.getByRole('code');
  const inviteCode = await code.innerText();
  const before = await signInBox(box.origin, CHILD);
  const theirs = await browser.newContext({ baseURL: baseURL ?? '' });
  const second = await theirs.newPage();
  await signIn(second, CHILD);
  await waitForDesktop(second);
  await person(CHILD)
    .getByRole('button', { name: `Remove ${CHILD}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Remove ${CHILD} from this box?` });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(person(CHILD)).toBeVisible();
  await person(CHILD)
    .getByRole('button', { name: `Remove ${CHILD}` })
    .click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(person(CHILD)).toHaveCount(0);
  await expect(person(MEMBER)).toBeVisible();
  // Nor does an invitation from before lead them back, which the administrator is told.
  await expect(window.getByText(`${CHILD} was removed, so the invitation code changed`)).toBeVisible();
  await expect(code).toHaveText(/^[A-Z0-9]{10}$/);
  await expect(code).not.toHaveText(inviteCode);
  // Nobody presses anything there.
  await expect(second.getByRole('alert')).toContainText('You are no longer a user of “Test box”');
  await expect(second.getByRole('heading', { name: 'No box yet' })).toBeVisible();
  // The box lets them in no more, not with the session they had either.
  const home = { path: `/mnt/usb1/${CHILD}`, count: 1, hasbaseinfo: 0 } as const;
  await expect
    .poll(() =>
      before.files.list(home).then(
        () => 'let in',
        () => 'refused',
      ),
    )
    .toBe('refused');
  await expect
    .poll(() =>
      signInBox(box.origin, CHILD).then(
        () => 'let in',
        () => 'refused',
      ),
    )
    .toBe('refused');
  await second.getByRole('button', { name: 'Sign out' }).click();
  await signIn(second, CHILD);
  await expect(second.getByRole('heading', { name: 'No box yet' })).toBeVisible();
  await second.getByRole('button', { name: 'Join with a code' }).click();
  const join = second.getByRole('dialog', { name: 'Join this box' });
  await join.getByLabel('Invitation code').fill(inviteCode);
  await join.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(join.getByRole('alert')).toContainText('The invitation code is not valid');
  await theirs.close();
});

test('who forgot the password is led to a link of the administrator, good once: a new password, and nothing of the old one is left @full', async ({
  page,
  box,
  browser,
  baseURL,
}) => {
  test.slow();
  const NEW = 'hedge-in-july';
  // Somebody whose password nobody else needs here.
  const member = await createUser(box);
  const errors = watchConsole(page);
  const asked: string[] = [];
  const listen = (of: Page): void => {
    of.on('request', (request) => asked.push(request.url()));
  };
  listen(page);
  // The box hears of somebody new a moment after the account service; each try that comes too early counts as a wrong one.
  const isKnown = (): Promise<boolean> =>
    signInBox(box.origin, member).then(
      () => true,
      () => false,
    );
  await expect.poll(isKnown, { intervals: [0, 500, 2_000, 5_000] }).toBe(true);
  // Somebody is in on another device; and here the password is gone.
  const before = await signInBox(box.origin, member);
  const home = { path: `/mnt/usb1/${member}`, count: 1, hasbaseinfo: 0 } as const;
  const isIn = (): Promise<boolean> =>
    before.files.list(home).then(
      () => true,
      () => false,
    );
  expect(await isIn()).toBe(true);
  const theirs = await browser.newContext({ baseURL: baseURL ?? '' });
  const second = await theirs.newPage();
  listen(second);
  await second.goto('/?auto=N');
  await second.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(second.getByText('Ask the administrator of the box')).toBeVisible();
  await second.goBack();
  await expect(second.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();

  const window = await people(page, OWNER);
  const person = window.getByRole('listitem').filter({ hasText: member });
  await expect(window.getByRole('listitem').filter({ hasText: OWNER }).getByRole('button')).toHaveCount(0);
  await person.getByRole('button', { name: `New password for ${member}` }).click();
  const dialog = page.getByRole('dialog', { name: `A new password for ${member}?` });
  await dialog.getByLabel('Your own password', { exact: true }).fill('not-this-one');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  await expect(dialog.getByText('Wrong password')).toBeVisible();
  const make = async (): Promise<string> => {
    await dialog.getByLabel('Your own password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Make link' }).click();
    const made = page.getByRole('dialog', { name: `Link for ${member}` });
    await expect(made.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    const address = new URL(await made.getByLabel('Link for a new password', { exact: true }).inputValue());
    await page.keyboard.press('Escape');
    await expect(made).toHaveCount(0);
    // For another device it has the address of the house; here it is opened by the one of this test.
    return address.pathname + address.search + address.hash;
  };
  const first = await make();
  await expect(person.getByText('Link for a new password until')).toBeVisible();
  await person.getByRole('button', { name: `Revoke the link of ${member}` }).click();
  await expect(person.getByText('Link for a new password until')).toHaveCount(0);
  await person.getByRole('button', { name: `New password for ${member}` }).click();
  const link = await make();
  const [, secret = ''] = /\.([A-Za-z0-9]{32})$/.exec(link) ?? [];
  expect(secret).not.toBe('');

  const choose = async (address: string, password: string): Promise<void> => {
    await second.goto('about:blank');
    await second.goto(address);
    await expect(second.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    expect(new URL(second.url()).hash).toBe('');
    await expect(second.getByRole('textbox', { name: 'Your user name' })).toHaveValue(member);
    await second.getByLabel('Password', { exact: true }).fill(password);
    await second.getByLabel('Password again').fill(password);
    await second.getByRole('button', { name: 'Save and sign in' }).click();
  };
  await choose(first, NEW);
  await expect(second.getByRole('alert')).toContainText('This link is no longer valid');
  await choose(link, `${member}-1`);
  await expect(second.getByRole('alert')).toContainText('Many people use this password');
  await choose(link, NEW);
  await waitForDesktop(second);
  await expect(second.getByRole('button', { name: `Account ${member}` })).toBeVisible();
  await expect.poll(isIn).toBe(false);
  await second
    .getByRole('banner')
    .getByRole('button', { name: /^Messages/ })
    .click();
  await expect(second.getByText('Your password was reset with a link from the administrator.')).toBeVisible();

  await choose(link, 'hedge-in-august');
  await expect(second.getByRole('alert')).toContainText('This link is no longer valid');
  await expect(signInBox(box.origin, member)).rejects.toThrow(/2003/);
  await signInBox(box.origin, member, NEW);
  await signIn(second, member);
  await expect(second.getByRole('alert')).toContainText('Wrong password');
  // The secret is in no address that was asked for, and in no line of the log; nor is a password.
  for (const kept of [secret, NEW, PASSWORD]) {
    expect(asked.filter((url) => url.includes(kept))).toEqual([]);
    expect(box.log()).not.toContain(kept);
  }
  await theirs.close();
  expect(errors).toEqual([]);
});

test('ACCOUNT-07: the administrator hands the role over with a code, and box and desktop follow @full', async ({
  page,
  box,
  browser,
  baseURL,
}) => {
  const mail = `${OWNER}@example.com`;
  const owner = await accountOf(box.origin, OWNER);
  await owner.session.sendCode(codeParams(mail));
  await owner.user.changeMail({ mail, mailCode: await codeFor(box, mail) });
  expect([await refusedAs(box.origin, OWNER), await refusedAs(box.origin, MEMBER)]).not.toContain(0);
  expect(await refusedAs(box.origin, OWNER)).not.toBe(13);
  expect(await refusedAs(box.origin, MEMBER)).toBe(13);
  const window = await people(page, OWNER);
  const person = (name: string) => window.getByRole('listitem').filter({ hasText: name });
  await person(MEMBER)
    .getByRole('button', { name: `Make ${MEMBER} the administrator` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Hand over the administration to ${MEMBER}?` });
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog.getByText('The code has 6 digits')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send code' }).click();
  const code = await codeFor(box, mail);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code === '000000' ? '111111' : '000000');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog.getByText('The verification code is wrong')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog).toBeHidden();
  await expect(person(MEMBER).getByText('Administrator', { exact: true })).toBeVisible();
  await expect(person(OWNER).getByText('Administrator', { exact: true })).toHaveCount(0);
  await expect.poll(() => refusedAs(box.origin, OWNER)).toBe(13);
  await expect.poll(() => refusedAs(box.origin, MEMBER)).not.toBe(13);
  const theirs = await browser.newContext({ baseURL: baseURL ?? '' });
  const second = await theirs.newPage();
  const list = await people(second, MEMBER);
  await expect(list.getByRole('button', { name: 'Show invitation code' })).toBeVisible();
  await theirs.close();
});
