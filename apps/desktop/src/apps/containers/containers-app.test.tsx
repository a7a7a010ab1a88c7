import type { BoxModel } from '@boxwood/command-bus';
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LauncherToken } from '../../composition/service-tokens.ts';
import type { BoxReplies } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { containers } from './manifest.ts';

interface Fixture extends Omit<RenderAppOptions<'containers'>, 'replies'> {
  readonly model?: BoxModel;
  readonly version?: string;
  readonly offers?: NonNullable<BoxReplies['offers']>['list'];
}

const renderContainers = ({ model = 'G2', version = '1.0.1', offers, ...options }: Fixture = {}) =>
  renderApp(containers, {
    admin: true,
    ...options,
    replies: {
      system: {
        product: () => ({
          product: model,
          version,
          versionname: version,
          boxid: 'TEST01',
          boxjid: '',
          boxname: 'Test box',
          sn: '',
          mac: '',
          uptime: 1,
          inited: 1,
        }),
      },
      ...(offers === undefined ? {} : { offers: { list: offers } }),
    },
  });
type ContainersApp = Awaited<ReturnType<typeof renderContainers>>;

/** Replies with one state of the containers of this box. */
const offerOf = (state: string, missing: readonly { what: string; get: string }[] = []) => ({
  areas: [{ area: 'containers', state, version: 0, missing: [...missing] }],
});
const openApp = (app: ContainersApp, pageIndex?: number): void => {
  act(() => {
    app.scope.get(LauncherToken).open('containers', pageIndex === undefined ? {} : { pageIndex });
  });
};
const currentPage = (app: ContainersApp): readonly (string | null)[] =>
  app
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-current') === 'page')
    .map((button) => button.textContent);

const PAGES = [
  ['Overview', 'The service will be started and stopped here.'],
  ['Containers', 'Containers will be created, started and removed here.'],
  ['Images', 'The images on the box will be listed here.'],
  ['Registry and mirrors', 'Images will be searched and downloaded here.'],
  ['Built-in containers', 'Built-in containers will be installed here.'],
] as const;

describe('container service', () => {
  it('SHELL-33 has five pages, the overview first', async () => {
    const app = await renderContainers();
    const side = app.getByRole('navigation', { name: 'Pages of the container service' });
    expect([...side.querySelectorAll('button')].map((button) => button.textContent)).toEqual(
      PAGES.map(([name]) => name),
    );
    expect(currentPage(app)).toEqual(['Overview']);
    expect(app.getByRole('heading', { name: 'Overview is not ready yet' })).toBeTruthy();
  });

  it.each(PAGES)('says what the page %s will be for, and that it is not offered yet', async (name, text) => {
    const app = await renderContainers();
    await app.press(name);
    expect(currentPage(app)).toEqual([name]);
    expect(app.getByRole('heading', { name: `${name} is not ready yet` })).toBeTruthy();
    expect(app.getByText(`${text} This version of the box does not offer it yet.`)).toBeTruthy();
    expect(app.getAllByText(/does not offer it yet/)).toHaveLength(1);
  });

  it.each(PAGES.map(([name], at) => [at + 1, name] as const))('G-09 opens page %i: %s', async (pageIndex, name) => {
    const app = await renderContainers();
    openApp(app, pageIndex);
    await app.settled();
    expect(app.getAllByRole('region', { name: /Container Service/ })).toHaveLength(1);
    expect(currentPage(app)).toEqual([name]);
  });

  it('opens the overview instead of a page that it does not have', async () => {
    const app = await renderContainers();
    openApp(app, 9);
    await app.settled();
    expect(currentPage(app)).toEqual(['Overview']);
  });

  it('asks the box for nothing that it does not offer yet', async () => {
    const app = await renderContainers();
    for (const [name] of PAGES) await app.press(name);
    const paths = app.requests.map(({ command }) => command.path);
    expect(paths).toContain('/eshell');
    expect(paths.filter((path) => path.startsWith('/docker'))).toEqual([]);
  });

  it('opens no window for a member and says why', async () => {
    const app = await renderContainers({ admin: false });
    const notice = await app.dialog('Container Service');
    expect(notice.getByText('No permission: only an administrator of the box may do this')).toBeTruthy();
    await notice.press('OK');
    expect(app.hasDialog('Container Service')).toBe(false);
    expect(app.queryByRole('region', { name: 'Container Service' })).toBeNull();
  });

  it.each([
    ['N2', '1.0.1022', false],
    ['N3', '1.0.18', false],
    ['N3', '1.0.19', true],
    ['G2', '1.0.1', true],
  ] as const)('CONTAINER-12 opens on a %s with firmware %s: %s', async (model, version, isOpen) => {
    const app = await renderContainers({ model, version });
    expect(app.queryByRole('region', { name: 'Container Service' }) !== null).toBe(isOpen);
    if (isOpen) return;
    const notice = await app.dialog('Container Service');
    expect(notice.getByText('This model of the box does not have Container Service.')).toBeTruthy();
  });

  it('names the package that a box lacks, and opens when it is there', async () => {
    let offer = offerOf('absent', [{ what: 'podman', get: 'apt install podman' }]);
    const app = await renderContainers({ offers: () => offer });
    await app.press(app.getAllByRole('button', { name: 'Close' })[0] ?? 'Close');
    openApp(app);
    const notice = await app.dialog('Container Service');
    expect(notice.getByText('For Container Service this box lacks: podman (apt install podman).')).toBeTruthy();
    await notice.press('OK');
    expect(app.queryByRole('region', { name: 'Container Service' })).toBeNull();
    offer = offerOf('coming');
    await app.reportChange('offers');
    openApp(app);
    await app.settled();
    expect(app.getByRole('region', { name: 'Container Service' })).toBeTruthy();
  });

  it('reads in Chinese', async () => {
    const app = await renderContainers({ language: 'zh-CN' });
    await app.press('镜像');
    expect(app.getByRole('heading', { name: '镜像尚未完成' })).toBeTruthy();
    expect(app.getByText('将在此查看盒子上的镜像。当前版本的盒子尚不支持。')).toBeTruthy();
    expect(app.getByRole('navigation', { name: '容器服务页面' })).toBeTruthy();
  });

  it('shows its pages on a phone', async () => {
    const app = await renderContainers({ phone: true });
    expect(app.getByRole('region', { name: 'Container Service' })).toBeTruthy();
    await app.press('Images');
    expect(app.getByRole('heading', { name: 'Images is not ready yet' })).toBeTruthy();
  });
});
