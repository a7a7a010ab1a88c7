import { describe, expect, it } from 'vitest';
import {
  BUILTIN_STATES,
  builtinActions,
  builtinStateAfter,
  builtinStateOf,
  checkBuiltinAction,
  checkTerminalAction,
  ENGINE_STATES,
  engineStateOf,
  isEngineBusy,
  TERMINAL_STATES,
  terminalActions,
  terminalStateOf,
} from './container-engine-state.ts';

describe('terminal and built-in containers', () => {
  it('STATE-17: not installed, installing, installed, and what each offers', () => {
    expect(TERMINAL_STATES.map(terminalStateOf)).toEqual(['none', 'installing', 'installed']);
    expect(terminalStateOf('broken')).toBe('none');
    expect(TERMINAL_STATES.map((state) => terminalActions(state, 'running'))).toEqual([
      ['install'],
      [],
      ['open', 'uninstall'],
    ]);
    expect(terminalActions('installed', 'stopped')).toEqual(['uninstall']);
    for (const engine of ['none', 'installing'] as const)
      for (const state of TERMINAL_STATES) expect(terminalActions(state, engine)).toEqual([]);
    expect(checkTerminalAction('install', 'none', 'stopped').ok).toBe(true);
    expect(checkTerminalAction('install', 'installing', 'running')).toEqual({ ok: false, issue: 'container.state' });
  });

  it('STATE-18: six states, which of them move by themselves, and what the others offer', () => {
    expect(BUILTIN_STATES.map(builtinStateOf)).toEqual([
      'initializing',
      'extracting',
      'installing',
      'installed',
      'failed',
      'uninstalling',
    ]);
    expect(builtinStateOf('molten')).toBe('failed');
    expect(BUILTIN_STATES.map(builtinActions)).toEqual([[], [], [], ['uninstall'], ['install'], []]);
    expect(builtinActions(null)).toEqual(['install']);
    expect([builtinStateAfter('install'), builtinStateAfter('uninstall')]).toEqual(['initializing', 'uninstalling']);
    const still = { engine: 'running', terminal: 'installed' } as const;
    expect(BUILTIN_STATES.filter((state) => isEngineBusy({ ...still, builtins: [state] }))).toEqual([
      'initializing',
      'extracting',
      'installing',
      'uninstalling',
    ]);
    expect(isEngineBusy({ ...still, terminal: 'installing', builtins: [] })).toBe(true);
    expect(isEngineBusy({ ...still, engine: 'installing', builtins: [] })).toBe(true);
    expect(isEngineBusy({ ...still, builtins: ['installed'] })).toBe(false);
  });

  it('STATE-18: without an engine nothing is installed', () => {
    expect(ENGINE_STATES.map(engineStateOf)).toEqual([...ENGINE_STATES]);
    expect(engineStateOf('gone')).toBe('none');
    expect(ENGINE_STATES.filter((engine) => checkBuiltinAction('install', null, engine).ok)).toEqual([
      'installed',
      'running',
      'stopped',
    ]);
    expect(checkBuiltinAction('install', 'installed', 'running')).toEqual({ ok: false, issue: 'container.state' });
  });
});
