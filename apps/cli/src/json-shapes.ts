/**
 * The JSON that `--json` prints (docs/cli.md): one shape for each kind of item, whatever command prints it. Full words
 * instead of wire names; bytes are numbers, times ISO 8601 in UTC or null, flags true and false.
 */
import type {
  Album,
  BoxClient,
  FileEntry,
  JournalEntry,
  Label,
  OpTask,
  ScriptToken,
  ShareRecord,
  TimelinePhoto,
  TrashItem,
} from '@boxwood/box-sdk';
import { joinPath, shareAddress } from '@boxwood/box-sdk';
import { completedBytesOf, taskStateOf } from '@boxwood/box-sdk/rules';
import type { BoxUser } from '@boxwood/account-sdk';
import { isFolder } from './remote-listing.ts';
import { cliVersion } from './cli-version.ts';

/** An epoch time in the form of the JSON output. */
export const isoTime = (epochSeconds: number): string | null =>
  epochSeconds > 0 ? new Date(epochSeconds * 1000).toISOString().replace('.000', '') : null;

const LINK = 100;

const kindOf = (entry: FileEntry): 'folder' | 'link' | 'file' => {
  if (entry.type === LINK) return 'link';
  return isFolder(entry) ? 'folder' : 'file';
};

export const entryShape = (entry: FileEntry) => ({
  path: entry.path,
  name: entry.name,
  kind: kindOf(entry),
  size: entry.size,
  modified: isoTime(entry.mtime),
  created: isoTime(entry.ctime),
});

const OPERATIONS: Readonly<Record<string, string>> = {
  EMOVE: 'encrypt',
  DMOVE: 'decrypt',
  DOWN: 'download',
  DECOMPRESS: 'extract',
};
const STATES = { '-1': 'failed', '0': 'waiting', '1': 'done', '2': 'working', '3': 'paused' } as const;

export const taskShape = (task: OpTask) => {
  const state = STATES[`${taskStateOf(task.tb_state)}`];
  const error = state === 'failed' ? { code: task.tb_code, message: task.tb_msg } : null;
  return {
    id: task.tb_id,
    operation: OPERATIONS[task.tb_cmd] ?? task.tb_cmd.toLowerCase(),
    state,
    name: task.tb_name,
    source: task.tb_source,
    target: task.tb_target,
    user: task.tb_user,
    created: isoTime(task.tb_ctime),
    size: task.tb_total,
    done: completedBytesOf(task),
    percent: task.tb_progress,
    bytesPerSecond: task.tb_speed,
    error,
  };
};

export const folderSizeShape = (path: string, parts: Awaited<ReturnType<BoxClient['files']['measureEntries']>>) => ({
  path,
  size: parts.size,
  files: parts.count,
  complete: parts.complete === 1,
  entries: parts.list.map((part) => ({
    path: joinPath(path, part.name),
    name: part.name,
    kind: part.dir === 1 ? 'folder' : 'file',
    size: part.size,
  })),
});

export const statusShape = (
  product: Awaited<ReturnType<BoxClient['system']['product']>>,
  status: Awaited<ReturnType<BoxClient['monitor']['status']>>,
  { disks }: Awaited<ReturnType<BoxClient['disks']['list']>>,
) => ({
  box: { name: product.boxname, id: product.boxid, product: product.product, version: product.versionname },
  commandLine: cliVersion(),
  time: isoTime(status.local_time),
  upSeconds: status.box_uptime,
  processor: { percent: status.cpu_info.cpu_usage, celsius: status.cpu_info.cpu_temp },
  memory: { size: status.memory_info.memory_total, used: status.memory_info.memory_used },
  disks: disks.map((disk) => ({
    path: disk.mntdir,
    device: disk.dev,
    label: disk.label ?? '',
    fileSystem: disk.type,
    size: disk.f_blocks * disk.f_bsize,
    free: disk.f_bavail * disk.f_bsize,
  })),
});

export const trashShape = ({ id, n, p, t, s, m, d }: TrashItem) => ({
  id,
  path: joinPath(p, n),
  name: n,
  kind: t === 5 ? 'folder' : 'file',
  size: s,
  modified: isoTime(m),
  binned: isoTime(d),
});

export const journalEntryShape = ({
  id,
  action,
  state,
  time,
  origin,
  items,
  path,
  target,
  reversible,
  reason,
}: JournalEntry) => ({
  id,
  action,
  state,
  time: isoTime(time),
  origin,
  items,
  path,
  ...(target === undefined ? {} : { target }),
  reversible: reversible === 1,
  reason,
});

export const linkShape = (share: ShareRecord) => ({
  id: share.id,
  url: shareAddress(share),
  paths: share.files.map((name) => joinPath(share.path, name)),
  code: share.code === '0000' ? null : share.code,
  days: share.days,
  visits: share.visits,
  created: isoTime(share.ctime),
  expires: isoTime(share.etime),
});

export const newLinkShape = (
  share: Awaited<ReturnType<BoxClient['shares']['link']>>,
  request: { readonly path: string; readonly code: string; readonly days: number },
) => ({
  id: share.id,
  url: shareAddress(share),
  paths: [request.path],
  code: request.code === '0000' ? null : request.code,
  days: request.days,
  visits: 0,
});

export const tokenShape = ({ id, name, verb, path, ctime, etime, used }: ScriptToken) => ({
  id,
  name,
  rights: verb,
  path,
  created: isoTime(ctime),
  expires: isoTime(etime),
  used: isoTime(used),
});

export const personShape = ({ userName, nickName, owner, admin, ctime }: BoxUser) => ({
  user: userName,
  name: nickName,
  role: owner === 'Y' ? 'owner' : admin === 'Y' ? 'administrator' : 'member',
  joined: isoTime(ctime),
});

export const photoShape = (photo: TimelinePhoto) => ({
  id: photo.id,
  path: photo.path,
  kind: photo.kind,
  size: photo.size,
  taken: isoTime(photo.taken),
  minutesEast: photo.zone,
  takenFrom: photo.takenfrom,
  width: photo.width,
  height: photo.height,
  seconds: photo.duration,
  place: photo.place,
});

export const albumShape = (album: Album) => ({
  id: album.id,
  name: album.name,
  owner: album.owner,
  members: album.members,
  photos: album.num,
  folders: album.watchpath_list.map(({ path }) => path),
  created: isoTime(album.ctime),
  modified: isoTime(album.mtime),
});

/** A person, an object or a place in pictures. */
export const labelShape = ({ id, name, cnt, place }: Label) => ({
  id,
  name,
  photos: cnt,
  english: place?.english ?? name,
  country: place?.country ?? '',
});
