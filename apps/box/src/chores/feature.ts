import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { int, nothing } from '@boxwood/command-bus/codecs';
import type { WakingClock } from '../clock.ts';
import type { BoxConfig } from '../config.ts';
import type { Logger } from '../log.ts';
import { Daemon } from '../runtime/daemon.ts';
import { defineFeature } from '../runtime/feature.ts';
import { defineJob } from '../runtime/job.ts';
import type { Jobs } from '../runtime/jobs.ts';
import { PROGRAMS } from '../runtime/registry.ts';
import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { number, text } from '../store/rows.ts';

interface Needs {
  readonly config: Pick<BoxConfig, 'stateDir'>;
  readonly clock: WakingClock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly database: Database;
  readonly jobs: Jobs;
}

/** How long a chore takes, and how often all of them are due; milliseconds. */
const CHORE_MS = 1000;
const EVERY_MS = 60_000;

/** The chores of the box: a table of them, a job that does them, a time at which they are due, and a program that tells the log which are done. */
export const choreFeature = defineFeature({
  migrations: [
    defineMigration(
      'chores',
      1,
      `CREATE TABLE chores (id INTEGER PRIMARY KEY, name TEXT NOT NULL, done INTEGER NOT NULL) STRICT;
       INSERT INTO chores (name, done) VALUES ('sweep the hall', 0), ('water the plants', 0), ('feed the cat', 0);`,
    ),
  ],
  make: ({ config, clock, log, database, jobs }: Needs, scope) => {
    const list = () =>
      database.all(
        (row) => ({ id: number(row, 'id'), name: text(row, 'name'), done: number(row, 'done') === 1 ? 1 : 0 }) as const,
        'SELECT id, name, done FROM chores ORDER BY id',
      );
    const slate = join(config.stateDir, 'chores.log');
    writeFileSync(slate, '');
    const bell = new Daemon({
      ...{ name: 'bell', as: PROGRAMS.bell, program: 'tail', args: ['-n', '0', '-F', slate], log, clock },
      probe: () => Promise.resolve(true),
    });
    scope.defer(() => bell.stop());
    bell.start();
    const round = defineJob({
      ...{ kind: 'chores', input: nothing, point: int, restart: 'resume', keep: 1, area: 'chores' },
      turn: () => ({ resource: 'chores', atOnce: 1, each: 'box' }),
      run: async ({ signal, progress, point, checkpoint, named }) => {
        if (point === null) database.run('UPDATE chores SET done = 0');
        const chores = list();
        progress.expect(chores.length);
        for (const [at, { id, name }] of chores.entries()) {
          if (id <= (point ?? 0)) continue;
          await sleep(CHORE_MS, undefined, { signal });
          database.run('UPDATE chores SET done = 1 WHERE id = ?', id);
          appendFileSync(slate, `${name}: done\n`);
          progress.reach(at + 1);
          checkpoint(id);
          named(name);
        }
      },
    });
    return {
      value: {},
      handlers: { chores: { list: () => ({ chores: list() }) } },
      jobs: [round],
      schedule: [
        {
          ...{ name: 'chores', everyMs: EVERY_MS },
          run: () => {
            if (jobs.unfinished(round).length === 0) jobs.begin(round, { owner: null, name: '', input: {} });
            return 'done';
          },
        },
      ],
    };
  },
});
