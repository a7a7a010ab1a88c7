import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { Fields } from '../command-call.ts';
import { Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';
import { APP } from './container-codes.ts';

const INSTALL_DURATION_MS = 5000;
const KEYS = ['virtualhost', 'terminal'] as const;
const STEPS = ['initializing', 'extracting', 'installing'] as const;

const engine = stateOfBox(() => ({
  state: 'running',
  terminal: 'none',
  space: 10 * 1024 ** 3,
  /** Built-in containers and the start time of their installation, in milliseconds. */
  builtins: new Map<string, number>(),
}));

const builtin = (box: BoxState, key: string): Fields => {
  const since = engine(box).builtins.get(key);
  if (since === undefined) return { key, state: 'none' };
  const share = (box.clock.now() - since) / INSTALL_DURATION_MS;
  return {
    key,
    state: STEPS[Math.floor(share * STEPS.length)] ?? 'installed',
    progress: String(Math.min(100, Math.floor(share * 100))),
  };
};

const start = (box: BoxState, key: string): void => {
  if (engine(box).builtins.has(key)) throw new Refusal(APP.known);
  engine(box).builtins.set(key, box.clock.now());
};

export const engineCommands = commands(
  '/docker/service',
  {
    STATUS: (_, box) => ({
      engine: engine(box).state,
      terminal: engine(box).terminal,
      space: String(engine(box).space),
    }),
    INIT: (call, box) => {
      const state = engine(box);
      if (state.state !== 'none') throw new Refusal(APP.known);
      Object.assign(state, { state: 'installing', space: call.number(1, 'space') });
      box.schedule.after(INSTALL_DURATION_MS, () => {
        state.state = 'running';
      });
      return {};
    },
    START: (_, box) => {
      engine(box).state = 'running';
      return {};
    },
    STOP: (_, box) => {
      engine(box).state = 'stopped';
      return {};
    },
    UNINSTALL: (_, box) => {
      engine(box).state = 'none';
      return {};
    },
    TERMINSTALL: (_, box) => {
      const state = engine(box);
      if (state.terminal !== 'none') throw new Refusal(APP.known);
      state.terminal = 'installing';
      box.schedule.after(INSTALL_DURATION_MS, () => {
        state.terminal = 'installed';
      });
      return {};
    },
    TERMUNINSTALL: (_, box) => {
      engine(box).terminal = 'none';
      return {};
    },
    BUILTINLIST: (_, box) => ({ list: KEYS.map((key) => builtin(box, key)) }),
    BUILTININSTALL: (call, box) => {
      start(box, call.text(0, 'key'));
      return {};
    },
    BUILTINUNINSTALL: (call, box) => {
      if (!engine(box).builtins.delete(call.text(0, 'key'))) throw new Refusal(APP.absent);
      return {};
    },
  },
  { access: 'admin', feature: 'containers' },
);
