import { type Codec, decode, flag, list, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { type FileEntry, type Settings, State, type StateStream } from '@boxwood/domain';
import { token } from '../../composition/service-scope.ts';
import { favouritesKey } from '../../file-kit/kept-names.ts';

/** The most favourites of a person. */
const MOST = 20;

/** Columns of the list beside the name. */
export const COLUMNS = ['type', 'size', 'mtime', 'ctime'] as const;
export type ColumnId = (typeof COLUMNS)[number];

const Favourites = list(struct({ path: str, name: str }), MOST);
const Look = struct({
  /** The columns of the list that are shown. */
  columns: list(str, COLUMNS.length),
  /** More lines and tiles in the same room. */
  dense: flag,
});

/** How the list looks to a person in this browser. */
type Look = TypeOf<typeof Look>;
/** Folders that stand at the side. */
type Favourites = TypeOf<typeof Favourites>;

const USUAL: Look = { columns: ['type', 'size', 'mtime'], dense: 0 };

type Texts = Pick<Settings, 'text' | 'setText'>;

const read = <A>(texts: Texts, key: string, codec: Codec<A, unknown>, absent: A): A => {
  const json = parseJson(texts.text(key) ?? '');
  const value = json._tag === 'Right' ? decode(codec, json.right) : json;
  return value._tag === 'Right' ? value.right : absent;
};

/** The folders that somebody made their favourites in this browser. */
export const favouritesOf = (texts: Texts, user: string): Favourites =>
  read(texts, favouritesKey(user), Favourites, []);

/**
 * How a person has arranged their files in this browser: one value for all windows. The look outlives a sign-out as the icons of the desktop do,
 * the favourites, which are names, do not.
 */
export class FilesLook {
  readonly #texts: Texts;
  readonly #lookKey: string;
  readonly #favouritesKey: string;
  readonly #look: State<Look>;
  readonly #favourites: State<Favourites>;

  constructor(texts: Texts, user: string) {
    this.#texts = texts;
    this.#lookKey = `${user}_files`;
    this.#favouritesKey = favouritesKey(user);
    this.#look = new State(read(texts, this.#lookKey, Look, USUAL));
    this.#favourites = new State(favouritesOf(texts, user));
  }

  get look$(): StateStream<Look> {
    return this.#look.stream;
  }

  get favourites$(): StateStream<Favourites> {
    return this.#favourites.stream;
  }

  change(some: Partial<Look>): void {
    const next = { ...this.#look.value, ...some };
    this.#look.set(next);
    this.#texts.setText(this.#lookKey, JSON.stringify(next));
  }

  /** Shows a column, or hides it. */
  show(column: ColumnId, shown: boolean): void {
    const { columns } = this.#look.value;
    this.change({ columns: COLUMNS.filter((one) => (one === column ? shown : columns.includes(one))) });
  }

  isFavourite(path: string): boolean {
    return this.#favourites.value.some((one) => one.path === path);
  }

  /** Takes a folder among the favourites, or out. The oldest makes room. */
  favour({ path, name }: Pick<FileEntry, 'path' | 'name'>, wanted: boolean): void {
    const others = this.#favourites.value.filter((one) => one.path !== path);
    const next = wanted ? [...others, { path, name }].slice(-MOST) : others;
    this.#favourites.set(next);
    this.#texts.setText(this.#favouritesKey, next.length === 0 ? null : JSON.stringify(next));
  }
}

export const FilesLookToken = token<FilesLook>('FilesLook');
