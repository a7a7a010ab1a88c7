import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newSecret } from '../../server/identity/secrets.ts';
import { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import { createJournal, journalMigrations } from '../../storage/journal/journal.ts';
import { openDatabase } from '../../store/database.ts';
import { TrashBins } from '../trash/trash-bins.ts';
import { TrashTable, trashMigrations } from '../trash/trash-table.ts';
import { callerFor, moveMigrations, Vault } from '../../storage/vault/index.ts';
import { transferMigrations, Uploads } from './uploads-table.ts';
import { Transfers } from './transfers.ts';

/** Bytes of the file that test upload `index` sends; 0 to 600,000 of them, always the same. */
export const contentOf = (index: number): Buffer => {
  const seed = createHash('sha512').update(`upload ${index}`).digest();
  const size = index % 7 === 0 ? 0 : seed.readUInt32LE(0) % 600_000;
  return Buffer.alloc(size, seed);
};

export const CHUNK_BYTES = 90_000;
export const targetOf = (index: number): string => `/mnt/usb1/ann/in/${index}.bin`;

/** Transfers of a box over a folder that outlives the process. */
export const openTransfers = (root: string) => {
  const database = openDatabase(join(root, 'box.db'), {
    migrations: [...moveMigrations, ...journalMigrations, ...trashMigrations, ...transferMigrations],
  });
  const vault = new Vault({ database, volumes: [{ mountDir: '/mnt/usb1', root: join(root, 'usb1'), kind: 'data' }] });
  const bins = new TrashBins({ vault, table: new TrashTable(database), now: () => 1 });
  const transfers = new Transfers({
    room: new FreeSpaceTracker(),
    vault,
    trashBins: bins,
    uploads: new Uploads(database),
    journal: createJournal(database, () => 1),
    clock: { now: () => 1 },
    newUuid: newSecret,
    bootId: 'same machine',
  });
  return { database, vault, transfers };
};

/** Uploads files and writes each response to standard output, until the process is killed. */
const main = async (root: string, first: number): Promise<void> => {
  const { transfers } = openTransfers(root);
  const ann = callerFor('ann');
  for (let index = first; ; index += 1) {
    const content = contentOf(index);
    const { uuid, start } = await transfers.prepare(ann, targetOf(index), content.length);
    for (let at = start; at < content.length; at += CHUNK_BYTES) {
      const body = Readable.from([Buffer.from(content.subarray(at, at + CHUNK_BYTES))], { objectMode: false });
      const outcome = await transfers.put({ uuid, start: at, body, length: null });
      process.stdout.write(`ack ${index} ${outcome.status === 200 ? outcome.size : outcome.status}\n`);
    }
    await transfers.finish(ann, targetOf(index), content.length, uuid, 1_600_000_000 + index);
    process.stdout.write(`done ${index}\n`);
  }
};

/** Files of one bundle, and the number of folders they are spread over. */
const BUNDLE_FILE_COUNT = 40;
const FOLDER_COUNT = 3;

export const smallTarget = (index: number): string => `/mnt/usb1/ann/in/${index % FOLDER_COUNT}/${index}.txt`;
/** Bytes of small test file `index`; every eleventh file is empty. */
export const smallContent = (index: number): Buffer =>
  contentOf(index).subarray(0, index % 11 === 0 ? 0 : 1 + (index % 900));

/** The small files of a round; a later run with the same number sends them again. */
export const bundleFrom = (round: number): readonly number[] =>
  Array.from({ length: BUNDLE_FILE_COUNT }, (_, index) => 7 * (1 + round * BUNDLE_FILE_COUNT + index) + 1);

/** Uploads bundles and writes each response to standard output, until the process is killed. */
const mainBundles = async (root: string, first: number): Promise<void> => {
  const { transfers } = openTransfers(root);
  const ann = callerFor('ann');
  for (let round = first; ; round += 1) {
    const indices = bundleFrom(round);
    const files = indices.map((index) => ({
      target: smallTarget(index),
      size: smallContent(index).length,
      mtime: 1_600_000_000 + index,
    }));
    const { uuid, list } = await transfers.prepareBundle(ann, files);
    process.stdout.write(`asked ${round}\n`);
    if (uuid !== undefined) {
      const wanted = indices.filter((_, index) => list[index]?.have === 0);
      const body = Readable.from([Buffer.concat(wanted.map(smallContent))], { objectMode: false });
      await transfers.put({ uuid, start: 0, body, length: null });
      process.stdout.write(`sent ${round}\n`);
      const outcomes = await transfers.finishBundle(ann, uuid);
      if (outcomes.some(({ error }) => error !== 0)) throw new Error(`refused: ${JSON.stringify(outcomes)}`);
    }
    process.stdout.write(`done ${round}\n`);
  }
};

const [, script = '', root, first, what] = process.argv;
if (import.meta.filename === script && root !== undefined)
  await (what === 'bundles' ? mainBundles : main)(root, Number(first));
