import type { Page } from '@playwright/test';
import { codeParams } from '@boxwood/account-sdk';
import { BoxFailure } from '@boxwood/box-sdk';
import { CHILD, startBoxProcess } from '../lib/box-process.ts';
import { signIn as signInBox } from '../lib/client.ts';
import { accountOf, arrive, codeFor, signIn } from './account-desk.ts';
import { MEMBER, OWNER, watchConsole, win } from './desk.ts';
import { expect, test as base } from './fixtures.ts';

/** A box of its own: who administrates it and who is left is what these tests are about. */
const test = base.extend({
  box: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const box = await startBoxProcess();
      await use(box);
      await box.remove();
    },
    { scope: 'worker' },
  ],
});

const people = async (page: Page, user: string) => {
  await signIn(page, user);
  await arrive(page);
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

test('ACCOUNT-09: each person names the box for themselves', async ({ page, box }) => {
  const errors = watchConsole(page);
  const window = await people(page, OWNER);
  const field = window.getByRole('textbox', { name: 'Name of this box for you' });
  await field.fill('x'.repeat(21));
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(window.getByText('1 to 20 characters')).toBeVisible();
  await field.fill('Attic 阁楼');
  await window.getByRole('button', { name: 'Save' }).click();
  const member = await accountOf(box.origin, MEMBER);
  expect((await member.roster.boxes({})).map(({ nick }) => nick)).toEqual(['Test box']);
  await page.goto('/tobox?auto=N');
  await page.getByRole('button', { name: 'Open Attic 阁楼' }).click();
  await arrive(page);
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
  const before = await signInBox(box.origin, CHILD);
  const theirs = await browser.newContext({ baseURL: baseURL ?? '' });
  const second = await theirs.newPage();
  await signIn(second, CHILD);
  await arrive(second);
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
  // Nobody presses anything there.
  await expect(second.getByRole('alert')).toContainText('You are no longer one of the people of “Test box”');
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
  await theirs.close();
});

test('ACCOUNT-07: the administrator hands the role over with a code, and box and desktop follow', async ({
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
  const dialog = page.getByRole('dialog', { name: `Hand the administration to ${MEMBER}?` });
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
