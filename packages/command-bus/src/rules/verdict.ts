/**
 * The result of a rule. Rules are pure: they read plain values and have no side effects. An `issue` is a key of the
 * message catalogue, and the other fields of a failed verdict fill the placeholders of that message.
 */
export interface PassedVerdict {
  readonly ok: true;
}

/** A failed check. */
export type FailedVerdict<K extends string, D extends object = object> = {
  readonly ok: false;
  readonly issue: K;
} & Readonly<D>;

/** The general result, for code that handles any rule. */
export type Verdict<K extends string = string> = PassedVerdict | { readonly ok: false; readonly issue: K };

/** The issue keys that a rule can return: `IssueOf<typeof checkMail>`. */
export type IssueOf<R extends (...args: never[]) => Verdict> = Extract<ReturnType<R>, { ok: false }>['issue'];

export const passed: PassedVerdict = Object.freeze({ ok: true });

/** Creates a failed verdict with a message key and the values of its placeholders. */
export function failed<const K extends string>(issue: K): FailedVerdict<K>;
export function failed<const K extends string, D extends object>(issue: K, data: D): FailedVerdict<K, D>;
export function failed(issue: string, data: object = {}): FailedVerdict<string> {
  return { ...data, ok: false, issue };
}

/** Passes when `fine` is true, otherwise fails with `issue`. */
export const unless = <const K extends string>(isFine: boolean, issue: K): PassedVerdict | FailedVerdict<K> =>
  isFine ? passed : failed(issue);

/** The first failed verdict in order, or `passed`. */
export const firstFailure = <V extends Verdict>(...verdicts: readonly V[]): V | PassedVerdict =>
  verdicts.find((verdict) => !verdict.ok) ?? passed;
