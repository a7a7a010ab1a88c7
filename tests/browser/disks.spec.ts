/** The disks of a machine as an administrator sees them: a real box and its real helper, whose `lsblk` and `smartctl` tell of a machine with four disks. */
import { connect } from '@boxwood/box-sdk';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEMBER, OWNER, openByPalette, PASSWORD, signInByForm, signInOffline, win } from './desktop-page.ts';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { startHostProcess } from '../lib/box/host-process.ts';
import { describeRefusal } from '../../apps/box/src/platform/testing/describe-refusal.ts';
import { expectDiscardQuestion } from './discard-dialog.ts';
import { expect, test } from './fixtures.ts';

const block = (kname: string, more: Readonly<Record<string, unknown>>) => ({
  kname,
  pkname: null,
  type: 'disk',
  size: 4_000_787_030_016,
  hotplug: false,
  rota: true,
  tran: 'sata',
  model: '',
  serial: null,
  fstype: null,
  uuid: null,
  label: null,
  mountpoints: [null],
  ...more,
});
const blockdevices = [
  block('sda', { model: 'WDC WD40EFRX', serial: 'WD-1001' }),
  block('sda1', { pkname: 'sda', type: 'part', fstype: 'ext4', uuid: 'a1', label: 'root', mountpoints: ['/'] }),
  block('sdb', { model: 'ST4000VN008', serial: 'ZD-2002', fstype: 'linux_raid_member' }),
  block('sdc', { model: 'Empty one', serial: 'E-3003' }),
  block('mmcblk0', { size: 31_000_000_000, tran: null }),
];
const attribute = (id: number, name: string, value: number, thresh: number) => ({
  id,
  name,
  value,
  worst: value,
  thresh,
  raw: { value: 1604, string: '1604' },
});
const smart = (passed: boolean, value: number) => ({
  firmware_version: '82.00A82',
  rotation_rate: 5400,
  smart_status: { passed },
  temperature: { current: 37 },
  power_on_time: { hours: 26_231 },
  ata_smart_attributes: {
    table: [
      { ...attribute(194, 'Temperature_Celsius', 37, 0), raw: { value: 37, string: '37' } },
      attribute(5, 'Reallocated_Sector_Ct', value, 140),
    ],
  },
  ata_smart_data: { self_test: { polling_minutes: { short: 2, extended: 439 } } },
  ata_smart_self_test_log: {
    standard: {
      table: [
        {
          type: { string: 'Extended offline' },
          lifetime_hours: 26_000,
          status: { string: 'Completed: read failure' },
        },
      ],
    },
  },
});
/** What the box noted of a disk the day before. */
const yesterday = (dataDir: string, serial: string, temp: number): void => {
  using database = new DatabaseSync(join(dataDir, '.boxwood', 'box.sqlite'));
  const day = Math.floor(Date.now() / 86_400_000) - 1;
  database
    .prepare('INSERT INTO disk_readings (serial, day, name, ill, temp, reallocated) VALUES (?, ?, ?, 0, ?, 1500)')
    .run(serial, day, 'ST4000VN008', temp);
};

test('SCREEN-03 SCREEN-23 DISK-09 DISK-15 DISK-16 VALID-87 P-03 P-23: every disk, how it is and what it is for; one that fails says so, and tests itself; what is used for nothing is erased as it was shown @full', async ({
  page,
}) => {
  test.slow();
  const data = mkdtempSync(join(tmpdir(), 'boxwood-disks-'));
  const host = await startHostProcess({ data });
  const box = await startBoxProcess({ args: ['--helper', host.socket] });
  const says = (value: unknown): string => `/bin/cat <<'JSON'\n${JSON.stringify(value)}\nJSON`;
  host.program('lsblk', says({ blockdevices }));
  const tested = `${host.folder}/tested`;
  const running = { self_test: { status: { remaining_percent: 60 }, polling_minutes: { short: 2, extended: 439 } } };
  host.program(
    'smartctl',
    `case "$*" in
-t*) : > '${tested}' ;;
*/dev/sda) ${says(smart(true, 200))}
;;
*/dev/sdb) if [ -e '${tested}' ]; then ${says({ ...smart(false, 133), ata_smart_data: running })}
else ${says(smart(false, 133))}
fi ;;
esac`,
  );
  host.program('mkfs.ext4', `echo "mkfs.ext4 $*" >> '${host.folder}/done'`);
  host.program('wipefs', `case "$*" in --no-act*) ;; *) echo "wipefs $*" >> '${host.folder}/done' ;; esac`);
  try {
    await signInByForm(page, OWNER, box.origin);
    await openByPalette(page, 'Disk management');
    const disks = win(page, 'Disk management');
    const card = (name: string, window = disks) =>
      window.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    for (const text of ['3.64 TB', 'WD-1001', '37 °C', 'Healthy', 'root', 'ext4', 'System'])
      await expect(card('WDC WD40EFRX').getByText(text).first()).toBeVisible();
    await expect(card('ST4000VN008').getByRole('alert')).toContainText('it is failing');
    await expect(card('ST4000VN008').getByText('Part of an array')).toBeVisible();
    await expect(card('Empty one').getByText('Not in use')).toBeVisible();
    await expect(card('Disk').getByText('No health data')).toBeVisible();

    await card('Empty one').getByRole('button', { name: 'If Empty one failed now…' }).click();
    const loss = page.getByRole('dialog', { name: 'If Empty one failed now' });
    await expect(loss.getByText('Nothing would be lost.')).toBeVisible();
    await page.keyboard.press('Escape');
    for (const used of ['WDC WD40EFRX', 'ST4000VN008'])
      await expect(card(used).getByRole('button', { name: `Initialize ${used}` })).toBeDisabled();
    await card('Empty one').getByRole('button', { name: 'Initialize Empty one' }).click();
    const erase = page.getByRole('dialog', { name: 'Erase Empty one' });
    await expect(erase.getByText('E-3003')).toBeVisible();
    const now = erase.getByRole('button', { name: 'Erase it' });
    await erase.getByLabel('Your password', { exact: true }).fill('wrong one');
    await expect(now).toBeDisabled();
    await erase.getByLabel('Type its serial number').fill('E-3003');
    await erase.getByLabel('Your password', { exact: true }).fill('');
    await expect(now).toBeDisabled();
    await erase.getByLabel('Your password', { exact: true }).fill('wrong one');
    await now.click();
    await expect(erase.getByRole('alert')).toHaveText('The password is wrong');
    const ann = await connect(`${box.origin}/`, { user: OWNER, password: PASSWORD });
    const unsaid = ann.disks.init({ dev: 'sdc', password: '', type: 'ext4', confirm: ['E-3003', 'a'.repeat(64)] });
    await expect(unsaid).rejects.toThrow();
    expect(host.programCalls()).toEqual([]);
    await erase.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    // Somebody else wrote on it while it was looked at.
    host.program('wipefs', says({ signatures: [{ type: 'ext4', offset: '0x438' }] }));
    await now.click();
    await expect(erase.getByRole('alert')).toContainText('Nothing was erased. Check the disk and try again');
    expect(host.programCalls()).toEqual([]);
    await erase.getByRole('button', { name: 'Cancel' }).click();
    host.program('wipefs', `case "$*" in --no-act*) ;; *) echo "wipefs $*" >> '${host.folder}/done' ;; esac`);
    await card('Empty one').getByRole('button', { name: 'Initialize Empty one' }).click();
    await erase.getByLabel('Type its serial number').fill('E-3003');
    await erase.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await now.click();
    await expect(erase).toHaveCount(0);
    expect(host.programCalls()).toEqual([
      'wipefs --all /dev/sdc',
      'mkfs.ext4 -q -F -m 5 -E root_owner=0:0,lazy_itable_init=1,nodiscard -L Boxwood /dev/sdc',
    ]);

    // The first screen of everybody says it for as long as it is so, to whoever may do something where that is.
    const ill = page.getByRole('alertdialog', { name: 'ST4000VN008: this disk is failing' });
    await expect(ill).toBeVisible();
    yesterday(box.dataDir, 'ZD-2002', 31);
    await ill.getByRole('button', { name: 'Show' }).click();
    await expect(ill).toHaveCount(0);
    const health = win(page, 'Disk health check');
    await card('ST4000VN008', health).getByRole('button', { name: 'Details of ST4000VN008' }).click();
    const dialog = page.getByRole('dialog', { name: 'ST4000VN008' });
    // What is bad stands first, in words.
    const values = dialog.getByRole('table', { name: 'Attributes' }).getByRole('row');
    await expect(values.nth(1)).toHaveAccessibleName('Replaced sectors At its limit 133 133 140 1604');
    await expect(values.nth(2)).toHaveAccessibleName('Temperature 37 37 – 37');
    for (const text of ['37 °C', '1604']) await expect(dialog.locator('dl').getByText(text).first()).toBeVisible();
    await expect(dialog.getByText(/^Read once a day, since \d{4}-\d\d-\d\d: 2 days\.$/)).toBeVisible();
    await expect(
      dialog.getByRole('img', { name: /^31 °C on \d{4}-\d\d-\d\d, 37 °C now, 37 °C at most$/ }),
    ).toBeVisible();
    await expect(dialog.getByRole('row', { name: /^Long test Problem found 26000 h$/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Short test' }).click();
    await expect(dialog.getByRole('progressbar', { name: 'Test running' })).toHaveAttribute('aria-valuenow', '40');

    const other = await page.context().browser()?.newContext();
    const member = await other?.newPage();
    if (member === undefined) throw new Error('no page');
    await signInByForm(member, MEMBER, box.origin);
    const told = member.getByRole('alertdialog', { name: 'ST4000VN008: this disk is failing' });
    await expect(told).toBeVisible();
    await expect(told.getByRole('button', { name: 'Show' })).toHaveCount(0);
    // It was taken out: nobody is told of it any more.
    host.program('lsblk', says({ blockdevices: blockdevices.filter(({ kname }) => kname !== 'sdb') }));
    await page.keyboard.press('Escape');
    await health.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(told).toHaveCount(0);
    await other?.close();
  } finally {
    await box.remove();
    await host.remove();
    rmSync(data, { recursive: true });
  }
});

test('VALID-85 VALID-86 P-23: a disk that is used for nothing becomes a primary one, with the room that somebody draws, from 10 GB to four fifths of it; one that is too small says why not @full', async ({
  page,
}) => {
  const data = mkdtempSync(join(tmpdir(), 'boxwood-disks-'));
  const host = await startHostProcess({ data });
  const box = await startBoxProcess({ args: ['--helper', host.socket] });
  const GB = 1024 ** 3;
  const disk = (kname: string, model: string, gb: number) => block(kname, { model, serial: model, size: gb * GB });
  const made = { fstype: 'ext4', uuid: '5f3a' };
  const disks = (more: object) => [
    disk('sda', 'Nine', 9),
    disk('sdb', 'Twelve', 12),
    { ...disk('sdc', 'Big', 100), ...more },
  ];
  const says = (value: unknown): string => `/bin/cat <<'JSON'\n${JSON.stringify(value)}\nJSON`;
  host.program(
    'lsblk',
    `if [ -e '${host.folder}/done' ]; then ${says({ blockdevices: disks(made) })}
else ${says({ blockdevices: disks({}) })}
fi`,
  );
  host.program('smartctl', ':');
  host.program('blkid', ':');
  host.program('mkfs.ext4', `echo "mkfs.ext4 $*" >> '${host.folder}/done'`);
  host.program('mount', `echo "mount $*" >> '${host.folder}/done'`);
  host.program('wipefs', ':');
  try {
    await signInByForm(page, OWNER, box.origin);
    await openByPalette(page, 'Disk management');
    const window = win(page, 'Disk management');
    const button = (name: string) => window.getByRole('button', { name: `Make ${name} primary` });
    for (const [name, why] of [
      ['Nine', 'The primary partition needs at least 10 GB'],
      ['Twelve', '20 % of the disk must stay free'],
    ] as const) {
      await expect(button(name)).toBeDisabled();
      await expect(button(name)).toHaveAccessibleDescription(why);
    }
    await button('Big').click();
    const dialog = page.getByRole('dialog', { name: 'Make Big a primary disk' });
    const slider = dialog.getByRole('slider', { name: 'Size' });
    await expect(slider).toHaveValue('10');
    await slider.press('End');
    await expect(slider).toHaveValue('80');
    await expect(dialog.getByText('20.00 GB of the disk stay free.')).toBeVisible();
    await slider.press('ArrowLeft');
    await dialog.getByRole('button', { name: 'Erase and make primary' }).click();
    await expect(dialog).toHaveCount(0);
    expect(host.programCalls()[0]).toMatch(/^mkfs\.ext4 -q -F -m 5 .* -L Boxwood \/dev\/sdc 79G$/);
  } finally {
    await host.remove();
    await box.remove();
    rmSync(data, { recursive: true, force: true });
  }
});

test('P-23 VALID-88: a mirror is made of two disks: what it gives is said, what is lost with them is typed, and it is a volume @full', async ({
  page,
}) => {
  test.slow();
  const data = mkdtempSync(join(tmpdir(), 'boxwood-disks-'));
  const host = await startHostProcess({ data });
  const box = await startBoxProcess({ args: ['--helper', host.socket] });
  const says = (value: unknown): string => `/bin/cat <<'JSON'\n${JSON.stringify(value)}\nJSON`;
  const free = [
    block('sdc', { model: 'Old one', serial: 'O-1', fstype: 'ext4', uuid: 'c1', label: 'Photos 2019' }),
    block('sdd', { model: 'New one', serial: 'N-2' }),
  ];
  const made = `${host.folder}/made`;
  const id = '0f0e0d0c-0b0a-0908-0706-050403020100';
  const array = block('md0', { type: 'raid1', fstype: 'ext4', uuid: 'm1', label: 'Boxwood' });
  const mirror = free.flatMap((disk) => [
    { ...disk, fstype: 'linux_raid_member', uuid: id },
    { ...array, pkname: disk.kname },
  ]);
  host.program(
    'lsblk',
    `if [ -e '${made}' ]; then ${says({ blockdevices: mirror })}\nelse ${says({ blockdevices: free })}\nfi`,
  );
  const noted = (name: string): string => `echo "${name} $*" >> '${host.folder}/done'`;
  host.program('wipefs', `case "$*" in --no-act*) ;; *) ${noted('wipefs')} ;; esac`);
  host.program('mdadm', `${noted('mdadm')}; : > '${made}'`);
  for (const name of ['mkfs.ext4', 'mount', 'blkid', 'smartctl']) host.program(name, 'true');
  try {
    await signInByForm(page, OWNER, box.origin);
    await openByPalette(page, 'Disk management');
    const disks = win(page, 'Disk management');
    const make = disks.getByRole('button', { name: 'Make an array…' });
    await make.click();
    const dialog = page.getByRole('dialog', { name: 'Make an array' });
    await dialog.getByRole('checkbox', { name: /New one/ }).click();
    await expectDiscardQuestion(dialog);
    await make.click();
    await expect(dialog.getByText('All but one of them may fail')).toBeVisible();
    const now = dialog.getByRole('button', { name: 'Erase and make array' });
    await dialog.getByRole('checkbox', { name: /New one/ }).click();
    await expect(now).toBeDisabled();
    await dialog.getByRole('checkbox', { name: /Old one/ }).click();
    await expect(dialog.getByText('Photos 2019')).toBeVisible();
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await expect(now).toBeDisabled();
    await dialog.getByLabel(/Type the serial number of Old one/).fill('O-1');
    await now.click();
    await expect(dialog).toHaveCount(0);
    expect(host.programCalls()).toEqual([
      'wipefs --all /dev/sdc /dev/sdd',
      'mdadm --create /dev/md0 --run --metadata=1.2 --homehost=any --name=Boxwood --level=1 --raid-devices=2 /dev/sdc /dev/sdd',
    ]);
    expect(host.auditLog().at(-1)).toMatchObject({ verb: 'mountVolume', how: 'done' });
    // What kind it is says the kernel, which has none here.
    await expect(disks.getByRole('heading', { name: /md0$/ })).toBeVisible();
    // What nobody uses may be another system's: it is offered as it is, and here it does not even run.
    await expect(disks.getByText('check its contents first. Nothing is written to it')).toBeVisible();
    await disks.getByRole('button', { name: /^Open read only: .*md0$/ }).click();
    await expect(disks.getByText('It could not be opened. Nothing on it was changed.')).toBeVisible();
    expect(host.programCalls()).toHaveLength(2);
  } finally {
    await box.remove();
    await host.remove();
    rmSync(data, { recursive: true });
  }
});

test('DISK-11: disk management is for the administrator: nobody else gets a window of it, and the box refuses whatever is asked', async ({
  page,
  box,
}) => {
  await signInOffline(page, MEMBER);
  for (const name of ['Disk management', 'Disk health check']) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(name);
    await page.getByRole('option', { name }).click();
    await expect(page.getByRole('alertdialog')).toContainText('only an administrator of the box may do this');
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect(win(page, name)).toHaveCount(0);
  }
  const { disks } = await connect(`${box.origin}/`, { user: MEMBER, password: PASSWORD });
  const confirm = ['E-3003', 'a'.repeat(64)];
  const md = 'md0';
  for (const asked of [
    () => disks.health({ devs: [] }),
    () => disks.startTest({ dev: 'sdc', kind: 'short' }),
    () => disks.testLog({ dev: 'sdc' }),
    () => disks.init({ dev: 'sdc', password: PASSWORD, type: 'ext4', confirm }),
    () => disks.mount({ dev: 'sdc1', mntdir: '' }),
    () => disks.deactivate({ dev: 'sdc1' }),
    () => disks.setPrimary({ dev: 'sdc1', size: 40, confirm: [] }),
    () => disks.createArray({ level: '1', password: PASSWORD, devs: ['sdc', 'sdd'] }),
    () => disks.stopArray({ md }),
    () => disks.startArray({ md }),
    () => disks.deleteArray({ md, password: PASSWORD }),
    () => disks.addMember({ md, dev: 'sdc', confirm }),
    () => disks.removeMember({ md, dev: 'sdc' }),
  ])
    expect(await describeRefusal(asked()), String(asked)).toMatch(/^13/);
});
