import { Readable } from 'node:stream';
import { newSecret } from '../../server/identity/secrets.ts';
import { testBox, type JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import { transferMigrations, Uploads } from './uploads-table.ts';
import { Transfers, type TransfersOptions } from './transfers.ts';

/** A box for tests of uploads. @param now epoch milliseconds */
export const uploadBox = (now: () => number): JournalTestBox => testBox(now, transferMigrations);

/** Transfers of a test box, as after its start; `own` overrides options. */
export const uploadsOf = (
  { vault, bins, database, journal }: JournalTestBox,
  now: () => number,
  own: Partial<TransfersOptions> = {},
): Transfers =>
  new Transfers({
    vault,
    trashBins: bins,
    journal,
    uploads: new Uploads(database),
    room: new FreeSpaceTracker(),
    clock: { now },
    newUuid: newSecret,
    bootId: 'boot',
    ...own,
  });

/** The body of a PUT. */
export const bodyOf = (bytes: string | Uint8Array): Readable =>
  Readable.from([Buffer.from(bytes)], { objectMode: false });
