import type { StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import { parseRoute, pathOf, type Route } from './route.ts';

/** What the router needs of a window. */
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

  /** Shows a page; the browser's back button returns. */
  go(route: Route): void {
    if (pathOf(route) === pathOf(this.#state.value)) return;
    this.#window.history.pushState(null, '', pathOf(route));
    this.#state.set(route);
  }

  /** Shows a page in place of the current one. */
  replace(route: Route): void {
    this.#correct(route);
    if (pathOf(route) !== pathOf(this.#state.value)) this.#state.set(route);
  }

  close(): void {
    this.#window.removeEventListener('popstate', this.#onPop);
  }

  #read(): Route {
    return parseRoute(this.#window.location.pathname, this.#window.location.search);
  }

  /** Puts the real address of the page into the bar when the path was unknown. */
  #normalise(): void {
    const { pathname, search } = this.#window.location;
    const route = this.#state.value;
    if (route.page === 'sign-in' ? pathname !== '/' : pathname !== pathOf(route) && search === '') this.#correct(route);
  }

  /** Gives the entry another address. It keeps what Back takes back (`back-steps.ts`): a reload goes through other pages before it is at the desktop again. */
  #correct(route: Route): void {
    const { history } = this.#window;
    history.replaceState(history.state, '', pathOf(route));
  }
}
