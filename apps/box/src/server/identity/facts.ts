import type { Database } from '../../store/database.ts';
import { text } from '../../store/row-columns.ts';

/** Small named facts about the box itself: its id, its name, its model. */
export class Facts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get(name: string): string | undefined {
    return this.#database.get((row) => text(row, 'value'), 'select value from facts where name = ?', name);
  }

  /** Durable: the response confirms the box's name, id and settings. */
  set(name: string, value: string): void {
    this.#database.durable(() =>
      this.#database.run(
        'insert into facts (name, value) values (?, ?) on conflict(name) do update set value = excluded.value',
        name,
        value,
      ),
    );
  }

  /** Writes a value that is recomputed at every start, only if it changed. */
  setIfChanged(name: string, value: string): void {
    if (this.get(name) !== value) this.set(name, value);
  }

  /** The stored value, or `make()` stored now. */
  ensure(name: string, make: () => string): string {
    const known = this.get(name);
    if (known !== undefined) return known;
    const value = make();
    this.set(name, value);
    return value;
  }
}
