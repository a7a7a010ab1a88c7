import { describe, expect, it } from 'vitest';
import type { Partition } from '../model.ts';
import { BrowserSettings } from '../settings/browser-settings.ts';
import { storeBoxLink } from '../session/box-links.ts';
import type { BoxLink } from '../session/session.ts';
import { rememberedVolumes, rememberVolumes } from './volumes.ts';

const volume = (mntdir: string, master: 0 | 1): Partition => ({
  dev: mntdir,
  bus: 'usb',
  master,
  mntdir,
  uuid: '',
  type: 'ext4',
  f_blocks: 100,
  f_bsize: 10,
  f_bavail: 40,
});
const own = volume('/mnt/usb1', 1);
const stick = volume('/mnt/extdev/stick', 0);

const link = (boxId: string, api: string): BoxLink => ({
  boxId,
  boxName: boxId,
  nick: boxId,
  model: 'N3',
  version: '1.0.25',
  mode: 'tolan',
  api,
  ip: '',
  wanIp: '',
  ipv6: '',
  token: '',
  relay: null,
  admin: false,
});

describe('what a session remembers of its box', () => {
  it('STATE-01 STATE-03: disk and the three lists of volumes, until it is another box; ports come from its address', () => {
    const settings = new BrowserSettings(null, null);
    storeBoxLink(settings, link('one', 'http://10.0.0.5:6900'));
    expect(settings.get('boxPorts')).toEqual({ web: 6900, doc: 6900 });
    rememberVolumes(settings, [own, stick, volume('/mnt/netdev/nas', 0), volume('', 0)]);
    expect(settings.get('boxMstList')).toEqual([own]);
    expect(settings.get('boxUsbList')).toEqual([stick]);
    expect(settings.get('boxNetList')).toEqual(['/mnt/netdev/nas']);
    expect(settings.get('boxDisk')).toEqual({ total: 1000, free: 400 });
    expect(rememberedVolumes(settings)).toEqual([own, stick]);
    storeBoxLink(settings, link('one', 'https://box.example'));
    expect(settings.get('boxPorts')).toEqual({ web: 443, doc: 443 });
    expect(rememberedVolumes(settings)).toEqual([own, stick]);
    storeBoxLink(settings, link('other', 'http://box.example'));
    expect(settings.get('boxPorts')).toEqual({ web: 80, doc: 80 });
    expect(rememberedVolumes(settings)).toEqual([]);
    expect([settings.get('boxNetList'), settings.get('boxDisk')]).toEqual([[], null]);
  });
});
