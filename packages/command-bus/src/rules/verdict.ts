/**
 * What a rule answers. Rules are pure: they look at plain values and never call anything. An `issue` is a key of the message
 * catalogue, and the other fields of a failed verdict fill the placeholders of that message.
 */
export interface Passed {
  readonly ok: true;
}

/** A refusal by a rule. */
export type Failed<K extends string, D extends object = object> = {
  readonly ok: false;
  readonly issue: K;
} & Readonly<D>;

/** The widest answer, for code that handles any rule. */
export type Verdict<K extends string = string> = Passed | { readonly ok: false; readonly issue: K };

/** The issue keys a rule can answer: `IssueOf<typeof checkMail>`. */
export type IssueOf<R extends (...args: never[]) => Verdict> = Extract<ReturnType<R>, { ok: false }>['issue'];

export const passed: Passed = Object.freeze({ ok: true });

/** Refuses with a message key and the values of its placeholders. */
export function failed<const K extends string>(issue: K): Failed<K>;
export function failed<const K extends string, D extends object>(issue: K, data: D): Failed<K, D>;
export function failed(issue: string, data: object = {}): Failed<string> {
  return { ...data, ok: false, issue };
}

/** Passes or refuses, in one expression. */
export const unless = <const K extends string>(fine: boolean, issue: K): Passed | Failed<K> =>
  fine ? passed : failed(issue);

/** The first failure among verdicts in order, or `passed`. */
export const firstFailure = <V extends Verdict>(...verdicts: readonly V[]): V | Passed =>
  verdicts.find((verdict) => !verdict.ok) ?? passed;
