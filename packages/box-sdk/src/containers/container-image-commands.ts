import { bytes, int, intBetween, list, nothing, str, struct } from '@boxwood/command-bus/codecs';
import { imageCommand, registryCommand, SLOW_HARDWARE_TIMEOUT_MS } from '../define-commands.ts';
import { EntryId, Keyword, Offset, PageSize } from '../request-limits.ts';
import {
  CONTAINER_MODELS,
  ContainerImage,
  FoundImage,
  ImageName,
  ImageTag,
  RegistryAddresses,
  TarPath,
} from './container-model.ts';

/** Shared by all container commands: administrators only (CONTAINER-11), and only some models (CONTAINER-12). */
const common = { access: 'admin', models: CONTAINER_MODELS } as const;
const byId = struct({ id: EntryId });
const started = struct({
  /** Id of the started operation, for `containers.imagePull`. */
  id: str,
});

/**
 * Lists the images on the box. Administrator only.
 *
 * `POST /docker/image` `LIST` (X96). Refusals (app manager): 4 engine error.
 *
 * @example
 * ```ts
 * const { list } = await box.containers.images({ start: 0, count: 100 });
 * ```
 */
export const ListImages = imageCommand({
  ...common,
  name: 'ListImages',
  cmd: 'LIST',
  params: struct({ start: Offset, count: PageSize }),
  result: struct({
    /** Number of entries on all pages. */
    total: bytes,
    /** Entries on this page. */
    list: list(ContainerImage),
  }),
  refusals: [4],
  idempotent: true,
});

/**
 * Removes an image that no container uses. Administrator only.
 *
 * `POST /docker/image` `REMOVE` (X96). Refusals (app manager): 7 not found, 14 in use.
 *
 * @example
 * ```ts
 * await box.containers.removeImage({ id: 'sha256:12', tag: 'latest' });
 * ```
 */
export const RemoveImage = imageCommand({
  ...common,
  name: 'RemoveImage',
  cmd: 'REMOVE',
  params: struct({
    id: EntryId,
    /** Tag of the version. */
    tag: ImageTag,
  }),
  result: nothing,
  refusals: [7, 14],
  idempotent: false,
});

/**
 * Searches the registries; pages count from 1. Administrator only.
 *
 * `POST /docker/image` `SEARCH` (X97). Refusals (app manager): 4 engine error, 5 no registry answered.
 *
 * @example
 * ```ts
 * const { list } = await box.containers.searchImages({ keyword: 'nginx', page: 1 });
 * ```
 */
export const SearchImages = imageCommand({
  ...common,
  name: 'SearchImages',
  cmd: 'SEARCH',
  params: struct({
    keyword: Keyword,
    /** Page number, from 1. */
    page: intBetween(1, 1000),
  }),
  result: struct({
    /** Results on this page, from all registries. */
    list: list(FoundImage),
  }),
  refusals: [4, 5],
  idempotent: true,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Starts to pull an image; {@link GetImagePull} reports the progress. Administrator only.
 *
 * `POST /docker/image` `PULL` (X97). Refusals (app manager): 4 engine error, 5 failed, 12 not enough space.
 *
 * @example
 * ```ts
 * const { id } = await box.containers.pullImage({ name: 'nginx', tag: '1.27' });
 * ```
 */
export const PullImage = imageCommand({
  ...common,
  name: 'PullImage',
  cmd: 'PULL',
  params: struct({
    /** Name in the registry, for example `library/nginx`. */
    name: ImageName,
    /** Tag of the version, for example `1.27`. */
    tag: ImageTag,
  }),
  result: started,
  refusals: [4, 5, 12],
  idempotent: false,
});

/**
 * Reads the progress of an image operation: `progress` in percent, `state` is `running`, `done` or `failed`.
 * Administrator only.
 *
 * `POST /docker/image` `PULLSTATUS` (X98). Refusals (app manager): 7 unknown id.
 *
 * @example
 * ```ts
 * const { state } = await box.containers.imagePull({ id: 'p1' });
 * ```
 */
export const GetImagePull = imageCommand({
  ...common,
  name: 'GetImagePull',
  cmd: 'PULLSTATUS',
  params: byId,
  result: struct({
    /** Percent. */
    progress: int,
    /** `running`, `done` or `failed`. */
    state: str,
    /** Error message of the engine, or empty. */
    msg: str,
  }),
  refusals: [7],
  idempotent: true,
});

/**
 * Starts to import a .tar file of the images folder under a name and tag (CONTAINER-17). Administrator only.
 *
 * `POST /docker/image` `IMPORT` (X99). Refusals (app manager): 8 name in use, 10 no such file, 12 not enough space.
 *
 * @example
 * ```ts
 * await box.containers.importImage({ path: '/mnt/usb1/docker/images/web.tar', name: 'web', tag: 'v1' });
 * ```
 */
export const ImportImage = imageCommand({
  ...common,
  name: 'ImportImage',
  cmd: 'IMPORT',
  params: struct({
    path: TarPath,
    /** Name of the new image. */
    name: ImageName,
    /** Tag of the new image. */
    tag: ImageTag,
  }),
  result: started,
  refusals: [8, 10, 12],
  idempotent: false,
  paths: { path: 'read' },
  cost: 'heavy',
});

/**
 * Starts to export an image to a .tar file of the images folder. Administrator only.
 *
 * `POST /docker/image` `EXPORT` (X99). Refusals (app manager): 7 not found, 8 file exists, 12 not enough space.
 *
 * @example
 * ```ts
 * await box.containers.exportImage({ id: 'sha256:12', path: '/mnt/usb1/docker/images/web.tar' });
 * ```
 */
export const ExportImage = imageCommand({
  ...common,
  name: 'ExportImage',
  cmd: 'EXPORT',
  params: struct({ id: EntryId, path: TarPath }),
  result: started,
  refusals: [7, 8, 12],
  idempotent: false,
  paths: { path: 'write' },
  cost: 'heavy',
});

/**
 * Reads the registries that are searched for images, in order. Administrator only.
 *
 * `POST /docker/registry` `GET` (X100). Refusals (app manager): 4 engine error.
 *
 * @example
 * ```ts
 * const { list, mirrors } = await box.containers.registries();
 * ```
 */
export const GetRegistries = registryCommand({
  ...common,
  name: 'GetRegistries',
  cmd: 'GET',
  params: nothing,
  result: struct({
    /** Registries, in search order. */
    list: list(str),
    /** Mirrors of the registries, in search order. */
    mirrors: list(str),
  }),
  refusals: [4],
  idempotent: true,
});

/**
 * Sets the registries that are searched for images: 1 to 5 registries and mirrors, in search order (CONTAINER-04).
 * Administrator only.
 *
 * `POST /docker/registry` `SET` (X100). Refusals (app manager): 16 more than 5.
 *
 * @example
 * ```ts
 * await box.containers.setRegistries({ list: ['docker.io'], mirrors: ['https://mirror.example'] });
 * ```
 */
export const SetRegistries = registryCommand({
  ...common,
  name: 'SetRegistries',
  cmd: 'SET',
  params: struct({ list: RegistryAddresses, mirrors: RegistryAddresses }),
  result: nothing,
  refusals: [16],
  idempotent: false,
});
