import type { StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import { parseRoute, pathOf, type Route } from './route.ts';

/** The window functions that the router uses. */
export type RouterWindow = Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'>;

/** The address bar as a state, on the history API (ROUTE-08). */
export class Router {
  readonly #window: RouterWindow;
  readonly #state: State<Route>;
  readonly #onPop = () => {
    this.#state.set(this.#read());
  };

  constructor(window: RouterWindow) {
    this.#window = window;
    this.#state = new State(this.#read());
    this.#normalise();
    window.addEventListener('popstate', this.#onPop);
  }

  get route$(): StateStream<Route> {
    return this.#state.stream;
  }

  /** Navigates to a page and adds a history entry. */
  go(route: Route): void {
    if (pathOf(route) === pathOf(this.#state.value)) return;
    this.#window.history.pushState(null, '', pathOf(route));
    this.#state.set(route);
  }

  /** Replaces the current page without a new history entry. */
  replace(route: Route): void {
    this.#replaceAddress(route);
    if (pathOf(route) !== pathOf(this.#state.value)) this.#state.set(route);
  }

  close(): void {
    this.#window.removeEventListener('popstate', this.#onPop);
  }

  #read(): Route {
    return parseRoute(this.#window.location.pathname, this.#window.location.search);
  }

  /** Replaces an unknown path in the address bar by the real address of the page. */
  #normalise(): void {
    const { pathname, search } = this.#window.location;
    const route = this.#state.value;
    if (route.page === 'sign-in' ? pathname !== '/' : pathname !== pathOf(route) && search === '')
      this.#replaceAddress(route);
  }

  /**
   * Changes the address of the history entry but keeps its state, which holds the number of steps for Back
   * (`back-steps.ts`): a reload passes through other pages before it returns to the desktop.
   */
  #replaceAddress(route: Route): void {
    const { history } = this.#window;
    history.replaceState(history.state, '', pathOf(route));
  }
}
