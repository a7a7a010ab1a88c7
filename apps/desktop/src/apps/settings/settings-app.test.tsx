import { type DevStatus, ExportRecoveryKit, GEN, GetDeviceStatus, SetDate, UnlockSafe } from '@boxwood/box-sdk';
import { formatTime } from '@boxwood/box-sdk/rules';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SettingsToken } from '../../composition/service-tokens.ts';
import { holdReply, REPLY_BOX_ID } from '../../testing/box-replies.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { settings } from './manifest.ts';

const PRODUCT = {
  product: 'N2',
  version: '1.0.1018',
  versionname: 'Spring',
  boxid: REPLY_BOX_ID,
  boxjid: '',
  boxname: 'Loft box',
  sn: '',
  mac: '',
  uptime: 1,
  inited: 1,
} as const;
const NOW = 1_793_424_600;
const KIT = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;

type Replies = NonNullable<RenderAppOptions<'settings'>['replies']>;

const renderSettings = async (
  page: string | null,
  replies: Replies = {},
  options: RenderAppOptions<'settings'> = {},
) => {
  const app = await renderApp(settings, { replies: { system: { product: () => PRODUCT }, ...replies }, ...options });
  if (page !== null) await app.press(page);
  return app;
};
type SettingsApp = Awaited<ReturnType<typeof renderSettings>>;

const factOf = (app: PagePart, name: string): string =>
  app.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent ?? '';
const isChecked = (radio: HTMLElement): boolean => radio.getAttribute('aria-checked') === 'true';
const radio = (app: PagePart, name: string): HTMLElement => app.getByRole('radio', { name });

describe('about', () => {
  it('shows the version, the connection and the firmware of the box', async () => {
    const app = await renderSettings(null);
    expect(factOf(app, 'Version')).toMatch(/^\d+\.\d+\.\d+/);
    expect(factOf(app, 'Connection')).toBe('Not encrypted (http in your own network)');
    expect(factOf(app, 'Model')).toBe('N2');
    expect(factOf(app, 'Firmware of the box')).toBe('1.0.1018');
    expect(factOf(app, 'Name of the firmware')).toBe('Spring');
  });

  it('leaves out the name of a firmware that has none', async () => {
    const app = await renderSettings(null, { system: { product: () => ({ ...PRODUCT, versionname: '' }) } });
    expect(factOf(app, 'Model')).toBe('N2');
    expect(app.queryByText('Name of the firmware')).toBeNull();
  });

  it('opens the system upgrade for an administrator', async () => {
    const app = await renderSettings(null, {}, { admin: true });
    await app.press('System upgrade');
    expect(app.opened()).toEqual([{ app: 'upgrade', params: {} }]);
  });
});

describe('appearance', () => {
  it('SHELL-28 changes the theme at once and stores it', async () => {
    const app = await renderSettings('Appearance');
    expect(isChecked(radio(app, 'Like the system'))).toBe(true);
    await app.press(radio(app, 'Dark'));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(app.scope.get(SettingsToken).text('theme')).toBe('dark');
    await app.press(radio(app, 'Like the system'));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });

  it('changes the language of the page', async () => {
    const app = await renderSettings('Appearance');
    await app.press(app.getByRole('combobox', { name: 'Language' }));
    await app.press(await app.findByRole('option', { name: '简体中文' }));
    expect(await app.findByRole('heading', { name: '壁纸' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(app.scope.get(SettingsToken).text('language')).toBe('zh-CN');
  });

  it('SHELL-16 chooses a wallpaper by a press, and with the arrow keys', async () => {
    const app = await renderSettings('Appearance');
    const chosen = () => app.scope.get(SettingsToken).get('wallpaper');
    await app.press(radio(app, 'Lake'));
    expect(chosen()).toBe(3);
    const group = app.getByRole('radiogroup', { name: 'Wallpaper' });
    fireEvent.keyDown(group, { key: 'ArrowRight' });
    expect(chosen()).toBe(4);
    await vi.waitFor(() => expect(document.activeElement).toBe(radio(app, 'Paper')));
    fireEvent.keyDown(group, { key: 'ArrowDown' });
    expect(chosen()).toBe(1);
    fireEvent.keyDown(group, { key: 'ArrowLeft' });
    fireEvent.keyDown(group, { key: 'a' });
    expect(chosen()).toBe(4);
    expect(isChecked(radio(app, 'Paper'))).toBe(true);
  });

  it('moves the buttons of windows and changes their zoom', async () => {
    const app = await renderSettings('Appearance');
    const store = app.scope.get(SettingsToken);
    const other = store.get('closeButton') === 'L' ? 'R' : 'L';
    await app.press(radio(app, other === 'L' ? 'Left' : 'Right'));
    expect(store.get('closeButton')).toBe(other);
    const zoom = app.getByRole('slider', { name: 'Zoom' });
    fireEvent.change(zoom, { target: { value: '1.2' } });
    expect(store.get('zoom')).toBe(1.2);
    expect(app.getByText('120 %')).toBeTruthy();
  });

  it('offers no wallpaper and no windows on a phone', async () => {
    const app = await renderSettings('Appearance', {}, { phone: true });
    expect(radio(app, 'Dark')).toBeTruthy();
    for (const name of ['Wallpaper', 'Windows']) expect(app.queryByRole('heading', { name })).toBeNull();
    expect(app.queryByRole('slider')).toBeNull();
  });
});

describe('feedback and update log', () => {
  it('G-07 says that feedback needs the account service', async () => {
    const app = await renderSettings('Feedback');
    expect(app.getByText('Not available offline')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Send feedback' })).toBeNull();
  });

  it('G-07 shows the notes of the desktop, and why those of the firmware are missing', async () => {
    const app = await renderSettings('Update log');
    expect(app.getByRole('heading', { name: /^Desktop \d/ })).toBeTruthy();
    expect(app.getByText('Files with upload, resume, undo and recycle bin')).toBeTruthy();
    expect(app.getByText(/^The notes come from the account service/)).toBeTruthy();
  });
});

/** A safe with the password "tulip-42". */
const renderSafe = (more: NonNullable<Replies['safe']> = {}, options: RenderAppOptions<'settings'> = {}) =>
  renderSettings(
    options.language === 'zh-CN' ? '保险箱' : 'Safe',
    {
      safe: {
        status: () => ({ set: 1, locked: 0 }),
        unlock: ({ password }, _caller, { refuse }) => {
          if (password !== 'tulip-42') throw refuse(GEN.wrongSecret);
          return { left: 5, locked: 0 };
        },
        exportKit: () => ({ identity: KIT }),
        ...more,
      },
    },
    options,
  );
const unlock = async (app: SettingsApp): Promise<void> => {
  await app.type('Password of the safe', 'tulip-42');
  await app.press('Unlock');
};

describe('recovery kit of the safe', () => {
  it('G-32 unlocks the safe with its password alone, and says when it is wrong', async () => {
    const app = await renderSafe();
    await app.press('Unlock');
    expect(app.sent(UnlockSafe)).toEqual([]);
    expect(app.getByLabelText('Password of the safe').getAttribute('aria-invalid')).not.toBe('true');
    await app.type('Password of the safe', 'tulip-43');
    await app.press('Unlock');
    expect(app.getByText('Wrong password')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Show recovery kit' })).toBeNull();
    await unlock(app);
    expect(app.button('Show recovery kit')).toBeTruthy();
    expect(app.sent(UnlockSafe)).toEqual(
      ['tulip-43', 'tulip-42'].map((password) => {
        return { username: 'ann', password };
      }),
    );
  });

  it('G-32 fetches the kit only when it is shown, and hides it again', async () => {
    const app = await renderSafe();
    await unlock(app);
    expect(app.sent(ExportRecoveryKit)).toEqual([]);
    expect(app.queryByText(KIT)).toBeNull();
    await app.press('Show recovery kit');
    expect(app.getByLabelText('Recovery kit').textContent).toBe(KIT);
    await app.press('Hide');
    expect(app.queryByText(KIT)).toBeNull();
    await app.press('Show recovery kit');
    expect(app.sent(ExportRecoveryKit)).toHaveLength(2);
  });

  it('G-32 copies the kit, and saves it as a file', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    const createObjectURL = vi.fn<(blob: Blob) => string>().mockReturnValue('blob:kit');
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    Object.defineProperty(URL, 'createObjectURL', { configurable: true, value: createObjectURL });
    Object.defineProperty(URL, 'revokeObjectURL', { configurable: true, value: () => undefined });
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    onTestFinished(() => {
      click.mockRestore();
      vi.unstubAllGlobals();
      Reflect.deleteProperty(navigator, 'clipboard');
      for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);
    });
    const app = await renderSafe();
    await unlock(app);
    await app.press('Show recovery kit');
    await app.press('Copy');
    expect(writeText).toHaveBeenCalledWith(KIT);
    expect(app.button('Copied')).toBeTruthy();
    await app.press('Save as file');
    expect(saved).toEqual(['boxwood-safe-kit.txt']);
    expect(createObjectURL.mock.calls[0]?.[0].size).toBe(KIT.length + 1);
  });

  it('asks for the password again when the box has closed the safe', async () => {
    const app = await renderSafe({
      exportKit: (_params, _caller, { refuse }) => {
        throw refuse(GEN.noPrivilege);
      },
    });
    await unlock(app);
    await app.press('Show recovery kit');
    expect(app.getByLabelText('Password of the safe')).toBeTruthy();
    expect(app.queryByText(KIT)).toBeNull();
  });

  it('SAFE-01 leads to the safe where none was set up', async () => {
    const app = await renderSafe({ status: () => ({ set: 0, locked: 0 }) });
    expect(app.queryByLabelText('Password of the safe')).toBeNull();
    await app.press('Set up the safe');
    expect(app.opened()).toMatchObject([{ app: 'safe' }]);
  });

  it('SAFE-09 says that the safe is locked, and asks for no password', async () => {
    const app = await renderSafe({ status: () => ({ set: 1, locked: 600 }) });
    expect(app.getByRole('alert').textContent).toContain('locked for 10 minutes');
    expect(app.queryByLabelText('Password of the safe')).toBeNull();
  });

  it('says that it is loading until the box reports the state of the safe', async () => {
    const { reply, release } = holdReply<{ set: 1; locked: number }>();
    const app = await renderSafe({ status: () => reply });
    expect(app.getByText('Loading…')).toBeTruthy();
    release({ set: 1, locked: 0 });
    await app.settled();
    expect(app.getByLabelText('Password of the safe')).toBeTruthy();
  });

  it('reads in Chinese', async () => {
    const app = await renderSafe({}, { language: 'zh-CN' });
    expect(app.getByText('保险箱打开后才能获取恢复密钥。')).toBeTruthy();
    await app.type('保险箱密码', 'tulip-43');
    await app.press('解锁');
    expect(app.getByText('密码错误')).toBeTruthy();
  });
});

/** A box whose clock differs from this device by `offset` seconds. */
const renderTime = (offset = 0, more: Replies = {}, options: RenderAppOptions<'settings'> = {}) => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW * 1000);
  onTestFinished(() => {
    clock.mockRestore();
  });
  const status: DevStatus = {
    box_uptime: 1,
    local_time: NOW + offset,
    cpu_info: { cpu_temp: 0, cpu_usage: 0 },
    memory_info: { memory_usage: 0, memory_total: 0, memory_used: 0, memory_cached: 0 },
    network_info: { netdev: [] },
    disk_info: { disk: [] },
  };
  return renderSettings('Time', { monitor: { status: () => status }, ...more }, { admin: true, ...options });
};

describe('clock of the box', () => {
  it.each([
    [0, 'has the same time'],
    [2, 'has the same time'],
    [-2, 'has the same time'],
    [3, 'is 00:00:03 behind'],
    [-90, 'is 00:01:30 ahead'],
  ])('SYSTEM-14 compares it with this device (%i s)', async (offset, text) => {
    const app = await renderTime(offset);
    expect(factOf(app, 'Time of the box')).toBe(formatTime(NOW + offset));
    expect(factOf(app, 'This device')).toBe(text);
  });

  it('SYSTEM-14 sets the clock and leaves the time zone as it is', async () => {
    const app = await renderTime(60, { system: { product: () => PRODUCT, setDate: () => ({}) } });
    const asked = app.sent(GetDeviceStatus).length;
    await app.press('Use the time of this device');
    expect(app.sent(SetDate)).toEqual([{ time: NOW, zone: '' }]);
    expect(app.sent(GetDeviceStatus).length).toBeGreaterThan(asked);
    expect(await app.findByText('Saved')).toBeTruthy();
  });

  it('SYSTEM-14 sets the time zone that was chosen', async () => {
    const app = await renderTime(0, { system: { product: () => PRODUCT, setDate: () => ({}) } });
    await app.press(app.getByRole('combobox', { name: 'Time zone of the box' }));
    await app.press(await app.findByRole('option', { name: 'Asia/Shanghai' }));
    expect(app.sent(SetDate)).toEqual([]);
    await app.press('Use the time of this device');
    expect(app.sent(SetDate)).toEqual([{ time: NOW, zone: 'Asia/Shanghai' }]);
  });

  it('says why the box did not set its clock', async () => {
    const app = await renderTime(0, {
      system: {
        product: () => PRODUCT,
        setDate: (_params, _caller, { refuse }) => {
          throw refuse(GEN.failed, 'host.silent');
        },
      },
    });
    await app.press('Use the time of this device');
    expect(app.getByRole('alert').textContent).toMatch(/^The helper of the box did not answer/);
    expect(app.queryByText('Saved')).toBeNull();
  });

  it('lets a member read the clock, and not set it', async () => {
    const app = await renderTime(0, {}, { admin: false });
    expect(factOf(app, 'This device')).toBe('has the same time');
    expect(app.getByText('No permission: only an administrator of the box may do this')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Use the time of this device' })).toBeNull();
  });

  it('SYSTEM-14 names what the box lacks to set the clock', async () => {
    const missing = [{ what: 'boxwood-host', get: 'systemctl enable --now boxwood-host' }];
    const app = await renderTime(0, {
      offers: { list: () => ({ areas: [{ area: 'date', state: 'absent', version: 0, missing }] }) },
    });
    expect(app.getByText(/It lacks boxwood-host \(systemctl enable --now boxwood-host\)\.$/)).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Use the time of this device' })).toBeNull();
  });
});
