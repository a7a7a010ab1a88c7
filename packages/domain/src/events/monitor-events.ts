import type { BoxTrouble, DiskSpace, Sample } from '../monitor/monitor.ts';

export type MonitorEvent =
  | {
      readonly type: 'SampleTaken';
      readonly data: {
        readonly sample: Sample;
        readonly runTime: number;
        readonly boxTime: number;
        readonly trouble: BoxTrouble;
      };
    }
  | { readonly type: 'SampleMissed'; readonly data: { readonly at: number } }
  | { readonly type: 'DisksMeasured'; readonly data: { readonly disks: readonly DiskSpace[] } };
