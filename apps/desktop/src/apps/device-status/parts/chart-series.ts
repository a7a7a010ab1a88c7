import type { DiskSpace, MonitorState, Sample } from '@boxwood/domain';

/** Times of the samples in seconds: the axis of every chart. */
export const timesOf = (state: MonitorState): readonly number[] => state.times.map((at) => at / 1000);

/** One value of every sample; a failed sample is a gap (P-02). */
export const valuesOf = (
  state: MonitorState,
  read: (sample: Sample) => number | undefined,
): readonly (number | null)[] => state.samples.map((sample) => (sample === null ? null : (read(sample) ?? null)));

/** The newest sample that arrived. */
export const latestSampleOf = (state: MonitorState): Sample | null =>
  state.samples.findLast((sample) => sample !== null) ?? null;

/** Names in any of the samples, sorted. A disconnected interface or disk keeps its chart while it has samples. */
export const namesOf = (
  state: MonitorState,
  read: (sample: Sample) => Readonly<Record<string, unknown>>,
): readonly string[] =>
  [...new Set(state.samples.flatMap((sample) => (sample === null ? [] : Object.keys(read(sample))))).values()].sort();

/** The names under which a sample can have the device of a volume: its own, and that of the disk of a partition. */
const sampledNames = (dev: string): readonly string[] => {
  const name = dev.slice(dev.lastIndexOf('/') + 1);
  // `nvme0n1p2` and `mmcblk0p1` are partitions behind a number, `sda1` behind a letter.
  const [, disk] = /^(.*\d)p\d+$/.exec(name) ?? /^([a-z]+)\d+$/.exec(name) ?? [];
  return disk === undefined ? [dev, name] : [dev, name, disk];
};

/** The sample of the device of a volume, or of the disk that the volume is a partition of. */
export const diskSampleOf = ({ disk }: Sample, { dev }: DiskSpace): Sample['disk'][string] | undefined =>
  sampledNames(dev)
    .map((name) => disk[name])
    .find((each) => each !== undefined);

/** Used space of a disk, in percent. */
export const usedPercentOf = ({ total, occupy }: DiskSpace): number => (total === 0 ? 0 : (occupy / total) * 100);
