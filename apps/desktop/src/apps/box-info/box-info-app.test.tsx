import { GEN, GetProductInfo, ListDisks, type NetDev, type Partition, RestartNetwork } from '@boxwood/box-sdk';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holdReply, REPLY_BOX_ID } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { boxInfo } from './manifest.ts';

const MB = 1024 ** 2;

const PRODUCT = {
  product: 'N2',
  version: '1.0.1018',
  versionname: 'Spring',
  boxid: REPLY_BOX_ID,
  boxjid: '',
  boxname: 'Loft box',
  sn: 'SN-4711',
  mac: '00:11:22:33:44:55',
  uptime: 90_061,
  inited: 1,
} as const;

const networkInterface = (dev: string, more: Partial<NetDev> = {}): NetDev => ({
  dev,
  mac: `mac of ${dev}`,
  kind: 'wired',
  up: 1,
  ip: '192.168.1.20',
  mask: '255.255.255.0',
  gateway: '192.168.1.1',
  dns: ['192.168.1.1', '9.9.9.9'],
  ipv6: ['fe80::1', '2001:db8::1'],
  speed: 1000,
  ...more,
});
const WIRED = networkInterface('eth0');
const UNPLUGGED = networkInterface('eth1', { up: 0, ip: '', gateway: '', dns: [], ipv6: [], speed: 0 });
const WIRELESS = networkInterface('wlan0', { kind: 'wireless', ip: '192.168.1.30' });

const volume = (mntdir: string, freeMb: number, more: Partial<Partition> = {}): Partition => ({
  dev: '/dev/sda1',
  bus: 'sata',
  master: 1,
  mntdir,
  uuid: 'u',
  type: 'ext4',
  f_blocks: 1000,
  f_bsize: MB,
  f_bavail: freeMb,
  ...more,
});
const MAIN_DISK = volume('/mnt/usb1', 250);

type Replies = NonNullable<RenderAppOptions<'box-info'>['replies']>;

const renderInfo = (more: Replies = {}, options: RenderAppOptions<'box-info'> = {}) =>
  renderApp(boxInfo, {
    ...options,
    replies: {
      system: { product: () => PRODUCT },
      disks: { list: () => ({ disks: [MAIN_DISK] }) },
      network: { interfaces: () => ({ list: [WIRED, UNPLUGGED, WIRELESS] }), restart: () => ({}), ...more.network },
      ...(more.system === undefined ? {} : { system: more.system }),
      ...(more.disks === undefined ? {} : { disks: more.disks }),
    },
  });
type InfoApp = Awaited<ReturnType<typeof renderInfo>>;

/** The names and values of the facts in a part of the page. */
const factsOf = (part: HTMLElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    within(part)
      .queryAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  );
const sectionOf = (app: InfoApp, name: string): HTMLElement => {
  const section = app.getByRole('heading', { name }).closest('section');
  if (section === null) throw new Error(`${name} is in no section`);
  return section;
};
/** The interface or volume with this heading. */
const cardOf = (app: InfoApp, name: RegExp | string): HTMLElement => {
  const card = app.getByRole('heading', { name, level: 4 }).parentElement;
  if (card === null) throw new Error(`${String(name)} is in no card`);
  return card;
};
const openQuestion = async (app: InfoApp) => {
  await app.press('Restart the network…');
  return app.dialog('Restart the network of the box?');
};
const RESTARTING = 'The network of the box is being restarted';

describe('box info', () => {
  it('P-27 SYSTEM-19 names the box, its model, version, serial number and run time', async () => {
    const app = await renderInfo();
    expect(factsOf(sectionOf(app, 'Box'))).toEqual({
      Name: 'Loft box',
      Model: 'N2',
      Version: '1.0.1018',
      'Serial number': 'SN-4711',
      'Box id': REPLY_BOX_ID,
      'MAC address': '00:11:22:33:44:55',
      'Run time': '1d 01:01:01',
    });
  });

  it('leaves out what the box does not know', async () => {
    const app = await renderInfo({ system: { product: () => ({ ...PRODUCT, sn: '', mac: '' }) } });
    expect(Object.keys(factsOf(sectionOf(app, 'Box')))).toEqual(['Name', 'Model', 'Version', 'Box id', 'Run time']);
  });

  it('SYSTEM-19 shows every interface with its addresses, and numbers those of one kind', async () => {
    const app = await renderInfo();
    expect(factsOf(cardOf(app, /^Wired Connected$/))).toEqual({
      Address: '192.168.1.20',
      IPv6: 'fe80::1, 2001:db8::1',
      Gateway: '192.168.1.1',
      DNS: '192.168.1.1, 9.9.9.9',
      'MAC address': 'mac of eth0',
      Speed: '1000 Mbit/s',
    });
    expect(factsOf(cardOf(app, /^Wired 2 Not connected$/))).toEqual({ 'MAC address': 'mac of eth1' });
    expect(factsOf(cardOf(app, /^Wireless Connected$/))).toMatchObject({ Address: '192.168.1.30' });
  });

  it('SYSTEM-19 shows the space of every mounted volume', async () => {
    const disks = [
      MAIN_DISK,
      volume('/mnt/usb2', 1000, { label: 'Photos 2019' }),
      volume('/mnt/usb3', 0),
      volume('', 0),
    ];
    const app = await renderInfo({ disks: { list: () => ({ disks }) } });
    const main = within(cardOf(app, 'Main disk'));
    expect(main.getByText(/^750\.00\sMB of 1000\.00\sMB used, 250\.00\sMB free$/)).toBeTruthy();
    expect(main.getByRole('progressbar', { name: 'Main disk' }).getAttribute('aria-valuenow')).toBe('75');
    expect(within(cardOf(app, 'Photos 2019')).getByText(/^0\.00\sB of|^0\sB of/)).toBeTruthy();
    expect(within(sectionOf(app, 'Volumes')).getAllByRole('progressbar')).toHaveLength(3);
  });

  it('marks a volume that is nearly full, and no other', async () => {
    const disks = [MAIN_DISK, volume('/mnt/usb2', 79), volume('/mnt/usb3', 80)];
    const app = await renderInfo({ disks: { list: () => ({ disks }) } });
    const stateOf = (name: string) => within(cardOf(app, name)).getByRole('progressbar').getAttribute('data-state');
    expect(['Main disk', 'Disk 2', 'Disk 3'].map(stateOf)).toEqual(['accent', 'failed', 'accent']);
  });

  it('says that no volume is mounted', async () => {
    const app = await renderInfo({ disks: { list: () => ({ disks: [volume('', 0)] }) } });
    expect(app.getByText('No volume is mounted')).toBeTruthy();
    expect(app.queryByRole('progressbar')).toBeNull();
  });

  it('shows what has arrived while a part is loading', async () => {
    const { reply, release } = holdReply<{ disks: Partition[] }>();
    const app = await renderInfo({ disks: { list: () => reply } });
    expect(app.getByText('Loft box')).toBeTruthy();
    expect(within(sectionOf(app, 'Volumes')).getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(app.getAllByRole('status', { name: 'Loading…' })).toHaveLength(1);
    expect(app.queryByText('No volume is mounted')).toBeNull();
    release({ disks: [MAIN_DISK] });
    await app.settled();
    expect(cardOf(app, 'Main disk')).toBeTruthy();
  });

  it.each([
    ['Volumes', 'Main disk'],
    ['Network', '192.168.1.20'],
  ])('says in %s why it failed, shows the other parts, and loads that part again', async (name, text) => {
    let isBroken = true;
    const app = await renderInfo({
      disks: {
        list: (_params, _caller, { refuse }) => {
          if (isBroken && name === 'Volumes') throw refuse(GEN.failed);
          return { disks: [MAIN_DISK] };
        },
      },
      network: {
        interfaces: (_params, _caller, { refuse }) => {
          if (isBroken && name === 'Network') throw refuse(GEN.failed);
          return { list: [WIRED] };
        },
      },
    });
    expect(app.getByText('Loft box')).toBeTruthy();
    const section = within(sectionOf(app, name));
    expect(section.getByText('Failed')).toBeTruthy();
    expect(app.getAllByText('Failed')).toHaveLength(1);
    isBroken = false;
    await app.press('Try again');
    expect(section.getByText(text)).toBeTruthy();
  });

  it('reloads the volumes when the box reports a change of the disks', async () => {
    let disks = [MAIN_DISK];
    const app = await renderInfo({ disks: { list: () => ({ disks }) } });
    const asked = app.sent(GetProductInfo).length;
    disks = [MAIN_DISK, volume('/mnt/usb2', 10)];
    await app.reportChange('disks');
    expect(cardOf(app, 'Disk 2')).toBeTruthy();
    expect(app.sent(ListDisks).length).toBeGreaterThan(1);
    expect(app.sent(GetProductInfo)).toHaveLength(asked);
  });

  it('SYSTEM-18 restarts the network only after a confirmation, and says so', async () => {
    const app = await renderInfo({}, { admin: true });
    const question = await openQuestion(app);
    expect(question.getByText(/^Only the network is restarted; the box keeps running/)).toBeTruthy();
    await question.press('Cancel');
    expect(app.sent(RestartNetwork)).toEqual([]);
    expect(app.queryByText(RESTARTING)).toBeNull();
    await (await openQuestion(app)).press('Restart network');
    expect(app.sent(RestartNetwork)).toHaveLength(1);
    expect(app.hasDialog('Restart the network of the box?')).toBe(false);
    expect(app.getByText(RESTARTING)).toBeTruthy();
    await openQuestion(app);
    expect(app.queryByText(RESTARTING)).toBeNull();
  });

  it('SYSTEM-18 says in words why the box did not restart the network, and forgets it with the question', async () => {
    let isBroken = true;
    const app = await renderInfo(
      {
        network: {
          restart: (_params, _caller, { refuse }) => {
            if (isBroken) throw refuse(GEN.failed, 'host.lacking');
            return {};
          },
        },
      },
      { admin: true },
    );
    const question = await openQuestion(app);
    await question.press('Restart network');
    expect(question.getByRole('alert').textContent).toBe(
      'The program for this is not installed on the machine of this box',
    );
    expect(app.queryByText(RESTARTING)).toBeNull();
    await question.press('Cancel');
    const again = await openQuestion(app);
    expect(again.queryByRole('alert')).toBeNull();
    isBroken = false;
    await again.press('Restart network');
    expect(app.getByText(RESTARTING)).toBeTruthy();
  });

  it('restarts once while the box is at it', async () => {
    const { reply, release } = holdReply<Record<string, never>>();
    const app = await renderInfo({ network: { restart: () => reply } }, { admin: true });
    const question = await openQuestion(app);
    await question.press('Restart network');
    await expect(question.press('Restart network')).rejects.toThrow('is disabled');
    expect(app.queryByText(RESTARTING)).toBeNull();
    release({});
    await app.settled();
    expect(app.sent(RestartNetwork)).toHaveLength(1);
    expect(app.getByText(RESTARTING)).toBeTruthy();
  });

  it('SYSTEM-18 does not offer to restart the network to a member', async () => {
    const app = await renderInfo();
    expect(app.getByRole('heading', { name: 'Network' })).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Restart the network…' })).toBeNull();
  });

  it('reads in Chinese', async () => {
    const app = await renderInfo({}, { language: 'zh-CN', admin: true });
    expect(factsOf(sectionOf(app, '盒子'))).toMatchObject({ 型号: 'N2', 序列号: 'SN-4711' });
    expect(cardOf(app, /^有线 2 未连接$/)).toBeTruthy();
    expect(app.getByText(/^已用 750\.00\sMB/)).toBeTruthy();
    await app.press('重启网络…');
    await (await app.dialog('重启盒子的网络？')).press('重启网络');
    expect(app.getByText('盒子的网络正在重启')).toBeTruthy();
  });

  it('shows the same on a page of the phone', async () => {
    const app = await renderInfo({}, { phone: true, admin: true });
    expect(factsOf(sectionOf(app, 'Box'))).toMatchObject({ Name: 'Loft box', Model: 'N2' });
    expect(cardOf(app, 'Main disk')).toBeTruthy();
    await (await openQuestion(app)).press('Restart network');
    expect(app.sent(RestartNetwork)).toHaveLength(1);
  });
});
