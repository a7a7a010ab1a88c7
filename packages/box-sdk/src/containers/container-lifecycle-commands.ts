import { bytes, intBetween, list, nothing, str, struct, essential } from '@boxwood/command-bus/codecs';
import { containerCommand, SLOW_HARDWARE_TIMEOUT_MS } from '../define-commands.ts';
import { EntryId, Offset, PageSize } from '../request-limits.ts';
import {
  Container,
  CONTAINER_MODELS,
  ContainerChange,
  ContainerProcess,
  LogLine,
  LogSearch,
  NewContainer,
} from './container-model.ts';

/** Shared by all container commands: administrators only (CONTAINER-11), and only some models (CONTAINER-12). */
const common = { access: 'admin', models: CONTAINER_MODELS } as const;
const byId = struct({ id: EntryId });
const started = struct({
  /** Id of the container, used in other calls. */
  id: str,
});

/**
 * Lists containers. Administrator only.
 *
 * `POST /docker/container` `LIST` (X89). Refusals (app manager): 4 engine error.
 *
 * @example
 * ```ts
 * const { list } = await box.containers.list({ start: 0, count: 100 });
 * ```
 */
export const ListContainers = containerCommand({
  ...common,
  name: 'ListContainers',
  cmd: 'LIST',
  params: struct({ start: Offset, count: PageSize }),
  result: struct({
    /** Number of entries on all pages. */
    total: bytes,
    /** Entries on this page. */
    list: list(Container),
  }),
  refusals: [4],
  idempotent: true,
});

/**
 * Reads one container. Administrator only.
 *
 * `POST /docker/container` `INFO` (X90). Refusals (app manager): 7 not found.
 *
 * @example
 * ```ts
 * const { container } = await box.containers.get({ id: 'c1' });
 * ```
 */
export const GetContainer = containerCommand({
  ...common,
  name: 'GetContainer',
  cmd: 'INFO',
  params: byId,
  result: struct({ container: Container }),
  refusals: [7],
  idempotent: true,
});

/**
 * Creates a container without starting it. Administrator only.
 *
 * `POST /docker/container` `CREATE` (X91). Refusals (app manager): 8 name in use, 10 image missing, 11 port in use, 12
 * not enough space.
 *
 * @example
 * ```ts
 * await box.containers.create({
 *   container: {
 *     name: 'web',
 *     image: 'nginx',
 *     version: '1.27',
 *     cores: 1,
 *     memory: 268_435_456,
 *     autostart: 1,
 *     privileged: 0,
 *     paths: [{ local: '/mnt/usb1/ann/site', mount: '/usr/share/nginx/html', mode: 'ro' }],
 *     network: 'bridge',
 *     ports: [{ container: 80, host: 8080, protocol: 'tcp' }],
 *     env: [],
 *     entrypoint: '',
 *     cmd: '',
 *   },
 * });
 * ```
 */
export const CreateContainer = containerCommand({
  ...common,
  name: 'CreateContainer',
  cmd: 'CREATE',
  params: struct({ container: NewContainer }),
  result: started,
  refusals: [8, 10, 11, 12],
  idempotent: false,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Changes a stopped container. `privileged` and host network cannot be switched off again (CONTAINER-09: 14).
 * Administrator only.
 *
 * `POST /docker/container` `UPDATE` (X91). Refusals (app manager): 7 not found, 8 name in use, 10 image missing, 11
 * port in use, 12 not enough space, 14 state or permission does not allow this.
 *
 * @example
 * ```ts
 * const { container } = await box.containers.get({ id: 'c1' });
 * const { name, image, version, cores, memory, entrypoint, cmd } = container;
 * await box.containers.update({
 *   container: {
 *     id: 'c1', name, image, version, cores, memory, entrypoint, cmd,
 *     autostart: 0, privileged: 0, paths: [], network: 'none', ports: [], env: [],
 *   },
 * });
 * ```
 */
export const UpdateContainer = containerCommand({
  ...common,
  name: 'UpdateContainer',
  cmd: 'UPDATE',
  params: struct({ container: ContainerChange }),
  result: started,
  refusals: [7, 8, 10, 11, 12, 14],
  idempotent: false,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Starts a stopped container (CONTAINER-05). Administrator only.
 *
 * `POST /docker/container` `START` (X92). Refusals (app manager): 7 not found, 11 port in use, 14 wrong state.
 *
 * @example
 * ```ts
 * await box.containers.start({ id: 'c1' });
 * ```
 */
export const StartContainer = containerCommand({
  ...common,
  name: 'StartContainer',
  cmd: 'START',
  params: byId,
  result: nothing,
  refusals: [7, 11, 14],
  idempotent: false,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Stops a running container (CONTAINER-06). Administrator only.
 *
 * `POST /docker/container` `STOP` (X92). Refusals (app manager): 7 not found, 14 wrong state.
 *
 * @example
 * ```ts
 * await box.containers.stop({ id: 'c1' });
 * ```
 */
export const StopContainer = containerCommand({
  ...common,
  name: 'StopContainer',
  cmd: 'STOP',
  params: byId,
  result: nothing,
  refusals: [7, 14],
  idempotent: false,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Stops and starts a running container. Administrator only.
 *
 * `POST /docker/container` `RESTART` (X92). Refusals (app manager): 7 not found, 14 wrong state.
 *
 * @example
 * ```ts
 * await box.containers.restart({ id: 'c1' });
 * ```
 */
export const RestartContainer = containerCommand({
  ...common,
  name: 'RestartContainer',
  cmd: 'RESTART',
  params: byId,
  result: nothing,
  refusals: [7, 14],
  idempotent: false,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Pauses a running container (CONTAINER-06). Administrator only.
 *
 * `POST /docker/container` `PAUSE` (X92). Refusals (app manager): 7 not found, 14 wrong state.
 *
 * @example
 * ```ts
 * await box.containers.pause({ id: 'c1' });
 * ```
 */
export const PauseContainer = containerCommand({
  ...common,
  name: 'PauseContainer',
  cmd: 'PAUSE',
  params: byId,
  result: nothing,
  refusals: [7, 14],
  idempotent: false,
});

/**
 * Resumes a paused container (CONTAINER-07). Administrator only.
 *
 * `POST /docker/container` `UNPAUSE` (X92). Refusals (app manager): 7 not found, 14 wrong state.
 *
 * @example
 * ```ts
 * await box.containers.resume({ id: 'c1' });
 * ```
 */
export const ResumeContainer = containerCommand({
  ...common,
  name: 'ResumeContainer',
  cmd: 'UNPAUSE',
  params: byId,
  result: nothing,
  refusals: [7, 14],
  idempotent: false,
});

/**
 * Removes a stopped container (CONTAINER-08); mapped folders are not deleted. Administrator only.
 *
 * `POST /docker/container` `REMOVE` (X92). Refusals (app manager): 7 not found, 14 wrong state.
 *
 * @example
 * ```ts
 * await box.containers.remove({ id: 'c1' });
 * ```
 */
export const RemoveContainer = containerCommand({
  ...common,
  name: 'RemoveContainer',
  cmd: 'REMOVE',
  params: byId,
  result: nothing,
  refusals: [7, 14],
  idempotent: false,
});

/**
 * Lists the processes of a running container; `cpu` in percent, `mem` in bytes. Administrator only.
 *
 * `POST /docker/container` `TOP` (X93). Refusals (app manager): 7 not found, 14 wrong state.
 *
 * @example
 * ```ts
 * const { list } = await box.containers.processes({ id: 'c1' });
 * ```
 */
export const ListContainerProcesses = containerCommand({
  ...common,
  name: 'ListContainerProcesses',
  cmd: 'TOP',
  params: byId,
  result: struct({
    /** Processes in the container. */
    list: list(ContainerProcess),
  }),
  refusals: [7, 14],
  idempotent: true,
});

/**
 * Reads the last lines of a container's log, all of them or those that match `regex` (CONTAINER-18). Administrator
 * only.
 *
 * `POST /docker/container` `LOGS` (X94). Refusals (app manager): 7 not found.
 *
 * @example
 * ```ts
 * const { lines } = await box.containers.logs({ id: 'c1', tail: 500, regex: 'error' });
 * ```
 */
export const ReadContainerLogs = containerCommand({
  ...common,
  name: 'ReadContainerLogs',
  cmd: 'LOGS',
  params: struct(
    {
      id: EntryId,
      /** Number of lines from the end of the log. */
      tail: intBetween(1, 10_000),
    },
    { regex: LogSearch },
  ),
  result: struct({
    /** Oldest line first. */
    lines: list(LogLine),
  }),
  refusals: [7],
  idempotent: true,
});

/**
 * Opens a terminal in a running container; `url` is a page of the box under `/port_7681/`. Administrator only.
 *
 * `POST /docker/container` `EXEC` (X95). Refusals (app manager): 7 not found or no terminal installed, 14 wrong state.
 *
 * @example
 * ```ts
 * const { url } = await box.containers.terminal({ id: 'c1' });
 * ```
 */
export const OpenContainerTerminal = containerCommand({
  ...common,
  name: 'OpenContainerTerminal',
  cmd: 'EXEC',
  params: byId,
  result: struct({
    /** Path on the box, under `/port_7681/`. */
    url: essential(str),
  }),
  refusals: [7, 14],
  idempotent: false,
});
