import type { HttpRoute } from '../http/box-server.ts';
import type { Migration } from '../store/migrations.ts';
import type { AnyJobKind } from './job.ts';
import type { ScheduledTask } from './timetable.ts';

/** What a feature contributes to the box. */
export interface FeatureContribution<Value extends object, Handlers extends object> {
  /** Services that later features can use, by name. */
  readonly value: Value;
  /** Handlers for its areas of the command tree; `{}` if it answers no command. */
  readonly handlers: Handlers;
  /** Its HTTP routes for binary data. */
  readonly routes?: readonly HttpRoute[];
  /** Its scheduled tasks, active once the box accepts requests. */
  readonly schedule?: readonly ScheduledTask[];
  /** Its kinds of long-running jobs. */
  readonly jobs?: readonly AnyJobKind[];
}

/** One feature of the box: its tables, and how to build it from the services it needs. */
export interface Feature<Needs, Value extends object, Handlers extends object> {
  /** Numbered migrations of its tables. Released migrations never change. */
  readonly migrations?: readonly Migration[];
  /**
   * @param needs services of earlier features, named in its own type
   * @param scope disposes what is deferred on it, in reverse order: when the box stops, or when a later feature fails
   * to start
   */
  readonly make: (
    needs: Needs,
    scope: AsyncDisposableStack,
  ) => FeatureContribution<Value, Handlers> | Promise<FeatureContribution<Value, Handlers>>;
}

/** Defines a feature and infers its types. */
export const defineFeature = <Needs, Value extends object, Handlers extends object>(
  feature: Feature<Needs, Value, Handlers>,
): Feature<Needs, Value, Handlers> => feature;

type FeatureFactory<Base, Value extends object, Handlers extends object> = (
  base: Base,
  scope: AsyncDisposableStack,
) => Promise<Required<FeatureContribution<Value, Handlers>>>;

/**
 * Features in the order in which they are made. A feature whose needs no earlier feature provides does not compile, nor
 * does a box that leaves an area of the command tree without handlers.
 */
export class Features<Base extends object, Value extends object, Handlers extends object> {
  /** Migrations of all features. */
  readonly migrations: readonly Migration[];
  /** Makes the features in order. `scope` disposes what was made, also when one of them fails. */
  readonly make: FeatureFactory<Base, Value, Handlers>;

  private constructor(migrations: readonly Migration[], make: FeatureFactory<Base, Value, Handlers>) {
    this.migrations = migrations;
    this.make = make;
  }

  /** An empty list, with only the base services. */
  static over<Base extends object>(): Features<Base, Base, object> {
    return new Features([], (value: Base) =>
      Promise.resolve({ value, handlers: {}, routes: [], schedule: [], jobs: [] }),
    );
  }

  with<MoreValue extends object, MoreHandlers extends object>({
    migrations = [],
    make,
  }: Feature<Value, MoreValue, MoreHandlers>): Features<Base, Value & MoreValue, Handlers & MoreHandlers> {
    return new Features([...this.migrations, ...migrations], async (base: Base, scope) => {
      const before = await this.make(base, scope);
      const more = await make(before.value, scope);
      for (const [given, known] of [
        [more.value, before.value],
        [more.handlers, before.handlers],
      ] as const)
        for (const name of Object.keys(given)) if (name in known) throw new Error(`two features provide ${name}`);
      return {
        value: { ...before.value, ...more.value },
        handlers: { ...before.handlers, ...more.handlers },
        routes: [...before.routes, ...(more.routes ?? [])],
        schedule: [...before.schedule, ...(more.schedule ?? [])],
        jobs: [...before.jobs, ...(more.jobs ?? [])],
      };
    });
  }
}

/** Emits events of one feature to listeners of later features. */
export class Emitter<What extends readonly unknown[]> {
  readonly #listeners: ((...what: What) => void)[] = [];

  on(listener: (...what: What) => void): void {
    this.#listeners.push(listener);
  }

  emit(...what: What): void {
    for (const listener of this.#listeners) listener(...what);
  }
}
