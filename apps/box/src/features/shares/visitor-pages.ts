import type { Cursor, FileListQuery, ShortItem } from '@boxwood/box-sdk';
import { shareFileAddress, sharePageAddress } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import { contentTypeOf } from '../files/download/content-type.ts';
import type { FolderLister } from '../files/listing/folder-lister.ts';
import type { Caller } from '../../storage/vault/index.ts';
import type { ShareContentsCounter } from './share-contents.ts';
import type { Breadcrumb, ShareSummary, SharedItem, SharedItemKind, SharePages } from './share-pages.ts';
import type { Share } from './http-shares.ts';
import type { ReadableEntry, ShareVisitors } from './share-visitors.ts';

/** Entries per page of a folder. */
const ENTRIES_PER_PAGE = 200;
/** How many neighbouring files are searched for the previous or next item with a page of its own. */
const NEIGHBOUR_SEARCH_LIMIT = 50;

const KINDS: Readonly<Partial<Record<number, SharedItemKind>>> = { 1: 'song', 2: 'film', 3: 'picture', 5: 'folder' };
const kindOf = ({ n, t }: ShortItem): SharedItemKind =>
  KINDS[t] ?? (/^(?:text\/|application\/(?:pdf|json))/.test(contentTypeOf(n)) ? 'text' : 'file');
const hasView = ({ kind }: SharedItem): boolean => kind === 'picture' || kind === 'film' || kind === 'song';

export interface VisitorPageServices {
  readonly visitors: ShareVisitors;
  readonly lister: FolderLister;
  readonly contentsCounter: ShareContentsCounter;
  readonly clock: Clock;
  /** Aborts when the visitor disconnects. */
  readonly signal: AbortSignal;
}

/** Identifies a file in a share: the index of the shared entry and the path inside it, empty for the entry itself. */
export interface SharedEntryRef {
  readonly index: number;
  readonly inside: string;
}

/** Renders the pages that a visitor with a ticket sees. */
export class VisitorPages {
  readonly #services: VisitorPageServices;
  readonly #pages: SharePages;
  readonly #share: Share;
  readonly #ticket: string;

  constructor(services: VisitorPageServices, pages: SharePages, share: Share, ticket: string) {
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
      const title = this.#pages.message('things', { n: String(entries.length) });
      return this.#pages.listing({
        summary: await this.#summary(
          title,
          entries.map(({ item }) => item.n),
        ),
        archive: this.#archive(null),
        trail: [],
        items: entries.map(({ index, item }) => this.#item({ index, inside: '' }, item)),
        next: null,
      });
    }
    const entryRef = { index: only.index, inside: '' };
    const entry = await this.#services.visitors.entry(this.#share, entryRef.index, '');
    return only.item.t === 5 ? this.folder(entryRef, entry, undefined) : this.view(entryRef, only.item);
  }

  /** One page of a folder, starting after the given entry. */
  async folder(
    entryRef: SharedEntryRef,
    { owner, location }: ReadableEntry,
    start: Cursor | undefined,
  ): Promise<string> {
    const { shown: visible, more } = await this.#pageAfter(owner, location.wire, start);
    const last = visible.at(-1);
    const cursorJson = last === undefined ? '' : JSON.stringify({ n: last.n, t: last.t, k: last.k });
    const names = this.#names(entryRef);
    return this.#pages.listing({
      summary: await this.#summary(names.at(-1) ?? '', [names.join('/')]),
      archive: this.#archive(entryRef),
      trail: this.#breadcrumbs(entryRef),
      items: visible.map((item) => this.#item(childRef(entryRef, item.n), item)),
      next: more ? `${this.#address(entryRef)}&${new URLSearchParams({ after: cursorJson }).toString()}` : null,
    });
  }

  /** The page of one file, with links to its neighbours. */
  async view(entryRef: SharedEntryRef, item: ShortItem): Promise<string> {
    const [previous = null, next = null] = await Promise.all([
      this.#neighbourView(entryRef, item, 1),
      this.#neighbourView(entryRef, item, 0),
    ]);
    return this.#pages.view({
      summary: await this.#summary(item.n, [this.#names(entryRef).join('/')]),
      trail: this.#breadcrumbs(entryRef),
      item: this.#item(entryRef, item),
      previous,
      next,
    });
  }

  /** File name for the archive of a folder or of the whole share. */
  titleOf(entryRef: SharedEntryRef | null): string {
    return (entryRef === null ? undefined : this.#names(entryRef).at(-1)) ?? 'Boxwood';
  }

  /** Lists the visible entries after a cursor. Skips links, so the cursor of the next page never names one. */
  async #pageAfter(owner: Caller, path: string, start: Cursor | undefined) {
    for (let after = start; ;) {
      const query: FileListQuery = {
        path,
        count: ENTRIES_PER_PAGE,
        order: 1,
        dirfirst: 1,
        ...(after === undefined ? { hasbaseinfo: 0 } : { hasbaseinfo: 1, baseinfo: after }),
      };
      const { file_list: items } = await this.#services.lister.list(owner, query, this.#services.signal);
      const visible = items.filter(({ t }) => t !== 100 && t !== 777);
      const more = items.length === ENTRIES_PER_PAGE;
      if (visible.length > 0 || !more) return { shown: visible, more };
      after = items.at(-1);
    }
  }

  /** URL of the page for the next picture, film or song, or for the previous one with `desc`. */
  async #neighbourView(entryRef: SharedEntryRef, item: ShortItem, desc: 0 | 1): Promise<string | undefined> {
    const items = await (entryRef.inside === ''
      ? this.#topLevelNeighbours(entryRef, desc)
      : this.#nestedNeighbours(entryRef, item, desc));
    return items.find(hasView)?.view;
  }

  async #topLevelNeighbours({ index }: SharedEntryRef, desc: 0 | 1): Promise<readonly SharedItem[]> {
    const entries = await this.#services.visitors.entries(this.#share);
    const others = entries.filter((other) => (desc === 1 ? other.index < index : other.index > index));
    return (desc === 1 ? others.toReversed() : others).map((other) =>
      this.#item({ index: other.index, inside: '' }, other.item),
    );
  }

  async #nestedNeighbours(
    { index, inside }: SharedEntryRef,
    { n, t, k }: ShortItem,
    desc: 0 | 1,
  ): Promise<readonly SharedItem[]> {
    const parent = { index, inside: inside.slice(0, Math.max(0, inside.lastIndexOf('/'))) };
    const { owner, location } = await this.#services.visitors.entry(this.#share, index, parent.inside);
    const query: FileListQuery = {
      path: location.wire,
      count: NEIGHBOUR_SEARCH_LIMIT,
      order: 1,
      dirfirst: 1,
      regonly: 1,
      desc,
      hasbaseinfo: 1,
      baseinfo: { n, t, k },
    };
    const { file_list: items } = await this.#services.lister.list(owner, query, this.#services.signal);
    return items.map((other) => this.#item(childRef(parent, other.n), other));
  }

  async #summary(title: string, paths: readonly string[]): Promise<ShareSummary> {
    const { user: giver, ends } = this.#share;
    const contents = await this.#services.contentsCounter.count(this.#share, paths);
    return { giver, title, ends, now: Math.floor(this.#services.clock.now() / 1000), contents };
  }

  #names({ index, inside }: SharedEntryRef): readonly string[] {
    return [this.#share.names[index] ?? '', ...(inside === '' ? [] : inside.split('/'))];
  }

  #item(entryRef: SharedEntryRef, item: ShortItem): SharedItem {
    const address = this.#address(entryRef);
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

  #breadcrumbs(entryRef: SharedEntryRef): readonly Breadcrumb[] {
    const names = this.#names(entryRef);
    const isOnly = this.#share.names.length === 1;
    const start = `${sharePageAddress('', this.#share.id)}?${new URLSearchParams({ ticket: this.#ticket }).toString()}`;
    const crumbs = names.map((name, depth) => {
      const inside = names.slice(1, depth + 1).join('/');
      const address = depth === 0 && isOnly ? start : this.#address({ index: entryRef.index, inside });
      return { name, address: depth === names.length - 1 ? null : address };
    });
    return isOnly ? crumbs : [{ name: this.#pages.message('all'), address: start }, ...crumbs];
  }

  #address({ index, inside }: SharedEntryRef): string {
    const { id } = this.#share;
    return shareFileAddress('', { id, index, ticket: this.#ticket, ...(inside === '' ? {} : { path: inside }) });
  }

  #archive(entryRef: SharedEntryRef | null): string {
    const page = `${sharePageAddress('', this.#share.id)}/zip`;
    if (entryRef === null) return `${page}?${new URLSearchParams({ ticket: this.#ticket }).toString()}`;
    const [, query = ''] = this.#address(entryRef).split('?');
    return `${page}?index=${entryRef.index}&${query}`;
  }
}

const childRef = ({ index, inside }: SharedEntryRef, name: string): SharedEntryRef => ({
  index,
  inside: inside === '' ? name : `${inside}/${name}`,
});
