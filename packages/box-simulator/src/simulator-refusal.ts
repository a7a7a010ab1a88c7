/**
 * A refusal with its code (specification, section 8). Handlers throw it; the server writes it in the reply form of the
 * endpoint.
 */
export class Refusal extends Error {
  readonly code: number;
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(code: number, fields: Readonly<Record<string, unknown>> = {}) {
    super(`refused with ${code}`);
    this.code = code;
    this.fields = fields;
  }
}

/** Codes of the generic table that several areas use. */
export const GENERIC = {
  busy: 2,
  failed: 3,
  badParameter: 4,
  unsafe: 5,
  authFailed: 6,
  passwordTooLong: 9,
  userNotFound: 10,
  invalid: 11,
  noPrivilege: 13,
  wrongType: 14,
  path: 15,
  overLimit: 16,
  noSession: 18,
  wrongVersion: 19,
  noJson: 20,
} as const;
