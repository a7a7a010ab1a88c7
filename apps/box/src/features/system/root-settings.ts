import { GEN } from '@boxwood/command-bus';
import { isRecord, parseJson } from '@boxwood/command-bus/codecs';
import { RootJsonName } from '@boxwood/box-sdk';
import { NOT_OFFERED, Refusal } from '@boxwood/box-sdk/server';
import type { Facts } from '../../server/identity/facts.ts';

/** A setting as it is sent and stored. Its handler validates the content. */
export type RootSetting = Readonly<Record<string, unknown>>;

/** Applies one setting. */
export interface SettingHandler {
  /** Validates a setting before it is stored. @throws Refusal 3 with the reason, 11 for an invalid setting */
  readonly check: (setting: RootSetting) => Promise<void>;
  /** Applies a setting. At the start of a box with a stored setting `since` is `kept`. */
  readonly apply: (setting: RootSetting, since: 'kept' | 'now') => void;
}

interface RootSettingsDeps {
  readonly facts: Pick<Facts, 'get' | 'set'>;
  /** The handler of each setting that this box supports; a setting without a handler is refused. */
  readonly handlers: Readonly<Partial<Record<RootJsonName, SettingHandler>>>;
}

const SETTING_NAMES = ['fan_rule', 'reboot_plan', 'mirror', 'led_plan'] as const satisfies readonly RootJsonName[];

const factNameOf = (name: RootJsonName): string => `setting ${name}`;

/** The machine settings that a box stores as JSON (B32, B33, G-48). */
export class RootSettings {
  readonly #deps: RootSettingsDeps;

  constructor(deps: RootSettingsDeps) {
    this.#deps = deps;
    for (const name of SETTING_NAMES) {
      const stored = this.#readStored(name);
      if (stored !== undefined) deps.handlers[name]?.apply(stored, 'kept');
    }
  }

  /** @throws Refusal 11 unknown name, 15 never written */
  read(name: string): RootSetting {
    if (!RootJsonName.is(name)) throw new Refusal(GEN.invalid);
    const stored = this.#readStored(name);
    if (stored === undefined) throw new Refusal(GEN.path);
    return stored;
  }

  /** @throws Refusal 3 when the setting has no handler, 11 for an unknown name or an invalid value */
  async write(name: string, value: RootSetting): Promise<void> {
    if (!RootJsonName.is(name)) throw new Refusal(GEN.invalid);
    const handler = this.#deps.handlers[name];
    if (handler === undefined) throw new Refusal(GEN.failed, NOT_OFFERED);
    await handler.check(value);
    this.#deps.facts.set(factNameOf(name), JSON.stringify(value));
    handler.apply(value, 'now');
  }

  #readStored(name: RootJsonName): RootSetting | undefined {
    const parsed = parseJson(this.#deps.facts.get(factNameOf(name)) ?? '');
    return parsed._tag === 'Right' && isRecord(parsed.right) ? parsed.right : undefined;
  }
}
