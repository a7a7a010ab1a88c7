import type { Changes } from '../changes/changes.ts';
import type { Clock } from '../clock.ts';
import type { Hashes, Version } from '../files/hashes.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/index.ts';
import { AlbumFiles } from './album-files.ts';
import type { Albums } from './albums.ts';
import { FaceTables } from './faces/face-tables.ts';
import { People } from './faces/people.ts';
import { PeopleTables } from './faces/people-tables.ts';
import { Recogniser } from './faces/recogniser.ts';
import { forgetUnwanted, Recognition } from './faces/recognition.ts';
import { Finder } from './finder.ts';
import { IndexTables } from './index-tables.ts';
import { Indexer } from './indexer.ts';
import { Marks } from './marks.ts';
import { PlaceTables } from './places/place-tables.ts';
import { Reader } from './reader.ts';
import { Settings } from './settings.ts';
import { TextTables } from './texts/text-tables.ts';
import { ThingTables } from './things/thing-tables.ts';
import { Views } from './views.ts';
import type { SoundsOf } from './words.ts';

export interface PhotosDeps {
  readonly vault: Vault;
  readonly database: Database;
  /** A separate database for data that can be rebuilt from the disk. */
  readonly index: Database;
  readonly hashes: Hashes;
  readonly clock: Clock;
  readonly changes: Pick<Changes, 'area' | 'onPlaces'>;
  readonly albums: Albums;
  /** Names of the users whose folders are indexed. */
  readonly family: () => readonly string[];
  /** Folder of the owner's classifier, which may be missing. */
  readonly ownModel: string;
  readonly soundsOf: SoundsOf;
  readonly onFault: (fault: unknown, what: string) => void;
}

/** Minimum interval between change notifications. Clients redraw the timeline for each. */
const TELL_MS = 500;

export type Photos = ReturnType<typeof createPhotos>;

/** Creates and disposes the photo service as a whole: the index, the users' annotations, and albums. */
export const createPhotos = ({
  vault,
  database,
  index,
  hashes,
  clock,
  changes,
  albums,
  family,
  ownModel,
  soundsOf,
  onFault,
}: PhotosDeps) => {
  const tables = new IndexTables(index);
  const marks = new Marks(database);
  const settings = new Settings(database);
  const faces = new FaceTables(index);
  const people = new People(faces, new PeopleTables(database), clock, settings);
  const things = new ThingTables(index, settings);
  const texts = new TextTables(index);
  const places = new PlaceTables(index);
  const finder = new Finder({
    places,
    people,
    things,
    texts,
    albums,
    soundsOf,
    albumFiles: new AlbumFiles(index),
  });
  const views = new Views(index, { marks, people, things, finder });
  const reader = new Reader({ clock });
  let telling: NodeJS.Timeout | undefined;
  const changed = (): void => {
    views.changed();
    telling ??= setTimeout(() => {
      telling = undefined;
      changes.area('photos');
    }, TELL_MS).unref();
  };
  /** Whether a client was told that indexing is running, so that it must be notified when it ends. */
  let isAwaited = false;
  const indexer = new Indexer({
    vault,
    tables,
    places,
    hashes,
    reader,
    people: family,
    onChanged: changed,
    onRest: () => {
      if (isAwaited) changes.area('photos');
      isAwaited = false;
      recogniser.wake();
    },
    onFault: (fault) => {
      onFault(fault, 'photos');
    },
  });
  const recogniser = new Recogniser({
    vault,
    faces,
    things,
    texts,
    reader,
    settings,
    folder: ownModel,
    onFound: changed,
    locate: (key) => indexer.locate(key),
    isBusy: () => indexer.isBusy,
    onFault: (fault) => {
      onFault(fault, 'faces');
    },
  });
  const recognition = new Recognition({ settings, faces, things, texts, people, recogniser, onChanged: changed });
  const deaf = changes.onPlaces({ folder: (key) => indexer.folder(key), tree: (key) => indexer.tree(key) });
  return {
    vault,
    tables,
    views,
    albums,
    marks,
    settings,
    faces,
    things,
    texts,
    places,
    people,
    recogniser,
    recognition,
    indexer,
    /** Called when something that a timeline or an album list shows has changed. */
    changed,
    /** Whether the box is still indexing. A caller that gets 1 receives a change notification when indexing ends. */
    reading: (): 0 | 1 => {
      isAwaited ||= indexer.isBusy;
      return indexer.isBusy ? 1 : 0;
    },
    /** Starts scanning in the background for changes made while the box was off. */
    start: (): void => {
      faces.tryAgain();
      indexer.start();
      forgetUnwanted({ settings, faces, things, texts })
        .then(() => recogniser.wake())
        .catch((fault: unknown) => {
          onFault(fault, 'faces');
        });
    },
    /** Removes everything derived from a content that is about to be encrypted. */
    forget: (plain: Version, hash: string | undefined): void => {
      indexer.forget(plain);
      if (hash !== undefined) tables.forgetContent(hash);
      changed();
    },
    close: async (): Promise<void> => {
      deaf();
      clearTimeout(telling);
      // The indexer must know that it is closing before its child processes exit; otherwise their unread files would
      // count as unreadable.
      const ended = Promise.all([indexer.close(), recogniser.close()]);
      reader.close();
      await ended;
      await people.close();
    },
  };
};
