import type { Desktop, Offers, Session, OfferStatus, StateStream, WindowId } from '@boxwood/domain';
import { select, State } from '@boxwood/domain';
import type { OfferArea } from '@boxwood/box-sdk';
import type { AnyApp, AppNeed } from './define-app.ts';
import type { AppId, AppLinks } from './app-links.ts';

/** Options for opening an app. */
export interface OpenOptions<K extends AppId> {
  readonly params?: AppLinks[K];
  /** Page inside the app, from 1. */
  readonly pageIndex?: number;
  /** Title of a window that shows one file. */
  readonly title?: string;
  /** Path or id of the shown file: opening the same one again raises its window (G-09). */
  readonly document?: string;
}

/** An app that cannot be opened now, and the unmet requirement. */
export interface RefusedApp {
  readonly app: AnyApp;
  readonly need: AppNeed;
}

/** The missing software packages of an absent area, as text for a sentence. */
export const missingPartsText = (availability: OfferStatus): string =>
  availability.state === 'absent' ? availability.missing.map(({ what, get }) => `${what} (${get})`).join(', ') : '';

/** Opens apps by id, from anywhere: icons, menus, the palette, other apps. */
export class Launcher {
  readonly apps: readonly AnyApp[];
  /**
   * The apps offered to the user. Apps that this box cannot run and apps that are announced are left out (MOUNT-07,
   * CONTAINER-12). An app that lacks a package is included: opening it names the package.
   */
  readonly offeredApps$: StateStream<readonly AnyApp[]>;
  /** The announced apps of this box. */
  readonly announcedApps$: StateStream<readonly AnyApp[]>;
  readonly #desktop: Desktop;
  readonly #session: Session;
  readonly #offers: Pick<Offers, 'offers$'>;
  readonly #refused = new State<RefusedApp | null>(null);

  constructor(apps: readonly AnyApp[], desktop: Desktop, session: Session, offers: Pick<Offers, 'offers$'>) {
    this.apps = apps;
    this.#desktop = desktop;
    this.#session = session;
    this.#offers = offers;
    this.offeredApps$ = select(offers.offers$, () => this.#supportedApps.filter((app) => !this.#isAnnounced(app)));
    this.announcedApps$ = select(offers.offers$, () => this.#supportedApps.filter((app) => this.#isAnnounced(app)));
  }

  /** The last refusal, until {@link dismiss}: the shell shows it as a notice. */
  get refused$(): StateStream<RefusedApp | null> {
    return this.#refused.stream;
  }

  dismiss(): void {
    this.#refused.set(null);
  }

  get #supportedApps(): readonly AnyApp[] {
    return this.apps.filter(
      (app) => !this.#availabilities(app).some((each) => each.state === 'absent' && each.missing.length === 0),
    );
  }

  #isAnnounced(app: AnyApp): boolean {
    return app.announced === true || this.#availabilities(app).some(({ state }) => state === 'coming');
  }

  /** The availability of the areas that an app requires. */
  #availabilities({ needs = [] }: AnyApp): readonly OfferStatus[] {
    return needs.flatMap((need) => (typeof need === 'string' ? [] : [this.availabilityOf(need.area)]));
  }

  /** The current availability of an area at this box. */
  availabilityOf(area: OfferArea): OfferStatus {
    return this.#offers.offers$.value.of(area);
  }

  find(id: string): AnyApp | undefined {
    return this.apps.find((app) => app.id === id);
  }

  /**
   * The first unmet requirement of an app; null when it may be opened. The box checks again, this is for convenience
   * (G-65).
   */
  missingRequirement(app: AnyApp): AppNeed | null {
    return (app.needs ?? []).find((need) => this.#isUnmet(need)) ?? null;
  }

  #isUnmet(need: AppNeed): boolean {
    if (need === 'admin') return !this.#session.admin$.value;
    if (need === 'account') return this.#session.lanMode$.value;
    // An announced area opens: its window explains it.
    return this.availabilityOf(need.area).state === 'absent';
  }

  /** Opens or raises a window; null when a requirement is unmet. */
  open<K extends AppId>(id: K, options: OpenOptions<K> = {}): WindowId | null {
    const app = this.find(id);
    if (app === undefined) return null;
    const need = this.missingRequirement(app);
    if (need !== null) {
      this.#refused.set({ app, need });
      return null;
    }
    return this.#desktop.open({
      component: app.id,
      title: options.title ?? app.title.en,
      icon: app.icon,
      params: options.params ?? {},
      allowSeveral: !app.single && options.document === undefined,
      ...(options.pageIndex === undefined ? {} : { pageIndex: options.pageIndex }),
      ...(options.document === undefined ? {} : { document: options.document }),
      ...(app.size === undefined ? {} : { size: app.size }),
    });
  }
}
