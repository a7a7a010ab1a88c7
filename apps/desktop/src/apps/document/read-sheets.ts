import { runInWorker } from './run-in-worker.ts';
import { PackageTooLarge } from './office-package.ts';
import type { SheetResult, SheetTable } from './sheet-worker.ts';

/** Timeout of reading a workbook; only malicious files take longer. */
const WORKBOOK_TIMEOUT_MS = 30_000;

/** Reads a workbook in a worker. @throws TypeError if it is not a workbook, PackageTooLarge on timeout */
export const readSheets = async (bytes: Uint8Array<ArrayBuffer>): Promise<readonly SheetTable[]> => {
  const copy = bytes.slice().buffer;
  const worker = new Worker(new URL('sheet-worker.ts', import.meta.url), { type: 'module' });
  const result = await runInWorker<SheetResult>(worker, copy, WORKBOOK_TIMEOUT_MS, [copy]);
  if (result === null) throw new PackageTooLarge();
  if (!result.ok) throw new TypeError('not a workbook');
  return result.sheets;
};
