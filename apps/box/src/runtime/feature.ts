import type { RawRoute } from '../http/server.ts';
import type { Migration } from '../store/migrations.ts';
import type { AnyJobKind } from './job.ts';
import type { Entry } from './timetable.ts';

/** What a feature gives the box. */
export interface Given<Value extends object, Handlers extends object> {
  /** What features after it may need, by name. */
  readonly value: Value;
  /** Its areas of the command tree; `{}` when it answers no command. */
  readonly handlers: Handlers;
  /** Its doors for bytes. */
  readonly routes?: readonly RawRoute[];
  /** What it does by itself, from the moment on at which the box answers. */
  readonly schedule?: readonly Entry[];
  /** Its kinds of work that takes long. */
  readonly jobs?: readonly AnyJobKind[];
}

/** One feature of the box: its tables, and how it is made of what it needs. */
export interface Feature<Needs, Value extends object, Handlers extends object> {
  /** Steps of its tables, numbered; released ones never change. */
  readonly migrations?: readonly Migration[];
  /**
   * @param needs what features before it gave, named in its own type
   * @param scope closes what is deferred on it, the last first: when the box stops, and when something after it cannot be made
   */
  readonly make: (
    needs: Needs,
    scope: AsyncDisposableStack,
  ) => Given<Value, Handlers> | Promise<Given<Value, Handlers>>;
}

/** Says a feature with all its types, so that what it gives need not be written twice. */
export const defineFeature = <Needs, Value extends object, Handlers extends object>(
  feature: Feature<Needs, Value, Handlers>,
): Feature<Needs, Value, Handlers> => feature;

type Chain<Base, Value extends object, Handlers extends object> = (
  base: Base,
  scope: AsyncDisposableStack,
) => Promise<Required<Given<Value, Handlers>>>;

/**
 * Features in the order in which they are made. One that needs what nothing before it gives does not compile, and neither does a box that leaves
 * an area of the command tree without an answer.
 */
export class Features<Base extends object, Value extends object, Handlers extends object> {
  /** The tables of all of them. */
  readonly migrations: readonly Migration[];
  /** Makes one after the other. What was made is closed by `scope`, also when one of them fails. */
  readonly make: Chain<Base, Value, Handlers>;

  private constructor(migrations: readonly Migration[], make: Chain<Base, Value, Handlers>) {
    this.migrations = migrations;
    this.make = make;
  }

  /** No feature yet, only what is there without any. */
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
        for (const name of Object.keys(given)) if (name in known) throw new Error(`two features give ${name}`);
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

/** What one feature tells others of that come after it: they listen, and it knows none of them. */
export class Told<What extends readonly unknown[]> {
  readonly #listeners: ((...what: What) => void)[] = [];

  on(listener: (...what: What) => void): void {
    this.#listeners.push(listener);
  }

  tell(...what: What): void {
    for (const listener of this.#listeners) listener(...what);
  }
}
