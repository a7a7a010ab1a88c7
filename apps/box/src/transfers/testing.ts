import { Readable } from 'node:stream';
import { newSecret } from '../identity/secrets.ts';
import { testBox, type TestBox } from '../journal/testing.ts';
import { Room } from '../space/room.ts';
import { transferMigrations, Uploads } from './tables.ts';
import { Transfers, type TransfersOptions } from './transfers.ts';

/** A box for tests of uploads. @param now epoch milliseconds */
export const uploadBox = (now: () => number): TestBox => testBox(now, transferMigrations);

/** Transfers of a test box, as after its start; `own` overrides options. */
export const uploadsOf = (
  { vault, bins, database, journal }: TestBox,
  now: () => number,
  own: Partial<TransfersOptions> = {},
): Transfers =>
  new Transfers({
    vault,
    bins,
    journal,
    uploads: new Uploads(database),
    room: new Room(),
    clock: { now },
    newUuid: newSecret,
    bootId: 'boot',
    ...own,
  });

/** The body of a PUT. */
export const bodyOf = (bytes: string | Uint8Array): Readable =>
  Readable.from([Buffer.from(bytes)], { objectMode: false });
