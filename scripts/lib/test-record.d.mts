import type { SourceDigests } from './source-digests.mjs';

export interface TestReport {
  readonly functions: ReadonlyMap<string, ReadonlySet<number>>;
  readonly names: ReadonlySet<string>;
}
export interface TestRecord {
  readonly ms: number | null;
  readonly lines: ReadonlyMap<string, ReadonlySet<string>>;
}
export declare const readReports: (folder: string) => ReadonlyMap<string, TestReport>;
export declare const readRecords: (folder: string) => ReadonlyMap<string, TestRecord>;
export declare const readTimes: (folder: string) => ReadonlyMap<string, number>;
export declare const writeTimes: (
  folder: string,
  times: ReadonlyMap<string, number>,
  isKnown: (test: string) => boolean,
) => void;
export declare const writeRecords: (options: {
  readonly folder: string;
  readonly reports: ReadonlyMap<string, TestReport>;
  readonly times: ReadonlyMap<string, number>;
  readonly digests: SourceDigests;
  readonly isWhole: boolean;
}) => void;
export declare const changedShare: (record: TestRecord, digests: SourceDigests) => number;
