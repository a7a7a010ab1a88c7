import { State, type StateStream } from '../state/state-stream.ts';
import { type Projection, restoreState, type SavedState, saveState } from './projection.ts';
import type { DomainEvent, Recorded } from './recorded.ts';

interface ProjectionEntry<E extends DomainEvent> {
  readonly projection: Projection<unknown, E>;
  /** Folded state; `published` is updated after every projection has folded the batch. */
  current: unknown;
  readonly published: State<unknown>;
}

/** The folded states of an event store by projection, and their streams. */
export class ProjectionStates<E extends DomainEvent> {
  readonly #entries = new Map<string, ProjectionEntry<E>>();

  constructor(projections: readonly Projection<unknown, E>[]) {
    for (const projection of projections) this.#add(projection);
  }

  projections(): readonly Projection<unknown, E>[] {
    return [...this.#entries.values()].map(({ projection }) => projection);
  }

  /** The state of a projection; one that is not known yet starts with its initial state. */
  stream<S>(of: Projection<S, E>): StateStream<S> {
    const entry = this.#entries.get(of.name) ?? this.#add(of);
    // The entry was created from a projection of this name; names are unique.
    return entry.published.stream as StateStream<S>;
  }

  /** Saved forms of all states, or of those of one scope, by the name of the projection. */
  saved(scope?: Projection<unknown, E>['scope']): Readonly<Record<string, SavedState>> {
    return Object.fromEntries(
      [...this.#entries]
        .filter(([, { projection }]) => scope === undefined || projection.scope === scope)
        .map(([name, { projection, current }]) => [name, saveState(projection, current)]),
    );
  }

  /** Folds a batch into every state; streams emit on {@link publish}. */
  fold(batch: readonly Recorded<E>[]): void {
    for (const entry of this.#entries.values()) entry.current = entry.projection.reduce(entry.current, batch);
  }

  /** Emits the folded states. */
  publish(): void {
    for (const entry of this.#entries.values()) entry.published.set(entry.current);
  }

  /** Replaces the durable states by their snapshots with `batches` folded on top, and emits them. */
  restoreDurable(snapshots: Readonly<Record<string, SavedState>>, batches: readonly (readonly Recorded<E>[])[]): void {
    for (const entry of this.#entries.values()) {
      const { projection } = entry;
      if (projection.scope !== 'durable') continue;
      const past = restoreState(projection, snapshots[projection.name]);
      entry.current = batches.reduce((state, batch) => projection.reduce(state, batch), past);
      entry.published.set(entry.current);
    }
  }

  /** Replaces the ephemeral states by those of another tab with `later` folded on top, then emits them. */
  restoreEphemeral(states: Readonly<Record<string, SavedState>>, later: readonly Recorded<E>[]): void {
    const given = [...this.#entries.values()].filter(({ projection }) => projection.scope === 'ephemeral');
    for (const entry of given) {
      const past = restoreState(entry.projection, states[entry.projection.name]);
      entry.current = entry.projection.reduce(past, later);
    }
    for (const entry of given) entry.published.set(entry.current);
  }

  /** Number of entries in all states. */
  weight(): number {
    let weight = 0;
    for (const { projection, current } of this.#entries.values()) weight += projection.weight?.(current) ?? 0;
    return weight;
  }

  #add(projection: Projection<unknown, E>): ProjectionEntry<E> {
    const initial = projection.initial();
    const entry: ProjectionEntry<E> = { projection, current: initial, published: new State<unknown>(initial) };
    this.#entries.set(projection.name, entry);
    return entry;
  }
}
