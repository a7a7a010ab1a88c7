import {
  type DevStatus,
  GEN,
  ListProcesses,
  ListTimetable,
  type Partition,
  type ProcessRow,
  type ServiceRow,
  type TimetableRow,
} from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { deviceStatus } from './manifest.ts';

const GB = 1024 ** 3;
const BOX_TIME = 1_700_000_000;

const STATUS: DevStatus = {
  box_uptime: 90_061,
  local_time: BOX_TIME,
  cpu_info: { cpu_temp: 48.4, cpu_usage: 12.6 },
  memory_info: { memory_usage: 25, memory_total: 8 * GB, memory_used: 2 * GB, memory_cached: GB },
  network_info: {
    netdev: [
      { dev: 'eth0', inflow: 2048, outflow: 1024 },
      { dev: 'docker0', inflow: 9, outflow: 9 },
    ],
  },
  disk_info: { disk: [{ dev: 'sda', temp: 37, util: 5, rd_rate: 4096, wr_rate: 512 }] },
};
const MAIN: Partition = {
  dev: '/dev/sda1',
  bus: 'sata',
  master: 1,
  mntdir: '/mnt/usb1',
  uuid: 'u',
  type: 'ext4',
  f_blocks: 8,
  f_bsize: GB,
  f_bavail: 6,
  model: 'WDC WD40EFRX',
};
const SERVICES: readonly ServiceRow[] = [
  { name: 'smb', state: 'running', port: 445, cpu: 1, mem: 3 * GB },
  { name: 'ssh', state: 'stopped', port: 0, cpu: 0, mem: 0 },
  { name: 'dlna', state: 'failed', port: 8200, cpu: 2.25, mem: GB },
];
const PROCESSES: readonly ProcessRow[] = [
  { pid: 7, name: 'node', user: 'boxwood', cpu: 10, mem: GB },
  { pid: 8, name: 'mysqld', user: 'mysql', cpu: 2, mem: 4 * GB },
];
const job = (name: string, every: number, more: Partial<TimetableRow> = {}): TimetableRow => ({
  name,
  every,
  ran: BOX_TIME,
  next: BOX_TIME + every,
  running: 0,
  ended: 'done',
  ...more,
});

type Replies = NonNullable<RenderAppOptions<'device-status'>['replies']>;

const renderStatus = (
  more: NonNullable<Replies['monitor']> = {},
  options: RenderAppOptions<'device-status'> = {},
  disks: readonly Partition[] = [MAIN],
) =>
  renderApp(deviceStatus, {
    ...options,
    replies: {
      disks: { list: () => ({ disks: [...disks] }) },
      monitor: {
        status: () => STATUS,
        services: () => ({ list: [...SERVICES] }),
        processes: ({ order }) => ({ list: PROCESSES.toSorted((one, other) => other[order] - one[order]) }),
        timetable: () => ({ list: [] }),
        ...more,
      },
    },
  });
type StatusApp = Awaited<ReturnType<typeof renderStatus>>;

const openTab = async (app: StatusApp, name: string): Promise<void> => {
  await app.press(app.getByRole('tab', { name }));
};
/** The cells of the rows of a table, without its header. */
const rowsOf = (app: StatusApp, name: string): readonly (readonly (string | null)[])[] =>
  within(app.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
const namesOf = (app: StatusApp, name: string) => rowsOf(app, name).map(([first]) => first);
const fact = (app: StatusApp, name: string): string | null =>
  app.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent ?? null;

// jsdom has no canvas: the charts draw into a context that accepts everything and draws nothing.
const context: object = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true });
const getContext = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext');
beforeAll(() => {
  const Path = function Path2D() {
    return context;
  };
  Object.defineProperty(globalThis, 'Path2D', { configurable: true, value: Path });
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { configurable: true, value: () => context });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'Path2D');
  if (getContext !== undefined) Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', getContext);
});

describe('overview of the device status', () => {
  it('P-02 MONITOR-02 shows processor, temperature, memory and times as the box reports them', async () => {
    const app = await renderStatus();
    for (const [name, text] of [
      ['Processor', '13 %'],
      ['Memory', '25 %'],
      ['Processor temperature', '48 °C'],
    ] as const)
      expect(app.getByRole('meter', { name }).getAttribute('aria-valuetext')).toBe(text);
    expect(fact(app, 'Used')).toMatch(/^2\.00\sGB of 8\.00\sGB$/);
    expect(fact(app, 'Cached')).toMatch(/^1\.00\sGB$/);
    expect(fact(app, 'Free')).toMatch(/^6\.00\sGB$/);
    expect(fact(app, 'Run time')).not.toBe('');
    expect(fact(app, 'Local time of the box')).toMatch(/^2023-11-1\d \d{2}:\d{2}:20$/);
  });

  it('shows no temperature of a box without a sensor', async () => {
    const app = await renderStatus({
      status: () => ({ ...STATUS, cpu_info: { cpu_temp: 0, cpu_usage: 1 } }),
    });
    expect(app.getByRole('meter', { name: 'Processor' })).toBeTruthy();
    expect(app.queryByRole('meter', { name: 'Processor temperature' })).toBeNull();
  });

  it('MONITOR-05 charts the interfaces of the box and its disks, and no other interface', async () => {
    const app = await renderStatus();
    expect(app.getByText('Network eth0')).toBeTruthy();
    expect(app.queryByText('Network docker0')).toBeNull();
    expect(app.getByText('Disk sda')).toBeTruthy();
  });

  it('shows how full each disk is', async () => {
    const app = await renderStatus();
    const row = within(app.getByRole('row', { name: /WDC WD40EFRX/ }));
    expect(row.getByText('Main disk')).toBeTruthy();
    expect(row.getByRole('progressbar', { name: /^2\.00\sGB of 8\.00\sGB$/ }).getAttribute('aria-valuenow')).toBe('25');
  });

  it.each([
    ['/dev/sda1', 'sda'],
    ['/dev/sdb', 'sdb'],
    ['/dev/nvme0n1p2', 'nvme0n1'],
    ['/dev/mmcblk0p1', 'mmcblk0'],
    ['/dev/md0', 'md0'],
  ])('shows temperature and load of %s as those of %s', async (dev, disk) => {
    const sample = (name: string, temp: number, util: number) => ({ dev: name, temp, util, rd_rate: 0, wr_rate: 0 });
    const disks = [sample('nvme0', 11, 1), sample('sd', 12, 2), sample(disk, 37, 5)];
    const app = await renderStatus({ status: () => ({ ...STATUS, disk_info: { disk: disks } }) }, {}, [
      { ...MAIN, dev },
    ]);
    const row = within(app.getByRole('row', { name: /WDC WD40EFRX/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toMatchObject([
      'Main disk',
      '37 °C',
      '5 %',
      expect.anything(),
    ]);
  });

  it('shows no temperature and load of a disk that the box did not measure', async () => {
    const app = await renderStatus({}, {}, [{ ...MAIN, dev: '/dev/sdb1' }]);
    const row = within(app.getByRole('row', { name: /WDC WD40EFRX/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toMatchObject([
      'Main disk',
      '',
      '',
      expect.anything(),
    ]);
  });

  it('says that nothing is known about disk use', async () => {
    const app = await renderStatus({}, {}, []);
    expect(app.getByText('No information about disk use')).toBeTruthy();
  });

  it('says that it is loading, then the first reading', async () => {
    const { reply, release } = holdReply<DevStatus>();
    const app = await renderStatus({ status: () => reply });
    expect(app.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    release(STATUS);
    await app.settled();
    expect(app.getByRole('meter', { name: 'Processor' })).toBeTruthy();
  });

  it('MONITOR-06 says that the box did not answer', async () => {
    const app = await renderStatus({
      status: (_params, _caller, { refuse }) => {
        throw refuse(GEN.failed);
      },
    });
    expect(app.getByText(/The box did not answer the last readings/)).toBeTruthy();
    expect(app.queryByRole('meter')).toBeNull();
  });

  it('shows faults and a reserve that is in use, when the box reports them', async () => {
    const app = await renderStatus({
      status: () => ({
        ...STATUS,
        faults: { count: 3, last: BOX_TIME, where: 'photos' },
        reserve: { left: GB, wanted: 2 * GB },
      }),
    });
    expect(app.getByText(/recovered from since it was started: 3,.*\(photos\)/)).toBeTruthy();
    expect(app.getByText(/is down to 1\.00\sGB of 2\.00\sGB/)).toBeTruthy();
  });

  it('warns about nothing while the box reports no problem', async () => {
    const app = await renderStatus();
    expect(app.queryByText(/did not answer|recovered from|is down to/)).toBeNull();
  });

  it('reads in Chinese', async () => {
    const app = await renderStatus({}, { language: 'zh-CN' });
    expect(app.getByRole('meter', { name: '处理器' }).getAttribute('aria-valuetext')).toBe('13%');
    await openTab(app, '服务');
    expect(app.getByText('已停止')).toBeTruthy();
  });

  it('shows the overview and its tabs on a phone', async () => {
    const app = await renderStatus({}, { phone: true });
    expect(app.getByRole('meter', { name: 'Memory' })).toBeTruthy();
    await openTab(app, 'Processes');
    expect(namesOf(app, 'Processes')).toEqual(['node', 'mysqld']);
  });
});

describe('tables of the device status', () => {
  it('X22 lists services with state and port, busiest first, and sorts them by memory', async () => {
    const app = await renderStatus();
    await openTab(app, 'Services');
    expect(namesOf(app, 'Services')).toEqual(['dlna', 'smb', 'ssh']);
    const [dlna, smb, ssh] = rowsOf(app, 'Services');
    expect(dlna).toEqual(['dlna', 'Failed', '8200', '2.3 %', '1.00\u00A0GB']);
    expect(smb?.slice(0, 4)).toEqual(['smb', 'Running', '445', '1.0 %']);
    expect(ssh?.slice(0, 4)).toEqual(['ssh', 'Stopped', '', '0.0 %']);
    await app.press('Sort by Memory');
    expect(namesOf(app, 'Services')).toEqual(['smb', 'dlna', 'ssh']);
    expect(app.button('Sort by Memory').closest('th')?.getAttribute('aria-sort')).toBe('descending');
    expect(app.button('Sort by Processor').closest('th')?.getAttribute('aria-sort')).toBe('none');
  });

  it('X21 lists processes, and asks the box for those with the highest memory use', async () => {
    const app = await renderStatus();
    expect(app.sent(ListProcesses)).toEqual([]);
    await openTab(app, 'Processes');
    expect(rowsOf(app, 'Processes')[0]).toEqual(['node', '7', 'boxwood', '10.0 %', '1.00\u00A0GB']);
    await app.press('Sort by Memory');
    expect(namesOf(app, 'Processes')).toEqual(['mysqld', 'node']);
    // Polls may have repeated either request.
    expect(app.sent(ListProcesses)[0]).toMatchObject({ order: 'cpu' });
    expect(app.sent(ListProcesses).at(-1)).toMatchObject({ order: 'mem' });
  });

  it.each([
    ['Services', 'The box runs no services'],
    ['Processes', 'No information about processes'],
    ['Automatic', 'No information about automatic tasks'],
  ])('says that there is nothing under %s', async (tab, text) => {
    const nothing = () => ({ list: [] });
    const app = await renderStatus({ services: nothing, processes: nothing, timetable: nothing }, { admin: true });
    await openTab(app, tab);
    expect(app.getByText(text)).toBeTruthy();
    expect(app.queryByRole('table', { name: tab })).toBeNull();
  });

  it('says why services are not listed, and loads them again', async () => {
    let isBroken = true;
    const app = await renderStatus({
      services: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(GEN.failed);
        return { list: [...SERVICES] };
      },
    });
    await openTab(app, 'Services');
    expect(app.getByText('Failed')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(namesOf(app, 'Services')).toHaveLength(3);
  });

  it('lists automatic tasks for an administrator: the rarest first, with interval and result', async () => {
    const app = await renderStatus(
      {
        timetable: () => ({
          list: [
            job('mounts', 2),
            job('fan', 90, { running: 1, ended: 'failed' }),
            job('backup', 300, { ended: 'failed' }),
            job('diskHealth', 7200, { ended: 'never', ran: 0 }),
            job('newer job', 5400),
            job('reboot', 0),
          ],
        }),
      },
      { admin: true },
    );
    await openTab(app, 'Automatic');
    expect(rowsOf(app, 'Automatic').map((cells) => cells.slice(0, 3))).toEqual([
      ['Restart as scheduled', 'Done', 'By the calendar'],
      ['Check the health of every disk, once a day', 'Not yet', 'Every 2 h'],
      ['newer job', 'Done', 'Every 90 min'],
      ['Check whether the records have to be backed up', 'Failed', 'Every 5 min'],
      ['Control the fan by its rule', 'Running', 'Every 90 s'],
      ['Check which disks are connected', 'Done', 'Every 2 s'],
    ]);
    expect(rowsOf(app, 'Automatic')[1]?.[3]).toBe('');
    expect(rowsOf(app, 'Automatic')[0]?.[3]).toMatch(/^2023-11-1/);
  });

  it('shows a member no automatic tasks', async () => {
    const app = await renderStatus();
    expect(app.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Services',
      'Processes',
    ]);
    expect(app.sent(ListTimetable)).toEqual([]);
  });

  it('goes through the tabs with the arrow keys', async () => {
    const app = await renderStatus();
    const overview = app.getByRole('tab', { name: 'Overview' });
    overview.focus();
    fireEvent.keyDown(overview, { key: 'ArrowRight' });
    await app.settled();
    await vi.waitFor(() => expect(document.activeElement).toBe(app.getByRole('tab', { name: 'Services' })));
  });
});
