import {
  GetEngine,
  InstallBuiltin,
  InstallTerminal,
  ListBuiltins,
  UninstallBuiltin,
  UninstallTerminal,
} from '@boxwood/box-sdk';
import { builtinStateOf, engineStateOf, terminalStateOf } from '@boxwood/box-sdk/rules';
import type { Client } from '@boxwood/command-bus';
import { type Answer, answer, mapRight } from '../outcome.ts';
import type { BuiltinReport, EngineReport } from './containers.ts';

/** The calls of the container engine. */
export interface ContainersPort {
  engine(): Answer<EngineReport>;
  builtins(): Answer<readonly BuiltinReport[]>;
  installTerminal(): Answer<unknown>;
  uninstallTerminal(): Answer<unknown>;
  installBuiltin(key: string): Answer<unknown>;
  uninstallBuiltin(key: string): Answer<unknown>;
}

/** {@link ContainersPort} over a client of the box. */
export const containersPort = (box: Pick<Client, 'exec'>): ContainersPort => ({
  engine: () =>
    answer(box, GetEngine, {}).pipe(
      mapRight(({ engine, terminal, version, space, used, root }) => ({
        engine: engineStateOf(engine),
        terminal: terminalStateOf(terminal),
        version,
        space,
        used,
        root,
      })),
    ),
  builtins: () =>
    answer(box, ListBuiltins, {}).pipe(
      mapRight(({ list }) =>
        list.map(({ key, name, state, progress, version }) => ({
          key,
          name,
          state: builtinStateOf(state),
          progress,
          version,
        })),
      ),
    ),
  installTerminal: () => answer(box, InstallTerminal, {}),
  uninstallTerminal: () => answer(box, UninstallTerminal, {}),
  installBuiltin: (key) => answer(box, InstallBuiltin, { key }),
  uninstallBuiltin: (key) => answer(box, UninstallBuiltin, { key }),
});
