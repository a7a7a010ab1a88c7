import { GetNewestVersion, GetVersion, type VersionInfo } from '@boxwood/account-sdk';
import { GEN, GetUpgrade, OPS, StartUpgrade, type UpgradeStatus } from '@boxwood/box-sdk';
import { ACC, right } from '@boxwood/command-bus';
import type { Result } from '@boxwood/domain';
import { act } from '@testing-library/react';
import { Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { upgrade } from './manifest.ts';
import { BOX_VERSION, NEXT_VERSION, renderUpgrade, upgradeStatus, versionInfo } from './testing/render-upgrade.ts';

const RUNNING = upgradeStatus({ running: 1, version: NEXT_VERSION, progress: 40, code: OPS.preparing });

/** A reply that is given to the first request only. */
const firstReply = <T,>(value: T): (() => T | null) => {
  let isFirst = true;
  return () => {
    if (!isFirst) return null;
    isFirst = false;
    return value;
  };
};

describe('system upgrade', () => {
  it('G-07 says that it needs the account service, and asks nobody', async () => {
    const app = await renderApp(upgrade, { admin: true });
    expect(app.getByRole('heading', { name: 'Not available offline' })).toBeTruthy();
    expect(app.getByText(/Sign in with your account to use System upgrade\.$/)).toBeTruthy();
    expect(app.sent(GetUpgrade)).toEqual([]);
  });

  it('P-25 shows the running and the newest version with their notes', async () => {
    const { app, accountCalls } = await renderUpgrade({
      newest: () => versionInfo(NEXT_VERSION, { VersionName: 'Spring', Description: ['Faster photos', 'Quieter fan'] }),
    });
    expect(app.getByRole('heading', { name: /^Spring\s*1\.0\.8$/ })).toBeTruthy();
    expect(app.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Faster photos',
      'Quieter fan',
      'notes of 1.0.7',
    ]);
    expect(app.getByRole('heading', { name: '1.0.7' })).toBeTruthy();
    expect(app.queryByText('This is the newest version.')).toBeNull();
    expect(app.getByText(/^You can use the box during the download/)).toBeTruthy();
    expect(accountCalls).toEqual([
      [GetNewestVersion.name, { boxType: 'G2' }],
      [GetVersion.name, { boxType: 'G2', version: BOX_VERSION }],
    ]);
  });

  it('shows notes with the same text', async () => {
    const reported = vi.spyOn(console, 'error');
    const { app } = await renderUpgrade({
      newest: () => versionInfo(NEXT_VERSION, { Description: ['Corrections', 'Faster photos', 'Corrections'] }),
    });
    expect(app.getAllByText('Corrections')).toHaveLength(2);
    expect(reported).not.toHaveBeenCalled();
  });

  it('marks Chinese notes as Chinese, for a screen reader', async () => {
    const { app } = await renderUpgrade({
      newest: () => versionInfo(NEXT_VERSION, { Description: ['相册更快'] }),
    });
    expect(app.getByText('相册更快').closest('ul')?.lang).toBe('zh-CN');
    expect(app.getByText('notes of 1.0.7').closest('ul')?.lang).toBe('en');
  });

  it('shows what the box says of a version that the account service does not know', async () => {
    const { app } = await renderUpgrade({ known: null });
    expect(app.getByRole('heading', { name: /^As the box says\s*1\.0\.7$/ })).toBeTruthy();
    expect(app.getByText('There are no notes for this version.')).toBeTruthy();
  });

  it('SCREEN-25 says that the newest version runs, and looks again when asked', async () => {
    let newest = BOX_VERSION;
    const { app } = await renderUpgrade({ newest: () => versionInfo(newest) });
    expect(app.getByRole('status').textContent).toBe('This is the newest version.');
    expect(app.queryByRole('button', { name: 'Update' })).toBeNull();
    newest = NEXT_VERSION;
    await app.press('Check again');
    expect(app.getByRole('heading', { name: NEXT_VERSION })).toBeTruthy();
    expect(app.button('Update')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Check again' })).toBeNull();
  });

  it('G-36 offers no version that is lower than the running one', async () => {
    const { app } = await renderUpgrade({ newest: () => versionInfo('1.0.6') });
    expect(app.getByText('This is the newest version.')).toBeTruthy();
    expect(app.queryByRole('heading', { name: '1.0.6' })).toBeNull();
  });

  it('shows that the versions are loading', async () => {
    const { promise, resolve } = Promise.withResolvers<VersionInfo>();
    const { app } = await renderUpgrade({ newest: () => promise });
    expect(app.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(app.queryByText('This box runs')).toBeNull();
    resolve(versionInfo(BOX_VERSION));
    expect(await app.findByText('This is the newest version.')).toBeTruthy();
    expect(app.queryByRole('status', { name: 'Loading…' })).toBeNull();
  });

  it('says why the versions cannot be read, and reads them again', async () => {
    const failure = firstReply({ refusedWith: ACC.deviceType } as const);
    const { app } = await renderUpgrade({ newest: () => failure() ?? versionInfo(BOX_VERSION) });
    expect(app.getByText('Device type error')).toBeTruthy();
    await app.press('Try again');
    expect(app.getByText('This is the newest version.')).toBeTruthy();
  });

  it('SYSTEM-05 starts the shown version once, says so, and then shows its progress', async () => {
    let status = upgradeStatus();
    const { reply, release } = holdReply<{ id: string }>();
    const { app } = await renderUpgrade({ replies: { status: () => status, start: () => reply } });
    await app.press('Update');
    await expect(app.press('Update')).rejects.toThrow('is disabled');
    expect(app.sent(StartUpgrade)).toEqual([{ user: 'ann', value: NEXT_VERSION }]);
    status = { ...RUNNING, phase: 'download' };
    release({ id: 'u1' });
    expect(await app.findByText('The box is upgrading. Sign in again when it has restarted.')).toBeTruthy();
    expect(await app.findByText('Upgrading to 1.0.8')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Update' })).toBeNull();
  });

  it('SYSTEM-05 cannot be started again after the box accepted it, until the box says that it does not run', async () => {
    let status: UpgradeStatus | Promise<UpgradeStatus> = upgradeStatus();
    const { app } = await renderUpgrade({ replies: { status: () => status, start: () => ({ id: 'u1' }) } });
    const held = holdReply<UpgradeStatus>();
    status = held.reply;
    await app.press('Update');
    await expect(app.press('Update')).rejects.toThrow('is disabled');
    expect(await app.findByText('The box is upgrading. Sign in again when it has restarted.')).toBeTruthy();
    await expect(app.press('Update')).rejects.toThrow('is disabled');
    held.release(upgradeStatus({ version: NEXT_VERSION, code: 6 }));
    await app.settled();
    expect(app.getByText('Version 1.0.8 was not installed')).toBeTruthy();
    await app.press('Update');
    expect(app.sent(StartUpgrade)).toHaveLength(2);
  });

  it('SYSTEM-06 says in words why the box does not start, and can be tried again', async () => {
    const { app } = await renderUpgrade({
      replies: {
        start: (_params, _caller, { refuse }) => {
          throw refuse(GEN.busy);
        },
      },
    });
    await app.press('Update');
    expect(app.getByRole('alert').textContent).toBe('Concurrency limit reached, try again later');
    await app.press('Update');
    expect(app.sent(StartUpgrade)).toHaveLength(2);
  });

  it('SYSTEM-06 says that a box does not offer it', async () => {
    const { app } = await renderUpgrade();
    await app.press('Update');
    expect(app.getByRole('alert').textContent).toMatch(/not offer/);
  });

  it('offers a member no button, and says who can install it', async () => {
    const { app } = await renderUpgrade({ admin: false });
    expect(app.getByText('An administrator of the box can install it.')).toBeTruthy();
    expect(app.getByRole('heading', { name: NEXT_VERSION })).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Update' })).toBeNull();
  });

  it('names what a box lacks for upgrades, or that it has none', async () => {
    const absent = (missing: readonly { what: string; get: string }[]) => () => ({
      areas: [{ area: 'upgrade', state: 'absent', version: 0, missing: [...missing] }],
    });
    const lacking = await renderUpgrade({ offers: absent([{ what: 'launcher', get: 'npm i launcher' }]) });
    expect(lacking.app.getByText('This box cannot be upgraded here. It lacks launcher (npm i launcher).')).toBeTruthy();
    expect(lacking.app.queryByRole('button', { name: 'Update' })).toBeNull();
    await lacking.app.unmount();
    const { app } = await renderUpgrade({ offers: absent([]) });
    expect(app.getByText('This box cannot be upgraded here.')).toBeTruthy();
  });
});

describe('a running upgrade', () => {
  it.each([
    ['download', 'The new version is being downloaded'],
    ['check', 'The new version is being checked'],
    ['flash', 'The new version is being installed'],
    [undefined, 'The box is being upgraded'],
  ] as const)('P-25 names its phase %s and its progress', async (phase, text) => {
    const status = phase === undefined ? RUNNING : { ...RUNNING, phase };
    const { app } = await renderUpgrade({ replies: { status: () => status } });
    expect(app.getByText('Upgrading to 1.0.8')).toBeTruthy();
    expect(app.getByRole('status').textContent).toContain(text);
    expect(app.getByRole('progressbar', { name: text }).getAttribute('aria-valuenow')).toBe('40');
    expect(app.getByText('Do not switch the box off meanwhile.')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Update' })).toBeNull();
  });

  it('is read again while it runs', async () => {
    let progress = 40;
    const { app } = await renderUpgrade({ replies: { status: () => ({ ...RUNNING, progress }) } });
    progress = 65;
    await vi.waitFor(() => {
      expect(app.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('65');
    });
  });

  it('says that the box restarts while it does not answer', async () => {
    const { app } = await renderUpgrade({ replies: { status: () => RUNNING } });
    app.setReachable(false);
    expect(await app.findByRole('progressbar', { name: 'The box is restarting' })).toBeTruthy();
    expect(app.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull();
  });

  it('says why a box that answers does not tell its status, and not that it restarts', async () => {
    const first = firstReply(RUNNING);
    const { app } = await renderUpgrade({
      replies: {
        status: (_params, _caller, { refuse }) => {
          const status = first();
          if (status === null) throw refuse(GEN.noPrivilege);
          return status;
        },
      },
    });
    expect(app.getByRole('status').textContent).toContain('No privilege');
    expect(app.queryByText('The box is restarting')).toBeNull();
    expect(app.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull();
  });

  it('shows its result when it has ended, and both versions anew', async () => {
    const first = firstReply(RUNNING);
    const { app, accountCalls } = await renderUpgrade({
      replies: {
        status: () => first() ?? upgradeStatus({ version: NEXT_VERSION, progress: 90, code: 8 }),
      },
    });
    expect(app.queryByText('Upgrading to 1.0.8')).toBeNull();
    expect(app.getByText('Version 1.0.8 was not installed')).toBeTruthy();
    expect(app.button('Update')).toBeTruthy();
    expect(accountCalls.length).toBeGreaterThan(2);
  });
});

describe('the last upgrade', () => {
  it.each([
    [6, 'Firmware download failed'],
    [7, 'Firmware check failed'],
    [8, 'Firmware flash failed'],
  ])('SYSTEM-07 says why version 1.0.8 was not installed: code %i', async (code, why) => {
    const { app } = await renderUpgrade({
      replies: { status: () => upgradeStatus({ version: NEXT_VERSION, progress: 60, code }) },
    });
    const banner = app.getByRole('alert').textContent;
    expect(banner).toContain('Version 1.0.8 was not installed');
    expect(banner).toContain(`${why}. The box still runs 1.0.7.`);
  });

  it('says nothing of one that was installed before this session, or that a box cannot tell', async () => {
    const done = await renderUpgrade({
      replies: { status: () => upgradeStatus({ version: BOX_VERSION, progress: 100, code: OPS.done }) },
    });
    expect(done.app.queryByRole('alert')).toBeNull();
    expect(done.app.queryByText(/was not installed|runs 1\.0\.7 now/)).toBeNull();
    await done.app.unmount();
    const { app } = await renderUpgrade({
      replies: {
        status: (_params, _caller, { refuse }) => {
          throw refuse(GEN.failed);
        },
      },
    });
    expect(app.queryByRole('alert')).toBeNull();
    expect(app.getByRole('heading', { name: BOX_VERSION })).toBeTruthy();
  });

  it('PROD-14 asks to sign in again after an upgrade during this session, and does it', async () => {
    const { app, session } = await renderUpgrade({
      newest: () => versionInfo(NEXT_VERSION),
      upgradedTo: NEXT_VERSION,
      replies: { status: () => upgradeStatus({ version: NEXT_VERSION, progress: 100, code: OPS.done }) },
    });
    expect(app.getByText('The box runs 1.0.8 now')).toBeTruthy();
    expect(app.getByText('Sign in again to get the screens of the new version.')).toBeTruthy();
    expect(app.getByText('This is the newest version.')).toBeTruthy();
    const signedOut = new Subject<Result<null>>();
    const signOut = vi.spyOn(session, 'signOut').mockReturnValue(signedOut);
    const reload = vi.fn<() => void>();
    vi.stubGlobal('location', { reload });
    await app.press('Sign in again');
    expect(signOut).toHaveBeenCalledTimes(1);
    expect(reload).not.toHaveBeenCalled();
    act(() => {
      signedOut.next(right(null));
      signedOut.complete();
    });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reads in Chinese', async () => {
    const { app } = await renderUpgrade({
      language: 'zh-CN',
      replies: { status: () => upgradeStatus({ version: NEXT_VERSION, code: 6 }) },
    });
    expect(app.getByText('未能安装版本 1.0.8')).toBeTruthy();
    expect(app.getByText('固件下载失败。盒子仍在运行 1.0.7。')).toBeTruthy();
    expect(app.getByRole('heading', { name: '新版本' })).toBeTruthy();
    expect(app.button('立即升级')).toBeTruthy();
  });

  it('starts an upgrade on a phone', async () => {
    const { app } = await renderUpgrade({ phone: true, replies: { start: () => ({ id: 'u1' }) } });
    expect(app.getByRole('region', { name: 'System upgrade' })).toBeTruthy();
    await app.press('Update');
    expect(app.sent(StartUpgrade)).toEqual([{ user: 'ann', value: NEXT_VERSION }]);
  });
});
