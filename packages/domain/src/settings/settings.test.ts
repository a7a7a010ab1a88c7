import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BrowserSettings } from './browser-settings.ts';
import { MemoryKeyValue } from '../testing/memory-key-value.ts';
import { DEFAULT_VIEW, SETTINGS } from './setting-rules.ts';
import type { SettingKey, SettingValues } from './settings.ts';
import { obfuscated } from './setting-codecs.ts';

const fresh = () => {
  const local = new MemoryKeyValue();
  const tab = new MemoryKeyValue();
  return { local, tab, settings: new BrowserSettings(local, tab) };
};

const partition = {
  dev: 'sda1',
  bus: 'sata',
  master: 1,
  mntdir: '/mnt/usb1',
  uuid: 'u',
  type: 'ext4',
  f_blocks: 1,
  f_bsize: 2,
  f_bavail: 1,
} as const;

const samples: { readonly [K in SettingKey]: SettingValues[K] } = {
  username: 'ann',
  token: 't0ken',
  boxToken: 'b'.repeat(32),
  phone: '13800000000',
  avatar: '/avatar/1.png',
  boxId: 'box-1',
  boxNick: '家里的盒子',
  boxIp: '192.168.1.20',
  boxLAN: 'Y',
  boxNet: 'WAN',
  boxAdmin: 'Y',
  boxApi: 'http://192.168.1.20:6900',
  boxType: 'N3',
  boxVersion: '1.0.30',
  boxSafe: 'Y',
  boxSelf: 'Y',
  boxPorts: { web: 6900, doc: 20223 },
  boxDisk: { total: 10, free: 4 },
  boxMstList: [partition],
  boxUsbList: [partition],
  boxNetList: ['/mnt/netdev/nas'],
  boxPlugin: [{ key: 'tstask' }],
  onlinePlugin: { time: 1, host: 'h', list: [] },
  baiduToken: 'baidu',
  boxViews: { view: 'icon', prop: 'mtime', order: 'desc' },
  closeButton: 'L',
  wallpaper: 3,
  zoom: 1.5,
  unzipNotice: true,
};
const keys = Object.keys(SETTINGS) as SettingKey[];
const setSample = (settings: BrowserSettings, key: SettingKey): void => {
  settings.set(key, samples[key]);
};

describe('settings', () => {
  it.each(keys)('STATE-01, STATE-03, STATE-04, STATE-05: %s is stored and read back by a later page', (key) => {
    const { local, tab, settings } = fresh();
    expect(settings.get(key)).toEqual(SETTINGS[key].absent);
    setSample(settings, key);
    expect(settings.get(key)).toEqual(samples[key]);
    expect(new BrowserSettings(local, tab).get(key)).toEqual(samples[key]);
  });

  it('STATE-02, G-25: names, tokens, phone and addresses are veiled, flags and views are plain', () => {
    const { local, tab, settings } = fresh();
    for (const key of keys) setSample(settings, key);
    const veiledKeys = keys.filter((key) => local.all[key]?.startsWith('b64:'));
    expect(veiledKeys.sort()).toEqual(['baiduToken', 'boxId', 'boxIp', 'boxToken', 'phone', 'token', 'username']);
    expect(JSON.stringify(local.all)).not.toMatch(/t0ken|13800000000|192\.168\.1\.20"/);
    expect(Object.keys(tab.all).sort()).toEqual(['boxSafe', 'boxSelf']);
    expect(local.all['boxViews']).toBe('{"view":"icon","prop":"mtime","order":"desc"}');
    expect(local.all['unzipNotice']).toBe('Y');
  });

  it('STATE-07: logout removes the session and keeps what belongs to the browser', () => {
    const { local, tab, settings } = fresh();
    for (const key of keys) setSample(settings, key);
    settings.setText('upload_tasks', '{}');
    settings.setText('ann_desktop', 'Files,Photos');
    const token$ = settings.value$('token');
    settings.clearSession();
    expect(Object.keys(local.all).sort()).toEqual(
      ['ann_desktop', 'boxViews', 'closeButton', 'unzipNotice', 'upload_tasks', 'wallpaper', 'zoom'].sort(),
    );
    expect(tab.all).toEqual({});
    expect(token$.value).toBeNull();
    expect(settings.get('zoom')).toBe(1.5);
  });

  it('G-14: an unknown stored order reads as aesc; other damage reads as the default view', () => {
    const { local, tab } = fresh();
    local.set('boxViews', '{"view":"list","prop":"size","order":"sideways"}');
    expect(new BrowserSettings(local, tab).get('boxViews')).toEqual({ view: 'list', prop: 'size', order: 'aesc' });
    for (const bad of [
      '',
      'null',
      '[]',
      '7',
      '{"view":"grid","prop":"size"}',
      '{"view":"list","prop":"colour"}',
      '{',
    ]) {
      local.set('boxViews', bad);
      expect(new BrowserSettings(local, tab).get('boxViews')).toEqual(DEFAULT_VIEW);
    }
  });

  it('SHELL-18, G-09: zoom is 0.5 to 2.0 in steps of 0.1', () => {
    const { local, tab } = fresh();
    const read = (text: string): number => {
      local.set('zoom', text);
      return new BrowserSettings(local, tab).get('zoom');
    };
    expect(['0.5', '2', '1.3', '1.26'].map(read)).toEqual([0.5, 2, 1.3, 1.3]);
    expect(['0.4', '2.1', '', 'big', 'NaN'].map(read)).toEqual([1, 1, 1, 1, 1]);
  });

  it('no stored text whatever breaks reading', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((text) => `b64:${text}`),
        ),
        (key, text) => {
          const { local, tab } = fresh();
          local.set(key, text);
          tab.set(key, text);
          expect(() => new BrowserSettings(local, tab).get(key)).not.toThrow();
        },
      ),
    );
  });

  it('the veil round-trips every text and takes nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(obfuscated.read(obfuscated.write(text))).toBe(text.toWellFormed());
      }),
    );
    expect(obfuscated.read(obfuscated.write('\ufeffmark'))).toBe('\ufeffmark');
    expect(obfuscated.read('ann')).toBeUndefined();
    expect(obfuscated.read('b64:%%%')).toBeUndefined();
    expect(obfuscated.read('b64:_w')).toBeUndefined();
  });

  it('a full storage is a state: values live on in the page and are stored when there is room again', () => {
    const { local, tab, settings } = fresh();
    local.full = true;
    settings.set('boxNick', 'Attic');
    settings.setText('ann_desktop', 'Files');
    expect(settings.health$.value).toBe('full');
    expect(settings.get('boxNick')).toBe('Attic');
    expect(settings.text('ann_desktop')).toBe('Files');
    expect(new BrowserSettings(local, tab).get('boxNick')).toBeNull();
    local.full = false;
    settings.set('boxNick', 'Attic');
    settings.setText('ann_desktop', 'Files');
    expect(settings.health$.value).toBe('ok');
    expect(local.get('ann_desktop')).toBe('Files');
  });

  it('without any storage everything works until the page closes', () => {
    const settings = new BrowserSettings(null, null);
    expect(settings.health$.value).toBe('unavailable');
    settings.set('wallpaper', 4);
    settings.set('boxSafe', 'Y');
    settings.setText('x', 'y');
    expect([settings.get('wallpaper'), settings.get('boxSafe'), settings.text('x'), settings.text('z')]).toEqual([
      4,
      'Y',
      'y',
      null,
    ]);
    settings.setText('x', null);
    expect(settings.text('x')).toBeNull();
  });

  it('follows other tabs, and stops when closed', () => {
    const { local, settings } = fresh();
    const seen: unknown[] = [];
    settings.value$('wallpaper').subscribe((value) => seen.push(value));
    local.changeElsewhere('wallpaper', '2');
    local.changeElsewhere('zoom', '2');
    local.changeElsewhere(null, null);
    settings.close();
    local.changeElsewhere('wallpaper', '3');
    expect(seen).toEqual([1, 2, 1]);
  });

  it('null and false remove the stored text', () => {
    const { local, settings } = fresh();
    settings.set('unzipNotice', true);
    settings.set('unzipNotice', false);
    settings.set('boxNick', null);
    expect(local.all).toEqual({});
    expect(settings.get('unzipNotice')).toBe(false);
  });

  it('tells the journal which key changed, never the value', () => {
    const append = vi.fn(() => []);
    const settings = new BrowserSettings(new MemoryKeyValue(), null, { append });
    settings.set('token', 'secret');
    expect(append.mock.calls).toEqual([[[{ type: 'SettingChanged', data: { key: 'token' } }], 'person']]);
  });
});
