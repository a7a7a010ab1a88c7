import { decode, either, isRecord, list, num, parseJson, refine, str, struct } from '@boxwood/command-bus/codecs';
import type { Machine } from '../machine.ts';
import type { Disk, Disks, Part } from '../protocol.ts';
import { LOOK_MS, PLAN_MS } from '../protocol.ts';
import { shared } from '../shared.ts';
import { needed, Unsaid } from '../verbs/planner.ts';
import { type ArrayPart, arraysOf } from './arrays.ts';
import { mirrorsOf, withMirrors } from './mirrors.ts';
import { isVolumeName } from './places.ts';
import { useOf } from './use.ts';

const nothingAtAll = refine('null', (u): u is null => u === null);
const maybe = either(str, nothingAtAll);
const truth = refine('true or false', (u): u is boolean => typeof u === 'boolean');
const Block = struct({
  kname: str,
  pkname: maybe,
  type: str,
  size: num,
  hotplug: truth,
  rota: truth,
  tran: maybe,
  model: maybe,
  serial: maybe,
  fstype: maybe,
  uuid: maybe,
  label: maybe,
  mountpoints: list(maybe, 4096),
});
type Block = (typeof Block)['_A'];
const Lsblk = struct({ blockdevices: list(Block, 4096) });

const COLUMNS = 'KNAME,PKNAME,TYPE,SIZE,HOTPLUG,ROTA,TRAN,MODEL,SERIAL,FSTYPE,UUID,LABEL,MOUNTPOINTS';
const MOST_SAID = 4 * 1024 * 1024;
/** Timeout for probing one disk, in ms. */
const PROBE_MS = PLAN_MS / 4;

const said = (value: string | null): string => (value ?? '').trim();

/**
 * Reads the file system with `blkid` from the disk itself, when udev did not report one. In a container no process may
 * read a disk; for a mounted one the kernel still reports the type.
 */
const probed = async (machine: Machine, block: Block): Promise<Block> => {
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
export const placesOf = (machine: Machine): readonly { readonly place: string; readonly source: string }[] =>
  mountsOf(machine)
    .map(({ point, source }) => ({ place: placeOf(machine, point), source }))
    .filter(({ place }) => place !== '');

/** Mounted volumes of the box other than the first. */
export const volumesOf = (machine: Machine): readonly { readonly volume: string; readonly source: string }[] =>
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
const isThere = (machine: Machine, source: string): boolean =>
  !source.startsWith('/dev/') || machine.read(`/sys/class/block/${source.slice('/dev/'.length)}/dev`) !== '';

/** @param held whether another block device uses it */
const partOf = (machine: Machine, block: Block, held: boolean): Part => {
  const points = block.mountpoints.map(said).filter((point) => point !== '');
  const places = points.map((point) => placeOf(machine, point));
  return {
    name: block.kname,
    number: Number(machine.read(`/sys/class/block/${block.kname}/partition`)),
    size: block.size,
    type: said(block.fstype),
    uuid: said(block.uuid),
    label: said(block.label),
    use: useOf({ type: said(block.fstype), held, elsewhere: places.includes(''), place: places.length > 0 }),
    place: places[0] ?? '',
    held: held ? 1 : 0,
  };
};

const busOf = ({ kname, tran }: Block): string => {
  if (kname.startsWith('md')) return 'raid';
  if (kname.startsWith('nvme')) return 'nvme';
  if (kname.startsWith('mmcblk')) return 'mmc';
  return said(tran);
};

const RAID_MEMBER = 'linux_raid_member';
const isArray = ({ kname }: Block): boolean => kname.startsWith('md');

const isDisk = ({ type, size }: Block): boolean => size > 0 && (type === 'disk' || /^(raid|linear)/.test(type));

/** Lists all disks and their use. Concurrent callers share one probe. @throws Lacking, ProbeFailed */
export const lookAtDisks = shared(async (machine: Machine): Promise<Disks> => {
  const udevadm = machine.find('udevadm');
  if (udevadm !== undefined) await machine.run(udevadm, ['settle', '--timeout=2'], PROBE_MS);
  const { code, output, errors } = await machine.run(
    needed(machine, 'lsblk'),
    ['-J', '-b', '-l', '-o', COLUMNS],
    LOOK_MS,
    { most: MOST_SAID },
  );
  const parsed = parseJson(output);
  const decoded = decode(Lsblk, parsed._tag === 'Right' && isRecord(parsed.right) ? parsed.right : {});
  // A partial listing is an error: a disk that is not listed would count as unplugged.
  if (code !== 0 || decoded._tag === 'Left') throw new Unsaid(code === null ? 'lsblk did not answer in time' : errors);
  // A device made of two disks is listed below both.
  const blocks = decoded.right.blockdevices;
  const once = [...new Map(blocks.map((block) => [block.kname, block])).values()];
  const childrenOf = ({ kname }: Block): readonly Block[] => blocks.filter(({ pkname }) => pkname === kname);
  const names = once.filter(isArray).map(({ kname }) => kname);
  // `lsblk` lists a device made of several disks below only one of them; the kernel knows each.
  const arrayOf = (name: string): string =>
    names.find((array) => machine.read(`/sys/class/block/${array}/md/dev-${name}/state`) !== '') ??
    blocks.find((block) => block.pkname === name && isArray(block))?.kname ??
    '';
  /** Partitions of each disk; a disk without any counts as its own partition. */
  const known = await Promise.all(
    once.filter(isDisk).map(async (block) => {
      const parts = childrenOf(block).filter(({ type }) => type === 'part');
      return {
        block,
        parts: await Promise.all((parts.length === 0 ? [block] : parts).map((each) => probed(machine, each))),
      };
    }),
  );
  const members = known.flatMap(({ parts }) => parts.filter(({ fstype }) => fstype === RAID_MEMBER));
  const membershipOf = (array: Block): string =>
    said(members.find(({ kname }) => arrayOf(kname) === array.kname)?.uuid ?? null);
  const disks = known.map(({ block, parts }): Disk => ({
    name: block.kname,
    // An array is identified by the metadata of its members.
    serial: isArray(block) ? membershipOf(block) : said(block.serial),
    model: isArray(block) ? `RAID ${block.type.replace(/^raid/, '')}` : said(block.model),
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
  const gone = placesOf(machine).filter(({ source }) => !isThere(machine, source));
  const parts = disks.flatMap(({ serial, parts: all }) =>
    all
      .filter(({ type }) => type === RAID_MEMBER)
      .map(({ name, size, uuid }): ArrayPart => ({ name, serial, size, uuid, of: arrayOf(name) })),
  );
  const arrays = arraysOf(machine, parts, (name) => once.find(({ kname }) => kname === name)?.size ?? 0);
  return {
    answer: 'disks',
    disks: withMirrors(machine, disks),
    arrays: [...arrays, ...mirrors],
    gone: gone.map(({ place }) => place),
  };
});
