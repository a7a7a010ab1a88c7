import type { StatsFs } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { GEN } from '@boxwood/command-bus';
import type { RemovedDevice, Partition } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import { decode, either, isRecord, list, num, refine, str, struct } from '@boxwood/command-bus/codecs';
import { runProgram } from '../../runtime/programs.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';
import type { OperationActor } from '@boxwood/host';
import type { Volume, VolumeChange } from '../../storage/vault/index.ts';
import { MOUNTINFO, mountOf, parseMounts } from './mountinfo.ts';
import type { RemovableDisks } from './removable-disks.ts';

const nullCodec = refine('null', (u): u is null => u === null);
const optionalText = either(str, nullCodec);
const Block = struct(
  {
    name: str,
    type: str,
    size: num,
    tran: optionalText,
    model: optionalText,
    fstype: optionalText,
    uuid: optionalText,
    label: optionalText,
  },
  { mountpoints: list(optionalText) },
);
const Lsblk = struct({ blockdevices: list(Block) });

const text = (value: string | null | undefined): string => value ?? '';

/**
 * Whether a mount is a FUSE file system without a device, such as a cloud drive mounted by a container (G-40). Disk
 * file systems implemented in user space have the type `fuseblk`.
 */
const isFuseMount = (type: string): boolean => type === 'fuse' || type.startsWith('fuse.');

/** Bus name of the wire format (DISK-02) for a transport that `lsblk` reports. */
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
      as: PROGRAMS.disks,
      deadlineMs: 8000,
      maxOutputBytes: 8 * 1024 * 1024,
    });
    return readBlocks(JSON.parse(output.toString()));
  } catch {
    // Without lsblk, the list shows only the volumes that the kernel reports as mounted.
    return [];
  }
};

const readBlocks = (found: unknown) => {
  const decoded = decode(Lsblk, isRecord(found) ? found : {});
  return decoded._tag === 'Right' ? decoded.right.blockdevices : [];
};

/** A file system to list: a data volume, or a mount inside a volume for external or network places. */
interface ListedFileSystem {
  readonly volume: Volume;
  readonly below: readonly string[];
}

const fileSystemsOf = (volume: Volume): readonly ListedFileSystem[] => {
  switch (volume.kind) {
    case 'data':
      return [{ volume, below: [] }];
    case 'external':
    case 'network':
      return volume.mounts.map((name) => ({ volume, below: [name] }));
  }
};

/** Path under which the helper's program reports the mount folder, with the program name in front. */
const HELPER_FD_PATH = /(?:[\w/]+: )+\/proc\/\d+\/fd\/\d+/g;

const UNKNOWN_SPACE = { blocks: 0, bsize: 0, bavail: 0 } as const;

/** Maximum number of removed devices that are remembered. */
const MAX_REMOVED_DEVICES = 16;

/** The mounted storage of the box as the kernel reports it. */
export class MountedDisks {
  readonly #volumes: () => readonly Volume[];
  readonly #refreshMounts: () => Promise<void>;
  readonly #removableDisks: Pick<RemovableDisks, 'eject'>;
  readonly #primaries: () => readonly string[];
  readonly #ejecting = new Set<string>();
  readonly #removedDevices = new Map<string, RemovedDevice>();

  /**
   * @param refreshMounts called after a disk was unmounted
   * @param primaries mount folders of additional primary volumes
   */
  constructor(
    volumes: () => readonly Volume[],
    refreshMounts: () => Promise<void>,
    removableDisks: Pick<RemovableDisks, 'eject'>,
    primaries: () => readonly string[],
  ) {
    this.#primaries = primaries;
    this.#volumes = volumes;
    this.#refreshMounts = refreshMounts;
    this.#removableDisks = removableDisks;
  }

  /**
   * Lists the data volumes and external and network mounts (DISK-01). Leaves out those that disappear during the call.
   */
  async list(): Promise<readonly Partition[]> {
    const mounts = parseMounts(await readFile(MOUNTINFO, 'utf8').catch(() => ''));
    const devices = await blocks();
    const primaries = this.#primaries();
    const fileSystems = this.#volumes().flatMap(fileSystemsOf);
    const rows = await Promise.all(
      fileSystems.map(async ({ volume, below }, index): Promise<Partition | null> => {
        const root = [volume.root, ...below].join('/');
        const mount = mountOf(mounts, root);
        const device = devices.find((block) => `/dev/${block.name}` === mount?.source);
        // Sizes of network storage are not queried, because an unreachable server would delay the list.
        const space = volume.kind === 'network' ? UNKNOWN_SPACE : await spaceOf(volume, below);
        if (space === null) return null;
        return {
          dev: mount?.source ?? root.split('/').at(-1) ?? '',
          bus:
            volume.kind === 'external' && isFuseMount(mount?.type ?? '')
              ? 'clouddrive2'
              : busOf(device?.tran ?? null, device?.name ?? ''),
          master: volume.kind === 'data' ? 1 : 0,
          mntdir: [volume.mountDir, ...below].join('/'),
          uuid: device?.uuid ?? '',
          type: device?.fstype ?? mount?.type ?? '',
          f_blocks: space.blocks,
          f_bsize: space.bsize,
          f_bavail: space.bavail,
          ...(text(device?.label) === '' ? {} : { label: text(device?.label) }),
          ...(text(device?.model) === '' ? {} : { model: text(device?.model) }),
          readonly: volume.isReadonly(below) || mount?.readonly === true ? 1 : 0,
          primary: index === 0 || primaries.includes(volume.mountDir) ? 1 : 0,
        };
      }),
    );
    return rows.filter((row) => row !== null);
  }

  /** Records that a device appeared or disappeared. */
  onVolumeChange({ kind, mountDir, volume }: VolumeChange): void {
    if (volume.kind !== 'external') return;
    this.#removedDevices.delete(mountDir);
    if (kind === 'came') return;
    this.#removedDevices.set(mountDir, { mntdir: mountDir, ejected: this.#ejecting.has(mountDir) ? 1 : 0 });
    const [oldest] = this.#removedDevices.keys();
    if (this.#removedDevices.size > MAX_REMOVED_DEVICES && oldest !== undefined) this.#removedDevices.delete(oldest);
  }

  /** Devices that disappeared and did not return, oldest first, and whether they were ejected. */
  get removedDevices(): readonly RemovedDevice[] {
    return [...this.#removedDevices.values()];
  }

  /** Unmounts an external volume (B08). The box's own volumes cannot be ejected. */
  async eject(mntdir: string, actor: OperationActor): Promise<void> {
    this.#ejecting.add(mntdir);
    try {
      await this.#eject(mntdir, actor);
    } finally {
      this.#ejecting.delete(mntdir);
    }
  }

  async #eject(mntdir: string, actor: OperationActor): Promise<void> {
    const volume = this.#volumes().find(
      (entry) => mntdir === entry.mountDir || mntdir.startsWith(`${entry.mountDir}/`),
    );
    if (volume === undefined) throw new Refusal(GEN.path);
    if (volume.kind !== 'external') throw new Refusal(GEN.noPrivilege);
    const target = `${volume.root}${mntdir.slice(volume.mountDir.length)}`;
    const mounts = parseMounts(await readFile(MOUNTINFO, 'utf8').catch(() => ''));
    if (!mounts.some((mount) => mount.point === target)) throw new Refusal(GEN.path);
    const place = mntdir.slice(volume.mountDir.length + 1);
    const refused = await this.#removableDisks.eject(place, actor);
    if (refused === null) return this.#refreshMounts();
    if (refused.why === 'failed')
      throw new Refusal(GEN.failed, refused.detail.replaceAll(HELPER_FD_PATH, volume.mountDir));
    if (refused.why === 'silent') throw new Refusal(GEN.failed, 'host.silent');
    if (refused.why === 'busy' || refused.why === 'stale') throw new Refusal(GEN.failed, 'host.busy');
    // There is no helper, or it does not know the place: the box runs umount itself.
    const { code, errors } = await runProgram('umount', [target], { as: PROGRAMS.eject, deadlineMs: 15_000 }).catch(
      () => ({
        code: null,
        errors: '',
      }),
    );
    if (code !== 0) throw new Refusal(GEN.failed, errors.trim().replaceAll(target, mntdir) || 'umount failed');
    await this.#refreshMounts();
  }
}

const spaceOf = async (volume: Volume, below: readonly string[]): Promise<StatsFs | null> => {
  try {
    await using folder = await volume.open(below);
    return await statfs(folder.path);
  } catch {
    return null;
  }
};
