/** What the kernel says is mounted. */

export interface MountEntry {
  /** The kernel's number of it, its device and the folder of it that is shown: a number alone is given again. */
  readonly id: string;
  readonly source: string;
  readonly point: string;
  readonly type: string;
  readonly readonly: boolean;
}

/** Every mount of this process, one a line (proc_pid_mountinfo(5)). */
export const MOUNTINFO = '/proc/self/mountinfo';

const unescape = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** {@link MOUNTINFO}: what is mounted where. */
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

/** The mount a folder lies on: the longest mount point that begins its path; of several on one point, the last. */
export const mountOf = (mounts: readonly MountEntry[], folder: string): MountEntry | undefined =>
  mounts.reduce<MountEntry | undefined>((best, mount) => {
    const prefix = mount.point === '/' ? '/' : `${mount.point}/`;
    const fits = folder === mount.point || folder.startsWith(prefix);
    return fits && mount.point.length >= (best?.point.length ?? 0) ? mount : best;
  }, undefined);
