import type { Codec } from '@boxwood/command-bus/codecs';
import { decode, isRecord } from '@boxwood/command-bus/codecs';
import { describe, expect, it } from 'vitest';
import * as m from './models.ts';

interface Sample {
  readonly id: string;
  readonly codec: Codec<unknown, unknown>;
  readonly value: Readonly<Record<string, unknown>>;
  readonly optional?: readonly string[];
}
const sample = <A, O>(id: string, codec: Codec<A, O>, value: Sample['value'], ...optional: string[]): Sample => ({
  id,
  codec: codec as Codec<unknown, unknown>, // a table of different codecs; each is used on unknown input only
  value,
  optional,
});

const partition = {
  dev: 'sda1',
  bus: 'sata',
  master: 1,
  mntdir: '/mnt/usb1',
  uuid: 'u',
  type: 'ext4',
  f_blocks: 10,
  f_bsize: 4096,
  f_bavail: 4,
};
const partitionMore = { label: 'data', model: 'WD', readonly: 0, primary: 1, parent: 'sda' };
const cursor = { n: 'a.jpg', t: 3, k: 'a.jpg' };
const short = { n: 'a.jpg', t: 3, k: 'a.jpg', m: 1760000000, s: 5 };
const entry = {
  name: 'a.jpg',
  type: 3,
  size: 5,
  ctime: 1,
  mtime: 2,
  path: '/mnt/usb1/ann/a.jpg',
  md512kb: '',
  id: 'x',
};
const task = {
  tb_type: 3,
  tb_name: 'a',
  tb_total: 5,
  tb_ctime: 1,
  tb_cmd: 'COPY',
  tb_source: '/a',
  tb_target: '/b',
  tb_user: 'ann',
  tb_msg: '',
};
const slot = { idx: 0, off: 0, hour: 0, min: 0, temp_low: 75000, temp_high: 75000 };
const series = {
  disk: 'sda',
  name: 'data',
  mnt: '/mnt/usb1',
  temp: 37,
  load: 4.5,
  total: 10,
  occupy: 60,
  used: 6,
  read: [1],
  write: [2],
};
const service = { name: 'smb', state: 'running', port: 445, cpu: 0.1, mem: 5 };
const process = { pid: 1, name: 'box', user: 'root', cpu: 1, mem: 5 };

const SAMPLES: readonly Sample[] = [
  sample(
    'SDK-E01 STATE-01 session',
    m.Session,
    {
      username: 'ann',
      token: 't',
      boxToken: 'b',
      boxId: 'BW1',
      boxNick: 'Home',
      boxIp: '192.168.1.20',
      boxType: 'N3',
      boxLAN: 'N',
      boxNet: 'WAN',
      boxAdmin: 'Y',
      boxApi: 'http://box.lan:6900',
      avatar: '',
      phone: '',
      boxSelf: 'N',
      boxSafe: 'N',
      boxVersion: '1.0.25',
      boxPorts: { web: 6900, doc: 20223 },
      boxDisk: { total: 10, free: 4 },
      boxMstList: [partition],
      boxUsbList: [],
      boxNetList: [{ mntdir: 'nas', remark: '' }],
    },
    'boxToken',
  ),
  sample('SDK-E02 envelope with params', m.RequestEnvelope, {
    version: 1,
    username: 'ann',
    token: 't',
    cmd: 'MKDIR',
    params: ['/a'],
  }),
  sample('SDK-E02 envelope with jsonparam', m.RequestEnvelope, {
    version: 1,
    username: 'ann',
    token: 't',
    cmd: 'LIST',
    jsonparam: '{}',
  }),
  sample('SDK-E03 FILES-39 file entry', m.FileEntry, entry),
  sample(
    'SDK-E04 SDK-010 list item',
    m.ShortItem,
    { ...short, c: 1, h: 'x', i: 'x', p: '/a', r: 1, d: 2 },
    'c',
    'h',
    'i',
    'p',
    'r',
    'd',
  ),
  sample('SDK-E07 FILES-45 view settings', m.ViewSettings, { view: 'list', prop: 'name', order: 'aesc' }),
  sample(
    'SDK-E08 FILES-68 list query',
    m.FileListQuery,
    {
      path: '/mnt/usb1/ann',
      count: 500,
      hasbaseinfo: 1,
      type: 3,
      folderonly: 0,
      regonly: 1,
      withhidden: 0,
      regex: 'a',
      order: 1,
      desc: 0,
      dirfirst: 1,
      baseinfo: cursor,
    },
    'type',
    'folderonly',
    'regonly',
    'withhidden',
    'regex',
    'order',
    'desc',
    'dirfirst',
    'baseinfo',
  ),
  sample('SDK-E08 FILES-68 direct list query', m.DirectListQuery, {
    path: '/mnt/extdev/x',
    mode: 0,
    desc: 0,
    dirfirst: 1,
    count: 500,
    hasbaseinfo: 0,
  }),
  sample('SDK-E09 FILES-66 paged list', m.paged(m.DirectoryRow), {
    datas: [{ name: 'a', path: '/a', mtime: 1, type: 5 }],
    total: 1,
    pageSum: 1,
    pageNow: 1,
    limit: 500,
  }),
  sample(
    'SDK-E10 UPLOAD-01 upload task',
    m.UploadTask,
    {
      tb_id: '1',
      tb_name: 'a',
      tb_source: 'a',
      tb_target: '/b/a',
      tb_total: 5,
      tb_ctime: 1,
      tb_state: 2,
      tb_progress: 40,
      tb_completed: 2,
      tb_speed: 1.5,
      tb_uuid: '',
      tb_mtime: 3,
    },
    'tb_mtime',
  ),
  sample('SDK-E11 UPLOAD-04 upload session', m.UploadSession, { uuid: 'u', start: 5 }),
  sample('SDK-E12 TASK-01 task record', m.TaskRecord, task),
  sample(
    'SDK-E12 box task',
    m.OpTask,
    { ...task, tb_id: '1', tb_completed: 2, tb_progress: 40, tb_speed: 1, tb_state: 2, tb_code: 2, uid: 'u' },
    'uid',
  ),
  sample('SDK-E13 SHELL-36 window', m.WindowRecord, {
    id: 'w1',
    title: 'Files',
    icon: 'files',
    color: 'blue',
    component: 'files',
    pageIndex: 1,
    x: 100,
    y: 64,
    width: 1280,
    height: 720,
    zIndex: 500,
    visible: true,
    isMinimized: false,
    isMaximized: false,
    params: {},
  }),
  sample('SDK-E14 SHELL-37 desktop item', m.DesktopItem, { title: 'Files', img: 'files.svg', desktop: 1 }),
  sample('SDK-E16 PLUGIN-03 version info', m.VersionInfo, {
    Version: '1.0.25',
    VersionName: 'Cedar',
    Description: ['a'],
  }),
  sample('SDK-E19 MONITOR-01 monitor', m.DeviceMonitor, {
    runTime: 5,
    times: [1760000000],
    cpuTemp: [40],
    cpuRatio: [5.5],
    ram: { total: 10, used: 4, cache: 2 },
    ramRatio: [40],
    net: { eth0: { in: [1], out: [2] } },
    disk: { sda: series },
    service: [service],
    process: [process],
  }),
  sample(
    'SDK-E20 MONITOR-02 status source',
    m.DevStatus,
    {
      box_uptime: 5,
      local_time: 1760000000,
      cpu_info: { cpu_temp: 40, cpu_usage: 5.5 },
      memory_info: { memory_usage: 40, memory_total: 10, memory_used: 4, memory_cached: 2 },
      network_info: { netdev: [{ dev: 'eth0', inflow: 1, outflow: 2 }] },
      disk_info: { disk: [{ dev: 'sda', temp: 37, util: 4.5, rd_rate: 0, wr_rate: 1 }] },
      faults: { count: 2, last: 1760000000, where: 'upkeep' },
      reserve: { left: 1, wanted: 2 },
    },
    'faults',
    'reserve',
  ),
  sample('SDK-E21 DISK-01 partition', m.Partition, { ...partition, ...partitionMore }, ...Object.keys(partitionMore)),
  sample('SDK-E22 SYSTEM-08 fan slot', m.FanSlot, slot),
  sample('SDK-E22 SYSTEM-08 fan rule', m.FanRule, { powers: [slot] }),
  sample('SDK-E25 RENAME-03 rename item', m.RenameItem, { source: '/a/b', target: '/a/c' }),
  sample(
    'SDK-E30 SYSTEM-15 reboot plan',
    m.RebootPlan,
    { enable: 1, frequency: 'month', time: '04:30', weekday: 1, day: 31 },
    'weekday',
    'day',
  ),
  sample('SDK-E42 FILES-67 directory row', m.DirectoryRow, { name: 'a', path: '/a', mtime: 1, type: 5 }),
];

/** A value of another type than the given one. */
const wrong = (value: unknown): unknown => (Array.isArray(value) || isRecord(value) ? 'text' : { not: 'this' });

describe.each(SAMPLES)('$id', ({ codec, value, optional = [] }) => {
  it('decodes a full sample and encodes it back', () => {
    const decoded = decode(codec, value);
    expect(decoded).toEqual({ _tag: 'Right', right: value });
    expect(codec.encode(value)).toEqual(value);
  });

  it('rejects a sample with a missing required field, and takes one without the optional ones', () => {
    for (const key of Object.keys(value)) {
      const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
      expect(decode(codec, rest)._tag, key).toBe(optional.includes(key) ? 'Right' : 'Left');
    }
  });

  it('rejects a sample with a field of the wrong type', () => {
    for (const key of Object.keys(value))
      expect(decode(codec, { ...value, [key]: wrong(value[key]) })._tag, key).toBe('Left');
  });
});

describe('unions', () => {
  const accepted = (codec: { readonly is: (u: unknown) => boolean }, values: readonly unknown[]) =>
    values.filter((v) => codec.is(v));

  it('SDK-E05 FILES-40: file types', () => {
    const types = [0, 1, 2, 3, 4, 5, 50, 100, 777];
    expect(accepted(m.FileType, [...types, 6, 51, -1, '0', null])).toEqual(types);
    expect(types.filter(m.isFolderType)).toEqual([5, 100, 777]);
  });

  it('SDK-E06 FILES-42 FILES-43: sort modes and sort codes', () => {
    expect(accepted(m.SortMode, [-1, 0, 1, 2, 3, 4, '1'])).toEqual([0, 1, 2, 3]);
    expect(accepted(m.SortCode, [0, 1, 2, 3, 4, 5, 6, 7])).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('SDK-E12 TASK-02: operation types', () => {
    const types = ['COPY', 'MOVE', 'EMOVE', 'DMOVE', 'DOWN', 'UPLOAD', 'REMOVE', 'COMPRESS', 'DECOMPRESS'];
    expect(accepted(m.OpType, [...types, 'ALL', 'copy', ''])).toEqual(types);
  });

  it('SDK-E21 DISK-02: buses', () => {
    const buses = ['sata', 'sata1', 'emmc', 'nvme0', 'sdc', 'raid', 'usb', 'clouddrive2'];
    expect(accepted(m.Bus, [...buses, 'floppy', ''])).toEqual(buses);
  });

  it('SDK-E02 G-01: params and jsonparam exclude each other, the version is 1', () => {
    const envelope = { version: 1, username: 'ann', token: 't', cmd: 'X' };
    expect(m.RequestEnvelope.is(envelope)).toBe(false);
    expect(m.RequestEnvelope.is({ ...envelope, params: {}, jsonparam: '{}' })).toBe(false);
    expect(m.RequestEnvelope.is({ ...envelope, version: 2, params: {} })).toBe(false);
    expect(m.RequestEnvelope.is({ ...envelope, params: {} })).toBe(true);
  });
});

describe('file entries', () => {
  it('G-12: a short item expands with its defaults', () => {
    expect(m.toFileEntry(short, '/mnt/usb1/ann')).toEqual({
      name: 'a.jpg',
      type: 3,
      size: 5,
      ctime: 1760000000,
      mtime: 1760000000,
      path: '/mnt/usb1/ann/a.jpg',
      md512kb: '',
      id: '/mnt/usb1/ann/a.jpg',
    });
    expect(
      m.toFileEntry({ ...short, c: 7, h: 'hash', i: 'id', p: '/mnt/usb1/ann/Photos' }, '/elsewhere'),
    ).toMatchObject({
      ctime: 7,
      md512kb: 'hash',
      id: 'id',
      path: '/mnt/usb1/ann/Photos/a.jpg',
    });
    expect(m.joinPath('/', 'a')).toBe('/a');
  });

  it('takes a type the product does not know yet, so that one new code does not empty a folder', () => {
    expect(decode(m.FilePage, { sum: 1, file_list: [{ ...short, t: 6 }] })._tag).toBe('Right');
  });
});
