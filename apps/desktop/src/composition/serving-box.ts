import { type BoxAddresses, apiFromTypedAddress, type Failure, isUnreachable, type Setup } from '@boxwood/domain';
import { firstValueFrom, type Observable, map } from 'rxjs';

/** The parts of the page's location that are used here. */
export type PageAddress = Pick<Location, 'origin' | 'host' | 'hostname' | 'port' | 'protocol'>;

/** A host name or address as normalised by the URL parser; some parsers keep a space as %20. */
const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])$/;

/** No response, or a gateway error of a proxy that reached no box (RFC 9110, 15.6.3 to 15.6.5). */
const isBoxUnreachable = (failure: Failure): boolean =>
  isUnreachable(failure) || (failure._tag === 'Http' && failure.status >= 502 && failure.status <= 504);

/**
 * The meaning of an address the user typed: the box of this page (at `address`), the page of another box, or no valid
 * address.
 */
export type TypedBox =
  | { readonly at: 'here'; readonly address: string }
  | { readonly at: 'elsewhere'; readonly origin: string; readonly host: string }
  | { readonly at: 'nowhere' };

/**
 * The box that serves this page. A browser page may only call its own origin, so calls to any known address of this box
 * (LAN or relay) go to the page's origin.
 */
export class ServingBox {
  readonly #page: PageAddress;
  readonly #setup: Pick<Setup, 'state'>;
  readonly #ownOrigins = new Set<string>();
  #boxId: string | null = null;
  #accountUrl: string;
  #identified: Promise<boolean> | null = null;

  constructor(page: PageAddress, setup: Pick<Setup, 'state'>) {
    this.#page = page;
    this.#setup = setup;
    this.#accountUrl = `${page.origin}/account`;
    this.#ownOrigins.add(`http://${page.host}`);
    this.#ownOrigins.add(`http://${page.hostname}:${this.#port}`);
  }

  /**
   * Resolves to whether the box has identified itself; the URL of its account service is unknown before. The request is
   * sent on first use, which the sign-in form does not need, and repeated after a failure.
   */
  get identified(): Promise<boolean> {
    this.#identified ??= firstValueFrom(this.identify()).then((answered) => {
      if (!answered) this.#identified = null;
      return answered;
    });
    return this.#identified;
  }

  /** Requests the identity of the box; emits once, whether the box answered. */
  identify(): Observable<boolean> {
    return this.#setup.state().pipe(
      map((result) => {
        if (result._tag === 'Left') return !isBoxUnreachable(result.left);
        this.#boxId = result.right.boxid;
        if (result.right.account !== '') this.#accountUrl = result.right.account.replace(/\/+$/, '');
        return true;
      }),
    );
  }

  /** Id of the box, null until it has answered. */
  get boxId(): string | null {
    return this.#boxId;
  }

  /** The host name under which the user reached this box. */
  get host(): string {
    return this.#page.host;
  }

  get #port(): number {
    return this.#page.port === '' ? (this.#page.protocol === 'https:' ? 443 : 80) : Number(this.#page.port);
  }

  /**
   * Resolves an address that the user typed. A password is entered only on the page of the box that checks it, so
   * another box is a page to navigate to, not a URL to call (G-06).
   */
  resolveTyped(text: string): TypedBox {
    const bare = text
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/+$/, '');
    if (bare.toLowerCase() === this.#page.host) return { at: 'here', address: `${this.#page.hostname}:${this.#port}` };
    const api = apiFromTypedAddress(bare);
    const url = URL.canParse(api) ? new URL(api) : null;
    if (url === null || !HOST.test(url.hostname) || url.href !== `${url.origin}/`) return { at: 'nowhere' };
    return this.#ownOrigins.has(url.origin)
      ? { at: 'here', address: bare }
      : { at: 'elsewhere', origin: url.origin, host: url.host };
  }

  /** Base URL of the account service of this box. */
  get accountUrl(): string {
    return this.#accountUrl;
  }

  /** Records the addresses of a box, and adds a LAN address for this page's box when it reported none. */
  recordAddresses(boxName: string, ways: BoxAddresses): BoxAddresses {
    if (boxName !== this.#boxId) return ways;
    const known = ways.lanIp === '' ? { ...ways, lanIp: this.#page.hostname, apiPort: this.#port } : ways;
    this.#ownOrigins.add(`http://${known.lanIp}:${known.apiPort}`);
    if (known.relayUrl !== '') this.#ownOrigins.add(known.relayUrl.replace(/\/+$/, ''));
    return known;
  }

  /** The URL that calls to an API address really use. */
  apiUrlFor(api: string): string {
    return this.#ownOrigins.has(api.replace(/\/+$/, '')) ? this.#page.origin : api;
  }
}
