import './reflect-metadata.ts';
import { container, type DependencyContainer } from 'tsyringe';

declare const type: unique symbol;

/** Identifies a service and carries its type; a class or interface and its token share a name. */
export type Token<T> = symbol & { readonly [type]?: (t: T) => T };

/** Creates a token. The type exists for the compiler only. */
export const token = <T>(name: string): Token<T> => Symbol(name);

/** The service types for a list of tokens, in order. */
export type Resolved<D extends readonly symbol[]> = {
  readonly [K in keyof D]: D[K] extends Token<infer T> ? T : never;
};

interface DisposableService {
  readonly close?: unknown;
  readonly dispose?: unknown;
}

const tokenName = (id: symbol): string => id.description ?? 'unnamed';

/**
 * A dependency container with a life time: one per page (root), one child per session. A service is created once, at
 * its first use, from the services of the scope it was bound in, and is disposed with that scope in the reverse order
 * of creation.
 *
 * A thin layer over tsyringe, because bare tsyringe resolves untyped tokens as unknown, never disposes what factories
 * created, answers a cycle with a stack overflow, lets a second registration win silently, and resolves a root's
 * factory with the dependencies of the child that asked first.
 */
export class ServiceScope {
  readonly #container: DependencyContainer;
  readonly #bound = new Set<symbol>();
  readonly #disposers: (() => unknown)[] = [];
  readonly #children = new Set<ServiceScope>();
  /** Tokens being created right now, shared by a whole tree of scopes. */
  readonly #creating: symbol[];
  readonly #parent: ServiceScope | null;
  #disposed = false;

  private constructor(inner: DependencyContainer, parent: ServiceScope | null, making: symbol[]) {
    this.#container = inner;
    this.#parent = parent;
    this.#creating = making;
  }

  /** Creates a root scope, independent of every other root. */
  static root(): ServiceScope {
    return new ServiceScope(container.createChildContainer(), null, []);
  }

  /** Creates a scope that inherits this scope's services and is disposed with it at the latest. */
  child(): ServiceScope {
    this.#assertAlive();
    const child = new ServiceScope(this.#container.createChildContainer(), this, this.#creating);
    this.#children.add(child);
    return child;
  }

  /**
   * Declares how a service is created. `deps` are resolved in this scope, for every caller. Binding the same token
   * twice is an error.
   */
  bind<T, const D extends readonly symbol[]>(id: Token<T>, deps: D, make: (...services: Resolved<D>) => T): this {
    this.#claim(id);
    let created: { readonly service: T } | null = null;
    this.#container.register<T>(id, {
      useFactory: () => {
        created ??= { service: this.#create(id, deps, make) };
        return created.service;
      },
    });
    return this;
  }

  /** Binds an existing object, which this scope does not dispose. */
  bindValue<T>(id: Token<T>, service: T): this {
    this.#claim(id);
    this.#container.register<T>(id, { useFactory: () => service });
    return this;
  }

  /** True when this scope or a parent binds the service. */
  has(id: symbol): boolean {
    return this.#container.isRegistered(id, true);
  }

  get<T>(id: Token<T>): T {
    this.#assertAlive();
    if (!this.has(id)) throw new Error(`service not bound: ${tokenName(id)}`);
    return this.#container.resolve<T>(id);
  }

  /**
   * Disposes the children, then the services of this scope, newest first. A service that fails does not stop the
   * others.
   */
  async dispose(): Promise<void> {
    if (this.#disposed) return;
    const failures: unknown[] = [];
    for (const child of [...this.#children].reverse())
      await child.dispose().catch((cause: unknown) => failures.push(cause));
    this.#disposed = true;
    for (const end of this.#disposers.splice(0).reverse()) {
      try {
        await end();
      } catch (cause) {
        failures.push(cause);
      }
    }
    if (this.#parent !== null) this.#parent.#children.delete(this);
    this.#container.clearInstances();
    if (failures.length > 0) throw new AggregateError(failures, 'some services did not end cleanly');
  }

  #create<T, D extends readonly symbol[]>(id: Token<T>, deps: D, make: (...services: Resolved<D>) => T): T {
    const from = this.#creating.indexOf(id);
    if (from >= 0) throw new Error(`service cycle: ${[...this.#creating.slice(from), id].map(tokenName).join(' -> ')}`);
    this.#creating.push(id);
    try {
      // The compiler cannot follow a mapped tuple through map(); bind() checked it against the tokens.
      const services = deps.map((dep) => this.get(dep)) as unknown as Resolved<D>;
      const service = make(...services);
      this.#trackDisposer(service);
      return service;
    } finally {
      this.#creating.pop();
    }
  }

  #trackDisposer(service: unknown): void {
    if (typeof service !== 'object' || service === null) return;
    const closable: DisposableService = service;
    const end = closable.dispose ?? closable.close;
    if (typeof end === 'function') this.#disposers.push(() => Reflect.apply(end, service, []));
  }

  #claim(id: symbol): void {
    this.#assertAlive();
    if (this.#bound.has(id)) throw new Error(`service bound twice: ${tokenName(id)}`);
    this.#bound.add(id);
  }

  #assertAlive(): void {
    if (this.#disposed) throw new Error('service scope used after dispose');
  }
}
