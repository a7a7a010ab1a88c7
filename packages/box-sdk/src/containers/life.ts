/** The terminal and the containers that come with the box (STATE-17, STATE-18). */
import { failed, passed } from '@boxwood/command-bus/rules';

/** STATE-17. */
export const TERMINAL_STATES = ['none', 'installing', 'installed'] as const;
export type TerminalState = (typeof TERMINAL_STATES)[number];
/** The terminal's word; an unknown one reads as not installed. */
export const terminalStateOf = (word: string): TerminalState =>
  TERMINAL_STATES.find((state) => state === word) ?? 'none';

/** States of the engine as a whole (X83). */
export const ENGINE_STATES = ['none', 'installing', 'installed', 'running', 'stopped'] as const;
export type EngineState = (typeof ENGINE_STATES)[number];
/** The engine's word; an unknown one reads as not installed, which offers the least. */
export const engineStateOf = (word: string): EngineState => ENGINE_STATES.find((state) => state === word) ?? 'none';

const hasEngine = (engine: EngineState): boolean => engine !== 'none' && engine !== 'installing';

export type TerminalAction = 'install' | 'open' | 'uninstall';
/** What the terminal offers: it needs an engine to be installed, and one that runs to be opened. */
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
/** Whether an action of the terminal may be asked for now. */
export const checkTerminalAction = (action: TerminalAction, terminal: TerminalState, engine: EngineState) =>
  terminalActions(terminal, engine).includes(action) ? passed : failed('container.state');

/** STATE-18. */
export const BUILTIN_STATES = [
  'initializing',
  'extracting',
  'installing',
  'installed',
  'failed',
  'uninstalling',
] as const;
export type BuiltinState = (typeof BUILTIN_STATES)[number];
/** A built-in container's word; an unknown one reads as failed, which can be tried again. */
export const builtinStateOf = (word: string): BuiltinState =>
  BUILTIN_STATES.find((state) => state === word) ?? 'failed';

export type BuiltinAction = 'install' | 'uninstall';
/** What a built-in container offers; null is one that is not on the box. */
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
/** Whether an action of a built-in container may be asked for now: only with an engine, only where its state offers it. */
export const checkBuiltinAction = (action: BuiltinAction, state: BuiltinState | null, engine: EngineState) =>
  hasEngine(engine) && builtinActions(state).includes(action) ? passed : failed('container.state');

/** Where a built-in container stands once the box took an action on. */
export const builtinAfter = (action: BuiltinAction): BuiltinState =>
  action === 'install' ? 'initializing' : 'uninstalling';

/** Whether something is on its way by itself, so that the page asks again. */
export const isEngineMoving = (now: {
  readonly engine: EngineState;
  readonly terminal: TerminalState;
  readonly builtins: readonly BuiltinState[];
}): boolean =>
  now.engine === 'installing' ||
  now.terminal === 'installing' ||
  now.builtins.some((state) => state !== 'installed' && state !== 'failed');
