import {
  AddArrayMember,
  CreateArray,
  EjectDisk,
  GEN,
  GetDiskHealth,
  type HddInfo,
  InitDisk,
  MountDisk,
  type RaidArray,
  RemoveArrayMember,
  SetPrimaryDisk,
} from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { disks } from './manifest.ts';

const GB = 1024 ** 3;
const PLAN = 'a'.repeat(64);
type DiskPart = NonNullable<HddInfo['parts']>[number];

const diskPart = (dev: string, use: string, more: Partial<DiskPart> = {}): DiskPart => ({
  dev: `/dev/${dev}`,
  size: GB,
  type: 'ext4',
  uuid: 'u',
  label: '',
  use,
  mntdir: '',
  ...more,
});
const disk = (dev: string, model: string, serial: string, more: Partial<HddInfo> = {}): HddInfo => ({
  dev: `/dev/${dev}`,
  model,
  serial,
  firmware: '1',
  bus: 'sata',
  capacity: 4_000_787_030_016,
  temp: 37,
  hours: 1,
  health: 'PASSED',
  rotation: 5400,
  attrs: [],
  unplugs: 0,
  plan: PLAN,
  ...more,
});
const SYSTEM_DISK = disk('sda', 'WDC WD40EFRX', 'WD-1001', {
  parts: [diskPart('sda1', 'system', { label: 'root' })],
});
const FAILING_DISK = disk('sdb', 'ST4000VN008', 'ZD-2002', { health: 'FAILED', parts: [diskPart('sdb1', 'member')] });
const EMPTY_DISK = disk('sdc', 'Empty one', 'E-3003', { parts: [diskPart('sdc', 'free', { type: '' })] });
const OLD_DISK = disk('sdd', 'Old one', 'O-4004', { parts: [diskPart('sdd', 'free', { label: 'Photos 2019' })] });

type DiskReplies = NonNullable<NonNullable<RenderAppOptions<'disks'>['replies']>['disks']>;

const renderDisks = (
  list: readonly HddInfo[] = [SYSTEM_DISK, FAILING_DISK, EMPTY_DISK],
  more: DiskReplies = {},
  options: RenderAppOptions<'disks'> = {},
) =>
  renderApp(disks, {
    admin: true,
    ...options,
    replies: {
      disks: {
        health: ({ devs }) => ({ list: list.filter(({ dev }) => devs.length === 0 || devs.includes(dev)) }),
        arrays: () => ({ list: [] }),
        ...more,
      },
    },
  });
type DisksApp = Awaited<ReturnType<typeof renderDisks>>;

const cardOf = (app: DisksApp, name: string) => {
  const card = app.getByRole('heading', { name }).closest('li');
  if (card === null) throw new Error(`${name} has no card`);
  return within(card);
};
const isDisabled = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true';
const formOf = (field: HTMLElement): HTMLElement => {
  const form = field.closest('form');
  if (form === null) throw new Error('the field is in no form');
  return form;
};
const openErase = async (app: DisksApp) => {
  await app.press('Initialize Empty one');
  return app.dialog('Erase Empty one');
};
const openArrayDialog = async (app: DisksApp) => {
  await app.press('Make an array…');
  return app.dialog('Make an array');
};

describe('disk management', () => {
  it('P-23 shows every disk, its state and the use of its partitions', async () => {
    const app = await renderDisks([SYSTEM_DISK, EMPTY_DISK, disk('mmcblk0', '', '', { health: 'new', temp: 0 })]);
    const first = cardOf(app, 'WDC WD40EFRX');
    for (const text of [/3\.64\sTB · WD-1001 · 37 °C/, /^Healthy$/, /^root$/, /^ext4/, /^System$/])
      expect(first.getByText(text)).toBeTruthy();
    expect(cardOf(app, 'Empty one').getByText('Not in use')).toBeTruthy();
    expect(cardOf(app, 'Disk').getByText('No health data')).toBeTruthy();
    expect(cardOf(app, 'Disk').getByText(/without a serial number$/)).toBeTruthy();
    expect(app.getByText('3 disks')).toBeTruthy();
  });

  it('P-03 warns about a failing disk, and about no other', async () => {
    const app = await renderDisks();
    expect(cardOf(app, 'ST4000VN008').getByRole('alert').textContent).toContain('it is failing');
    expect(app.getAllByRole('alert')).toHaveLength(1);
  });

  it('says that it is loading, then that there is no disk', async () => {
    const { reply, release } = holdReply<{ list: HddInfo[] }>();
    const app = await renderDisks([], { health: () => reply });
    expect(app.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(app.queryByText('No disk was found')).toBeNull();
    release({ list: [] });
    await app.settled();
    expect(app.getByText('No disk was found')).toBeTruthy();
  });

  it('says why the disks cannot be listed, offers no action, and tries again', async () => {
    let isBroken = true;
    const app = await renderDisks([], {
      health: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(GEN.failed, 'host.silent');
        return { list: [EMPTY_DISK] };
      },
    });
    expect(app.getByText(/^The helper of the box did not answer/)).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Make an array…' })).toBeNull();
    isBroken = false;
    await app.press('Try again');
    expect(cardOf(app, 'Empty one')).toBeTruthy();
  });

  it('DISK-15 does not erase a disk in use, or one that cannot be identified', async () => {
    const app = await renderDisks([SYSTEM_DISK, FAILING_DISK, disk('sde', 'Nameless', '', { parts: [] })]);
    for (const name of ['WDC WD40EFRX', 'ST4000VN008'])
      await expect(app.press(`Initialize ${name}`)).rejects.toThrow('A disk in use cannot be erased');
    await expect(app.press('Initialize Nameless')).rejects.toThrow('A disk without a serial number');
  });

  it('DISK-16 VALID-87 erases a disk as displayed, after its serial number and the password were typed', async () => {
    let listed = 0;
    const app = await renderDisks([EMPTY_DISK], {
      health: () => {
        listed += 1;
        return { list: [EMPTY_DISK] };
      },
      init: ({ password }, _caller, { refuse }) => {
        if (password !== 'right one') throw refuse(GEN.wrongSecret);
        return { id: '' };
      },
    });
    const erase = await openErase(app);
    expect(erase.getByText(/E-3003/)).toBeTruthy();
    await erase.type('Your password', 'wrong one');
    await expect(erase.press('Erase it')).rejects.toThrow('Type the serial number of the disk');
    // Enter submits the form without its button.
    fireEvent.submit(formOf(erase.getByLabelText('Your password')));
    await app.settled();
    expect(app.sent(InitDisk)).toEqual([]);
    await erase.type('Type its serial number', 'E-3003');
    await erase.type('Your password', '');
    await expect(erase.press('Erase it')).rejects.toThrow('Enter the password');
    await erase.type('Your password', 'wrong one');
    await erase.press('Erase it');
    expect(erase.getByRole('alert').textContent).toBe('The password is wrong');
    await erase.type('Your password', 'right one');
    const listedBefore = listed;
    await erase.press('Erase it');
    expect(app.hasDialog('Erase Empty one')).toBe(false);
    expect(app.sent(InitDisk)).toEqual(
      ['wrong one', 'right one'].map((password) => {
        return { dev: '/dev/sdc', password, type: 'ext4', confirm: ['E-3003', PLAN] };
      }),
    );
    expect(listed).toBeGreaterThan(listedBefore);
  });

  it.each([
    [GEN.path, 'The contents of this disk have changed. Nothing was erased. Check the disk and try again.'],
    [GEN.inUse, 'This disk is in use. Nothing was erased.'],
    [GEN.invalid, 'The box does not erase this disk. Nothing was erased.'],
    [GEN.failed, 'Failed'],
  ] as const)('says in words why the box refused to erase (code %i)', async (code, text) => {
    const app = await renderDisks([EMPTY_DISK], {
      init: (_params, _caller, { refuse }) => {
        throw refuse(code);
      },
    });
    const erase = await openErase(app);
    await erase.type('Type its serial number', 'E-3003');
    await erase.type('Your password', 'right one');
    await erase.press('Erase it');
    expect(erase.getByRole('alert').textContent).toBe(text);
  });

  it('says what would be lost with a disk', async () => {
    const lost = [{ mntdir: '/mnt/usb1', people: ['ann', 'bob'], shared: 1 as const, albums: ['Trip'] }];
    const app = await renderDisks([{ ...SYSTEM_DISK, loss: { lost, kept: [] } }, EMPTY_DISK]);
    await app.press('If WDC WD40EFRX failed now…');
    const loss = await app.dialog('If WDC WD40EFRX failed now');
    for (const text of [/^Files of ann, bob$/, /^Files in the public space$/, /Trip$/, /no other files of the family/])
      expect(loss.getByText(text)).toBeTruthy();
    const [close] = loss.getAllByRole('button', { name: 'Close' });
    await loss.press(close ?? 'Close');
    expect(app.hasDialog('If WDC WD40EFRX failed now')).toBe(false);
    await app.press('If Empty one failed now…');
    expect((await app.dialog('If Empty one failed now')).getByText(/does not report/)).toBeTruthy();
  });

  it('VALID-85 VALID-86 makes a disk primary with the chosen size, and says why a small one cannot be', async () => {
    const parts = [diskPart('sdx', 'free', { type: '' })];
    const sized = (dev: string, model: string, gb: number) =>
      disk(dev, model, model, { capacity: gb * GB, parts, ...(model === 'Big' ? {} : { plan: '' }) });
    const app = await renderDisks([sized('sda', 'Nine', 9), sized('sdb', 'Twelve', 12), sized('sdc', 'Big', 100)], {
      setPrimary: () => ({}),
    });
    await expect(app.press('Make Nine primary')).rejects.toThrow('The primary partition needs at least 10 GB');
    await expect(app.press('Make Twelve primary')).rejects.toThrow('20 % of the disk must stay free');
    await app.press('Make Big primary');
    const dialog = await app.dialog('Make Big a primary disk');
    const slider = dialog.getByRole('slider', { name: 'Size' });
    expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['10', '80']);
    await dialog.type(slider, '79');
    expect(dialog.getByText(/^21\.00\sGB of the disk stay free\.$/)).toBeTruthy();
    await dialog.press('Erase and make primary');
    expect(app.sent(SetPrimaryDisk)).toEqual([{ dev: '/dev/sdc', size: 79, confirm: ['Big', PLAN] }]);
    expect(app.hasDialog('Make Big a primary disk')).toBe(false);
  });

  it('VALID-88 makes an array of at least two disks, after the serial number of a disk with data was typed', async () => {
    const app = await renderDisks([SYSTEM_DISK, EMPTY_DISK, OLD_DISK], {
      createArray: () => ({ dev: '/dev/md0' }),
      mount: () => ({ mntdir: '/mnt/usb2' }),
    });
    const dialog = await openArrayDialog(app);
    expect(dialog.getAllByRole('checkbox')).toHaveLength(2);
    await dialog.press(dialog.getByRole('checkbox', { name: /Empty one/ }));
    await expect(dialog.press('Erase and make array')).rejects.toThrow('This level needs at least 2 members');
    await dialog.press(dialog.getByRole('checkbox', { name: /Old one/ }));
    expect(dialog.getByText('Photos 2019')).toBeTruthy();
    await dialog.type('Your password', 'secret');
    await expect(dialog.press('Erase and make array')).rejects.toThrow('Type the serial number of the disk');
    await dialog.type(/Type the serial number of Old one/, 'O-4004');
    await dialog.press('Erase and make array');
    expect(app.sent(CreateArray)).toEqual([
      { level: '1', password: 'secret', devs: [`/dev/sdc ${PLAN} E-3003`, `/dev/sdd ${PLAN} O-4004`] },
    ]);
    expect(app.sent(MountDisk)).toEqual([{ dev: '/dev/md0', mntdir: '' }]);
    expect(app.hasDialog('Make an array')).toBe(false);
  });

  it('asks before a changed form is closed, and before its window is', async () => {
    const app = await renderDisks([EMPTY_DISK, OLD_DISK]);
    const unchanged = await openArrayDialog(app);
    await unchanged.press('Cancel');
    expect(app.hasDialog('Make an array')).toBe(false);
    const dialog = await openArrayDialog(app);
    await dialog.press(dialog.getByRole('checkbox', { name: /Old one/ }));
    await dialog.press('Cancel');
    await (await app.dialog('Discard what you typed?')).press('Keep editing');
    expect(app.hasDialog('Make an array')).toBe(true);
    const frame = app.getByRole('region', { name: 'Disk management' });
    const [closeWindow] = within(frame).getAllByRole('button', { name: 'Close' });
    await app.press(closeWindow ?? 'Close');
    await (await app.dialog('Discard what you typed?')).press('Discard');
    expect(app.queryByRole('region', { name: 'Disk management' })).toBeNull();
    expect(app.sent(CreateArray)).toEqual([]);
  });

  it('replaces the failed member of an array', async () => {
    const array: RaidArray = {
      dev: '/dev/md0',
      uuid: 'm1',
      name: 'Boxwood',
      level: '1',
      state: 'degraded',
      size: GB,
      mntdir: '/mnt/usb1',
      progress: 0,
      speed: 0,
      members: [
        { dev: '/dev/sda', state: 'active', size: GB },
        { dev: '/dev/sdb', state: 'faulty', size: GB },
      ],
    };
    const app = await renderDisks([SYSTEM_DISK, FAILING_DISK, EMPTY_DISK], {
      arrays: () => ({ list: [array] }),
      removeMember: () => ({}),
      addMember: () => ({}),
    });
    const card = cardOf(app, 'Mirror (RAID 1) md0');
    expect(card.getByText('A disk is missing')).toBeTruthy();
    await app.press('Replace a disk…');
    const dialog = await app.dialog(/^Replace a disk of/);
    await dialog.press(dialog.getByRole('radio', { name: /Empty one/ }));
    await dialog.press('Erase and replace');
    expect(app.sent(RemoveArrayMember)).toEqual([{ md: '/dev/md0', dev: '/dev/sdb' }]);
    expect(app.sent(AddArrayMember)).toEqual([{ md: '/dev/md0', dev: '/dev/sdc', confirm: ['E-3003', PLAN] }]);
  });

  it('opens and ejects a device, and says why it stays', async () => {
    const parts = [diskPart('sdf1', 'stick', { label: 'CAMERA', mntdir: '/mnt/extdev/camera' })];
    let isBusy = true;
    const app = await renderDisks([disk('sdf', 'Stick', 'S-1', { parts, unplugs: 1 })], {
      eject: (_params, _caller, { refuse }) => {
        if (isBusy) throw refuse(GEN.failed, 'backup is reading it');
        return {};
      },
    });
    await app.press('Open CAMERA');
    expect(app.opened()).toMatchObject([{ app: 'files', params: { path: '/mnt/extdev/camera' } }]);
    await app.press('Eject CAMERA');
    expect(app.getByRole('alert').textContent).toContain('backup is reading it');
    isBusy = false;
    await app.press('Eject CAMERA');
    expect(app.queryByRole('alert')).toBeNull();
    expect(app.sent(EjectDisk)).toEqual([{ mntdir: '/mnt/extdev/camera' }, { mntdir: '/mnt/extdev/camera' }]);
  });

  it('DISK-11 opens no window for a member and says why', async () => {
    const app = await renderDisks([EMPTY_DISK], {}, { admin: false });
    const notice = await app.dialog('Disk management');
    expect(notice.getByText('No permission: only an administrator of the box may do this')).toBeTruthy();
    await notice.press('OK');
    expect(app.queryByRole('region', { name: 'Disk management' })).toBeNull();
    expect(app.sent(GetDiskHealth)).toEqual([]);
  });

  it('reads in Chinese', async () => {
    const app = await renderDisks([EMPTY_DISK], {}, { language: 'zh-CN' });
    await app.press('初始化 Empty one');
    const erase = await app.dialog('清空 Empty one');
    expect(isDisabled(erase.button('清空'))).toBe(true);
    await expect(erase.press('清空')).rejects.toThrow('请输入磁盘的序列号');
  });
});
