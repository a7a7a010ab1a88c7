import { boxFeatures } from './features.ts';
import type { Base } from './state/feature.ts';

/** Makes all features; closes what was made when one cannot be. */
export const createServices = async (base: Omit<Base, 'migrations'>) => {
  await using scope = new AsyncDisposableStack();
  const { value, handlers, routes, schedule, jobs } = await boxFeatures.make(
    { ...base, migrations: boxFeatures.migrations },
    scope,
  );
  value.jobs.declare(jobs);
  // They go on at the next start.
  scope.defer(() => value.jobs.close());
  await value.jobs.start();
  for (const entry of schedule) value.timetable.add(entry);
  scope.defer(() => value.timetable.stop());
  const all = scope.move();
  return {
    ...value,
    handlers,
    routes,
    /** Whatever fails while it closes, the rest is closed. @throws what failed */
    close: (): Promise<void> => all.disposeAsync(),
  };
};
export type Services = Awaited<ReturnType<typeof createServices>>;
