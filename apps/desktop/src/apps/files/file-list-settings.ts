import { type Codec, decode, flag, int, list, parseJson, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import { type Settings, State, type StateStream } from '@boxwood/domain';
import { token } from '../../composition/service-scope.ts';

/** List columns besides the name. */
export const COLUMNS = ['type', 'size', 'mtime', 'ctime'] as const;
export type ColumnId = (typeof COLUMNS)[number];

const ListAppearance = struct({
  /** Visible columns of the list. */
  columns: list(str, COLUMNS.length),
  /** Compact rows and tiles. */
  dense: flag,
});

/** Appearance of file lists for a user of this browser. */
type ListAppearance = TypeOf<typeof ListAppearance>;

const DEFAULT_APPEARANCE: ListAppearance = { columns: ['type', 'size', 'mtime'], dense: 0 };

/** Column widths in px that the user changed, for each place. */
const ColumnWidths = list(struct({ place: int, column: str, width: int }), 64);
type ColumnWidths = TypeOf<typeof ColumnWidths>;

type TextSettings = Pick<Settings, 'text' | 'setText'>;

const readSetting = <A>(settings: TextSettings, key: string, codec: Codec<A, unknown>, fallback: A): A => {
  const json = parseJson(settings.text(key) ?? '');
  const value = json._tag === 'Right' ? decode(codec, json.right) : json;
  return value._tag === 'Right' ? value.right : fallback;
};

/**
 * Appearance of file lists for a user of this browser, shared by all windows. It survives a sign-out, like the desktop
 * icons.
 */
export class FileListSettings {
  readonly #settings: TextSettings;
  readonly #appearanceKey: string;
  readonly #appearance: State<ListAppearance>;
  readonly #widthsKey: string;
  readonly #widths: State<ColumnWidths>;

  constructor(settings: TextSettings, user: string) {
    this.#settings = settings;
    this.#appearanceKey = `${user}_files`;
    this.#appearance = new State(readSetting(settings, this.#appearanceKey, ListAppearance, DEFAULT_APPEARANCE));
    this.#widthsKey = `${user}_files_widths`;
    this.#widths = new State(readSetting(settings, this.#widthsKey, ColumnWidths, []));
  }

  get appearance$(): StateStream<ListAppearance> {
    return this.#appearance.stream;
  }

  change(changes: Partial<ListAppearance>): void {
    const next = { ...this.#appearance.value, ...changes };
    this.#appearance.set(next);
    this.#settings.setText(this.#appearanceKey, JSON.stringify(next));
  }

  get widths$(): StateStream<ColumnWidths> {
    return this.#widths.stream;
  }

  /** Sets the width of a column in a place, in px. */
  setColumnWidth(place: number, column: string, width: number): void {
    const others = this.#widths.value.filter((one) => one.place !== place || one.column !== column);
    const next = [...others, { place, column, width }];
    this.#widths.set(next);
    this.#settings.setText(this.#widthsKey, JSON.stringify(next));
  }

  /** Shows or hides a column. */
  setColumnShown(column: ColumnId, shown: boolean): void {
    const { columns } = this.#appearance.value;
    this.change({ columns: COLUMNS.filter((one) => (one === column ? shown : columns.includes(one))) });
  }
}

export const FileListSettingsToken = token<FileListSettings>('FilesLook');
