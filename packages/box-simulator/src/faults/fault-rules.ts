/** Faults that a test can inject. */
import type { Fields } from '../command-call.ts';

export type Fault =
  /** Delays the response by this time, measured by the system clock. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /**
   * Closes the connection after this many bytes: of the body of a PUT (the received bytes are stored), or of a
   * response.
   */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** 200 with an HTML page instead of JSON, like a captive portal. */
  | { readonly kind: 'not-json' }
  /** Another HTTP status, such as 500 or 502. */
  | { readonly kind: 'status'; readonly status: number }
  /** Refuses the call with this code without calling the handler. */
  | { readonly kind: 'refuse'; readonly code: number; readonly fields?: Fields }
  /** Adds an unreadable entry to every list in the reply. */
  | { readonly kind: 'broken-entry' }
  /** Sends the response after that of a later request, or after a second when there is none. */
  | { readonly kind: 'out-of-order' }
  /** Ends all sessions when the request arrives. */
  | { readonly kind: 'signed-out' };

export interface FaultRule {
  readonly fault: Fault;
  /**
   * The requests it applies to: a command (`MKDIR`), a path (`/user/friends`), `put` or `get` of bytes; all when
   * absent.
   */
  readonly on?: string;
  /** How many times it applies; unlimited when absent. */
  readonly times?: number;
}

export class FaultRules {
  #rules: { readonly rule: FaultRule; remaining: number }[] = [];

  /** Enables a fault; the returned function disables it. */
  add(rule: FaultRule): () => void {
    const entry = { rule, remaining: rule.times ?? Infinity };
    this.#rules.push(entry);
    return () => {
      this.#rules = this.#rules.filter((one) => one !== entry);
    };
  }

  /** Returns the faults for a request with these names, and counts them. */
  takeMatching(names: readonly string[]): readonly Fault[] {
    const known = new Set(names.map((name) => name.toLowerCase()));
    const matching = this.#rules.filter(
      ({ rule: { on }, remaining }) => remaining > 0 && (on === undefined || known.has(on.toLowerCase())),
    );
    for (const entry of matching) entry.remaining -= 1;
    return matching.map(({ rule }) => rule.fault);
  }

  clear(): void {
    this.#rules = [];
  }
}

/** The first fault of this kind. */
export const findFault = <K extends Fault['kind']>(
  faults: readonly Fault[],
  kind: K,
): Extract<Fault, { readonly kind: K }> | undefined =>
  faults.find((fault): fault is Extract<Fault, { readonly kind: K }> => fault.kind === kind);
