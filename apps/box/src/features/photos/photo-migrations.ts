import { defineMigration } from '../../store/migrations.ts';

/**
 * User data about photos (`photo_marks`, `albums` and their tables) refers to the content and survives while no file of
 * it exists. The index of the disk was moved in step 2 to its own database, {@link photoIndexMigrations}.
 */
export const photoMigrations = [
  defineMigration(
    'photos',
    1,
    `CREATE TABLE photo_folders (
       id INTEGER PRIMARY KEY,
       key TEXT NOT NULL UNIQUE,
       parent TEXT NOT NULL,
       mtime REAL NOT NULL
     ) STRICT;
     CREATE INDEX photo_folders_parent ON photo_folders(parent);
     CREATE TABLE photo_files (
       id INTEGER PRIMARY KEY,
       folder INTEGER NOT NULL REFERENCES photo_folders(id) ON DELETE CASCADE,
       name TEXT NOT NULL,
       dev INTEGER NOT NULL,
       ino INTEGER NOT NULL,
       size INTEGER NOT NULL,
       mtime REAL NOT NULL,
       photo TEXT,
       tried INTEGER NOT NULL DEFAULT 0,
       lead INTEGER,
       UNIQUE (folder, name)
     ) STRICT;
     CREATE INDEX photo_files_photo ON photo_files(photo);
     CREATE INDEX photo_files_ino ON photo_files(dev, ino);
     CREATE INDEX photo_files_lead ON photo_files(lead) WHERE lead IS NOT NULL;
     CREATE INDEX photo_files_new ON photo_files(id) WHERE photo IS NULL AND tried = 0;
     CREATE TABLE photo_facts (
       id TEXT PRIMARY KEY,
       hash TEXT NOT NULL,
       taken INTEGER NOT NULL,
       zone INTEGER NOT NULL,
       takenfrom TEXT NOT NULL,
       wall INTEGER NOT NULL,
       width INTEGER NOT NULL,
       height INTEGER NOT NULL,
       kind TEXT NOT NULL,
       duration REAL NOT NULL,
       camera TEXT NOT NULL,
       lens TEXT NOT NULL,
       exposure REAL NOT NULL,
       aperture REAL NOT NULL,
       iso INTEGER NOT NULL,
       focal REAL NOT NULL,
       latitude REAL,
       longitude REAL,
       country TEXT NOT NULL,
       placeholder TEXT NOT NULL,
       trouble TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX photo_facts_wall ON photo_facts(wall);
     CREATE INDEX photo_facts_hash ON photo_facts(hash);
     CREATE TABLE photo_marks (
       user TEXT NOT NULL,
       photo TEXT NOT NULL,
       favourite INTEGER NOT NULL DEFAULT 0,
       hidden INTEGER NOT NULL DEFAULT 0,
       caption TEXT NOT NULL DEFAULT '',
       taken INTEGER,
       PRIMARY KEY (user, photo)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE albums (
       id TEXT PRIMARY KEY,
       owner TEXT NOT NULL,
       name TEXT NOT NULL,
       cover TEXT NOT NULL,
       ctime INTEGER NOT NULL,
       mtime INTEGER NOT NULL,
       UNIQUE (owner, name)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE album_members (
       album TEXT NOT NULL REFERENCES albums(id) ON DELETE CASCADE,
       member TEXT NOT NULL,
       PRIMARY KEY (album, member)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE album_folders (
       album TEXT NOT NULL REFERENCES albums(id) ON DELETE CASCADE,
       key TEXT NOT NULL,
       ctime INTEGER NOT NULL,
       PRIMARY KEY (album, key)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE album_photos (
       album TEXT NOT NULL REFERENCES albums(id) ON DELETE CASCADE,
       photo TEXT NOT NULL,
       PRIMARY KEY (album, photo)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE photo_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`,
  ),
  defineMigration('photos', 2, 'DROP TABLE photo_files; DROP TABLE photo_facts; DROP TABLE photo_folders'),
  // Names of people, separate for each user. A face is identified by the content of its photo. `said` 1: assigned by
  // the user, and never changed automatically.
  defineMigration(
    'photos',
    3,
    `CREATE TABLE people (
       user TEXT NOT NULL,
       id TEXT NOT NULL,
       name TEXT NOT NULL,
       hidden INTEGER NOT NULL,
       cover TEXT NOT NULL,
       PRIMARY KEY (user, id)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE people_faces (
       user TEXT NOT NULL,
       photo TEXT NOT NULL,
       face INTEGER NOT NULL,
       person TEXT NOT NULL,
       said INTEGER NOT NULL,
       PRIMARY KEY (user, photo, face)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX people_faces_person ON people_faces(user, person);
     CREATE TABLE people_log (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       user TEXT NOT NULL,
       at INTEGER NOT NULL,
       what TEXT NOT NULL,
       person TEXT NOT NULL,
       name TEXT NOT NULL,
       change TEXT NOT NULL,
       undone INTEGER NOT NULL
     ) STRICT;
     CREATE INDEX people_log_user ON people_log(user, id)`,
  ),
  defineMigration('photos', 4, 'CREATE INDEX album_members_member ON album_members(member)'),
];

/**
 * The index, rebuilt from the disk when it is lost. It has its own database, so that its many writes affect neither
 * durable writes nor backups. Unchanged folders are skipped by mtime; renamed files are recognised by inode, size and
 * time. Metadata (`photo_facts`) belongs to the content. `lead` is the photo that a file accompanies: the video of a
 * live photo, or a raw file.
 */
export const photoIndexMigrations = [
  defineMigration(
    'photo index',
    1,
    `CREATE TABLE photo_folders (
       id INTEGER PRIMARY KEY,
       key TEXT NOT NULL UNIQUE,
       parent TEXT NOT NULL,
       mtime REAL NOT NULL
     ) STRICT;
     CREATE INDEX photo_folders_parent ON photo_folders(parent);
     CREATE TABLE photo_files (
       id INTEGER PRIMARY KEY,
       folder INTEGER NOT NULL REFERENCES photo_folders(id) ON DELETE CASCADE,
       name TEXT NOT NULL,
       dev INTEGER NOT NULL,
       ino INTEGER NOT NULL,
       size INTEGER NOT NULL,
       mtime REAL NOT NULL,
       photo TEXT,
       tried INTEGER NOT NULL DEFAULT 0,
       lead INTEGER,
       UNIQUE (folder, name)
     ) STRICT;
     CREATE INDEX photo_files_photo ON photo_files(photo);
     CREATE INDEX photo_files_ino ON photo_files(dev, ino);
     CREATE INDEX photo_files_lead ON photo_files(lead) WHERE lead IS NOT NULL;
     CREATE INDEX photo_files_new ON photo_files(id) WHERE photo IS NULL AND tried = 0;
     CREATE TABLE photo_facts (
       id TEXT PRIMARY KEY,
       hash TEXT NOT NULL,
       taken INTEGER NOT NULL,
       zone INTEGER NOT NULL,
       takenfrom TEXT NOT NULL,
       wall INTEGER NOT NULL,
       width INTEGER NOT NULL,
       height INTEGER NOT NULL,
       kind TEXT NOT NULL,
       duration REAL NOT NULL,
       camera TEXT NOT NULL,
       lens TEXT NOT NULL,
       exposure REAL NOT NULL,
       aperture REAL NOT NULL,
       iso INTEGER NOT NULL,
       focal REAL NOT NULL,
       latitude REAL,
       longitude REAL,
       country TEXT NOT NULL,
       placeholder TEXT NOT NULL,
       trouble TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX photo_facts_wall ON photo_facts(wall);
     CREATE INDEX photo_facts_hash ON photo_facts(hash)`,
  ),
  // Metadata is known long before the preview, which needs decoding.
  defineMigration(
    'photo index',
    2,
    `ALTER TABLE photo_facts ADD COLUMN seen INTEGER NOT NULL DEFAULT 1;
     CREATE INDEX photo_facts_unseen ON photo_facts(wall) WHERE seen = 0`,
  ),
  // Retries HEIC pictures that an earlier version could not decode.
  defineMigration('photo index', 3, `UPDATE photo_facts SET seen = 0, trouble = '' WHERE trouble = 'heic'`),
  // Names of the places where photos with a position were taken. Null: not looked up yet; empty: no named place.
  defineMigration(
    'photo index',
    4,
    `CREATE TABLE photo_places (
       id TEXT PRIMARY KEY,
       country TEXT NOT NULL,
       name TEXT NOT NULL,
       english TEXT NOT NULL,
       region TEXT NOT NULL,
       region_english TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     ALTER TABLE photo_facts ADD COLUMN place TEXT;
     CREATE INDEX photo_facts_unplaced ON photo_facts(id) WHERE place IS NULL AND latitude IS NOT NULL;
     CREATE INDEX photo_facts_place ON photo_facts(place) WHERE place <> ''`,
  ),
  // Faces of each content, while the owner has recognition enabled. `faced` 0: not analysed yet.
  defineMigration(
    'photo index',
    5,
    `ALTER TABLE photo_facts ADD COLUMN faced INTEGER NOT NULL DEFAULT 0;
     CREATE INDEX photo_facts_unfaced ON photo_facts(wall) WHERE faced = 0;
     CREATE TABLE photo_faces (
       photo TEXT NOT NULL REFERENCES photo_facts(id) ON DELETE CASCADE,
       face INTEGER NOT NULL,
       x REAL NOT NULL,
       y REAL NOT NULL,
       width REAL NOT NULL,
       height REAL NOT NULL,
       score REAL NOT NULL,
       descriptor BLOB NOT NULL,
       PRIMARY KEY (photo, face)
     ) STRICT, WITHOUT ROWID`,
  ),
  // Needed for queries by map area.
  defineMigration(
    'photo index',
    6,
    'CREATE INDEX photo_facts_positions ON photo_facts(longitude, latitude) WHERE latitude IS NOT NULL',
  ),
  // Object kinds of each content, while the owner has recognition enabled. `sought` 0: not analysed yet.
  defineMigration(
    'photo index',
    7,
    `ALTER TABLE photo_facts ADD COLUMN sought INTEGER NOT NULL DEFAULT 0;
     CREATE INDEX photo_facts_unsought ON photo_facts(wall) WHERE sought = 0;
     CREATE TABLE photo_things (
       photo TEXT NOT NULL REFERENCES photo_facts(id) ON DELETE CASCADE,
       kind INTEGER NOT NULL,
       score REAL NOT NULL,
       PRIMARY KEY (photo, kind)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX photo_things_kind ON photo_things(kind)`,
  ),
  // Results of the owner's classifier are stored apart from the built-in ones, so that either can be replaced alone.
  // `sorted` 0: not analysed yet.
  defineMigration(
    'photo index',
    8,
    `ALTER TABLE photo_facts ADD COLUMN sorted INTEGER NOT NULL DEFAULT 0;
     CREATE INDEX photo_facts_unsorted ON photo_facts(wall) WHERE sorted = 0;
     CREATE TABLE photo_own_things (
       photo TEXT NOT NULL REFERENCES photo_facts(id) ON DELETE CASCADE,
       kind INTEGER NOT NULL,
       score REAL NOT NULL,
       PRIMARY KEY (photo, kind)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX photo_own_things_kind ON photo_own_things(kind);
     CREATE TABLE photo_own_kinds (
       kind INTEGER PRIMARY KEY,
       id TEXT NOT NULL UNIQUE,
       english TEXT NOT NULL,
       chinese TEXT NOT NULL
     ) STRICT;
     CREATE TABLE photo_own_model (mark TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
     CREATE VIEW photo_all_things AS
       SELECT photo, kind, score FROM photo_things UNION ALL SELECT photo, kind, score FROM photo_own_things`,
  ),
  // Retries raw files: an earlier version did not look for the embedded preview.
  defineMigration('photo index', 9, `UPDATE photo_facts SET seen = 0, trouble = '' WHERE trouble = 'raw'`),
  // Text in photos, while the owner has text recognition enabled. `texted` 0: not analysed yet.
  defineMigration(
    'photo index',
    10,
    `ALTER TABLE photo_facts ADD COLUMN texted INTEGER NOT NULL DEFAULT 0;
     CREATE INDEX photo_facts_untexted ON photo_facts(wall) WHERE texted = 0;
     CREATE TABLE photo_texts (
       photo TEXT PRIMARY KEY REFERENCES photo_facts(id) ON DELETE CASCADE,
       text TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
  ),
  // Partial indexes for pending and retried analyses, and a covering index for timelines that is a fifth as wide as the
  // metadata, so that no query reads a whole large library.
  defineMigration(
    'photo index',
    11,
    `DROP VIEW photo_all_things;
     DROP INDEX photo_facts_wall;
     DROP INDEX photo_facts_unfaced;
     DROP INDEX photo_facts_unsought;
     DROP INDEX photo_facts_unsorted;
     DROP INDEX photo_facts_untexted;
     CREATE INDEX photo_facts_unfaced ON photo_facts(wall) WHERE faced = 0 AND seen = 1 AND trouble = '' AND kind <> 'video';
     CREATE INDEX photo_facts_unsought ON photo_facts(wall) WHERE sought = 0 AND seen = 1 AND trouble = '' AND kind <> 'video';
     CREATE INDEX photo_facts_unsorted ON photo_facts(wall) WHERE sorted = 0 AND seen = 1 AND trouble = '' AND kind <> 'video';
     CREATE INDEX photo_facts_untexted ON photo_facts(wall) WHERE texted = 0 AND seen = 1 AND trouble = '' AND kind <> 'video';
     CREATE INDEX photo_facts_later ON photo_facts(id) WHERE faced = 2 OR sought = 2 OR sorted = 2 OR texted = 2;
     CREATE INDEX photo_facts_seen_later ON photo_facts(id) WHERE seen = 2;
     CREATE INDEX photo_files_later ON photo_files(id) WHERE tried = 2;
     CREATE INDEX photo_facts_line ON photo_facts(id, wall, zone, kind, place)`,
  ),
];
