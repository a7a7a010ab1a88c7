import { ROOT_JSON } from '@boxwood/box-sdk';
import type { RootJsonName } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import type { AnyCodec } from '@boxwood/command-bus/codecs';
import { decode, json } from '@boxwood/command-bus/codecs';
import type { Facts } from '../identity/facts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Characters of JSON that each of them needs at most: 24 slots of a fan, five addresses of mirrors. What else is sent along counts. */
const MOST: Readonly<Record<RootJsonName, number>> = { fan_rule: 4096, reboot_plan: 512, mirror: 4096, led_plan: 512 };

/** The box's small configuration objects (G-48): a closed list of names, each object checked by the codec of its name. */
export class RootJson {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  get(name: RootJsonName): JsonObject {
    const stored = this.#facts.get(`json ${name}`);
    if (stored === undefined) throw new Refusal(15);
    const decoded = decode(json, JSON.parse(stored));
    if (decoded._tag === 'Left') throw new Refusal(15);
    return decoded.right;
  }

  set(name: RootJsonName, object: JsonObject): void {
    const text = JSON.stringify(object);
    if (text.length > MOST[name]) throw new Refusal(11, 'too long');
    const codec: AnyCodec = ROOT_JSON[name];
    const decoded = decode(codec, object);
    if (decoded._tag === 'Left') throw new Refusal(11, decoded.left[0]);
    this.#facts.set(`json ${name}`, text);
  }
}
