import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { Features } from '../runtime/feature.ts';
import { Jobs } from '../runtime/jobs.ts';
import { jobMigrations, JobTable } from '../runtime/job-table.ts';
import { Database } from '../store/database.ts';
import { choreFeature } from './feature.ts';

type Base = Parameters<typeof choreFeature.make>[0];

it(
  'are done one after the other when they are due, told of, and gone on with by the next box',
  { timeout: 60_000 },
  async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'boxwood-chores-'));
    const features = Features.over<Base>().with(choreFeature);
    const database = new Database(join(stateDir, 'box.sqlite'), {
      migrations: [...jobMigrations, ...features.migrations],
    });
    const told: string[] = [];
    const start = async () => {
      const scope = new AsyncDisposableStack();
      const queue = new Jobs({
        ...{
          table: new JobTable(database),
          clock: systemClock,
          boot: 'boot',
          onFault: (fault) => told.push(String(fault)),
        },
        onChange: (area) => told.push(area),
      });
      const log = { info: () => undefined, warn: () => undefined };
      const made = await features.make({ config: { stateDir }, clock: systemClock, log, database, jobs: queue }, scope);
      queue.declare(made.jobs);
      scope.defer(() => queue.close());
      await queue.start();
      const done = () => made.handlers.chores.list().chores.map((chore) => chore.done);
      return { scope, done, due: made.schedule[0] };
    };
    const first = await start();
    expect(first.done()).toEqual([0, 0, 0]);
    await first.due?.run(new AbortController().signal);
    await vi.waitFor(() => expect(first.done()).toEqual([1, 0, 0]), 10_000);
    await first.scope.disposeAsync();
    const next = await start();
    await vi.waitFor(() => expect(next.done()).toEqual([1, 1, 1]), 20_000);
    expect(readFileSync(join(stateDir, 'chores.log'), 'utf8')).toBe('water the plants: done\nfeed the cat: done\n');
    expect(new Set(told)).toEqual(new Set(['chores']));
    await next.scope.disposeAsync();
    database.close();
    rmSync(stateDir, { recursive: true });
  },
);
