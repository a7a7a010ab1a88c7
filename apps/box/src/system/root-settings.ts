import { GEN } from '@boxwood/command-bus';
import { isRecord, parseJson } from '@boxwood/command-bus/codecs';
import { RootJsonName } from '@boxwood/box-sdk';
import { NOT_OFFERED, Refusal } from '@boxwood/box-sdk/server';
import type { Facts } from '../identity/facts.ts';

/** A setting as it is sent and stored. Its handler validates the content. */
export type Setting = Readonly<Record<string, unknown>>;

/** Applies one setting. */
export interface Obeyer {
  /** Validates a setting before it is stored. @throws Refusal 3 with the reason, 11 for an invalid setting */
  readonly check: (setting: Setting) => Promise<void>;
  /** Applies a setting. At the start of a box with a stored setting `since` is `kept`. */
  readonly obey: (setting: Setting, since: 'kept' | 'now') => void;
}

interface Deps {
  readonly facts: Pick<Facts, 'get' | 'set'>;
  /** The handler of each setting that this box supports; a setting without a handler is refused. */
  readonly obeyed: Readonly<Partial<Record<RootJsonName, Obeyer>>>;
}

const NAMES = ['fan_rule', 'reboot_plan', 'mirror', 'led_plan'] as const satisfies readonly RootJsonName[];

const factOf = (name: RootJsonName): string => `setting ${name}`;

/** The machine settings that a box stores as JSON (B32, B33, G-48). */
export class RootSettings {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    for (const name of NAMES) {
      const kept = this.#kept(name);
      if (kept !== undefined) deps.obeyed[name]?.obey(kept, 'kept');
    }
  }

  /** @throws Refusal 11 unknown name, 15 never written */
  read(name: string): Setting {
    if (!RootJsonName.is(name)) throw new Refusal(GEN.invalid);
    const kept = this.#kept(name);
    if (kept === undefined) throw new Refusal(GEN.path);
    return kept;
  }

  /** @throws Refusal 3 when the setting has no handler, 11 for an unknown name or an invalid value */
  async write(name: string, value: Setting): Promise<void> {
    if (!RootJsonName.is(name)) throw new Refusal(GEN.invalid);
    const obeyer = this.#deps.obeyed[name];
    if (obeyer === undefined) throw new Refusal(GEN.failed, NOT_OFFERED);
    await obeyer.check(value);
    this.#deps.facts.set(factOf(name), JSON.stringify(value));
    obeyer.obey(value, 'now');
  }

  #kept(name: RootJsonName): Setting | undefined {
    const parsed = parseJson(this.#deps.facts.get(factOf(name)) ?? '');
    return parsed._tag === 'Right' && isRecord(parsed.right) ? parsed.right : undefined;
  }
}
