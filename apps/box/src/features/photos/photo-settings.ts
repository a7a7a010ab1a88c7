import { AiConfigChange, type AiConfig, DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import type { Database } from '../../store/database.ts';
import { text } from '../../store/row-columns.ts';

/** Only groups with more photos than this are shown (G-38). */
const DEFAULT_FACE_MIN_NUM = 3;

/** The administrator's settings of the photo service. */
export class PhotoSettings {
  readonly #db: Database;

  constructor(database: Database) {
    this.#db = database;
  }

  get faceMinNum(): number {
    return Number(this.#get('faceMinNum') ?? DEFAULT_FACE_MIN_NUM);
  }

  /** Folders whose photos are added to albums; null if no administrator has set any. */
  get sources(): readonly string[] | null {
    const lines = this.#get('sources');
    return lines === undefined || lines === '' ? null : lines.split('\0');
  }

  set({ faceMinNum, sources }: { readonly faceMinNum?: number; readonly sources?: readonly string[] }): void {
    this.#db.durable(() => {
      if (faceMinNum !== undefined) this.#put('faceMinNum', String(faceMinNum));
      if (sources !== undefined) this.#put('sources', sources.join('\0'));
    });
  }

  /**
   * Settings of the recognition: off until the owner enables it (PHOTO-13), with the thresholds of PHOTO-15. Text
   * recognition is enabled separately.
   */
  get ai(): AiConfig {
    const stored: unknown = JSON.parse(this.#get('ai') ?? 'null');
    return { text: 0, ...(AiConfigChange.is(stored) ? stored : { ...DEFAULT_AI_CONFIG, enable: 0 }) };
  }

  /** Without the field `text`, that setting stays unchanged. */
  setAi(config: AiConfig): void {
    this.#db.durable(() => {
      this.putAi(config);
    });
  }

  /** {@link setAi} as part of an enclosing durable write. */
  putAi(config: AiConfig): void {
    const { text = 0 } = this.ai;
    this.#put('ai', JSON.stringify({ text, ...config }));
  }

  #get(name: string): string | undefined {
    return this.#db.get((row) => text(row, 'value'), 'SELECT value FROM photo_settings WHERE name = ?', name);
  }

  #put(name: string, value: string): void {
    this.#db.run('INSERT OR REPLACE INTO photo_settings (name, value) VALUES (?, ?)', name, value);
  }
}
