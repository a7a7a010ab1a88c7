/**
 * The result of a rule. Rules are pure: they read plain values and have no side effects. An `issue` is a key of the
 * message catalogue, and the other fields of a failed verdict fill the placeholders of that message.
 */
export interface Passed {
  readonly ok: true;
}

/** A failed check. */
export type Failed<K extends string, D extends object = object> = {
  readonly ok: false;
  readonly issue: K;
} & Readonly<D>;

/** The general result, for code that handles any rule. */
export type Verdict<K extends string = string> = Passed | { readonly ok: false; readonly issue: K };

/** The issue keys that a rule can return: `IssueOf<typeof checkMail>`. */
export type IssueOf<R extends (...args: never[]) => Verdict> = Extract<ReturnType<R>, { ok: false }>['issue'];

export const passed: Passed = Object.freeze({ ok: true });

/** Creates a failed verdict with a message key and the values of its placeholders. */
export function failed<const K extends string>(issue: K): Failed<K>;
export function failed<const K extends string, D extends object>(issue: K, data: D): Failed<K, D>;
export function failed(issue: string, data: object = {}): Failed<string> {
  return { ...data, ok: false, issue };
}

/** Passes when `fine` is true, otherwise fails with `issue`. */
export const unless = <const K extends string>(fine: boolean, issue: K): Passed | Failed<K> =>
  fine ? passed : failed(issue);

/** The first failed verdict in order, or `passed`. */
export const firstFailure = <V extends Verdict>(...verdicts: readonly V[]): V | Passed =>
  verdicts.find((verdict) => !verdict.ok) ?? passed;
