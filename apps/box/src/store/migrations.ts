import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** One step of one feature's tables. Steps of a feature are numbered 1, 2, 3 … and never change once released. */
export interface Migration {
  readonly feature: string;
  readonly version: number;
  readonly sql: string;
}

/** Names a migration; features export a list of them and the box hands all lists to {@link openDatabase}. */
export const defineMigration = (feature: string, version: number, sql: string): Migration => ({
  feature,
  version,
  sql,
});

const digest = (sql: string): string => createHash('sha256').update(sql).digest('hex').slice(0, 16);

/**
 * Migrates the schema to the current version, all steps in one transaction: a box that is killed halfway restarts with
 * the old schema. The start fails if a released step was edited, a number is missing, or a newer box wrote the file.
 */
export const migrate = (database: DatabaseSync, migrations: readonly Migration[]): void => {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS schema_steps (feature TEXT NOT NULL, version INTEGER NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (feature, version)) STRICT, WITHOUT ROWID',
    );
    const applied = new Map<string, unknown>();
    for (const row of database.prepare('SELECT feature, version, digest FROM schema_steps').all())
      applied.set(`${String(row['feature'])} ${String(row['version'])}`, row['digest']);
    const newest = new Map<string, number>();
    const ordered = [...migrations].sort((a, b) =>
      a.feature === b.feature ? a.version - b.version : a.feature < b.feature ? -1 : 1,
    );
    for (const step of ordered) {
      const expected = (newest.get(step.feature) ?? 0) + 1;
      if (step.version !== expected)
        throw new Error(`migration ${step.feature} ${step.version}: step ${expected} was expected`);
      newest.set(step.feature, step.version);
      const known = applied.get(`${step.feature} ${step.version}`);
      if (known === digest(step.sql)) continue;
      if (known !== undefined) throw new Error(`migration ${step.feature} ${step.version} was changed after it ran`);
      database.exec(step.sql);
      database
        .prepare('INSERT INTO schema_steps (feature, version, digest) VALUES (?, ?, ?)')
        .run(step.feature, step.version, digest(step.sql));
    }
    for (const key of applied.keys()) {
      const [feature = '', version = '0'] = key.split(' ');
      if (Number(version) > (newest.get(feature) ?? Infinity))
        throw new Error(`the database was written by a newer box (${feature} step ${version})`);
    }
    database.exec('COMMIT');
  } catch (failure) {
    database.exec('ROLLBACK');
    throw failure;
  }
};
