/** Parsers for files of /proc and /sys. They are pure functions over text, so that tests run on any machine. */

export interface CpuTimes {
  readonly busy: number;
  readonly total: number;
}

/** First line of /proc/stat: busy and total jiffies. */
export const parseCpu = (stat: string): CpuTimes => {
  const line = /^cpu +(.*)$/m.exec(stat)?.[1] ?? '';
  // user nice system idle iowait irq softirq steal; guest times are already included in user.
  const times = line.split(' ').map(Number).slice(0, 8);
  const total = times.reduce((sum, value) => sum + value, 0);
  return { busy: total - (times[3] ?? 0) - (times[4] ?? 0), total };
};

export interface MemoryUsage {
  readonly total: number;
  readonly used: number;
  readonly cached: number;
}

/** /proc/meminfo in bytes; used is what is neither free nor reclaimable. */
export const parseMemory = (meminfo: string): MemoryUsage => {
  const kib = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(meminfo)?.[1] ?? 0) * 1024;
  const total = kib('MemTotal');
  const cached = kib('Cached') + kib('Buffers') + kib('SReclaimable');
  return { total, cached, used: Math.max(0, total - kib('MemFree') - cached) };
};

export interface NetCounters {
  readonly dev: string;
  readonly received: number;
  readonly sent: number;
}

/** /proc/net/dev, bytes since the interface came up. */
export const parseNet = (dev: string): readonly NetCounters[] =>
  dev
    .split('\n')
    .slice(2)
    .flatMap((line) => {
      const match = /^ *([^:]+): *(.*)$/.exec(line);
      if (match === null) return [];
      const fields = (match[2] ?? '').split(/ +/).map(Number);
      return [{ dev: match[1] ?? '', received: fields[0] ?? 0, sent: fields[8] ?? 0 }];
    });

export interface DiskCounters {
  readonly dev: string;
  readonly read: number;
  readonly written: number;
  readonly busyMs: number;
}

const SECTOR_BYTES = 512;
const WHOLE_DISK_NAME = /^(sd[a-z]+|vd[a-z]+|xvd[a-z]+|nvme\d+n\d+|mmcblk\d+|md\d+)$/;

/** /proc/diskstats of whole disks and arrays, bytes and busy milliseconds since the start. */
export const parseDisks = (diskstats: string): readonly DiskCounters[] =>
  diskstats.split('\n').flatMap((line) => {
    const fields = line.trim().split(/ +/);
    const dev = fields[2] ?? '';
    if (!WHOLE_DISK_NAME.test(dev)) return [];
    const number = (index: number) => Number(fields[index] ?? 0);
    return [{ dev, read: number(5) * SECTOR_BYTES, written: number(9) * SECTOR_BYTES, busyMs: number(12) }];
  });

export interface ProcessTimes {
  readonly pid: number;
  readonly name: string;
  readonly jiffies: number;
  readonly rssPages: number;
}

/** /proc/{pid}/stat. The name is in brackets and may itself hold brackets and spaces. */
export const parseProcess = (stat: string): ProcessTimes | undefined => {
  const open = stat.indexOf('(');
  const close = stat.lastIndexOf(')');
  if (open < 0 || close < open) return undefined;
  const fields = stat.slice(close + 2).split(' ');
  return {
    pid: Number(stat.slice(0, open)),
    name: stat.slice(open + 1, close),
    jiffies: Number(fields[11] ?? 0) + Number(fields[12] ?? 0),
    rssPages: Number(fields[21] ?? 0),
  };
};
