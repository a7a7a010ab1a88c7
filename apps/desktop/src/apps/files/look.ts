import { type Codec, decode, flag, int, list, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { type Settings, State, type StateStream } from '@boxwood/domain';
import { token } from '../../composition/service-scope.ts';

/** List columns besides the name. */
export const COLUMNS = ['type', 'size', 'mtime', 'ctime'] as const;
export type ColumnId = (typeof COLUMNS)[number];

const Look = struct({
  /** Visible columns of the list. */
  columns: list(str, COLUMNS.length),
  /** Compact rows and tiles. */
  dense: flag,
});

/** Appearance of file lists for a user of this browser. */
type Look = TypeOf<typeof Look>;

const USUAL: Look = { columns: ['type', 'size', 'mtime'], dense: 0 };

/** Column widths in px that the user changed, for each place. */
const Widths = list(struct({ place: int, column: str, width: int }), 64);
type Widths = TypeOf<typeof Widths>;

type Texts = Pick<Settings, 'text' | 'setText'>;

const read = <A>(texts: Texts, key: string, codec: Codec<A, unknown>, absent: A): A => {
  const json = parseJson(texts.text(key) ?? '');
  const value = json._tag === 'Right' ? decode(codec, json.right) : json;
  return value._tag === 'Right' ? value.right : absent;
};

/**
 * Appearance of file lists for a user of this browser, shared by all windows. It survives a sign-out, like the desktop
 * icons.
 */
export class FilesLook {
  readonly #texts: Texts;
  readonly #lookKey: string;
  readonly #look: State<Look>;
  readonly #widthsKey: string;
  readonly #widths: State<Widths>;

  constructor(texts: Texts, user: string) {
    this.#texts = texts;
    this.#lookKey = `${user}_files`;
    this.#look = new State(read(texts, this.#lookKey, Look, USUAL));
    this.#widthsKey = `${user}_files_widths`;
    this.#widths = new State(read(texts, this.#widthsKey, Widths, []));
  }

  get look$(): StateStream<Look> {
    return this.#look.stream;
  }

  change(some: Partial<Look>): void {
    const next = { ...this.#look.value, ...some };
    this.#look.set(next);
    this.#texts.setText(this.#lookKey, JSON.stringify(next));
  }

  get widths$(): StateStream<Widths> {
    return this.#widths.stream;
  }

  /** Sets the width of a column in a place, in px. */
  widen(place: number, column: string, width: number): void {
    const others = this.#widths.value.filter((one) => one.place !== place || one.column !== column);
    const next = [...others, { place, column, width }];
    this.#widths.set(next);
    this.#texts.setText(this.#widthsKey, JSON.stringify(next));
  }

  /** Shows or hides a column. */
  show(column: ColumnId, shown: boolean): void {
    const { columns } = this.#look.value;
    this.change({ columns: COLUMNS.filter((one) => (one === column ? shown : columns.includes(one))) });
  }
}

export const FilesLookToken = token<FilesLook>('FilesLook');
