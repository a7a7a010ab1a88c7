import type { SourceDigests } from './source-digests.mjs';
import type { TestRecord } from './test-record.mjs';

export declare const selectTests: (options: {
  readonly tests: readonly string[];
  readonly records: ReadonlyMap<string, TestRecord>;
  readonly times?: ReadonlyMap<string, number>;
  readonly files: readonly string[];
  readonly digests: SourceDigests;
  readonly byImports: (files: readonly string[], tests: readonly string[]) => readonly string[];
}) => readonly { readonly file: string; readonly share: number; readonly ms: number | null }[];
