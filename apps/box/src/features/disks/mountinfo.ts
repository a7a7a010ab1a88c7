/** Parses the mount table of the kernel. */

export interface MountEntry {
  /** The kernel's mount id, device and root folder together, because the kernel reuses mount ids. */
  readonly id: string;
  readonly source: string;
  readonly point: string;
  readonly type: string;
  readonly readonly: boolean;
}

/** Mounts of this process, one per line (proc_pid_mountinfo(5)). */
export const MOUNTINFO = '/proc/self/mountinfo';

const unescape = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** Parses {@link MOUNTINFO}. */
export const parseMounts = (mountinfo: string): readonly MountEntry[] =>
  mountinfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const fields = before.split(' ');
    const [type = '', source = '', options = ''] = after.split(' ');
    const point = fields[4];
    if (point === undefined || type === '') return [];
    const readonly = `${fields[5] ?? ''},${options}`.split(',').includes('ro');
    return [
      {
        id: [fields[0], fields[2], fields[3]].join(' '),
        source: unescape(source),
        point: unescape(point),
        type,
        readonly,
      },
    ];
  });

/**
 * The mount that contains a folder: the one with the longest matching mount point, and the last one of several on the
 * same point.
 */
export const mountOf = (mounts: readonly MountEntry[], folder: string): MountEntry | undefined =>
  mounts.reduce<MountEntry | undefined>((best, mount) => {
    const prefix = mount.point === '/' ? '/' : `${mount.point}/`;
    const fits = folder === mount.point || folder.startsWith(prefix);
    return fits && mount.point.length >= (best?.point.length ?? 0) ? mount : best;
  }, undefined);
