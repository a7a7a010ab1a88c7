import { builtinActions, terminalActions } from '@boxwood/box-sdk/rules';
import type { BoxEvent } from '../events/event.ts';
import { projection } from '../store/projection.ts';
import type { BuiltinReport, ContainersState, EngineReport } from './containers.ts';

/** What the box told of the engine. */
export interface KnownContainers {
  readonly engine: EngineReport | null;
  readonly builtins: readonly BuiltinReport[];
}

/** The engine, its terminal and the built-in containers as this browser knows them. */
export const containersProjection = projection<KnownContainers, BoxEvent>({
  name: 'containers',
  version: 1,
  scope: 'ephemeral',
  initial: { engine: null, builtins: [] },
  on: {
    EngineObserved: (draft, { engine }) => {
      draft.engine = engine;
    },
    BuiltinsObserved: (draft, { builtins }) => {
      draft.builtins = [...builtins];
    },
    TerminalMoved: (draft, { state }) => {
      if (draft.engine !== null) draft.engine.terminal = state;
    },
    BuiltinMoved: (draft, { key, state }) => {
      const builtin = draft.builtins.find((one) => one.key === key);
      if (builtin === undefined) draft.builtins.push({ key, name: key, state, progress: 0, version: '' });
      else Object.assign(builtin, { state, progress: 0 });
    },
  },
});

/** What a screen shows: without an engine nothing is offered. */
export const shownContainers = ({ engine, builtins }: KnownContainers): Omit<ContainersState, 'failure'> => {
  const state = engine?.terminal ?? 'none';
  const ready = engine !== null && engine.engine !== 'none' && engine.engine !== 'installing';
  return {
    engine,
    terminal: { state, actions: terminalActions(state, engine?.engine ?? 'none') },
    builtins: builtins.map((one) => ({ ...one, actions: ready ? builtinActions(one.state) : [] })),
  };
};
