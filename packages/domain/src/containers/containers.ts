import type { BuiltinAction, BuiltinState, EngineState, TerminalAction, TerminalState } from '@boxwood/box-sdk/rules';
import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { Watch } from '../time/watchers.ts';

export type { BuiltinAction, BuiltinState, EngineState, TerminalAction, TerminalState };

/** The engine as a whole; `space` and `used` in bytes. */
export interface EngineReport {
  readonly engine: EngineState;
  readonly version: string;
  readonly space: number;
  readonly used: number;
  readonly terminal: TerminalState;
  readonly root: string;
}

/** A container that comes with the box; `progress` in percent. */
export interface BuiltinReport {
  readonly key: string;
  readonly name: string;
  readonly state: BuiltinState;
  readonly progress: number;
  readonly version: string;
}

/** A built-in container and what can be done with it. */
export interface Builtin extends BuiltinReport {
  readonly actions: readonly BuiltinAction[];
}

export interface ContainersState {
  /** Null until the box told. */
  readonly engine: EngineReport | null;
  readonly terminal: { readonly state: TerminalState; readonly actions: readonly TerminalAction[] };
  readonly builtins: readonly Builtin[];
  readonly failure: Failure | null;
}

/** The container engine, its terminal (STATE-17) and the containers that come with the box (STATE-18). Administrators only. */
export interface Containers {
  readonly state$: StateStream<ContainersState>;
  refresh(): Outcome<null>;
  /** While somebody watches, what is on its way is asked about every 5 s. */
  watch(): Watch;
  installTerminal(): Outcome<null>;
  uninstallTerminal(): Outcome<null>;
  installBuiltin(key: string): Outcome<null>;
  uninstallBuiltin(key: string): Outcome<null>;
  close(): void;
}
