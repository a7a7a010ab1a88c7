import type { BuiltinReport, EngineReport, TerminalState, BuiltinState } from '../containers/containers.ts';

/** The container engine, its terminal and the containers that come with the box. */
export type ContainerEvent =
  | { readonly type: 'EngineObserved'; readonly data: { readonly engine: EngineReport } }
  /** Every built-in container there is. */
  | { readonly type: 'BuiltinsObserved'; readonly data: { readonly builtins: readonly BuiltinReport[] } }
  /** The box took an action on: where things stand until it tells more. */
  | { readonly type: 'TerminalMoved'; readonly data: { readonly state: TerminalState } }
  | { readonly type: 'BuiltinMoved'; readonly data: { readonly key: string; readonly state: BuiltinState } };
