import type { ErrorFamily } from './error-codes.ts';
import type { Either } from './either.ts';
import { left } from './either.ts';

/** Everything that can go wrong with a call, as a value. Switch on `_tag`, or use {@link matchBoxError}. */
export type BoxError =
  /** No response: refused connection, DNS, offline, or a gateway that answered 502, 503 or 504 (G-02). */
  | { readonly _tag: 'Network'; readonly cause: unknown }
  /** No response within the timeout. */
  | { readonly _tag: 'Timeout'; readonly ms: number }
  /** The caller's signal was aborted. */
  | { readonly _tag: 'Aborted' }
  /** An HTTP status other than 200 where 200 was expected. */
  | { readonly _tag: 'Http'; readonly status: number; readonly body: string }
  /** Parameters that do not fit (never sent), or a reply that does not decode. */
  | { readonly _tag: 'Malformed'; readonly at: 'params' | 'envelope' | 'result'; readonly issues: readonly string[] }
  /** The service understood the request and refused it. `code` has a meaning only together with `family` (G-03). */
  | {
      readonly _tag: 'Refused';
      readonly family: ErrorFamily;
      readonly code: number;
      readonly info?: string;
      /** The other fields of the reply, for refusals with details (tries left, failed items). */
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** Shorthand: the sent or received data does not have the required form. */
export const malformed = (at: 'params' | 'envelope' | 'result', issues: readonly string[]): Either<BoxError, never> =>
  left({ _tag: 'Malformed', at, issues });

/** Thrown by `send` and by the facade; `error` is the tagged value. */
export class BoxFailure extends Error {
  override readonly name = 'BoxFailure';
  readonly error: BoxError;
  readonly command: string;

  constructor(error: BoxError, command: string) {
    // The cause of the error is passed on, so that a program that crashes with this failure prints the network error
    // (such as ECONNREFUSED).
    const options: ErrorOptions & Pick<BoxError, '_tag'> = error;
    super(`${command}: ${describeBoxError(error)}`, options);
    this.error = error;
    this.command = command;
  }

  /** Two copies of this package may meet in one program, so the test is by shape, not by identity. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'BoxFailure' && 'error' in value;
  }
}

/** One case per tag; a tag that is missing does not compile. */
export const matchBoxError =
  <R>(cases: { readonly [K in BoxError['_tag']]: (error: Extract<BoxError, { _tag: K }>) => R }) =>
  (error: BoxError): R => {
    switch (error._tag) {
      case 'Network':
        return cases.Network(error);
      case 'Timeout':
        return cases.Timeout(error);
      case 'Aborted':
        return cases.Aborted(error);
      case 'Http':
        return cases.Http(error);
      case 'Malformed':
        return cases.Malformed(error);
      case 'Refused':
        return cases.Refused(error);
    }
  };

/** Text for a developer's log. Texts for users are in the message catalogues of the SDKs. */
export const describeBoxError = (error: BoxError): string => {
  switch (error._tag) {
    case 'Network':
      return 'no connection';
    case 'Timeout':
      return `no answer in ${error.ms} ms`;
    case 'Aborted':
      return 'aborted';
    case 'Http':
      return `HTTP ${error.status}`;
    case 'Malformed':
      return `malformed ${error.at} (${error.issues.join('; ')})`;
    case 'Refused':
      return `refused with ${error.family} ${error.code}${error.info === undefined ? '' : ` (${error.info})`}`;
  }
};

/**
 * The code for screens and scripts: the refusal code, and -1 for every failure that is not a refusal (G-02, ERR-053).
 */
export const codeOf = (error: BoxError): number => (error._tag === 'Refused' ? error.code : -1);
