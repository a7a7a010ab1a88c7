import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MediaHashes, ContentVersion } from '../files/media-hashes.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { AlbumFiles } from './album-files.ts';
import type { Albums } from './albums.ts';
import { FaceTables } from './faces/face-tables.ts';
import { People } from './faces/people.ts';
import { PeopleTables } from './faces/people-tables.ts';
import { Recogniser } from './faces/recogniser.ts';
import { clearDisabledResults, RecognitionController } from './faces/recognition-controller.ts';
import { PhotoSearch } from './photo-search.ts';
import { IndexTables } from './index-tables.ts';
import { Indexer } from './indexer.ts';
import { PhotoAnnotations } from './photo-annotations.ts';
import { PlaceTables } from './places/place-tables.ts';
import { MetadataExtractor } from './metadata-extractor.ts';
import { PhotoSettings } from './photo-settings.ts';
import { TextTables } from './texts/text-tables.ts';
import { ObjectTables } from './objects/object-tables.ts';
import { Timelines } from './timelines.ts';
import type { SoundsOf } from './search-query.ts';

export interface PhotosDeps {
  readonly vault: Vault;
  readonly database: Database;
  /** A separate database for data that can be rebuilt from the disk. */
  readonly index: Database;
  readonly hashes: MediaHashes;
  readonly clock: Clock;
  readonly changes: Pick<ChangeFeed, 'area' | 'onFolderChange'>;
  readonly albums: Albums;
  /** Names of the users whose folders are indexed. */
  readonly userNames: () => readonly string[];
  /** Folder of the owner's classifier, which may be missing. */
  readonly ownModel: string;
  readonly soundsOf: SoundsOf;
  readonly onFault: (fault: unknown, what: string) => void;
}

/** Minimum interval between change notifications. Clients redraw the timeline for each. */
const NOTIFY_INTERVAL_MS = 500;

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
  userNames,
  ownModel,
  soundsOf,
  onFault,
}: PhotosDeps) => {
  const tables = new IndexTables(index);
  const annotations = new PhotoAnnotations(database);
  const settings = new PhotoSettings(database);
  const faces = new FaceTables(index);
  const people = new People(faces, new PeopleTables(database), clock, settings);
  const objects = new ObjectTables(index, settings);
  const texts = new TextTables(index);
  const places = new PlaceTables(index);
  const search = new PhotoSearch({
    places,
    people,
    objects,
    texts,
    albums,
    soundsOf,
    albumFiles: new AlbumFiles(index),
  });
  const timelines = new Timelines(index, { annotations, people, objects, search });
  const metadataExtractor = new MetadataExtractor({ clock });
  let notifyTimer: NodeJS.Timeout | undefined;
  const notifyChanged = (): void => {
    timelines.invalidate();
    notifyTimer ??= setTimeout(() => {
      notifyTimer = undefined;
      changes.area('photos');
    }, NOTIFY_INTERVAL_MS).unref();
  };
  /**
   * Whether the box reported to a client that indexing is running, so that it must notify the client when indexing
   * ends.
   */
  let isIdleAwaited = false;
  const indexer = new Indexer({
    vault,
    tables,
    places,
    hashes,
    metadataExtractor,
    userNames: userNames,
    onChanged: notifyChanged,
    onIdle: () => {
      if (isIdleAwaited) changes.area('photos');
      isIdleAwaited = false;
      recogniser.wake();
    },
    onFault: (fault) => {
      onFault(fault, 'photos');
    },
  });
  const recogniser = new Recogniser({
    vault,
    faces,
    objects,
    texts,
    metadataExtractor,
    settings,
    folder: ownModel,
    onFound: notifyChanged,
    locate: (key) => indexer.locate(key),
    isBusy: () => indexer.isBusy,
    onFault: (fault) => {
      onFault(fault, 'faces');
    },
  });
  const recognition = new RecognitionController({
    settings,
    faces,
    objects,
    texts,
    people,
    recogniser,
    onChanged: notifyChanged,
  });
  const unsubscribe = changes.onFolderChange({
    folder: (key) => indexer.onFolderChanged(key),
    tree: (key) => indexer.onTreeChanged(key),
  });
  return {
    vault,
    tables,
    timelines: timelines,
    albums,
    annotations: annotations,
    settings,
    faces,
    objects: objects,
    texts,
    places,
    people,
    recogniser,
    recognition,
    indexer,
    /** Called when something that a timeline or an album list shows has changed. */
    changed: notifyChanged,
    /** Whether the box is still indexing. A caller that gets 1 receives a change notification when indexing ends. */
    reading: (): 0 | 1 => {
      isIdleAwaited ||= indexer.isBusy;
      return indexer.isBusy ? 1 : 0;
    },
    /** Starts scanning in the background for changes made while the box was off. */
    start: (): void => {
      faces.retryPostponed();
      indexer.start();
      clearDisabledResults({ settings, faces, objects, texts })
        .then(() => recogniser.wake())
        .catch((fault: unknown) => {
          onFault(fault, 'faces');
        });
    },
    /** Removes everything derived from a content that is about to be encrypted. */
    forget: (plain: ContentVersion, hash: string | undefined): void => {
      indexer.forget(plain);
      if (hash !== undefined) tables.forgetContent(hash);
      notifyChanged();
    },
    close: async (): Promise<void> => {
      unsubscribe();
      clearTimeout(notifyTimer);
      // The indexer must know that it is closing before its child processes exit; otherwise their unread files would
      // count as unreadable.
      const ended = Promise.all([indexer.close(), recogniser.close()]);
      metadataExtractor.close();
      await ended;
      await people.close();
    },
  };
};
