import { decode, flag, list, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { type FileEntry, type Settings, State, type StateStream } from '@boxwood/domain';
import { token } from '../../composition/service-scope.ts';

/** The most favourites of a person. */
const MOST = 20;

/** Columns of the list beside the name. */
export const COLUMNS = ['type', 'size', 'mtime', 'ctime'] as const;
export type ColumnId = (typeof COLUMNS)[number];

const Look = struct({
  /** Folders that stand at the side. */
  favourites: list(struct({ path: str, name: str }), MOST),
  /** The columns of the list that are shown. */
  columns: list(str, COLUMNS.length),
  /** More lines and tiles in the same room. */
  dense: flag,
});
/** How a person has arranged their files in this browser: one value for all windows, kept over a sign-out as the icons of the desktop are. */
export type Look = TypeOf<typeof Look>;

const USUAL: Look = { favourites: [], columns: ['type', 'size', 'mtime'], dense: 0 };

const keyOf = (user: string): string => `${user}_files`;

/** Keeps {@link Look}. */
export class FilesLook {
  readonly #settings: Pick<Settings, 'text' | 'setText'>;
  readonly #key: string;
  readonly #state: State<Look>;

  constructor(settings: Pick<Settings, 'text' | 'setText'>, user: string) {
    this.#settings = settings;
    this.#key = keyOf(user);
    const json = parseJson(settings.text(this.#key) ?? '');
    const read = json._tag === 'Right' ? decode(Look, json.right) : json;
    this.#state = new State(read._tag === 'Right' ? read.right : USUAL);
  }

  get look$(): StateStream<Look> {
    return this.#state.stream;
  }

  change(some: Partial<Look>): void {
    const next = { ...this.#state.value, ...some };
    this.#state.set(next);
    this.#settings.setText(this.#key, JSON.stringify(next));
  }

  isFavourite(path: string): boolean {
    return this.#state.value.favourites.some((one) => one.path === path);
  }

  /** Takes a folder among the favourites, or out. The oldest makes room. */
  favour({ path, name }: Pick<FileEntry, 'path' | 'name'>, wanted: boolean): void {
    const others = this.#state.value.favourites.filter((one) => one.path !== path);
    this.change({ favourites: wanted ? [...others, { path, name }].slice(-MOST) : others });
  }

  /** Shows a column, or hides it. */
  show(column: ColumnId, shown: boolean): void {
    const { columns } = this.#state.value;
    this.change({ columns: COLUMNS.filter((one) => (one === column ? shown : columns.includes(one))) });
  }
}

export const FilesLookToken = token<FilesLook>('FilesLook');
