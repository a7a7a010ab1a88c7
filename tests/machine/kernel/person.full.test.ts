/** User stories with real disks: Chromium on this host, with the box on the virtual machine. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { openByPalette, signInByForm, win } from '../../browser/desktop-page.ts';
import { entry } from '../../browser/files-page.ts';
import { OWNER, PASSWORD } from '../../lib/box/box-process.ts';
import { SATA } from '../machine-disks.ts';
import {
  devOf,
  removeForeignMirror,
  foreignMirror,
  releaseDisks,
  LONG_TIMEOUT,
  useMachineFixture,
} from '../machine-fixture.ts';

const fixture = useMachineFixture();
let browser: Browser;
let page: Page;
beforeAll(async () => {
  const executablePath = process.env['CHROMIUM_SHELL_PATH'] ?? process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
});
afterAll(() => browser.close());
beforeEach(async ({ task }) => {
  await fixture().machine.sh(`umount -q '${fixture().dataDir}'/extdev/*`);
  await releaseDisks(fixture());
  const context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block', reducedMotion: 'reduce' });
  page = await context.newPage();
  // Everything it waits for comes from an emulated machine.
  page.setDefaultTimeout(240_000);
  page.setDefaultNavigationTimeout(240_000);
  return async () => {
    // A screenshot of the failure.
    if (task.result?.state === 'fail')
      await page.screenshot({ path: join(tmpdir(), `boxwood-machine-${task.name.slice(0, 4)}.png`) });
    await context.close();
  };
});

const signIn = (): Promise<void> => signInByForm(page, OWNER, `http://127.0.0.1:${inject('world').machine.port}`);
/** The window queries the health of every disk before it lists any. */
const disks = (): Locator => win(page, 'Disk management');

it('P-23: a mirror that another system made is offered to be looked at, and opens with its files, of which nothing changes', async () => {
  const { machine, owner } = fixture();
  await foreignMirror(machine);
  const before = SATA.slice(0, 2).map((serial) => machine.digest(serial));
  await signIn();
  await openByPalette(page, 'Disk management');
  await disks().getByText('check its contents first. Nothing is written to it').waitFor();
  await disks()
    .getByRole('button', { name: /^Open read only: / })
    .click();
  // Its files appear without an action of the user.
  await entry(page.locator('body'), 'Letters').dblclick();
  await page.getByText('first.txt').first().waitFor();
  const { mntdir, uuid } = (await owner.disks.arrays({}, LONG_TIMEOUT)).list[0] ?? { mntdir: '', uuid: '' };
  expect(mntdir).toBe('/mnt/extdev/Family');
  await owner.disks.eject({ mntdir }, LONG_TIMEOUT);
  await owner.disks.stopArray({ md: uuid }, LONG_TIMEOUT);
  expect(SATA.slice(0, 2).map((serial) => machine.digest(serial))).toEqual(before);
  await removeForeignMirror(machine);
});

it('P-23: a disk of a mirror fails: the first screen says so, leads to the disks, and another disk takes its place, by its serial number and with progress; the file is the same', async () => {
  const { machine, owner, dataDir } = fixture();
  const [ONE, TWO, THREE] = SATA;
  const [one, two, three] = [await devOf(machine, ONE), await devOf(machine, TWO), await devOf(machine, THREE)];
  await machine.must(`wipefs -q -a ${one} ${two} ${three}; mkfs.ext4 -q -F -L Old ${three} && udevadm settle`);
  const { dev } = await owner.disks.createArray({ level: '1', password: PASSWORD, devs: [one, two] }, LONG_TIMEOUT);
  const { mntdir } = await owner.disks.mount({ dev, mntdir: '' }, LONG_TIMEOUT);
  await machine.must(`mdadm --wait ${dev}; true`);
  const kept = `'${dataDir}/${mntdir.replace('/mnt/', '')}/kept.bin'`;
  const sum = await machine.must(`cp '${dataDir}/usb1/${OWNER}/song.bin' ${kept} && sync && sha256sum < ${kept}`);
  const atMost = (kibPerSecond: number): Promise<string> =>
    machine.must(`cd /proc/sys/dev/raid && echo 0 > speed_limit_min && echo ${kibPerSecond} > speed_limit_max`);
  await signIn();

  await machine.must(`mdadm ${dev} --fail ${one}`);
  const told = page.getByRole('dialog', { name: 'A disk of this box has failed' });
  await told.getByText('Replace the disk soon.').waitFor();
  await told.getByRole('button', { name: 'Show' }).click();
  await disks().getByText('A disk is missing').waitFor();
  // Slow enough to observe the progress.
  await atMost(100);
  await disks().getByRole('button', { name: 'Replace a disk…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Replace a disk of / });
  await dialog.getByRole('radio', { name: new RegExp(THREE) }).click();
  const now = dialog.getByRole('button', { name: 'Erase and replace' });
  const serial = dialog.getByLabel(/^Type the serial number of /);
  await serial.fill(ONE);
  expect(await now.isDisabled()).toBe(true);
  await serial.fill(THREE);
  await now.click();
  await dialog.waitFor({ state: 'detached' });
  const progress = disks().getByRole('progressbar', { name: 'Rebuilding' });
  await progress.waitFor();
  expect(await machine.must(`cat /sys/block/${dev.replace('/dev/', '')}/md/sync_action`)).toBe('recover');
  await atMost(200_000);
  await progress.waitFor({ state: 'detached' });
  await disks().getByText('A disk is missing').waitFor({ state: 'detached' });
  await told.waitFor({ state: 'detached' });
  const members = (await owner.disks.arrays({}, LONG_TIMEOUT)).list[0]?.members ?? [];
  // The failed member is still listed with its array.
  const used = members.filter(({ state }) => state !== 'left').map((member) => [member.dev, member.state]);
  expect(used.toSorted()).toEqual(
    [
      [two, 'active'],
      [three, 'active'],
    ].toSorted(),
  );
  await machine.must('echo 3 > /proc/sys/vm/drop_caches');
  expect(await machine.must(`sha256sum < ${kept}`)).toBe(sum);
  await owner.disks.deactivate({ dev }, LONG_TIMEOUT);
  await owner.disks.deleteArray({ md: dev, password: PASSWORD }, LONG_TIMEOUT);
});
