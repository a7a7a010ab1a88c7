import { askWorker } from './ask-worker.ts';
import { PackageTooLarge } from './open-package.ts';
import type { SheetAnswer, SheetTable } from './sheet-worker.ts';

/** Timeout of reading a workbook; only malicious files take longer. */
const LIMIT_MS = 30_000;

/** Reads a workbook in a worker. @throws TypeError if it is not a workbook, PackageTooLarge on timeout */
export const readSheets = async (bytes: Uint8Array<ArrayBuffer>): Promise<readonly SheetTable[]> => {
  const copy = bytes.slice().buffer;
  const worker = new Worker(new URL('sheet-worker.ts', import.meta.url), { type: 'module' });
  const answer = await askWorker<SheetAnswer>(worker, copy, LIMIT_MS, [copy]);
  if (answer === null) throw new PackageTooLarge();
  if (!answer.ok) throw new TypeError('not a workbook');
  return answer.sheets;
};
