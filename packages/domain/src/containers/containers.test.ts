import { describe, expect, it } from 'vitest';
import { no, refused, yes } from '../testing/answers.ts';
import { servicesBed } from '../testing/services-bed.ts';
import { BoxContainers } from './box-containers.ts';
import type { BuiltinReport, EngineReport } from './containers.ts';
import type { ContainersPort } from './port.ts';

const fresh = () => {
  const bed = servicesBed();
  const { calls, store, notifications, visible$, scheduler } = bed;
  const box: { engine: EngineReport; builtins: BuiltinReport[]; failing: boolean; refusing: boolean } = {
    engine: { engine: 'running', version: '27', space: 10, used: 1, terminal: 'none', root: '/mnt/usb1/containers' },
    builtins: [],
    failing: false,
    refusing: false,
  };
  const act = (name: string) => (calls.push(name), box.refusing ? no(refused(9)) : yes(null));
  const port: ContainersPort = {
    engine: () => (calls.push('engine'), box.failing ? no() : yes(box.engine)),
    builtins: () => yes(box.builtins),
    installTerminal: () => act('terminal+'),
    uninstallTerminal: () => act('terminal-'),
    installBuiltin: (key) => act(`+${key}`),
    uninstallBuiltin: (key) => act(`-${key}`),
  };
  const containers = new BoxContainers({ store, port, notifications, visible$, scheduler });
  const builtin = (state: BuiltinReport['state'], progress = 0): BuiltinReport => ({
    ...{ key: 'virtualhost', name: 'Virtual host', version: '1', state, progress },
  });
  return { ...bed, containers, box, builtin, state: () => containers.state$.value };
};

describe('the container engine', () => {
  it('STATE-17: the terminal goes from not installed over installing to installed, asked about every 5 s while watched', () => {
    const { containers, box, calls, state, pass, told } = fresh();
    expect(state().terminal).toEqual({ state: 'none', actions: [] });
    containers.refresh();
    expect(state().terminal).toEqual({ state: 'none', actions: ['install'] });
    const watch = containers.watch();
    pass(30_000);
    expect(calls).toEqual(['engine']);
    containers.installTerminal();
    expect(state().terminal).toEqual({ state: 'installing', actions: [] });
    box.engine = { ...box.engine, terminal: 'installing' };
    pass(5000);
    expect(calls).toEqual(['engine', 'terminal+', 'engine']);
    containers.installTerminal();
    expect(told()).toEqual(['container.state']);
    box.engine = { ...box.engine, terminal: 'installed' };
    pass(5000);
    expect(state().terminal).toEqual({ state: 'installed', actions: ['open', 'uninstall'] });
    calls.length = 0;
    pass(30_000);
    expect(calls).toEqual([]);
    containers.uninstallTerminal();
    expect(state().terminal.state).toBe('none');
    watch.close();
  });

  it('STATE-18: a built-in container through its states; only what rests offers something', () => {
    const { containers, box, builtin, state, pass } = fresh();
    containers.refresh();
    containers.watch();
    containers.installBuiltin('virtualhost');
    expect(state().builtins).toMatchObject([{ key: 'virtualhost', state: 'initializing', actions: [] }]);
    for (const moving of ['extracting', 'installing'] as const) {
      box.builtins = [builtin(moving, 50)];
      pass(5000);
      expect(state().builtins).toMatchObject([{ state: moving, progress: 50, actions: [] }]);
    }
    box.builtins = [builtin('installed', 100)];
    pass(5000);
    expect(state().builtins).toMatchObject([{ state: 'installed', actions: ['uninstall'] }]);
    containers.uninstallBuiltin('virtualhost');
    expect(state().builtins).toMatchObject([{ state: 'uninstalling', progress: 0, actions: [] }]);
    box.builtins = [];
    pass(5000);
    expect(state().builtins).toEqual([]);
  });

  it('STATE-18: one that failed can be tried again; one on its way is left alone', () => {
    const { containers, box, builtin, calls, state, told } = fresh();
    box.builtins = [builtin('failed')];
    containers.refresh();
    expect(state().builtins).toMatchObject([{ actions: ['install'] }]);
    containers.installBuiltin('virtualhost');
    containers.installBuiltin('virtualhost');
    containers.uninstallBuiltin('virtualhost');
    expect(calls).toEqual(['engine', '+virtualhost']);
    expect(told()).toEqual(['container.state']);
  });

  it('STATE-17, STATE-18: without an engine nothing is offered and nothing is sent', () => {
    const { containers, box, builtin, calls, state } = fresh();
    box.engine = { ...box.engine, engine: 'none' };
    box.builtins = [builtin('failed')];
    containers.refresh();
    expect(state()).toMatchObject({ terminal: { actions: [] }, builtins: [{ actions: [] }] });
    containers.installTerminal();
    containers.installBuiltin('virtualhost');
    expect(calls).toEqual(['engine']);
  });

  it('what the box refuses changes nothing and is told; a silent box leaves what was known', () => {
    const { containers, box, state, told, visible$, calls, pass } = fresh();
    containers.refresh();
    box.refusing = true;
    containers.installTerminal();
    expect(state().terminal.state).toBe('none');
    expect(told()).toEqual(['Refused']);
    box.refusing = false;
    containers.watch();
    containers.installTerminal();
    box.failing = true;
    pass(5000);
    expect(state()).toMatchObject({ terminal: { state: 'installing' }, failure: { _tag: 'Network' } });
    visible$.next(false);
    calls.length = 0;
    pass(60_000);
    expect(calls).toEqual([]);
    containers.close();
  });
});
