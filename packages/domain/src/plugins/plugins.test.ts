import type { Caller } from '@boxwood/box-sdk/rules';
import { describe, expect, it } from 'vitest';
import type { Result } from '../outcome.ts';
import { State } from '../state/state-stream.ts';
import { no, yes } from '../testing/answers.ts';
import { servicesBed } from '../testing/services-bed.ts';
import { BoxPlugins } from './box-plugins.ts';
import type { PluginKey, PluginOffer, PluginReport } from './plugins.ts';
import type { PluginsPort } from './port.ts';

const ADMIN: Caller = { admin: true, lan: false, model: 'N3', version: '1.0.20' };

const fresh = () => {
  const bed = servicesBed();
  const { calls, store, notifications, visible$, scheduler } = bed;
  const reports = new Map<PluginKey, PluginReport>();
  const box = { failing: false, refusing: '', catalogue: true };
  const put = (key: PluginKey, state: number, change: Partial<PluginReport> = {}): void => {
    reports.set(key, { key, state, progress: 0, version: state >= 5 ? '1.0' : '', error: '', ...change });
  };
  const offer = (key: PluginKey, change: Partial<PluginOffer> = {}): PluginOffer => ({
    ...{ key, basic: false, newVer: '1.0', confKeep: 'Y', minVer: { N3: 1 }, url: `https://p.example/${key}` },
    ...change,
  });
  const offers: PluginOffer[] = [offer('alist')];
  const act = (name: string) => {
    calls.push(name);
    const info = box.refusing;
    return info === '' ? yes(null) : no({ _tag: 'Refused', family: 'PLG', code: 5, fields: {}, info });
  };
  const port: PluginsPort = {
    list: () => (calls.push('list'), box.failing ? no() : yes([...reports.values()])),
    info: (key) => {
      calls.push(`info ${key}`);
      return box.failing ? no() : yes(reports.get(key) ?? { key, state: 0, progress: 0, version: '', error: '' });
    },
    offers: () => yes(box.catalogue ? offers : []),
    install: (key) => act(`install ${key}`),
    restart: (key) => act(`restart ${key}`),
    stop: (key) => act(`stop ${key}`),
    uninstall: (key) => act(`uninstall ${key}`),
    cleanAll: (key) => act(`clean ${key}`),
  };
  const caller = new State<Caller>(ADMIN);
  const plugins = new BoxPlugins({ store, port, notifications, visible$, scheduler, caller$: caller.stream });
  const service = (key: PluginKey) => plugins.state$.value.services.find((one) => one.key === key);
  const lifeOf = (key: PluginKey) => service(key)?.life;
  return { ...bed, plugins, box, put, offer, offers, caller, service, lifeOf };
};

/** What an outcome came to; undefined while it is under way. */
const watchResult = (outcome: { subscribe(next: (result: Result<unknown>) => void): unknown }) => {
  const seen: { result?: Result<unknown> } = {};
  outcome.subscribe((result) => (seen.result = result));
  return seen;
};

describe('installable services', () => {
  it('STATE-13, PLUGIN-06: a deploy is asked about every 5 s, from not installed over installing to installed', () => {
    const { plugins, put, calls, lifeOf, service, pass } = fresh();
    put('alist', 0);
    plugins.refresh();
    expect(service('alist')).toMatchObject({ life: { at: 'not-installed' }, actions: ['deploy'] });
    calls.length = 0;
    const done = watchResult(plugins.deploy('alist'));
    expect(lifeOf('alist')).toEqual({ at: 'installing', step: 'asked', progress: 0 });
    put('alist', 2, { progress: 30 });
    pass(4999);
    expect(calls).toEqual(['install alist']);
    pass(1);
    expect(calls).toEqual(['install alist', 'info alist']);
    expect(service('alist')).toMatchObject({
      life: { at: 'installing', step: 'downloading', progress: 30 },
      actions: [],
    });
    put('alist', 5);
    pass(5000);
    expect(lifeOf('alist')).toEqual({ at: 'installed' });
    expect(done.result).toMatchObject({ _tag: 'Right' });
    calls.length = 0;
    pass(60_000);
    expect(calls).toEqual([]);
  });

  it('STATE-13, G-35: a deploy that falls back to 0 failed, with the words of the box; it can be tried again', () => {
    const { plugins, put, lifeOf, service, told, pass } = fresh();
    put('alist', 0);
    plugins.refresh();
    plugins.deploy('alist');
    put('alist', 0, { error: 'checksum differs' });
    pass(5000);
    expect(lifeOf('alist')).toEqual({ at: 'install-failed', why: 'checksum differs' });
    expect(service('alist')?.actions).toEqual(['deploy']);
    expect(told()).toEqual(['plugin.deployFailed']);
    plugins.deploy('alist');
    expect(lifeOf('alist')).toMatchObject({ at: 'installing' });
    // Without a word it failed all the same.
    put('alist', 0);
    pass(5000);
    expect(lifeOf('alist')).toEqual({ at: 'install-failed', why: '' });
  });

  it('PLUGIN-09, G-35: a question that fails ends the deploy, and so do ten minutes', () => {
    const { plugins, put, box, calls, told, pass } = fresh();
    put('alist', 0);
    plugins.refresh();
    const lost = watchResult(plugins.deploy('alist'));
    box.failing = true;
    pass(5000);
    expect(lost.result).toMatchObject({ left: { _tag: 'Network' } });
    expect(told()).toEqual(['Network']);
    box.failing = false;
    calls.length = 0;
    const slow = watchResult(plugins.deploy('alist'));
    put('alist', 2);
    pass(599_999);
    expect(slow.result).toBeUndefined();
    pass(1);
    expect(slow.result).toMatchObject({ left: { _tag: 'Timeout', ms: 600_000 } });
    const asked = calls.length;
    pass(60_000);
    expect(calls.length).toBe(asked);
  });

  it('STATE-13, PLUGIN-07: start and stop are done 4 s after the box said yes', () => {
    const { plugins, put, lifeOf, pass } = fresh();
    put('alist', 5);
    plugins.refresh();
    const started = watchResult(plugins.start('alist'));
    put('alist', 6);
    pass(3999);
    expect(started.result).toBeUndefined();
    expect(lifeOf('alist')).toEqual({ at: 'installed' });
    pass(1);
    expect(started.result).toMatchObject({ _tag: 'Right' });
    expect(lifeOf('alist')).toEqual({ at: 'running' });
    plugins.stop('alist');
    put('alist', 7);
    pass(4000);
    expect(lifeOf('alist')).toEqual({ at: 'stopped', abnormal: false });
  });

  it('STATE-13, PLUGIN-08: an uninstall shows as uninstalling; cleaning that says 7 goes on', () => {
    const { plugins, put, calls, lifeOf, service, pass } = fresh();
    put('alist', 7);
    plugins.refresh();
    calls.length = 0;
    plugins.uninstall('alist', true);
    expect(service('alist')).toMatchObject({ life: { at: 'uninstalling' }, actions: [] });
    put('alist', 0);
    pass(4000);
    expect(calls).toEqual(['clean alist', 'uninstall alist', 'info alist']);
    expect(lifeOf('alist')).toEqual({ at: 'not-installed' });
  });

  it('a refusal is told in the words of the box, and the state is what it was', () => {
    const { plugins, put, box, lifeOf, told, pass } = fresh();
    put('alist', 7);
    plugins.refresh();
    box.refusing = 'port taken';
    const result = watchResult(plugins.start('alist'));
    pass(4000);
    expect(result.result).toMatchObject({ left: { word: 'plugin.startFailed', values: { error: 'port taken' } } });
    plugins.uninstall('alist', false);
    expect(told()).toEqual(['plugin.startFailed', 'plugin.uninstallFailed']);
    expect(lifeOf('alist')).toEqual({ at: 'stopped', abnormal: false });
  });

  it('STATE-13, PLUGIN-13 to PLUGIN-16: an upgrade removes, waits, deploys and starts what ran before', () => {
    const { plugins, put, calls, offer, offers, lifeOf, told, pass } = fresh();
    offers.splice(0, 1, offer('alist', { newVer: '2.0', confKeep: 'N' }));
    put('alist', 6);
    plugins.refresh();
    expect(lifeOf('alist')).toEqual({ at: 'upgrade-available', from: '1.0', to: '2.0', running: true });
    calls.length = 0;
    const done = watchResult(plugins.upgrade('alist'));
    expect(lifeOf('alist')).toEqual({ at: 'uninstalling' });
    put('alist', 0);
    pass(4000);
    expect(calls).toEqual(['clean alist', 'uninstall alist', 'info alist', 'install alist']);
    put('alist', 5, { version: '2.0' });
    pass(5000);
    put('alist', 6, { version: '2.0' });
    pass(4000);
    expect(calls.slice(4)).toEqual(['info alist', 'restart alist', 'info alist']);
    expect(lifeOf('alist')).toEqual({ at: 'running' });
    expect(done.result).toMatchObject({ _tag: 'Right' });
    expect(told()).toEqual([]);
  });

  it('PLUGIN-16: what did not run before is the person’s to start', () => {
    const { plugins, put, offer, offers, calls, told, pass } = fresh();
    offers.splice(0, 1, offer('alist', { newVer: '2.0' }));
    put('alist', 7);
    plugins.refresh();
    plugins.upgrade('alist');
    put('alist', 0);
    pass(4000);
    put('alist', 5, { version: '2.0' });
    pass(5000);
    expect(calls).not.toContain('clean alist');
    expect(calls).not.toContain('restart alist');
    expect(told()).toEqual(['plugins.startByHand']);
  });

  it('ROLE-03: nobody stops or removes a basic service, whatever the provider says of it and whoever asks', () => {
    const { plugins, put, offer, offers, box, calls, caller, service, told } = fresh();
    offers.push(offer('tstask', { basic: false }), offer('qinglong', { basic: true }));
    for (const key of ['tstask', 'qinglong', 'web'] as const) put(key, 6);
    plugins.refresh();
    calls.length = 0;
    for (const key of ['tstask', 'qinglong', 'web'] as const) {
      expect(service(key), key).toMatchObject({ basic: true, actions: [] });
      for (const admin of [true, false]) {
        caller.set({ ...ADMIN, admin });
        const word = admin ? 'plugin.basic' : 'plugin.noPermissionToOperate';
        for (const act of [plugins.stop(key), plugins.uninstall(key, true)])
          expect(watchResult(act).result).toMatchObject({ left: { _tag: 'Rejected', word } });
      }
    }
    expect(calls).toEqual([]);
    expect(told()).toContain('plugin.basic');
    // Without the provider (LAN mode) the product's own list stands.
    box.catalogue = false;
    plugins.refresh();
    expect(service('web')?.basic).toBe(true);
  });

  it('PLUGIN-17, PLUGIN-20, PLUGIN-21: who may deploy, from where, and on which firmware', () => {
    const { plugins, put, caller, calls, offer, offers } = fresh();
    offers.push(offer('qbittorrent', { minVer: { N3: 21 } }));
    put('alist', 0);
    plugins.refresh();
    calls.length = 0;
    const wordOf = (key: PluginKey) => watchResult(plugins.deploy(key)).result;
    caller.set({ ...ADMIN, admin: false });
    expect(wordOf('alist')).toMatchObject({ left: { word: 'plugin.noPermissionToDeploy' } });
    caller.set({ ...ADMIN, lan: true });
    expect(wordOf('alist')).toMatchObject({ left: { word: 'plugin.notOffline' } });
    caller.set(ADMIN);
    expect(wordOf('qbittorrent')).toMatchObject({ left: { word: 'plugin.firmware' } });
    expect(calls).toEqual([]);
  });

  it('what another device began is asked about every 5 s while somebody watches; only differences become events', () => {
    const { plugins, put, calls, events, visible$, lifeOf, pass } = fresh();
    put('alist', 2, { progress: 10 });
    plugins.refresh();
    const seen = events();
    calls.length = 0;
    pass(20_000);
    expect(calls).toEqual([]);
    const watch = plugins.watch();
    pass(10_000);
    expect(calls).toEqual(['list', 'list']);
    expect(seen).toEqual([]);
    visible$.next(false);
    pass(20_000);
    expect(calls).toHaveLength(2);
    put('alist', 0, { error: 'disk full' });
    visible$.next(true);
    pass(1);
    expect(seen).toEqual(['PluginsObserved']);
    expect(lifeOf('alist')).toEqual({ at: 'install-failed', why: 'disk full' });
    pass(20_000);
    expect(calls).toHaveLength(3);
    watch.close();
    plugins.close();
  });

  it('a failing list is told by the state, and what was known stays', () => {
    const { plugins, put, box, service } = fresh();
    put('alist', 6);
    plugins.refresh();
    box.failing = true;
    expect(watchResult(plugins.refresh()).result).toMatchObject({ _tag: 'Left' });
    expect(plugins.state$.value.failure).toMatchObject({ _tag: 'Network' });
    expect(service('alist')?.life).toEqual({ at: 'running' });
  });
});
