import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LauncherToken } from '../../composition/service-tokens.ts';
import type { AppId } from '../../kit/app/apps/app-links.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { plannedApps } from './planned-app-manifests.ts';

/** Apps that need the account service, which the session of the kit does not have. */
const ACCOUNT_APPS: ReadonlySet<AppId> = new Set<AppId>(['ddns', 'nat']);
const rows = plannedApps.map((manifest) => [manifest.title.en, manifest] as const);
const openRows = rows.filter(([, { id }]) => !ACCOUNT_APPS.has(id));
const accountRows = rows.filter(([, { id }]) => ACCOUNT_APPS.has(id));

const TEXT =
  'This part of Boxwood is still being built. It will be available in a later version; other parts are not affected.';

describe('an app that is not built yet', () => {
  it.each(openRows)('%s says so by its name, to a member too, and offers no action', async (title, manifest) => {
    const app = await renderApp(manifest);
    expect(app.getByRole('region', { name: title })).toBeTruthy();
    expect(app.getByRole('heading', { name: `${title} is not ready yet` })).toBeTruthy();
    const text = app.getByText(TEXT);
    expect(text.parentElement?.querySelectorAll('button, a, input')).toHaveLength(0);
  });

  it.each(openRows)('%s reads in Chinese', async (_title, manifest) => {
    const app = await renderApp(manifest, { language: 'zh-CN' });
    expect(app.getByRole('heading', { name: `${manifest.title.zh}尚未完成` })).toBeTruthy();
    expect(app.getByText(/^Boxwood 的这一部分仍在开发中/)).toBeTruthy();
  });

  it.each(accountRows)('G-07 DIALOG-25 %s opens no window without the account service', async (title, manifest) => {
    const app = await renderApp(manifest, { admin: true });
    const notice = await app.dialog('Not available offline');
    expect(notice.getByText(new RegExp(`Sign in with your account to use ${title}\\.$`))).toBeTruthy();
    expect(app.queryByRole('region', { name: title })).toBeNull();
    await notice.press('OK');
    expect(app.hasDialog('Not available offline')).toBe(false);
  });

  it('SHELL-42 has one window, however often it is opened', async () => {
    const [first] = openRows;
    if (first === undefined) throw new Error('no app is planned');
    const [title, manifest] = first;
    const app = await renderApp(manifest);
    act(() => {
      app.scope.get(LauncherToken).open(manifest.id);
    });
    await app.settled();
    expect(app.getAllByRole('region', { name: title })).toHaveLength(1);
  });

  it('is announced, and is not among the apps of the desktop', async () => {
    const [first] = openRows;
    if (first === undefined) throw new Error('no app is planned');
    const app = await renderApp(first[1]);
    const launcher = app.scope.get(LauncherToken);
    const ids = plannedApps.map(({ id }) => id);
    const announced = launcher.announcedApps$.value.map(({ id }) => id);
    const offered = launcher.offeredApps$.value.map(({ id }) => id);
    expect(ids.filter((id) => !announced.includes(id))).toEqual([]);
    expect(offered.filter((id) => ids.some((each) => each === id))).toEqual([]);
  });

  it.each(openRows)('%s says so on a page of the phone', async (title, manifest) => {
    const app = await renderApp(manifest, { phone: true });
    expect(app.getByRole('region', { name: title })).toBeTruthy();
    expect(app.getByText(TEXT)).toBeTruthy();
  });
});
