/** States of the terminal and the built-in containers (STATE-17, STATE-18). */
import { failed, passed } from '@boxwood/command-bus/rules';

/** STATE-17: states of the terminal. */
export const TERMINAL_STATES = ['none', 'installing', 'installed'] as const;
export type TerminalState = (typeof TERMINAL_STATES)[number];
/** Reads the state of the terminal; an unknown value counts as not installed. */
export const terminalStateOf = (value: string): TerminalState =>
  TERMINAL_STATES.find((state) => state === value) ?? 'none';

/** States of the engine as a whole (X83). */
export const ENGINE_STATES = ['none', 'installing', 'installed', 'running', 'stopped'] as const;
export type EngineState = (typeof ENGINE_STATES)[number];
/** Reads the state of the engine; an unknown value counts as not installed, which allows the fewest actions. */
export const engineStateOf = (value: string): EngineState => ENGINE_STATES.find((state) => state === value) ?? 'none';

const hasEngine = (engine: EngineState): boolean => engine !== 'none' && engine !== 'installing';

export type TerminalAction = 'install' | 'open' | 'uninstall';
/** Actions of the terminal: installing it requires an installed engine, opening it a running one. */
export const terminalActions = (terminal: TerminalState, engine: EngineState): readonly TerminalAction[] => {
  if (!hasEngine(engine)) return [];
  switch (terminal) {
    case 'none':
      return ['install'];
    case 'installing':
      return [];
    case 'installed':
      return engine === 'running' ? ['open', 'uninstall'] : ['uninstall'];
  }
};
/** Whether a terminal action is allowed in this state. */
export const checkTerminalAction = (action: TerminalAction, terminal: TerminalState, engine: EngineState) =>
  terminalActions(terminal, engine).includes(action) ? passed : failed('container.state');

/** STATE-18: states of a built-in container. */
export const BUILTIN_STATES = [
  'initializing',
  'extracting',
  'installing',
  'installed',
  'failed',
  'uninstalling',
] as const;
export type BuiltinState = (typeof BUILTIN_STATES)[number];
/** Reads the state of a built-in container; an unknown value counts as failed, so that it can be retried. */
export const builtinStateOf = (value: string): BuiltinState =>
  BUILTIN_STATES.find((state) => state === value) ?? 'failed';

export type BuiltinAction = 'install' | 'uninstall';
/** Actions of a built-in container; null: it is not on the box. */
export const builtinActions = (state: BuiltinState | null): readonly BuiltinAction[] => {
  switch (state) {
    case null:
    case 'failed':
      return ['install'];
    case 'installed':
      return ['uninstall'];
    case 'initializing':
    case 'extracting':
    case 'installing':
    case 'uninstalling':
      return [];
  }
};
/** Whether an action of a built-in container is allowed: it needs an engine and a state that permits it. */
export const checkBuiltinAction = (action: BuiltinAction, state: BuiltinState | null, engine: EngineState) =>
  hasEngine(engine) && builtinActions(state).includes(action) ? passed : failed('container.state');

/** Expected state of a built-in container after the box accepted an action. */
export const builtinStateAfter = (action: BuiltinAction): BuiltinState =>
  action === 'install' ? 'initializing' : 'uninstalling';

/** Whether an installation or removal is in progress, so that the page keeps polling. */
export const isEngineBusy = (states: {
  readonly engine: EngineState;
  readonly terminal: TerminalState;
  readonly builtins: readonly BuiltinState[];
}): boolean =>
  states.engine === 'installing' ||
  states.terminal === 'installing' ||
  states.builtins.some((state) => state !== 'installed' && state !== 'failed');
