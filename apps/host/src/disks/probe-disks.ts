import { decode, either, isRecord, list, num, parseJson, refine, str, struct } from '@boxwood/command-bus/codecs';
import type { Machine } from '../machine.ts';
import type { HostDisk, HostDiskList, HostPartition } from '../host-responses.ts';
import { DISK_PROBE_TIMEOUT_MS, PLAN_TIMEOUT_MS } from '../protocol.ts';
import { coalesceRequests } from '../coalesce-requests.ts';
import { requireProgram, ProbeFailed } from '../verbs/planner.ts';
import { type ArrayPart, arraysOf } from './md-arrays.ts';
import { mirrorsOf, withMirrors } from './btrfs-mirrors.ts';
import { isVolumeName } from './folder-names.ts';
import { classifyUse } from './partition-use.ts';

const nullCodec = refine('null', (u): u is null => u === null);
const nullableStr = either(str, nullCodec);
const truth = refine('true or false', (u): u is boolean => typeof u === 'boolean');
const LsblkBlock = struct({
  kname: str,
  pkname: nullableStr,
  type: str,
  size: num,
  hotplug: truth,
  rota: truth,
  tran: nullableStr,
  model: nullableStr,
  serial: nullableStr,
  fstype: nullableStr,
  uuid: nullableStr,
  label: nullableStr,
  mountpoints: list(nullableStr, 4096),
});
type LsblkBlock = (typeof LsblkBlock)['_A'];
const Lsblk = struct({ blockdevices: list(LsblkBlock, 4096) });

const COLUMNS = 'KNAME,PKNAME,TYPE,SIZE,HOTPLUG,ROTA,TRAN,MODEL,SERIAL,FSTYPE,UUID,LABEL,MOUNTPOINTS';
const MAX_OUTPUT_CHARS = 4 * 1024 * 1024;
/** Timeout for probing one disk, in ms. */
const PROBE_MS = PLAN_TIMEOUT_MS / 4;

const trimmed = (value: string | null): string => (value ?? '').trim();

/**
 * Reads the file system with `blkid` from the disk itself, when udev did not report one. In a container no process may
 * read a disk; for a mounted one the kernel still reports the type.
 */
const probeBlock = async (machine: Machine, block: LsblkBlock): Promise<LsblkBlock> => {
  if (block.fstype !== null) return block;
  const mounted = mountsOf(machine).find(({ source }) => source === `/dev/${block.kname}`);
  const byKernel = { ...block, fstype: mounted?.type ?? null };
  const blkid = machine.find('blkid');
  if (blkid === undefined) return byKernel;
  const { output } = await machine.run(blkid, ['-p', '-o', 'export', `/dev/${block.kname}`], PROBE_MS);
  const values = new Map(
    output.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const type = values.get('TYPE');
  if (type === undefined) return byKernel;
  const plain = (name: string): string => (values.get(name) ?? '').replaceAll(/\\(.)/g, '$1');
  return { ...block, fstype: type, uuid: plain('UUID'), label: plain('LABEL') };
};

const unescape = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** The folder name in `extdev` of a mount point; empty for any other. */
const placeOf = (machine: Machine, point: string): string => {
  const folder = machine.box === null ? null : `${machine.box.dataDir}/extdev/`;
  return folder !== null && point.startsWith(folder) && !point.slice(folder.length).includes('/')
    ? point.slice(folder.length)
    : '';
};

/** All mounts with their device and file system. */
const mountsOf = (
  machine: Machine,
): readonly { readonly point: string; readonly source: string; readonly type: string }[] =>
  machine
    .read('/proc/self/mountinfo')
    .split('\n')
    .flatMap((line) => {
      const [before = '', after = ''] = line.split(' - ');
      const point = unescape(before.split(' ')[4] ?? '');
      const [type = '', source = ''] = after.split(' ');
      return point === '' ? [] : [{ point, source: unescape(source), type }];
    });

/** Mounts in `extdev`: folder name and device. */
export const mountedPlaces = (machine: Machine): readonly { readonly place: string; readonly source: string }[] =>
  mountsOf(machine)
    .map(({ point, source }) => ({ place: placeOf(machine, point), source }))
    .filter(({ place }) => place !== '');

/** Mounted volumes of the box other than the first. */
export const mountedVolumes = (machine: Machine): readonly { readonly volume: string; readonly source: string }[] =>
  mountsOf(machine).flatMap(({ point, source }) => {
    const folder = `${machine.box?.dataDir ?? ''}/`;
    const volume = point.startsWith(folder) ? point.slice(folder.length) : '';
    return machine.box !== null && isVolumeName(volume) ? [{ volume, source }] : [];
  });

/** Names of the mounts directly in a folder. */
export const mountedIn = (machine: Machine, folder: string): ReadonlySet<string> =>
  new Set(
    mountsOf(machine).flatMap(({ point }) => (point.startsWith(`${folder}/`) ? [point.slice(folder.length + 1)] : [])),
  );

/** Whether the device of a mount still exists; true for a source that is not a device. */
const isDevicePresent = (machine: Machine, source: string): boolean =>
  !source.startsWith('/dev/') || machine.read(`/sys/class/block/${source.slice('/dev/'.length)}/dev`) !== '';

/** @param held whether another block device uses it */
const partOf = (machine: Machine, block: LsblkBlock, held: boolean): HostPartition => {
  const points = block.mountpoints.map(trimmed).filter((point) => point !== '');
  const places = points.map((point) => placeOf(machine, point));
  return {
    name: block.kname,
    number: Number(machine.read(`/sys/class/block/${block.kname}/partition`)),
    size: block.size,
    type: trimmed(block.fstype),
    uuid: trimmed(block.uuid),
    label: trimmed(block.label),
    use: classifyUse({ type: trimmed(block.fstype), held, elsewhere: places.includes(''), place: places.length > 0 }),
    place: places[0] ?? '',
    held: held ? 1 : 0,
  };
};

const busOf = ({ kname, tran }: LsblkBlock): string => {
  if (kname.startsWith('md')) return 'raid';
  if (kname.startsWith('nvme')) return 'nvme';
  if (kname.startsWith('mmcblk')) return 'mmc';
  return trimmed(tran);
};

const RAID_MEMBER = 'linux_raid_member';
const isArray = ({ kname }: LsblkBlock): boolean => kname.startsWith('md');

const isDisk = ({ type, size }: LsblkBlock): boolean => size > 0 && (type === 'disk' || /^(raid|linear)/.test(type));

/** Lists all disks and their use. Concurrent callers share one probe. @throws Lacking, ProbeFailed */
export const probeDisks = coalesceRequests(async (machine: Machine): Promise<HostDiskList> => {
  const udevadm = machine.find('udevadm');
  if (udevadm !== undefined) await machine.run(udevadm, ['settle', '--timeout=2'], PROBE_MS);
  const { code, output, errors } = await machine.run(
    requireProgram(machine, 'lsblk'),
    ['-J', '-b', '-l', '-o', COLUMNS],
    DISK_PROBE_TIMEOUT_MS,
    { maxOutputChars: MAX_OUTPUT_CHARS },
  );
  const parsed = parseJson(output);
  const decoded = decode(Lsblk, parsed._tag === 'Right' && isRecord(parsed.right) ? parsed.right : {});
  // A partial listing is an error: a disk that is not listed would count as unplugged.
  if (code !== 0 || decoded._tag === 'Left')
    throw new ProbeFailed(code === null ? 'lsblk did not answer in time' : errors);
  // A device made of two disks is listed below both.
  const blocks = decoded.right.blockdevices;
  const distinctBlocks = [...new Map(blocks.map((block) => [block.kname, block])).values()];
  const childrenOf = ({ kname }: LsblkBlock): readonly LsblkBlock[] => blocks.filter(({ pkname }) => pkname === kname);
  const names = distinctBlocks.filter(isArray).map(({ kname }) => kname);
  // `lsblk` lists a device made of several disks below only one of them; the kernel knows each.
  const arrayOf = (name: string): string =>
    names.find((array) => machine.read(`/sys/class/block/${array}/md/dev-${name}/state`) !== '') ??
    blocks.find((block) => block.pkname === name && isArray(block))?.kname ??
    '';
  /** Partitions of each disk; a disk without any counts as its own partition. */
  const diskBlocks = await Promise.all(
    distinctBlocks.filter(isDisk).map(async (block) => {
      const parts = childrenOf(block).filter(({ type }) => type === 'part');
      return {
        block,
        parts: await Promise.all((parts.length === 0 ? [block] : parts).map((each) => probeBlock(machine, each))),
      };
    }),
  );
  const members = diskBlocks.flatMap(({ parts }) => parts.filter(({ fstype }) => fstype === RAID_MEMBER));
  const membershipOf = (array: LsblkBlock): string =>
    trimmed(members.find(({ kname }) => arrayOf(kname) === array.kname)?.uuid ?? null);
  const disks = diskBlocks.map(({ block, parts }): HostDisk => ({
    name: block.kname,
    // An array is identified by the metadata of its members.
    serial: isArray(block) ? membershipOf(block) : trimmed(block.serial),
    model: isArray(block) ? `RAID ${block.type.replace(/^raid/, '')}` : trimmed(block.model),
    bus: busOf(block),
    size: block.size,
    unplugs: block.hotplug ? 1 : 0,
    rotates: block.rota ? 1 : 0,
    parts: parts.map((each) =>
      partOf(machine, each, arrayOf(each.kname) !== '' || childrenOf(each).some(({ type }) => type !== 'part')),
    ),
  }));
  const mounts = mountsOf(machine);
  const mirrors = await mirrorsOf(
    machine,
    disks,
    (name) => mounts.find(({ source }) => source === `/dev/${name}`)?.point,
  );
  const gone = mountedPlaces(machine).filter(({ source }) => !isDevicePresent(machine, source));
  const parts = disks.flatMap(({ serial, parts: all }) =>
    all
      .filter(({ type }) => type === RAID_MEMBER)
      .map(({ name, size, uuid }): ArrayPart => ({ name, serial, size, uuid, of: arrayOf(name) })),
  );
  const arrays = arraysOf(machine, parts, (name) => distinctBlocks.find(({ kname }) => kname === name)?.size ?? 0);
  return {
    answer: 'disks',
    disks: withMirrors(machine, disks),
    arrays: [...arrays, ...mirrors],
    gone: gone.map(({ place }) => place),
  };
});
