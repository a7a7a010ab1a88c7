/** What can go wrong, switched on by whoever tests. */
import type { Fields } from '../call.ts';

export type Fault =
  /** The answer comes so much later, by the machine's clock. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** The connection ends after so many bytes: of the body of a PUT, which are kept, or of an answer. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** 200 with a page instead of JSON, as a captive portal answers. */
  | { readonly kind: 'not-json' }
  /** Another HTTP status: 500, 502. */
  | { readonly kind: 'status'; readonly status: number }
  /** A no with this number, and nothing done. */
  | { readonly kind: 'refuse'; readonly code: number; readonly fields?: Fields }
  /** One entry of every list in the answer is unreadable. */
  | { readonly kind: 'broken-entry' }
  /** The answer comes after that of a later request, or after a second where there is none. */
  | { readonly kind: 'out-of-order' }
  /** Nobody is signed in any more when the request arrives. */
  | { readonly kind: 'signed-out' };

export interface FaultRule {
  readonly fault: Fault;
  /** What it befalls: a command (`MKDIR`), a path (`/user/friends`), `put` or `get` of bytes; everything when absent. */
  readonly on?: string;
  /** How many times; for ever when absent. */
  readonly times?: number;
}

export class Faults {
  #rules: { readonly rule: FaultRule; left: number }[] = [];

  /** Switches a fault on; the result switches it off. */
  add(rule: FaultRule): () => void {
    const entry = { rule, left: rule.times ?? Infinity };
    this.#rules.push(entry);
    return () => {
      this.#rules = this.#rules.filter((one) => one !== entry);
    };
  }

  /** The faults that befall a request known by these names; counts them. */
  befall(names: readonly string[]): readonly Fault[] {
    const known = new Set(names.map((name) => name.toLowerCase()));
    const met = this.#rules.filter(
      ({ rule: { on }, left }) => left > 0 && (on === undefined || known.has(on.toLowerCase())),
    );
    for (const entry of met) entry.left -= 1;
    return met.map(({ rule }) => rule.fault);
  }

  clear(): void {
    this.#rules = [];
  }
}

/** The fault of one kind among several. */
export const faultOf = <K extends Fault['kind']>(
  faults: readonly Fault[],
  kind: K,
): Extract<Fault, { readonly kind: K }> | undefined =>
  faults.find((fault): fault is Extract<Fault, { readonly kind: K }> => fault.kind === kind);
