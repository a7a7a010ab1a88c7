import type { Session, SessionStage, StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import type { Subscription } from 'rxjs';
import type { ServiceScope } from './service-scope.ts';

/** A signed-in stage. A change of user, box or mode is another session. */
export type SignedInStage = Extract<SessionStage, { readonly at: 'in' }>;
const sessionKeyOf = ({ username, link }: SignedInStage): string => `${username}@${link.boxId}@${link.mode}`;

/** Binds the services of a session; loaded with the desktop, not with the sign-in page. */
export type BindSession = (scope: ServiceScope, stage: SignedInStage) => void;

/** One scope per session: created at sign-in, disposed at logout with all its services (architecture 3.6). */
export class SessionScopes {
  readonly #root: ServiceScope;
  readonly #load: () => Promise<BindSession>;
  readonly #scope = new State<ServiceScope | null>(null);
  readonly #subscription: Subscription;
  #key: string | null = null;
  #disposal: Promise<void> = Promise.resolve();

  constructor(root: ServiceScope, session: Pick<Session, 'stage$'>, load: () => Promise<BindSession>) {
    this.#root = root;
    this.#load = load;
    this.#subscription = session.stage$.subscribe((stage) => {
      this.#onStage(stage);
    });
  }

  /** The services of the signed-in user; null while no user is signed in or the services are loading. */
  get scope$(): StateStream<ServiceScope | null> {
    return this.#scope.stream;
  }

  /** Resolves when all services of ended sessions are disposed. */
  get ended(): Promise<void> {
    return this.#disposal;
  }

  /** Disposes the services of the current session. */
  end(): void {
    this.#key = null;
    const scope = this.#scope.value;
    if (scope === null) return;
    this.#scope.set(null);
    this.#disposal = Promise.allSettled([this.#disposal, scope.dispose()]).then(() => undefined);
  }

  async dispose(): Promise<void> {
    this.#subscription.unsubscribe();
    this.end();
    await this.#disposal;
  }

  #onStage(stage: SessionStage): void {
    if (stage.at !== 'in') {
      this.end();
      return;
    }
    const key = sessionKeyOf(stage);
    if (key === this.#key) return;
    this.end();
    this.#key = key;
    void this.#open(key, stage);
  }

  async #open(key: string, stage: SignedInStage): Promise<void> {
    const [bind] = await Promise.all([this.#load(), this.#disposal]);
    if (key !== this.#key) return;
    const scope = this.#root.child();
    bind(scope, stage);
    this.#scope.set(scope);
  }
}
