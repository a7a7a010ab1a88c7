import { intBetween, list, nothing, str, struct, wirePath } from '@boxwood/command-bus/codecs';
import { engineCommand } from '../define-commands.ts';
import { EntryId } from '../request-limits.ts';
import { BuiltinContainer, CONTAINER_MODELS, EngineStatus } from './container-model.ts';

/** Shared by all container commands: administrators only (CONTAINER-11), and only some models (CONTAINER-12). */
const common = { access: 'admin', models: CONTAINER_MODELS } as const;
const byKey = struct({ key: EntryId });
const started = struct({
  /** Id of the setup task. */
  id: str,
});

/**
 * Reads the state of the container engine. Administrator only.
 *
 * `POST /docker/service` `STATUS` (X83). Refusals (app manager): 4 engine error.
 *
 * @example
 * ```ts
 * const { engine, terminal } = await box.containers.engine();
 * ```
 */
export const GetEngine = engineCommand({
  ...common,
  name: 'GetEngine',
  cmd: 'STATUS',
  params: nothing,
  result: EngineStatus,
  refusals: [4],
  idempotent: true,
});

/**
 * Sets up the engine on a volume with `space` bytes, and returns the id of the task. Administrator only.
 *
 * `POST /docker/service` `INIT` (X84). Refusals (app manager): 6 model, version or engine not ready, 8 already set up,
 * 12 not enough space.
 *
 * @example
 * ```ts
 * await box.containers.init({ mntdir: '/mnt/usb1', space: DEFAULT_CONTAINER_SPACE_BYTES });
 * ```
 */
export const InitEngine = engineCommand({
  ...common,
  name: 'InitEngine',
  cmd: 'INIT',
  params: struct({
    mntdir: wirePath,
    /** Bytes for images and containers; the default is `DEFAULT_CONTAINER_SPACE_BYTES`. */
    space: intBetween(1, Number.MAX_SAFE_INTEGER),
  }),
  result: started,
  refusals: [6, 8, 12],
  idempotent: false,
  paths: { mntdir: 'write' },
  cost: 'heavy',
});

/**
 * Starts the engine. Administrator only.
 *
 * `POST /docker/service` `START` (X85). Refusals (app manager): 6 not ready, 7 not installed, 9 busy.
 *
 * @example
 * ```ts
 * await box.containers.startEngine();
 * ```
 */
export const StartEngine = engineCommand({
  ...common,
  name: 'StartEngine',
  cmd: 'START',
  params: nothing,
  result: nothing,
  refusals: [6, 7, 9],
  idempotent: false,
});

/**
 * Stops the engine and all containers. Administrator only.
 *
 * `POST /docker/service` `STOP` (X85). Refusals (app manager): 6 not ready, 7 not installed, 9 busy.
 *
 * @example
 * ```ts
 * await box.containers.stopEngine();
 * ```
 */
export const StopEngine = engineCommand({
  ...common,
  name: 'StopEngine',
  cmd: 'STOP',
  params: nothing,
  result: nothing,
  refusals: [6, 7, 9],
  idempotent: false,
});

/**
 * Removes the engine from the box. Administrator only.
 *
 * `POST /docker/service` `UNINSTALL` (X85). Refusals (app manager): 6 not ready, 7 not installed, 9 busy.
 *
 * @example
 * ```ts
 * await box.containers.uninstallEngine();
 * ```
 */
export const UninstallEngine = engineCommand({
  ...common,
  name: 'UninstallEngine',
  cmd: 'UNINSTALL',
  params: nothing,
  result: nothing,
  refusals: [6, 7, 9],
  idempotent: false,
});

/**
 * Installs the container terminal. Administrator only.
 *
 * `POST /docker/service` `TERMINSTALL` (X86). Refusals (app manager): 7 no engine, 8 already installed.
 *
 * @example
 * ```ts
 * await box.containers.installTerminal();
 * ```
 */
export const InstallTerminal = engineCommand({
  ...common,
  name: 'InstallTerminal',
  cmd: 'TERMINSTALL',
  params: nothing,
  result: nothing,
  refusals: [7, 8],
  idempotent: false,
});

/**
 * Removes the container terminal. Administrator only.
 *
 * `POST /docker/service` `TERMUNINSTALL` (X86). Refusals (app manager): 7 not installed.
 *
 * @example
 * ```ts
 * await box.containers.uninstallTerminal();
 * ```
 */
export const UninstallTerminal = engineCommand({
  ...common,
  name: 'UninstallTerminal',
  cmd: 'TERMUNINSTALL',
  params: nothing,
  result: nothing,
  refusals: [7],
  idempotent: false,
});

/**
 * Lists the containers that come with the box; `progress` in percent. Administrator only.
 *
 * `POST /docker/service` `BUILTINLIST` (X87). Refusals (app manager): 4 engine error.
 *
 * @example
 * ```ts
 * const { list } = await box.containers.builtins();
 * ```
 */
export const ListBuiltins = engineCommand({
  ...common,
  name: 'ListBuiltins',
  cmd: 'BUILTINLIST',
  params: nothing,
  result: struct({
    /** Built-in containers, installed or not. */
    list: list(BuiltinContainer),
  }),
  refusals: [4],
  idempotent: true,
});

/**
 * Starts the installation of a container that comes with the box. Administrator only.
 *
 * `POST /docker/service` `BUILTININSTALL` (X88). Refusals (app manager): 7 unknown, 8 already installed, 9 busy, 12 not
 * enough space.
 *
 * @example
 * ```ts
 * await box.containers.installBuiltin({ key: 'virtualhost' });
 * ```
 */
export const InstallBuiltin = engineCommand({
  ...common,
  name: 'InstallBuiltin',
  cmd: 'BUILTININSTALL',
  params: byKey,
  result: nothing,
  refusals: [7, 8, 9, 12],
  idempotent: false,
});

/**
 * Starts the removal of a container that comes with the box. Administrator only.
 *
 * `POST /docker/service` `BUILTINUNINSTALL` (X88). Refusals (app manager): 7 not installed, 9 busy.
 *
 * @example
 * ```ts
 * await box.containers.uninstallBuiltin({ key: 'virtualhost' });
 * ```
 */
export const UninstallBuiltin = engineCommand({
  ...common,
  name: 'UninstallBuiltin',
  cmd: 'BUILTINUNINSTALL',
  params: byKey,
  result: nothing,
  refusals: [7, 9],
  idempotent: false,
});
