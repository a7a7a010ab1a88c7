import type { CommandTree } from '@boxwood/command-bus';
import { describe, expect, it } from 'vitest';
import { BackupChange } from './backup/backup-model.ts';
import { commandTree } from './command-tree.ts';
import {
  ContainerImage,
  ContainerName,
  NewContainer,
  RegistryAddresses,
  TarPath,
} from './containers/container-model.ts';
import { DriveNode, driveUploadLimit, NewDriveTask } from './drive/drive-model.ts';
import { Listener, Rating } from './media/media-model.ts';
import { NetMountChange } from './mounts/mount-model.ts';
import { AiConfigChange, Album, DEFAULT_AI_CONFIG } from './photos/photo-model.ts';
import { CLEAN_ALL, PluginSetting, readPluginDetail } from './plugins/plugin-model.ts';
import { FamilyShare } from './shares/share-model.ts';
import { VersionNumber } from './upgrade/upgrade-model.ts';

describe('who may call what', () => {
  const accessOf = (area: keyof typeof commandTree) =>
    Object.fromEntries(Object.entries(commandTree[area]).map(([verb, { access }]) => [verb, access]));

  it('ROLE-01, PLUGIN-17: whatever changes a plugin needs the administrator', () => {
    expect(accessOf('plugins')).toEqual({
      list: 'user',
      info: 'user',
      install: 'admin',
      start: 'admin',
      stop: 'admin',
      uninstall: 'admin',
      configure: 'admin',
    });
    expect(accessOf('upgrade')).toEqual({ start: 'admin', status: 'user' });
  });

  it('ROLE-02, CONTAINER-11: containers, categories and listeners need the administrator', () => {
    expect(new Set(Object.values(accessOf('containers')))).toEqual(new Set(['admin']));
    expect(accessOf('media')).toMatchObject({
      putCategory: 'admin',
      removeCategory: 'admin',
      putListener: 'admin',
      removeListener: 'admin',
      scan: 'admin',
      setScraping: 'admin',
      list: 'user',
    });
  });

  it('ROLE-12, CONTAINER-12, MOUNT-07: an N2 has neither containers nor network mounts', () => {
    for (const command of [...Object.values(commandTree.containers), ...Object.values(commandTree.mounts)])
      expect(command.models, command.name).toEqual(['N3', 'G2']);
  });

  it('G-70: only commands that read may be repeated', () => {
    const mine = [
      'shares',
      'photos',
      'media',
      'downloads',
      'drive',
      'plugins',
      'containers',
      'backup',
      'mounts',
      'upgrade',
    ] as const;
    const areas: CommandTree = commandTree;
    for (const command of mine.flatMap((area) => Object.values(areas[area] ?? {})))
      if (command.idempotent) expect(command.name).toMatch(/^(Get|List|Parse|Search|Read)/);
  });
});

describe('what a request may hold', () => {
  const container = {
    name: 'web',
    image: 'nginx',
    version: '1',
    cores: 0.5,
    memory: 1,
    autostart: 0,
    privileged: 0,
    paths: [],
    network: 'none',
    ports: [],
    env: [],
    entrypoint: '',
    cmd: '',
  };

  it('CONTAINER-13, VALID-89: names of letters, digits, dot, underscore, hyphen', () => {
    expect(['a.B_9-', '', 'a b', 'é', 'a/b'].map((name) => ContainerName.is(name))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('SDK-E36, CONTAINER-14, CONTAINER-15, CONTAINER-16, CONTAINER-19: paths, variables and limits are complete, port ranges equally long', () => {
    const is = (change: object) => NewContainer.is({ ...container, ...change });
    expect(is({})).toBe(true);
    expect([is({ cores: 0 }), is({ cores: 0.3 }), is({ memory: 0 }), is({ network: 'macvlan' })]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([is({ paths: [{ local: '/a', mount: '', mode: 'ro' }] }), is({ env: [{ name: 'A', value: '' }] })]).toEqual([
      false,
      false,
    ]);
    const port = { container: 80, containerEnd: 82, host: 8080, hostEnd: 8082, protocol: 'tcp' };
    expect([
      is({ ports: [port] }),
      is({ ports: [{ ...port, hostEnd: 8083 }] }),
      is({ ports: [{ ...port, containerEnd: 79, hostEnd: 8079 }] }),
    ]).toEqual([true, false, false]);
  });

  it('SDK-E38, CONTAINER-04, VALID-94: 1 to 5 registries; CONTAINER-17: images come from .tar files', () => {
    expect([0, 1, 5, 6].map((n) => RegistryAddresses.is(Array.from({ length: n }, () => 'docker.io')))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(['/i/a.tar', '/i/a.tgz', 'a.tar'].map((path) => TarPath.is(path))).toEqual([true, false, false]);
  });

  it('SDK-E32, BACKUP-04: neither folder lies inside the other, except when the source is on a computer', () => {
    const is = (kind: string, source: string, target: string) =>
      BackupChange.is({ user: 'ann', kind, id: '', source, target, frequency: 'day' });
    expect([is('sync', '/a', '/b'), is('sync', '/a', '/ab'), is('computer', 'C:\\', '/b')]).toEqual([true, true, true]);
    expect([is('sync', '/a', '/a'), is('sync', '/a/b', '/a'), is('disk', '/a', '/a/b'), is('sync', '/', '/a')]).toEqual(
      [false, false, false, false],
    );
  });

  it('SDK-E33, MOUNT-02 to MOUNT-06: names, remarks, ports and the WebDAV path', () => {
    const mount = {
      kind: 'webdav',
      addr: 'a',
      port: 443,
      user: '',
      password: '',
      mntpoint: '',
      mntdir: '云_1-a',
      remark: '盘.:-_()',
      path: '/',
      protocol: 'https',
    };
    const is = (change: object) => NetMountChange.is({ ...mount, ...change });
    expect(is({})).toBe(true);
    expect([
      is({ mntdir: 'a b' }),
      is({ mntdir: '../x' }),
      is({ remark: 'a!' }),
      is({ addr: '' }),
      is({ port: 0 }),
      is({ port: '443' }),
      is({ path: 'x' }),
      is({ path: undefined }),
    ]).toEqual(Array.from({ length: 8 }, () => false));
    expect(is({ kind: 'smb', path: undefined, protocol: undefined })).toBe(true);
  });

  it('MEDIA-08: a rating is 0 to 10 with one decimal', () => {
    expect([0, 7.3, 10, 10.1, -0.1, 7.25, Number.NaN].map((rating) => Rating.is(rating))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('PHOTO-15: the default thresholds, and only shares of certainty', () => {
    expect(DEFAULT_AI_CONFIG).toEqual({
      enable: 1,
      face_match: 0.36,
      face_detect: 0.5,
      face_quality: 0.8,
      object: 0.34,
    });
    expect([AiConfigChange.is(DEFAULT_AI_CONFIG), AiConfigChange.is({ ...DEFAULT_AI_CONFIG, object: 1.01 })]).toEqual([
      true,
      false,
    ]);
  });

  it('CLOUDDRIVE-11: 4, 10 and 20 GB by membership; box paths stand on the side of the box', () => {
    expect([0, 1, 2].map(driveUploadLimit)).toEqual([4, 10, 20].map((gb) => gb * 1024 ** 3));
    const is = (type: string, source: string, target: string) =>
      NewDriveTask.is({ user: 'a', uid: 'u', type, source: [source], target });
    expect([is('UPLOAD', '/a', 'x'), is('DOWN', 'x', '/a'), is('UPLOAD', 'a', '/x'), is('DOWN', '/x', 'a')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('PLUGIN-23, PLUGIN-24: settings are name=value, the detail is JSON text that may be broken', () => {
    expect([CLEAN_ALL, 'A=1\nB=2', '=x', 'A'].map((cfg) => PluginSetting.is(cfg))).toEqual([true, false, false, false]);
    const detail = (text: string) => readPluginDetail({ key: 'alist', state: 6, detail: text });
    expect(detail('{"version":"1.2","port":80}')).toEqual({ version: '1.2', port: 80 });
    expect([detail('{'), detail('{"version":1}'), detail('')]).toEqual([undefined, undefined, undefined]);
  });

  it('G-36: a version is numbers and dots', () => {
    expect(['1.0.1018', '1', '1..2', '1.0-rc', ''].map((version) => VersionNumber.is(version))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('what a reply must hold', () => {
  const text = { id: 'x', name: 'n', owner: 'o', category: 'c', path: '/a', status: 's' };
  const shapes = [
    [
      'SDK-E18',
      Album,
      {
        id: 'a',
        owner: 'o',
        name: 'n',
        members: [],
        cover: '',
        kind: 'share',
        watchpath_list: [{ path: '/a' }],
        num: 0,
        ctime: 1,
        mtime: 1,
      },
    ],
    ['SDK-E26', DriveNode, { uid: 'u', access_token: 't', name: 'n', vip: 0, expire: 1 }],
    ['SDK-E37', ContainerImage, { id: 'i', name: 'n', tag: 't', size: 1, count: 0, source: 's', ctime: 1 }],
    ['SDK-E41', Listener, { id: 'l', category: 'c', type: 'smart', path: '/a', status: 'idle', owner: 'o' }],
    [
      'SDK-E34',
      FamilyShare,
      { id: 'f', name: 'n', path: '/a', owner: 'o', ctime: 1, users: [{ user: 'b', perm: 'rw' }] },
    ],
  ] as const;

  it.each(shapes)('%s: every field of it is needed, other fields do no harm', (_, codec, sample) => {
    expect(codec.is({ ...text, ...sample })).toBe(true);
    for (const key of Object.keys(sample))
      expect(codec.is(Object.fromEntries(Object.entries(sample).filter(([name]) => name !== key))), key).toBe(false);
  });
});
