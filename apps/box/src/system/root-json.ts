import { ROOT_JSON } from '@boxwood/box-sdk';
import type { RootJsonName } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import type { AnyCodec } from '@boxwood/command-bus/codecs';
import { decode, json } from '@boxwood/command-bus/codecs';
import type { Facts } from '../identity/facts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

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
    const codec: AnyCodec = ROOT_JSON[name];
    const decoded = decode(codec, object);
    if (decoded._tag === 'Left') throw new Refusal(11, decoded.left[0]);
    this.#facts.set(`json ${name}`, JSON.stringify(object));
  }
}
