import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newSecret } from '../identity/secrets.ts';
import { createJournal, journalMigrations } from '../journal/journal.ts';
import { openDatabase } from '../store/database.ts';
import { callerFor, moveMigrations, Vault } from '../vault/index.ts';
import { transferMigrations, Uploads } from './tables.ts';
import { Transfers } from './transfers.ts';

/** Bytes of the file that test upload `index` sends; 0 to 600,000 of them, always the same. */
export const contentOf = (index: number): Buffer => {
  const seed = createHash('sha512').update(`upload ${index}`).digest();
  const size = index % 7 === 0 ? 0 : seed.readUInt32LE(0) % 600_000;
  return Buffer.alloc(size, seed);
};

export const CHUNK = 90_000;
export const targetOf = (index: number): string => `/mnt/usb1/ann/in/${index}.bin`;

/** A box's transfers over a folder that outlives the process. */
export const openTransfers = (root: string) => {
  const database = openDatabase(join(root, 'box.db'), {
    migrations: [...moveMigrations, ...journalMigrations, ...transferMigrations],
  });
  const vault = new Vault({ database, volumes: [{ mountDir: '/mnt/usb1', root: join(root, 'usb1'), kind: 'data' }] });
  const transfers = new Transfers({
    ...{ vault, uploads: new Uploads(database), journal: createJournal(database, () => 1) },
    ...{ clock: { now: () => 1 }, newUuid: newSecret, bootId: 'same machine' },
  });
  return { database, vault, transfers };
};

/** Uploads file after file and says on standard output what was answered, until it is killed. */
const main = async (root: string, first: number): Promise<void> => {
  const { transfers } = openTransfers(root);
  const ann = callerFor('ann');
  for (let index = first; ; index += 1) {
    const content = contentOf(index);
    const { uuid, start } = await transfers.prepare(ann, targetOf(index), content.length);
    for (let at = start; at < content.length; at += CHUNK) {
      const body = Readable.from([content.subarray(at, at + CHUNK)], { objectMode: false });
      const outcome = await transfers.put({ uuid, start: at, body, length: null });
      process.stdout.write(`ack ${index} ${outcome.status === 200 ? outcome.size : outcome.status}\n`);
    }
    await transfers.finish(ann, targetOf(index), content.length, uuid, 1_600_000_000 + index);
    process.stdout.write(`done ${index}\n`);
  }
};

const [, script = '', root, first] = process.argv;
if (script.endsWith('kill-child.ts') && root !== undefined) await main(root, Number(first));
