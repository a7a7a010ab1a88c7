/** Global set-up of a run: a box sets itself up with the test users and is stopped; the boxes of the run copy its folder. */
import { rmSync } from 'node:fs';
import { startBoxProcess } from './box-process.ts';
import { PREPARED_BOX } from './prepared-box.ts';

/** Prepares the box. @returns removes it */
export default async function prepareBox(): Promise<() => void> {
  // A run of one spec (scripts/tasks/test.mjs) starts one box.
  if ((process.env['TEST_FILE'] ?? '') !== '') return () => undefined;
  const box = await startBoxProcess();
  await box.stop();
  process.env[PREPARED_BOX] = box.dataDir;
  return () => {
    for (const folder of [box.dataDir, `${box.dataDir}-config`]) rmSync(folder, { recursive: true, force: true });
  };
}
