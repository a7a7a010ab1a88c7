import { GEN } from '@boxwood/command-bus';
import { isRecord, parseJson } from '@boxwood/command-bus/codecs';
import { RootJsonName } from '@boxwood/box-sdk';
import { NOT_OFFERED, Refusal } from '@boxwood/box-sdk/server';
import type { Facts } from '../identity/facts.ts';

/** A setting as it is sent and kept; what it may hold is the matter of whoever obeys it. */
export type Setting = Readonly<Record<string, unknown>>;

/** What does as a setting says. */
export interface Obeyer {
  /** Whether it can, asked before a setting is kept. @throws Refusal 3 with the word why, 11 when the setting makes no sense */
  readonly check: (setting: Setting) => Promise<void>;
  /** From now on; also at the start of a box that has one, where `since` is `kept`. */
  readonly obey: (setting: Setting, since: 'kept' | 'now') => void;
}

interface Deps {
  readonly facts: Pick<Facts, 'get' | 'set'>;
  /** Whoever obeys each setting on this box; one that nobody obeys is refused. */
  readonly obeyed: Readonly<Partial<Record<RootJsonName, Obeyer>>>;
}

const NAMES = ['fan_rule', 'reboot_plan', 'mirror', 'led_plan'] as const satisfies readonly RootJsonName[];

const factOf = (name: RootJsonName): string => `setting ${name}`;

/** The settings of the machine that a box keeps as JSON (B32, B33, G-48). */
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

  /** @throws Refusal 3 nobody obeys it, 11 unknown name, or a value against its rule */
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
