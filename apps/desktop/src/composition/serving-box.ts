import { type BoxWays, directApi, type Failure, isUnheard, type Setup } from '@boxwood/domain';
import { firstValueFrom, type Observable, map } from 'rxjs';

/** The parts of an address bar that are needed here. */
export type PageAddress = Pick<Location, 'origin' | 'host' | 'hostname' | 'port' | 'protocol'>;

/** A name or an address as the URL parser leaves it; some parsers let a space through as %20. */
const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

/** Nobody answered, or a proxy that reached no box (RFC 9110, 15.6.3 to 15.6.5). */
const isAway = (failure: Failure): boolean =>
  isUnheard(failure) || (failure._tag === 'Http' && failure.status >= 502 && failure.status <= 504);

/** Where an address that a person typed leads: to the box of this page (under `address`), to the page of another box, or nowhere. */
export type TypedBox =
  | { readonly at: 'here'; readonly address: string }
  | { readonly at: 'elsewhere'; readonly origin: string; readonly host: string }
  | { readonly at: 'nowhere' };

/**
 * The box that serves this page. A browser page may only talk to its own origin, so whatever address this box is known under
 * (its LAN address, its relay address), its calls go to the page's origin.
 */
export class ServingBox {
  readonly #page: PageAddress;
  readonly #setup: Pick<Setup, 'state'>;
  readonly #own = new Set<string>();
  #boxId: string | null = null;
  #account: string;
  #learned: Promise<boolean> | null = null;

  constructor(page: PageAddress, setup: Pick<Setup, 'state'>) {
    this.#page = page;
    this.#setup = setup;
    this.#account = `${page.origin}/account`;
    this.#own.add(`http://${page.host}`);
    this.#own.add(`http://${page.hostname}:${this.#port}`);
  }

  /**
   * Whether the box has said who it is: before that nobody knows where its account service is. It is asked at the first need, which the
   * sign-in form has not, and again where it did not answer.
   */
  get learned(): Promise<boolean> {
    this.#learned ??= firstValueFrom(this.learn()).then((answered) => {
      if (!answered) this.#learned = null;
      return answered;
    });
    return this.#learned;
  }

  /** Asks the box who it is; emits once, whether it answered. */
  learn(): Observable<boolean> {
    return this.#setup.state().pipe(
      map((result) => {
        if (result._tag === 'Left') return !isAway(result.left);
        this.#boxId = result.right.boxid;
        if (result.right.account !== '') this.#account = result.right.account.replace(/\/+$/, '');
        return true;
      }),
    );
  }

  /** Id of the box, null until it has answered. */
  get boxId(): string | null {
    return this.#boxId;
  }

  /** The name under which the person reached this box. */
  get host(): string {
    return this.#page.host;
  }

  get #port(): number {
    return this.#page.port === '' ? (this.#page.protocol === 'https:' ? 443 : 80) : Number(this.#page.port);
  }

  /**
   * Finds the box of an address that a person typed. A password is only ever entered on the page of the box that checks it, so
   * another box is a page to go to, not an address to call (G-06).
   */
  typed(text: string): TypedBox {
    const bare = text
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/+$/, '');
    if (bare.toLowerCase() === this.#page.host) return { at: 'here', address: `${this.#page.hostname}:${this.#port}` };
    const api = directApi(bare);
    const url = URL.canParse(api) ? new URL(api) : null;
    if (url === null || !HOST.test(url.hostname) || url.href !== `${url.origin}/`) return { at: 'nowhere' };
    return this.#own.has(url.origin)
      ? { at: 'here', address: bare }
      : { at: 'elsewhere', origin: url.origin, host: url.host };
  }

  /** Base address of the account service of this box. */
  get account(): string {
    return this.#account;
  }

  /** Takes note of the addresses of a box, and gives this page's box a LAN address even where it reported none. */
  note(boxName: string, ways: BoxWays): BoxWays {
    if (boxName !== this.#boxId) return ways;
    const known = ways.lanIp === '' ? { ...ways, lanIp: this.#page.hostname, apiPort: this.#port } : ways;
    this.#own.add(`http://${known.lanIp}:${known.apiPort}`);
    if (known.relayUrl !== '') this.#own.add(known.relayUrl.replace(/\/+$/, ''));
    return known;
  }

  /** Where calls to an API address really go. */
  reach(api: string): string {
    return this.#own.has(api.replace(/\/+$/, '')) ? this.#page.origin : api;
  }
}
