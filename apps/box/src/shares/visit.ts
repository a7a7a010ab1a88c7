import type { Cursor, FileListQuery, ShortItem } from '@boxwood/box-sdk';
import { shareFileAddress, sharePageAddress } from '@boxwood/box-sdk';
import type { Clock } from '../clock.ts';
import { contentTypeOf } from '../files/content-type.ts';
import type { Lister } from '../files/lister.ts';
import type { Caller } from '../vault/index.ts';
import type { ShareLook } from './look.ts';
import type { Crumb, Gift, Item, Kind, Pages } from './page.ts';
import type { Share } from './shares.ts';
import type { OpenEntry, Visitors } from './visitors.ts';

/** Entries per page of a folder. */
const PAGE = 200;
/** How many neighbouring files are searched for the previous or next item with a page of its own. */
const AHEAD = 50;

const KINDS: Readonly<Partial<Record<number, Kind>>> = { 1: 'song', 2: 'film', 3: 'picture', 5: 'folder' };
const kindOf = ({ n, t }: ShortItem): Kind =>
  KINDS[t] ?? (/^(?:text\/|application\/(?:pdf|json))/.test(contentTypeOf(n)) ? 'text' : 'file');
const hasView = ({ kind }: Item): boolean => kind === 'picture' || kind === 'film' || kind === 'song';

export interface VisitServices {
  readonly visitors: Visitors;
  readonly lister: Lister;
  readonly look: ShareLook;
  readonly clock: Clock;
  /** Aborts when the visitor disconnects. */
  readonly signal: AbortSignal;
}

/** Identifies a file in a share: the index of the shared entry and the path inside it, empty for the entry itself. */
export interface Spot {
  readonly index: number;
  readonly inside: string;
}

/** Renders the pages that a visitor with a ticket sees. */
export class Visit {
  readonly #services: VisitServices;
  readonly #pages: Pages;
  readonly #share: Share;
  readonly #ticket: string;

  constructor(services: VisitServices, pages: Pages, share: Share, ticket: string) {
    this.#services = services;
    this.#pages = pages;
    this.#share = share;
    this.#ticket = ticket;
  }

  /** The first page: the item itself when only one is shared, otherwise a list. @throws Refusal 15 */
  async landing(): Promise<string> {
    const entries = await this.#services.visitors.entries(this.#share);
    const [only] = this.#share.names.length === 1 ? entries : [];
    if (only === undefined) {
      const title = this.#pages.say('things', { n: String(entries.length) });
      return this.#pages.listing({
        gift: await this.#gift(
          title,
          entries.map(({ item }) => item.n),
        ),
        archive: this.#archive(null),
        trail: [],
        items: entries.map(({ index, item }) => this.#item({ index, inside: '' }, item)),
        next: null,
      });
    }
    const spot = { index: only.index, inside: '' };
    const entry = await this.#services.visitors.entry(this.#share, spot.index, '');
    return only.item.t === 5 ? this.folder(spot, entry, undefined) : this.view(spot, only.item);
  }

  /** One page of a folder, starting after the given entry. */
  async folder(spot: Spot, { owner, location }: OpenEntry, start: Cursor | undefined): Promise<string> {
    const { shown, more } = await this.#pageAfter(owner, location.wire, start);
    const last = shown.at(-1);
    const mark = last === undefined ? '' : JSON.stringify({ n: last.n, t: last.t, k: last.k });
    const names = this.#names(spot);
    return this.#pages.listing({
      gift: await this.#gift(names.at(-1) ?? '', [names.join('/')]),
      archive: this.#archive(spot),
      trail: this.#trail(spot),
      items: shown.map((item) => this.#item(below(spot, item.n), item)),
      next: more ? `${this.#address(spot)}&${new URLSearchParams({ after: mark }).toString()}` : null,
    });
  }

  /** The page of one file, with links to its neighbours. */
  async view(spot: Spot, item: ShortItem): Promise<string> {
    const [previous = null, next = null] = await Promise.all([
      this.#beside(spot, item, 1),
      this.#beside(spot, item, 0),
    ]);
    return this.#pages.view({
      gift: await this.#gift(item.n, [this.#names(spot).join('/')]),
      trail: this.#trail(spot),
      item: this.#item(spot, item),
      previous,
      next,
    });
  }

  /** File name for the archive of a folder or of the whole share. */
  titleOf(spot: Spot | null): string {
    return (spot === null ? undefined : this.#names(spot).at(-1)) ?? 'Boxwood';
  }

  /** Lists the visible entries after a cursor. Skips links, so the cursor of the next page never names one. */
  async #pageAfter(owner: Caller, path: string, start: Cursor | undefined) {
    for (let after = start; ;) {
      const query: FileListQuery = {
        path,
        count: PAGE,
        order: 1,
        dirfirst: 1,
        ...(after === undefined ? { hasbaseinfo: 0 } : { hasbaseinfo: 1, baseinfo: after }),
      };
      const { file_list: items } = await this.#services.lister.list(owner, query, this.#services.signal);
      const shown = items.filter(({ t }) => t !== 100 && t !== 777);
      const more = items.length === PAGE;
      if (shown.length > 0 || !more) return { shown, more };
      after = items.at(-1);
    }
  }

  /** URL of the page for the next picture, film or song, or for the previous one with `desc`. */
  async #beside(spot: Spot, item: ShortItem, desc: 0 | 1): Promise<string | undefined> {
    const items = await (spot.inside === '' ? this.#besideTop(spot, desc) : this.#besideInside(spot, item, desc));
    return items.find(hasView)?.view;
  }

  async #besideTop({ index }: Spot, desc: 0 | 1): Promise<readonly Item[]> {
    const entries = await this.#services.visitors.entries(this.#share);
    const others = entries.filter((other) => (desc === 1 ? other.index < index : other.index > index));
    return (desc === 1 ? others.toReversed() : others).map((other) =>
      this.#item({ index: other.index, inside: '' }, other.item),
    );
  }

  async #besideInside({ index, inside }: Spot, { n, t, k }: ShortItem, desc: 0 | 1): Promise<readonly Item[]> {
    const parent = { index, inside: inside.slice(0, Math.max(0, inside.lastIndexOf('/'))) };
    const { owner, location } = await this.#services.visitors.entry(this.#share, index, parent.inside);
    const query: FileListQuery = {
      path: location.wire,
      count: AHEAD,
      order: 1,
      dirfirst: 1,
      regonly: 1,
      desc,
      hasbaseinfo: 1,
      baseinfo: { n, t, k },
    };
    const { file_list: items } = await this.#services.lister.list(owner, query, this.#services.signal);
    return items.map((other) => this.#item(below(parent, other.n), other));
  }

  async #gift(title: string, paths: readonly string[]): Promise<Gift> {
    const { user: giver, ends } = this.#share;
    const contents = await this.#services.look.of(this.#share, paths);
    return { giver, title, ends, now: Math.floor(this.#services.clock.now() / 1000), contents };
  }

  #names({ index, inside }: Spot): readonly string[] {
    return [this.#share.names[index] ?? '', ...(inside === '' ? [] : inside.split('/'))];
  }

  #item(spot: Spot, item: ShortItem): Item {
    const address = this.#address(spot);
    return {
      name: item.n,
      kind: kindOf(item),
      size: item.s,
      mtime: item.m,
      address,
      raw: `${address}&as=raw`,
      view: `${address}&as=page`,
      thumbnail: (width) => `${address}&w=${width}`,
    };
  }

  #trail(spot: Spot): readonly Crumb[] {
    const names = this.#names(spot);
    const isOnly = this.#share.names.length === 1;
    const start = `${sharePageAddress('', this.#share.id)}?${new URLSearchParams({ ticket: this.#ticket }).toString()}`;
    const crumbs = names.map((name, depth) => {
      const inside = names.slice(1, depth + 1).join('/');
      const address = depth === 0 && isOnly ? start : this.#address({ index: spot.index, inside });
      return { name, address: depth === names.length - 1 ? null : address };
    });
    return isOnly ? crumbs : [{ name: this.#pages.say('all'), address: start }, ...crumbs];
  }

  #address({ index, inside }: Spot): string {
    const { id } = this.#share;
    return shareFileAddress('', { id, index, ticket: this.#ticket, ...(inside === '' ? {} : { path: inside }) });
  }

  #archive(spot: Spot | null): string {
    const page = `${sharePageAddress('', this.#share.id)}/zip`;
    if (spot === null) return `${page}?${new URLSearchParams({ ticket: this.#ticket }).toString()}`;
    const [, query = ''] = this.#address(spot).split('?');
    return `${page}?index=${spot.index}&${query}`;
  }
}

const below = ({ index, inside }: Spot, name: string): Spot => ({
  index,
  inside: inside === '' ? name : `${inside}/${name}`,
});
