import { EjectDisk, GEN, ListDisks, type Partition } from '@boxwood/box-sdk';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { deviceStorage } from './manifest.ts';

const GB = 1024 ** 3;

const partition = (mntdir: string, more: Partial<Partition> = {}): Partition => ({
  dev: `/dev${mntdir}`,
  bus: 'usb',
  master: 0,
  mntdir,
  uuid: mntdir,
  type: 'ext4',
  f_blocks: 8,
  f_bsize: GB,
  f_bavail: 6,
  ...more,
});
const MAIN = partition('/mnt/usb1', { master: 1, bus: 'sata' });
const STICK = partition('/mnt/extdev/camera', { label: 'CAMERA' });
const LOCKED = partition('/mnt/extdev/card', { bus: 'sdc', readonly: 1, f_bavail: 0 });
const CLOUD = partition('/mnt/extdev/cloud', { bus: 'clouddrive2' });
const NAS = partition('/mnt/netdev/nas');

type DiskReplies = NonNullable<NonNullable<RenderAppOptions<'device-storage'>['replies']>['disks']>;

/** A box with these volumes, that ejects what it is asked to. */
const renderDevices = (
  volumes: readonly Partition[] = [MAIN, STICK, LOCKED, NAS],
  more: DiskReplies = {},
  options: RenderAppOptions<'device-storage'> = {},
) => {
  let disks = volumes;
  return renderApp(deviceStorage, {
    ...options,
    replies: {
      disks: {
        list: () => ({ disks: [...disks], gone: [] }),
        eject: ({ mntdir }) => {
          disks = disks.filter((each) => each.mntdir !== mntdir);
          return {};
        },
        ...more,
      },
    },
  });
};
type DevicesApp = Awaited<ReturnType<typeof renderDevices>>;

const cardOf = (app: DevicesApp, name: string) => {
  const card = app.getByRole('heading', { name }).closest('li');
  if (card === null) throw new Error(`${name} has no card`);
  return within(card);
};

describe('device storage', () => {
  it('P-11 DISK-04 lists devices with their kind and used space, and no other volume', async () => {
    const app = await renderDevices();
    expect(app.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Device storage',
      'CAMERA',
      'card',
    ]);
    expect(cardOf(app, 'CAMERA').getByText('USB')).toBeTruthy();
    expect(cardOf(app, 'CAMERA').getByText(/^2\.00\sGB of 8\.00\sGB used$/)).toBeTruthy();
    expect(cardOf(app, 'CAMERA').getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(app.getByText('2 devices')).toBeTruthy();
  });

  it.each([
    ['sata', 'SATA disk'],
    ['sata1', 'SATA disk'],
    ['emmc', 'eMMC'],
    ['nvme0', 'NVMe disk'],
    ['sdc', 'Memory card'],
    ['raid', 'RAID array'],
    ['usb', 'USB'],
    ['clouddrive2', 'Drive of a container'],
    ['thunderbolt', 'External'],
  ])('DISK-02 names the connection %s', async (bus, text) => {
    const app = await renderDevices([partition('/mnt/extdev/one', { bus })]);
    expect(cardOf(app, 'one').getByText(text)).toBeTruthy();
  });

  it('marks only a device that is read-only', async () => {
    const app = await renderDevices();
    expect(cardOf(app, 'card').getByText('Read only')).toBeTruthy();
    expect(app.getAllByText('Read only')).toHaveLength(1);
  });

  it('says that it is loading, then that no device is plugged in', async () => {
    const { reply, release } = holdReply<{ disks: Partition[] }>();
    const app = await renderDevices([], { list: () => reply });
    expect(app.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(app.queryByText('No device is plugged in')).toBeNull();
    release({ disks: [MAIN, NAS] });
    await app.settled();
    expect(app.getByText('No device is plugged in')).toBeTruthy();
    expect(app.getByText('0 devices')).toBeTruthy();
  });

  it('says why the list failed, and loads it again', async () => {
    let isBroken = true;
    const app = await renderDevices([], {
      list: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(GEN.failed);
        return { disks: [STICK] };
      },
    });
    expect(app.getByText('Failed')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(app.getByRole('heading', { name: 'CAMERA' })).toBeTruthy();
  });

  it('P-11 shows a device when it is plugged in, without a press', async () => {
    let disks = [MAIN];
    const app = await renderDevices([], { list: () => ({ disks }) });
    expect(app.getByText('No device is plugged in')).toBeTruthy();
    disks = [MAIN, STICK];
    await app.reportChange('disks');
    expect(app.getByRole('heading', { name: 'CAMERA' })).toBeTruthy();
    expect(app.getByText('1 device')).toBeTruthy();
  });

  it('loads the list again by Refresh', async () => {
    const app = await renderDevices();
    const before = app.sent(ListDisks).length;
    await app.press('Refresh');
    expect(app.sent(ListDisks)).toHaveLength(before + 1);
  });

  it('P-11 opens a device in Files', async () => {
    const app = await renderDevices();
    await app.press('Open CAMERA');
    expect(app.opened()).toMatchObject([{ app: 'files', params: { path: '/mnt/extdev/camera' } }]);
    expect(app.sent(EjectDisk)).toEqual([]);
  });

  it('P-11 ejects a device for a member, and lists what is left', async () => {
    const app = await renderDevices();
    await app.press('Eject CAMERA');
    expect(app.sent(EjectDisk)).toEqual([{ mntdir: '/mnt/extdev/camera' }]);
    expect(app.queryByRole('heading', { name: 'CAMERA' })).toBeNull();
    expect(app.getByRole('heading', { name: 'card' })).toBeTruthy();
    expect(app.getByText('1 device')).toBeTruthy();
  });

  it('offers no second eject while one is running', async () => {
    const { reply, release } = holdReply<Readonly<Record<string, never>>>();
    const app = await renderDevices([STICK, LOCKED], { eject: () => reply });
    await app.press('Eject CAMERA');
    await expect(app.press(app.getByRole('button', { name: /Eject CAMERA/ }))).rejects.toThrow('disabled');
    expect(app.button('Eject card').getAttribute('aria-disabled')).not.toBe('true');
    release({});
    await app.settled();
    expect(app.sent(EjectDisk)).toHaveLength(1);
  });

  it('ERR-132 says at the device why it could not be ejected, and nothing after it could', async () => {
    let isBusy = true;
    const app = await renderDevices([STICK, LOCKED], {
      eject: (_params, _caller, { refuse }) => {
        if (isBusy) throw refuse(GEN.failed, 'backup is reading it');
        return {};
      },
    });
    await app.press('Eject CAMERA');
    expect(cardOf(app, 'CAMERA').getByRole('alert').textContent).toBe('USB eject failed: backup is reading it');
    expect(cardOf(app, 'card').queryByRole('alert')).toBeNull();
    isBusy = false;
    await app.press('Eject CAMERA');
    expect(app.queryByRole('alert')).toBeNull();
  });

  it('ERR-132 says the meaning of a refusal without a text of the box', async () => {
    const app = await renderDevices([STICK], {
      eject: (_params, _caller, { refuse }) => {
        throw refuse(GEN.noPrivilege);
      },
    });
    await app.press('Eject CAMERA');
    expect(app.getByRole('alert').textContent).toBe('USB eject failed: No privilege');
  });

  it('ERR-132 says the message of a reason that has one, not its key', async () => {
    const app = await renderDevices([STICK], {
      eject: (_params, _caller, { refuse }) => {
        throw refuse(GEN.failed, 'host.silent');
      },
    });
    await app.press('Eject CAMERA');
    expect(app.getByRole('alert').textContent).toBe(
      'USB eject failed: The helper of the box did not answer. Try again in a minute',
    );
  });

  it('ejects no volume of the box itself', async () => {
    const app = await renderDevices([partition('/mnt/extdev/own', { master: 1 })]);
    expect(app.button('Open own')).toBeTruthy();
    expect(app.queryByRole('button', { name: /Eject/ })).toBeNull();
  });

  it('SHELL-34 leads an administrator to the containers instead of ejecting their drive', async () => {
    const app = await renderDevices([CLOUD], {}, { admin: true });
    expect(app.queryByRole('button', { name: /Eject/ })).toBeNull();
    await app.press('Manage container');
    await expect.poll(() => app.opened()).toMatchObject([{ app: 'containers' }]);
  });

  it('SHELL-34 offers a member neither the containers nor an eject of their drive', async () => {
    const app = await renderDevices([CLOUD]);
    expect(app.button('Open cloud')).toBeTruthy();
    expect(app.queryByRole('button', { name: /Eject|Manage container/ })).toBeNull();
  });

  it('reads in Chinese', async () => {
    const app = await renderDevices([LOCKED], {}, { language: 'zh-CN' });
    for (const text of ['存储卡', '只读', '共 1 个设备']) expect(app.getByText(text)).toBeTruthy();
    await app.press('弹出 card');
    expect(app.getByText('未插入外接设备')).toBeTruthy();
  });

  it('lists and ejects devices on a phone', async () => {
    const app = await renderDevices([STICK], {}, { phone: true });
    expect(app.getByText('1 device')).toBeTruthy();
    const menu = await app.openMenu('More actions');
    const before = app.sent(ListDisks).length;
    await menu.press(menu.getByRole('menuitem', { name: 'Refresh' }));
    expect(app.sent(ListDisks)).toHaveLength(before + 1);
    await app.press('Eject CAMERA');
    expect(app.getByText('No device is plugged in')).toBeTruthy();
  });
});
