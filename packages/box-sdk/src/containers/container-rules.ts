/** Containers (area CONTAINER, VALID-89 to VALID-98, G-47, G-61). */
import type { BoxModel } from '@boxwood/command-bus';
import { checkMapping, failed, passed, repeatedPort, unless } from '@boxwood/command-bus/rules';
import { CONTAINER_SPACE, MAX_ENTRIES_BY_KIND } from '../constants.ts';
import { compareVersions } from '../plugins/plugin-rules.ts';

/** CONTAINER-12, ROLE-12: on G2, on N3 from 1.0.19, never on N2. */
export const hasContainers = (model: BoxModel, version: string): boolean =>
  model === 'G2' || (model === 'N3' && compareVersions(version, '1.0.19') >= 0);

/** VALID-89: letters, digits, dot, underscore, hyphen. */
export const checkContainerName = (name: string) => unless(/^[A-Za-z0-9._-]+$/.test(name), 'container.name');

/** VALID-90: both paths of a mapping. */
export const checkContainerPath = ({ local, mount }: { readonly local: string; readonly mount: string }) =>
  unless(local !== '' && mount !== '', 'container.paths');

/** VALID-91: name and value of a variable. */
export const checkContainerVariable = ({ name, value }: { readonly name: string; readonly value: string }) =>
  unless(name !== '' && value !== '', 'container.environment');

/** VALID-92, G-61: cores in steps of a half. */
export const checkContainerCores = (cores: number | null) =>
  unless(cores !== null && cores > 0 && (cores * 2) % 1 === 0, 'container.cores');

/** VALID-93: memory in bytes. */
export const checkContainerMemory = (memory: number | null) =>
  unless(memory !== null && Number.isSafeInteger(memory) && memory > 0, 'container.memory');

/** A mapping of container ports to host ports. */
export interface ContainerPorts {
  readonly container: number;
  readonly containerEnd?: number | undefined;
  readonly host: number;
  readonly hostEnd?: number | undefined;
  readonly protocol: 'tcp' | 'udp';
}

/** CONTAINER-19: ranges of equal length that run forward; no host port twice in one protocol. */
export const checkContainerPorts = (ports: readonly ContainerPorts[]) => {
  for (const { container, containerEnd, host, hostEnd } of ports) {
    const verdict = checkMapping({ from: container, fromEnd: containerEnd, to: host, toEnd: hostEnd });
    if (!verdict.ok) return verdict;
  }
  for (const protocol of ['tcp', 'udp'] as const) {
    const used = ports
      .filter((p) => p.protocol === protocol)
      .map((p) => ({ first: p.host, last: p.hostEnd ?? p.host }));
    const port = repeatedPort(used);
    if (port !== undefined) return failed('ports.repeated', { port });
  }
  return passed;
};

/** Input of the container wizard. */
export interface ContainerForm {
  readonly name: string;
  readonly cores: number | null;
  readonly memory: number | null;
  readonly paths: readonly { readonly local: string; readonly mount: string }[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly ContainerPorts[];
}

/** VALID-89 to VALID-93 and CONTAINER-19 together. */
export const checkContainer = ({ name, cores, memory, paths, env, ports }: ContainerForm) => {
  const verdicts = [
    checkContainerName(name),
    checkContainerCores(cores),
    checkContainerMemory(memory),
    ...paths.map(checkContainerPath),
    ...env.map(checkContainerVariable),
  ];
  return verdicts.find((verdict) => !verdict.ok) ?? checkContainerPorts(ports);
};

/** VALID-94, CONTAINER-04: 1 to 5 registries. */
export const checkRegistries = (registries: readonly string[]) => {
  if (registries.length < 1) return failed('container.registriesNone');
  if (registries.length > MAX_ENTRIES_BY_KIND.registries)
    return failed('container.registriesTooMany', { max: MAX_ENTRIES_BY_KIND.registries });
  const invalid = registries.find((registry) => registry === '' || /\s/.test(registry));
  return invalid === undefined ? passed : failed('container.registryFormat', { registry: invalid });
};

/** VALID-95: a .tar file under the images folder, without path traversal. */
export const checkImageImport = (path: string, imagesFolder: string) => {
  const inside = path.startsWith(`${imagesFolder}/`) && !path.split('/').includes('..');
  return unless(inside && /[^/]\.tar$/i.test(path), 'container.importPath');
};

/** VALID-96: `name:tag`, as image references are written. */
export const checkImageReference = (text: string) =>
  unless(
    /^([A-Za-z0-9.-]+:[0-9]{1,5}\/)?[a-z0-9]+([._/-]+[a-z0-9]+)*:[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(text),
    'container.imageReference',
  );

/** VALID-97, VALID-98: a log search has one regular expression, which is not empty and compiles. */
export const checkLogSearch = (expressions: readonly string[]) => {
  const [expression, secondExpression] = expressions;
  if (secondExpression !== undefined) return failed('container.oneExpression');
  if (expression === undefined || expression === '') return failed('container.keyword');
  try {
    new RegExp(expression, 'u');
    return passed;
  } catch {
    return failed('container.expression');
  }
};

export const CONTAINER_ACTIONS = ['start', 'stop', 'pause', 'resume', 'remove'] as const;
export type ContainerAction = (typeof CONTAINER_ACTIONS)[number];

/** CONTAINER-05 to CONTAINER-08: whether a state allows an action. */
export const checkContainerAction = (action: ContainerAction, status: string) => {
  const isAllowed = {
    start: status !== 'running' && status !== 'paused',
    stop: status === 'running',
    pause: status === 'running',
    resume: status === 'paused',
    remove: status === 'stopped',
  }[action];
  return unless(isAllowed, 'container.state');
};

/** Permissions of a container. */
export interface ContainerRights {
  readonly privileged: 0 | 1;
  readonly network: string;
}

/** CONTAINER-09, CONTAINER-10, G-61: only the administrator can grant either permission, and nobody can revoke it. */
export const checkContainerRights = (before: ContainerRights | null, after: ContainerRights, admin: boolean) => {
  if (before?.privileged === 1 && after.privileged === 0) return failed('container.privilegedStays');
  if (before?.network === 'host' && after.network !== 'host') return failed('container.hostStays');
  const grantsMore =
    (after.privileged === 1 && before?.privileged !== 1) || (after.network === 'host' && before?.network !== 'host');
  return unless(!grantsMore || admin, 'role.notAdmin');
};

/** CONST-51: space for the engine in bytes: at least 10 GB, and a fifth of the disk has to stay free. */
export const checkContainerSpace = ({
  space,
  free,
  total,
}: {
  readonly space: number;
  readonly free: number;
  readonly total: number;
}) => {
  if (space < CONTAINER_SPACE.bytes) return failed('container.spaceTooSmall', { gb: 10 });
  return free - space < total * CONTAINER_SPACE.keepFree ? failed('disk.keepFree', { percent: 20 }) : passed;
};
