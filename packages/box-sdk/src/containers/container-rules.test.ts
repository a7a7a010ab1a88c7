import { describe, expect, it } from 'vitest';
import {
  checkContainer,
  checkContainerAction,
  checkContainerCores,
  checkContainerMemory,
  checkContainerName,
  checkContainerPath,
  checkContainerPorts,
  checkContainerRights,
  checkContainerSpace,
  checkContainerVariable,
  checkImageImport,
  checkImageReference,
  checkLogSearch,
  checkRegistries,
  CONTAINER_ACTIONS,
  hasContainers,
} from './container-rules.ts';

const GB = 1024 ** 3;
const map = (container: number, host: number, more: object = {}) => ({
  container,
  host,
  protocol: 'tcp' as const,
  ...more,
});

describe('containers', () => {
  it('VALID-89 CONTAINER-13: letters, digits, dot, underscore, hyphen', () => {
    for (const name of ['web', 'a.b_c-1', 'A']) expect(checkContainerName(name).ok, name).toBe(true);
    for (const name of ['', 'a b', 'a/b', '中', 'a\n'])
      expect(checkContainerName(name), name).toEqual({ ok: false, issue: 'container.name' });
  });

  it('VALID-90 CONTAINER-14: both paths', () => {
    expect([
      checkContainerPath({ local: '', mount: '/a' }).ok,
      checkContainerPath({ local: '/a', mount: '' }).ok,
      checkContainerPath({ local: '/a', mount: '/b' }).ok,
    ]).toEqual([false, false, true]);
  });

  it('VALID-91 CONTAINER-15: name and value', () => {
    expect([
      checkContainerVariable({ name: '', value: 'a' }).ok,
      checkContainerVariable({ name: 'A', value: '' }).ok,
      checkContainerVariable({ name: 'A', value: 'b' }).ok,
    ]).toEqual([false, false, true]);
  });

  it('VALID-92 G-61: cores are required, in halves', () => {
    expect([null, 0, 0.5, 1, 1.25].map((n) => checkContainerCores(n).ok)).toEqual([false, false, true, true, false]);
  });

  it('VALID-93: memory is required', () => {
    expect([null, 0, 1, Number.NaN].map((n) => checkContainerMemory(n).ok)).toEqual([false, false, true, false]);
  });

  it('CONTAINER-19: ranges of equal length, no host port twice in a protocol', () => {
    expect(checkContainerPorts([map(80, 8080), map(80, 8080, { protocol: 'udp' })]).ok).toBe(true);
    expect(checkContainerPorts([map(80, 8080), map(81, 8080)])).toEqual({
      ok: false,
      issue: 'ports.repeated',
      port: 8080,
    });
    expect(checkContainerPorts([map(80, 8080, { containerEnd: 82 })])).toEqual({
      ok: false,
      issue: 'ports.countsDiffer',
    });
    expect(checkContainerPorts([map(82, 8080, { containerEnd: 80 })])).toEqual({ ok: false, issue: 'ports.backwards' });
    expect(checkContainerPorts([map(80, 8080, { containerEnd: 82, hostEnd: 8082 }), map(90, 8082)])).toMatchObject({
      port: 8082,
    });
  });

  it('checks the whole wizard', () => {
    const form = {
      name: 'web',
      cores: 1,
      memory: GB,
      paths: [{ local: '/a', mount: '/b' }],
      env: [{ name: 'A', value: 'b' }],
      ports: [map(80, 8080)],
    };
    expect(checkContainer(form).ok).toBe(true);
    expect(checkContainer({ ...form, cores: null })).toMatchObject({ issue: 'container.cores' });
    expect(checkContainer({ ...form, paths: [{ local: '', mount: '' }] })).toMatchObject({ issue: 'container.paths' });
    expect(checkContainer({ ...form, ports: [map(0, 1)] })).toMatchObject({ issue: 'ports.outside' });
  });

  it('VALID-94 CONTAINER-04 CONST-39: 1 to 5 registries', () => {
    const list = (n: number) => Array.from({ length: n }, (_, i) => `r${i}.example`);
    expect([0, 1, 5, 6].map((n) => checkRegistries(list(n)).ok)).toEqual([false, true, true, false]);
    expect(checkRegistries(['a b'])).toEqual({ ok: false, issue: 'container.registryFormat', registry: 'a b' });
  });

  it('VALID-95 CONTAINER-17: a .tar below the images folder', () => {
    const folder = '/mnt/usb1/containers/images';
    for (const path of [`${folder}/a.tar`, `${folder}/x/a.tar`, `${folder}/A.TAR`])
      expect(checkImageImport(path, folder).ok, path).toBe(true);
    for (const path of [
      `${folder}/a.tar.gz`,
      `${folder}/.tar`,
      '/mnt/usb1/a.tar',
      `${folder}/../a.tar`,
      `${folder}2/a.tar`,
      `${folder}.tar`,
    ])
      expect(checkImageImport(path, folder), path).toEqual({ ok: false, issue: 'container.importPath' });
  });

  it('VALID-96: name:tag', () => {
    for (const text of ['nginx:1', 'lib/nginx:latest', 'r.example/a/b_c:v1.2-x', 'reg.io:5000/a/b:latest'])
      expect(checkImageReference(text).ok, text).toBe(true);
    for (const text of [
      'nginx',
      'nginx:',
      ':1',
      'a b:1',
      'Nginx:1',
      'a:b:c',
      'a:-x',
      'reg.io:5000/a',
      'reg.io:port/a:1',
    ])
      expect(checkImageReference(text).ok, text).toBe(false);
  });

  it('VALID-97 CONTAINER-18: one regular expression', () => {
    expect(checkLogSearch(['error', 'warn'])).toEqual({ ok: false, issue: 'container.oneExpression' });
    expect(checkLogSearch(['error|warn']).ok).toBe(true);
    expect(checkLogSearch(['('])).toEqual({ ok: false, issue: 'container.expression' });
  });

  it('VALID-98: the keyword is not empty', () => {
    for (const expressions of [[], ['']])
      expect(checkLogSearch(expressions)).toEqual({ ok: false, issue: 'container.keyword' });
  });

  it('CONTAINER-05 to CONTAINER-08 STATE-16: what a state allows', () => {
    const offered = (status: string) => CONTAINER_ACTIONS.filter((action) => checkContainerAction(action, status).ok);
    expect(offered('running')).toEqual(['stop', 'pause']);
    expect(offered('stopped')).toEqual(['start', 'remove']);
    expect(offered('paused')).toEqual(['resume']);
  });

  it('CONTAINER-09 CONTAINER-10 G-61: rights are given by the administrator and never taken back', () => {
    const none = { privileged: 0, network: 'bridge' } as const;
    const privileged = { ...none, privileged: 1 } as const;
    const host = { ...none, network: 'host' } as const;
    expect(checkContainerRights(privileged, none, true)).toEqual({ ok: false, issue: 'container.privilegedStays' });
    expect(checkContainerRights(host, none, true)).toEqual({ ok: false, issue: 'container.hostStays' });
    for (const after of [privileged, host])
      for (const before of [null, none]) {
        expect(checkContainerRights(before, after, true).ok).toBe(true);
        expect(checkContainerRights(before, after, false)).toEqual({ ok: false, issue: 'role.notAdmin' });
      }
    expect(checkContainerRights(privileged, privileged, false).ok).toBe(true);
  });

  it('CONTAINER-12 ROLE-12: G2, N3 from 1.0.19, never N2', () => {
    expect([
      hasContainers('G2', '1.0.1'),
      hasContainers('N3', '1.0.19'),
      hasContainers('N3', '1.0.18'),
      hasContainers('N2', '9.0.0'),
    ]).toEqual([true, true, false, false]);
  });

  it('CONST-51 PLUGIN-31: 10 GB at least, a fifth stays free', () => {
    expect(checkContainerSpace({ space: 10 * GB, free: 30 * GB, total: 100 * GB }).ok).toBe(true);
    expect(checkContainerSpace({ space: 10 * GB - 1, free: 90 * GB, total: 100 * GB })).toMatchObject({
      issue: 'container.spaceTooSmall',
    });
    expect(checkContainerSpace({ space: 11 * GB, free: 30 * GB, total: 100 * GB })).toMatchObject({
      issue: 'disk.keepFree',
    });
  });
});
