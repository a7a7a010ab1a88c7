import { boxFeatures } from './features.ts';
import type { StateFeatureDeps } from './storage/state/feature.ts';

/** Creates all features; closes those already created when one fails. */
export const createServices = async (base: Omit<StateFeatureDeps, 'migrations'>) => {
  await using scope = new AsyncDisposableStack();
  const { value, handlers, routes, schedule, jobs } = await boxFeatures.make(
    { ...base, migrations: boxFeatures.migrations },
    scope,
  );
  value.jobs.register(jobs);
  // Interrupted jobs resume at the next start.
  scope.defer(() => value.jobs.close());
  await value.jobs.start();
  for (const entry of schedule) value.timetable.add(entry);
  scope.defer(() => value.timetable.stop());
  const all = scope.move();
  return {
    ...value,
    handlers,
    routes,
    /** Closes every feature, also after one of them fails. @throws the first failure */
    close: (): Promise<void> => all.disposeAsync(),
  };
};
export type Services = Awaited<ReturnType<typeof createServices>>;
