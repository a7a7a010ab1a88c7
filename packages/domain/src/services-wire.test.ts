import { BindProduct, ListProducts, type NatProduct, type OnlinePlugin, UnbindProduct } from '@boxwood/account-sdk';
import {
  CLEAN_ALL,
  ConfigurePlugin,
  DEFAULT_AI_CONFIG,
  GetAiConfig,
  GetEngine,
  GetPlugin,
  GetRegrouping,
  InstallBuiltin,
  InstallPlugin,
  InstallTerminal,
  ListBackups,
  ListBuiltins,
  ListMedia,
  ListPlugins,
  LockMedia,
  MatchMedia,
  type MediaInfo,
  RemoveBackup,
  RestartPlugin,
  RunBackup,
  ScrapeMedia,
  SetAiConfig,
  StopBackup,
  StopPlugin,
  UninstallBuiltin,
  UninstallPlugin,
  UninstallTerminal,
} from '@boxwood/box-sdk';
import { createClient, right } from '@boxwood/command-bus';
import { createRouter, localTransport, Refusal } from '@boxwood/command-bus/server';
import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { backupsPort } from './backup/port.ts';
import { containersPort } from './containers/port.ts';
import { mediaPort } from './media/port.ts';
import type { Answer } from './outcome.ts';
import { recognitionPort } from './photos/port.ts';
import { pluginsPort } from './plugins/port.ts';
import { tunnelsPort } from './tunnels/port.ts';

const film: MediaInfo = {
  ...{ id: 'm1', category: 'c', path: '/m/1.mkv', name: 'One', year: 1927, genres: [], description: '', poster: '' },
  ...{ rating: 0, country: '', language: '', director: '', screenwriter: '', lock: 'nocache', owner: 'ann', space: 1 },
};
const product: NatProduct = {
  ...{ subId: 'p', state: 'inactive', name: 'p', plan: 'free', srvId: 's', boxId: '', ports: [], maxPorts: 1 },
  ...{ flow: 1, used: 0, bandwidth: 5, white: [], domain: '', def: 'N', expire: 0 },
};

/** The ports over the SDKs' own commands and the router a box uses, with JSON both ways and no sockets. */
const bed = () => {
  const asked: string[] = [];
  const took = (what: string) => (asked.push(what), {});
  const detail = JSON.stringify({ version: '1.2', progress: 60, error: '' });
  const router = createRouter({
    commands: {
      plugins: {
        list: ListPlugins,
        info: GetPlugin,
        install: InstallPlugin,
        start: RestartPlugin,
        stop: StopPlugin,
        uninstall: UninstallPlugin,
        configure: ConfigurePlugin,
      },
      containers: {
        engine: GetEngine,
        builtins: ListBuiltins,
        installTerminal: InstallTerminal,
        uninstallTerminal: UninstallTerminal,
        installBuiltin: InstallBuiltin,
        uninstallBuiltin: UninstallBuiltin,
      },
      backup: { list: ListBackups, run: RunBackup, stop: StopBackup, remove: RemoveBackup },
      media: { list: ListMedia, lock: LockMedia, scrape: ScrapeMedia, match: MatchMedia },
      photos: { ai: GetAiConfig, setAi: SetAiConfig, regrouping: GetRegrouping },
      tunnels: { list: ListProducts, bind: BindProduct, unbind: UnbindProduct },
    },
    handlers: {
      plugins: {
        list: () => ({
          plugin_list: [
            { key: 'alist', state: 6, detail },
            { key: 'web', state: 6, detail: 'not json' },
            { key: 'newer', state: 6, detail },
          ],
        }),
        info: ({ key }) => {
          if (key === 'qinglong') throw new Refusal(7);
          if (key === 'web') throw new Refusal(9);
          return { plugin_list: [{ key, state: 2, detail }] };
        },
        install: ({ key, url }) => took(`install ${key} ${url}`),
        start: ({ key }) => took(`restart ${key}`),
        stop: ({ key }) => took(`stop ${key}`),
        uninstall: ({ key }) => took(`uninstall ${key}`),
        configure: ({ key, cfg }) => took(`configure ${key} ${cfg}`),
      },
      containers: {
        engine: () => ({
          ...{
            engine: 'running',
            version: '27',
            space: 9,
            used: 1,
            terminal: 'installing',
            root: '/mnt/usb1/containers',
          },
        }),
        builtins: () => ({
          list: ['extracting', 'unheard-of'].map((state) => ({
            key: state,
            name: 'x',
            state,
            progress: 5,
            version: '1',
          })),
        }),
        installTerminal: () => took('terminal+'),
        uninstallTerminal: () => took('terminal-'),
        installBuiltin: ({ key }) => took(`+${key}`),
        uninstallBuiltin: ({ key }) => took(`-${key}`),
      },
      backup: {
        list: ({ user, kind }) => {
          took(`backups ${user} ${kind}`);
          const task = { id: 'b', kind, source: '/a', target: '/b', frequency: 'day', scantime: 7 };
          return {
            list: [
              { ...task, waiting: 2, completed: 3, result: 'ok', status: 'executing', device: 'laptop' },
              { ...task, waiting: 0, completed: 3, result: 'timeout', status: 'normal' },
            ],
          };
        },
        run: ({ user, id }) => took(`run ${user} ${id}`),
        stop: ({ id }) => took(`stop ${id}`),
        remove: ({ id }) => took(`remove ${id}`),
      },
      media: {
        list: ({ user, start, count, keyword = '' }) => {
          took(`media ${user} ${start} ${count} ${keyword}`);
          return { total: 1, list: [film] };
        },
        lock: ({ id, lock }) => took(`${lock} ${id}`),
        scrape: ({ ids }) => ({ skipped: ids.length - 1 }),
        match: ({ id, candidate }) => ({ info: { ...film, id, name: candidate, lock: 'locked' } }),
      },
      photos: {
        ai: () => ({ cfg: DEFAULT_AI_CONFIG }),
        setAi: ({ user, cfg }) => took(`ai ${user} ${cfg.enable}`),
        regrouping: () => ({ running: 1 as const, done: 2, total: 3 }),
      },
      tunnels: {
        list: ({ offset, limit }) => {
          took(`products ${offset} ${limit}`);
          return { total: 1, list: [product] };
        },
        bind: ({ subId, boxId }) => took(`bind ${subId} ${boxId}`),
        unbind: ({ subId, boxId }) => took(`unbind ${subId} ${boxId}`),
      },
    },
    context: () => null,
    onFault: (fault) => {
      throw fault;
    },
  });
  const client = createClient({
    baseUrl: 'http://box',
    transport: localTransport(router),
    identity: () => ({ username: 'ann', token: 't0ken123'.repeat(4) }),
  });
  return { client, asked };
};

const answerOf = async <A>(answer: Answer<A>): Promise<A> => {
  const result = await firstValueFrom(answer);
  if (result._tag === 'Left') throw new Error(JSON.stringify(result.left));
  return result.right;
};

describe('services over the wire', () => {
  it('STATE-13: plugins, their detail and the provider’s offers; one that the manager does not know is not installed', async () => {
    const { client, asked } = bed();
    const offered: OnlinePlugin = {
      ...{ appKey: 'alist', appName: 'Alist', appDesc: '', appTar: 'alist.tar.gz', basic: 'N', type: 1, img: '' },
      ...{ minVer: { N3: 1 }, confKeep: 'Y', newVer: '2.0', detail: { version: '2.0' }, cls: 'community' },
    };
    const list = [offered, { ...offered, appKey: 'unheard-of' }];
    const port = pluginsPort(client, 'N3', () => Promise.resolve(right({ host: 'https://p.example', list })));
    expect(await answerOf(port.list())).toEqual([
      { key: 'alist', state: 6, progress: 60, version: '1.2', error: '' },
      { key: 'web', state: 6, progress: 0, version: '', error: '' },
    ]);
    expect(await answerOf(port.info('alist'))).toMatchObject({ state: 2, progress: 60, version: '' });
    expect(await answerOf(port.info('qinglong'))).toMatchObject({ key: 'qinglong', state: 0 });
    expect(await firstValueFrom(port.info('web'))).toMatchObject({ left: { _tag: 'Refused', family: 'PLG', code: 9 } });
    const url = 'https://p.example/rk3566/N3_alist.tar.gz';
    expect(await answerOf(port.offers())).toEqual([
      { key: 'alist', basic: false, newVer: '2.0', confKeep: 'Y', minVer: { N3: 1 }, url },
    ]);
    for (const call of [port.install('alist', url), port.restart('alist'), port.stop('alist')]) await answerOf(call);
    for (const call of [port.cleanAll('alist'), port.uninstall('alist')]) await answerOf(call);
    expect(asked).toEqual([
      ...[`install alist ${url}`, 'restart alist', 'stop alist', `configure alist ${CLEAN_ALL}`, 'uninstall alist'],
    ]);
  });

  it('STATE-17, STATE-18: the engine, its terminal and the built-in containers; words nobody knows offer the least', async () => {
    const { client, asked } = bed();
    const port = containersPort(client);
    expect(await answerOf(port.engine())).toMatchObject({ engine: 'running', terminal: 'installing', used: 1 });
    expect((await answerOf(port.builtins())).map(({ state }) => state)).toEqual(['extracting', 'failed']);
    for (const call of [port.installTerminal(), port.uninstallTerminal()]) await answerOf(call);
    for (const call of [port.installBuiltin('v'), port.uninstallBuiltin('v')]) await answerOf(call);
    expect(asked).toEqual(['terminal+', 'terminal-', '+v', '-v']);
  });

  it('STATE-21, STATE-22: backups with their status and result', async () => {
    const { client, asked } = bed();
    const port = backupsPort(client, 'ann');
    expect((await answerOf(port.list('computer'))).map(({ kind, device, state }) => ({ kind, device, state }))).toEqual(
      [
        { kind: 'computer', device: 'laptop', state: { at: 'executing', waiting: 2, completed: 3 } },
        { kind: 'computer', device: '', state: { at: 'normal', last: 'timeout' } },
      ],
    );
    for (const call of [port.run('b'), port.stop('b'), port.remove('b')]) await answerOf(call);
    expect(asked).toEqual(['backups ann computer', 'run ann b', 'stop b', 'remove b']);
  });

  it('STATE-23: products of the account service', async () => {
    const { client, asked } = bed();
    const port = tunnelsPort(client);
    expect(await answerOf(port.list())).toEqual([product]);
    for (const call of [port.bind('p', 'box1'), port.unbind('p', 'box1')]) await answerOf(call);
    expect(asked).toEqual(['products 0 100', 'bind p box1', 'unbind p box1']);
  });

  it('STATE-24: entries of the media library and their locks', async () => {
    const { client, asked } = bed();
    const port = mediaPort(client, 'ann');
    expect(await answerOf(port.list({ keyword: 'one' }, 0, 100))).toEqual({ total: 1, list: [film] });
    await answerOf(port.lock('m1', 'locked'));
    expect(await answerOf(port.scrape(['m1', 'm2']))).toEqual({ skipped: 1 });
    expect(await answerOf(port.match('m1', 'tt1'))).toMatchObject({ name: 'tt1', lock: 'locked' });
    expect(asked).toEqual(['media ann 0 100 one', 'locked m1']);
  });

  it('STATE-25: recognition and how far it is', async () => {
    const { client, asked } = bed();
    const port = recognitionPort(client, 'ann');
    expect(await answerOf(port.config())).toEqual(DEFAULT_AI_CONFIG);
    await answerOf(port.setConfig({ ...DEFAULT_AI_CONFIG, enable: 0 }));
    expect(await answerOf(port.regrouping())).toEqual({ running: true, done: 2, total: 3 });
    expect(asked).toEqual(['ai ann 0']);
  });
});
