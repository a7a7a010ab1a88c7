import { hasContainers } from '@boxwood/box-sdk/rules';
import type { Desktop, Session, StateStream, WindowId } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import type { AnyApp, AppNeed } from './define-app.ts';
import type { AppId, AppLinks } from './links.ts';

/** What may be said when an app is opened. */
export interface OpenOptions<K extends AppId> {
  readonly params?: AppLinks[K];
  /** Page inside the app, from 1. */
  readonly pageIndex?: number;
  /** Title of a window that shows one file. */
  readonly title?: string;
  /** Path or id of the shown file: opening the same one again raises its window (G-09). */
  readonly document?: string;
}

/** An app that may not be opened now, and why. */
export interface Refused {
  readonly app: AnyApp;
  readonly need: AppNeed;
}

/** Needs that no sign-in fulfils: another box does. */
const OF_MODEL: ReadonlySet<AppNeed> = new Set(['not-n2', 'containers']);

/** Opens apps by id, from anywhere: icons, menus, the palette, other apps. */
export class Launcher {
  readonly apps: readonly AnyApp[];
  readonly #desktop: Desktop;
  readonly #session: Session;
  readonly #refused = new State<Refused | null>(null);

  constructor(apps: readonly AnyApp[], desktop: Desktop, session: Session) {
    this.apps = apps;
    this.#desktop = desktop;
    this.#session = session;
  }

  /** The last refusal, until {@link dismiss}: the shell shows it as a notice. */
  get refused$(): StateStream<Refused | null> {
    return this.#refused.stream;
  }

  dismiss(): void {
    this.#refused.set(null);
  }

  /** The apps that stand to choose: what the model of the box has not, and what is not built yet, is not shown (MOUNT-07, CONTAINER-12). */
  get offered(): readonly AnyApp[] {
    return this.#ofModel.filter(({ coming }) => coming !== true);
  }

  /** The apps that this box is going to have. */
  get coming(): readonly AnyApp[] {
    return this.#ofModel.filter(({ coming }) => coming === true);
  }

  get #ofModel(): readonly AnyApp[] {
    return this.apps.filter(({ needs = [] }) => !needs.some((need) => OF_MODEL.has(need) && this.#lacks(need)));
  }

  find(id: string): AnyApp | undefined {
    return this.apps.find((app) => app.id === id);
  }

  /** What stands in the way of an app; null when it may be opened. The box checks again, this is comfort (G-65). */
  obstacle(app: AnyApp): AppNeed | null {
    return (app.needs ?? []).find((need) => this.#lacks(need)) ?? null;
  }

  #lacks(need: AppNeed): boolean {
    const stage = this.#session.stage$.value;
    switch (need) {
      case 'admin':
        return !this.#session.admin$.value;
      case 'account':
        return this.#session.lanMode$.value;
      case 'not-n2':
        return stage.at === 'in' && stage.link.model === 'N2';
      case 'containers':
        return stage.at === 'in' && !hasContainers(stage.link.model, stage.link.version);
    }
  }

  /** Opens or raises a window; null when something stands in the way. */
  open<K extends AppId>(id: K, options: OpenOptions<K> = {}): WindowId | null {
    const app = this.find(id);
    if (app === undefined) return null;
    const need = this.obstacle(app);
    if (need !== null) {
      this.#refused.set({ app, need });
      return null;
    }
    return this.#desktop.open({
      component: app.id,
      title: options.title ?? app.title.en,
      icon: app.icon,
      params: options.params ?? {},
      another: !app.single && options.document === undefined,
      ...(options.pageIndex === undefined ? {} : { pageIndex: options.pageIndex }),
      ...(options.document === undefined ? {} : { document: options.document }),
      ...(app.size === undefined ? {} : { size: app.size }),
    });
  }
}
