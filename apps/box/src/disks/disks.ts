import { readFile, statfs } from 'node:fs/promises';
import type { Partition } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import { decode, either, isRecord, list, num, refine, str, struct } from '@boxwood/command-bus/codecs';
import { runProgram } from '../runtime/programs.ts';
import type { Volume } from '../vault/index.ts';

const nothingAtAll = refine('null', (u): u is null => u === null);
const maybe = either(str, nothingAtAll);
const Block = struct(
  { name: str, type: str, size: num, tran: maybe, model: maybe, fstype: maybe, uuid: maybe, label: maybe },
  { mountpoints: list(maybe) },
);
const Lsblk = struct({ blockdevices: list(Block) });

interface MountEntry {
  readonly id: string;
  readonly source: string;
  readonly point: string;
  readonly type: string;
  readonly readonly: boolean;
}

const unescape = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** /proc/self/mountinfo: what is mounted where. */
export const parseMounts = (mountinfo: string): readonly MountEntry[] =>
  mountinfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const fields = before.split(' ');
    const [type = '', source = '', options = ''] = after.split(' ');
    const point = fields[4];
    if (point === undefined || type === '') return [];
    const readonly = `${fields[5] ?? ''},${options}`.split(',').includes('ro');
    return [{ id: fields[0] ?? '', source: unescape(source), point: unescape(point), type, readonly }];
  });

/** The mount a folder lies on: the longest mount point that begins its path; of several on one point, the last. */
export const mountOf = (mounts: readonly MountEntry[], folder: string): MountEntry | undefined =>
  mounts.reduce<MountEntry | undefined>((best, mount) => {
    const prefix = mount.point === '/' ? '/' : `${mount.point}/`;
    const fits = folder === mount.point || folder.startsWith(prefix);
    return fits && mount.point.length >= (best?.point.length ?? 0) ? mount : best;
  }, undefined);

const text = (value: string | null | undefined): string => value ?? '';

/** The wire's bus word (DISK-02) of a transport that `lsblk` names. */
const busOf = (transport: string | null, name: string): string => {
  if (name.startsWith('md')) return 'raid';
  if (name.startsWith('nvme')) return 'nvme0';
  if (name.startsWith('mmcblk')) return 'emmc';
  if (transport === 'usb') return 'usb';
  if (transport === 'sata' || transport === 'ata') return 'sata';
  return transport ?? 'other';
};

const blocks = async (): Promise<ReturnType<typeof readBlocks>> => {
  try {
    const columns = 'NAME,TYPE,SIZE,TRAN,MODEL,FSTYPE,UUID,LABEL,MOUNTPOINTS';
    const { output } = await runProgram('lsblk', ['-J', '-b', '-l', '-o', columns], {
      ...{ rights: 'own', deadlineMs: 8000, most: 8 * 1024 * 1024 },
    });
    return readBlocks(JSON.parse(output.toString()));
  } catch {
    // No lsblk on this machine: the volumes alone are shown, from what the kernel says of their mounts.
    return [];
  }
};

const readBlocks = (found: unknown) => {
  const decoded = decode(Lsblk, isRecord(found) ? found : {});
  return decoded._tag === 'Right' ? decoded.right.blockdevices : [];
};

/** The box's storage as the kernel sees it. */
export class Disks {
  readonly #volumes: () => readonly Volume[];

  constructor(volumes: () => readonly Volume[]) {
    this.#volumes = volumes;
  }

  /** The volumes of the box, the first one being the master (B07). */
  async list(): Promise<readonly Partition[]> {
    const mounts = parseMounts(await readFile('/proc/self/mountinfo', 'utf8').catch(() => ''));
    const devices = await blocks();
    const rows = await Promise.all(
      this.#volumes()
        .filter((volume) => volume.kind === 'data')
        .map(async (volume, index): Promise<Partition> => {
          const mount = mountOf(mounts, volume.root);
          const device = devices.find((block) => `/dev/${block.name}` === mount?.source);
          const space = await statfs(volume.root);
          return {
            dev: mount?.source ?? volume.root.split('/').at(-1) ?? '',
            bus: busOf(device?.tran ?? null, device?.name ?? ''),
            master: index === 0 ? 1 : 0,
            mntdir: volume.mountDir,
            uuid: device?.uuid ?? '',
            type: device?.fstype ?? mount?.type ?? '',
            f_blocks: space.blocks,
            f_bsize: space.bsize,
            f_bavail: space.bavail,
            ...(text(device?.label) === '' ? {} : { label: text(device?.label) }),
            ...(text(device?.model) === '' ? {} : { model: text(device?.model) }),
            readonly: volume.readonly === true || mount?.readonly === true ? 1 : 0,
            primary: index === 0 ? 1 : 0,
          };
        }),
    );
    return rows;
  }

  /** Unmounts an external volume (B08). The box's own volumes are never let go. */
  async eject(mntdir: string): Promise<void> {
    const volume = this.#volumes().find(
      (entry) => mntdir === entry.mountDir || mntdir.startsWith(`${entry.mountDir}/`),
    );
    if (volume === undefined) throw new Refusal(15);
    if (volume.kind === 'data') throw new Refusal(13);
    const target = `${volume.root}${mntdir.slice(volume.mountDir.length)}`;
    const mounts = parseMounts(await readFile('/proc/self/mountinfo', 'utf8').catch(() => ''));
    if (!mounts.some((mount) => mount.point === target)) throw new Refusal(15);
    const { code, errors } = await runProgram('umount', [target], { rights: 'own', deadlineMs: 15_000 }).catch(() => ({
      ...{ code: null, errors: '' },
    }));
    if (code !== 0) throw new Refusal(3, errors.trim().replaceAll(target, mntdir) || 'umount failed');
  }
}
