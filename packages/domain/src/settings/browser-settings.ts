import { merge, type Subscription } from 'rxjs';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventSink } from '../store/event-recorder.ts';
import type { KeyValue } from './key-value.ts';
import { SETTINGS, type SettingRule } from './setting-rules.ts';
import type { SettingKey, Settings, SettingValues, StorageHealth } from './settings.ts';

/** Settings in two storages: `local` for the browser, `tab` for this tab. A missing storage is replaced by memory. */
export class BrowserSettings implements Settings {
  readonly #storages: { readonly local: KeyValue | null; readonly tab: KeyValue | null };
  readonly #records: EventSink | null;
  readonly #states = new Map<SettingKey, State<unknown>>();
  /** Values that the storage refused; they are lost when the page closes. */
  readonly #refused = new Map<string, string | null>();
  readonly #health: State<StorageHealth>;
  readonly #subscription: Subscription;

  constructor(local: KeyValue | null, tab: KeyValue | null, records: EventSink | null = null) {
    this.#storages = { local, tab };
    this.#records = records;
    this.#health = new State<StorageHealth>(local === null ? 'unavailable' : 'ok');
    this.#subscription = merge(
      ...[local, tab].flatMap((storage) => (storage === null ? [] : [storage.changes$])),
    ).subscribe((key) => this.#changed(key));
  }

  get health$(): StateStream<StorageHealth> {
    return this.#health.stream;
  }

  get<K extends SettingKey>(key: K): SettingValues[K] {
    return this.value$(key).value;
  }

  value$<K extends SettingKey>(key: K): StateStream<SettingValues[K]> {
    let state = this.#states.get(key);
    if (state === undefined) {
      state = new State<unknown>(this.#read(key));
      this.#states.set(key, state);
    }
    // The state under a key was created by the rule of that key.
    return state.stream as StateStream<SettingValues[K]>;
  }

  set<K extends SettingKey>(key: K, value: SettingValues[K]): void {
    const rule: SettingRule<SettingValues[K]> = SETTINGS[key];
    const absent = value === null || value === false;
    const text = absent ? null : rule.codec.write(value);
    const isNew = text !== this.#textOf(key);
    this.#write(rule.storage, key, text);
    this.value$(key);
    this.#states.get(key)?.set(absent ? rule.absent : value);
    if (isNew) this.#records?.append([{ type: 'SettingChanged', data: { key } }], 'person');
  }

  text(key: string): string | null {
    return this.#refused.has(key) ? (this.#refused.get(key) ?? null) : (this.#storages.local?.get(key) ?? null);
  }

  setText(key: string, value: string | null): void {
    this.#write('local', key, value);
  }

  clearSession(): void {
    for (const key of settingKeys()) {
      const rule = SETTINGS[key];
      if (rule.survivesSignOut) continue;
      this.#write(rule.storage, key, null);
      this.#states.get(key)?.set(rule.absent);
    }
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  #read(key: SettingKey): unknown {
    const rule = SETTINGS[key];
    const text = this.#textOf(key);
    return text === null ? rule.absent : (rule.codec.read(text) ?? rule.absent);
  }

  #textOf(key: SettingKey): string | null {
    return (this.#refused.has(key) ? this.#refused.get(key) : this.#storages[SETTINGS[key].storage]?.get(key)) ?? null;
  }

  #write(storage: 'local' | 'tab', key: string, text: string | null): void {
    const target = this.#storages[storage];
    if (target === null) {
      this.#refused.set(key, text);
      return;
    }
    try {
      if (text === null) target.remove(key);
      else target.set(key, text);
      this.#refused.delete(key);
      if (this.#refused.size === 0 && this.#health.value === 'full') this.#health.set('ok');
    } catch {
      this.#refused.set(key, text);
      this.#health.set('full');
    }
  }

  #changed(key: string | null): void {
    for (const [cachedKey, state] of this.#states) {
      if (key === null || key === cachedKey) state.set(this.#read(cachedKey));
    }
  }
}

// The keys of the table are the setting keys; Object.keys is typed as string.
const settingKeys = (): readonly SettingKey[] => Object.keys(SETTINGS) as SettingKey[];
