import { BehaviorSubject, combineLatest, distinctUntilChanged, map, Observable } from 'rxjs';

/**
 * A value that changes over time: it can be read now and observed from now on. Subscribing emits the current value
 * synchronously, has no side effect and never ends in an error.
 */
export interface StateStream<S> extends Observable<S> {
  readonly value: S;
}

/** The writable end of a {@link StateStream}. Equal values (by `Object.is`) are not emitted twice. */
export class State<S> {
  readonly #subject: BehaviorSubject<S>;
  /** The read-only side of the state. */
  readonly stream: StateStream<S>;

  constructor(initial: S) {
    this.#subject = new BehaviorSubject(initial);
    this.stream = this.#subject;
  }

  get value(): S {
    return this.#subject.value;
  }

  set(next: S): void {
    if (!Object.is(next, this.#subject.value)) this.#subject.next(next);
  }

  update(change: (current: S) => S): void {
    this.set(change(this.#subject.value));
  }
}

class Derived<S> extends Observable<S> implements StateStream<S> {
  readonly #read: () => S;

  constructor(read: () => S, changes$: Observable<unknown>) {
    super((subscriber) => changes$.pipe(map(read), distinctUntilChanged()).subscribe(subscriber));
    this.#read = read;
  }

  get value(): S {
    return this.#read();
  }
}

/** A view of a state: recomputed once per change of the source, and only while it is read or subscribed to. */
export const select = <A, B>(source: StateStream<A>, view: (value: A) => B): StateStream<B> => {
  let known = false;
  let seen: A;
  let result: B;
  return new Derived(() => {
    const value = source.value;
    if (!known || !Object.is(value, seen)) {
      result = view(value);
      seen = value;
      known = true;
    }
    return result;
  }, source);
};

/** The current values of several states. */
function valuesOf<A extends readonly unknown[]>(sources: { readonly [K in keyof A]: StateStream<A[K]> }): A;
function valuesOf(sources: readonly StateStream<unknown>[]): readonly unknown[] {
  return sources.map((source) => source.value);
}

/** A view of several states. */
export const combine = <const A extends readonly unknown[], B>(
  sources: { readonly [K in keyof A]: StateStream<A[K]> },
  view: (...values: A) => B,
): StateStream<B> => {
  let seen: readonly unknown[] | null = null;
  let result: B;
  const read = (): B => {
    const values = valuesOf<A>(sources);
    if (seen === null || values.some((value, index) => !Object.is(value, seen?.[index]))) {
      result = view(...values);
      seen = values;
    }
    return result;
  };
  return new Derived(read, combineLatest([...sources]));
};

/** A state that never changes. */
export const constant = <S>(value: S): StateStream<S> => new State(value).stream;
