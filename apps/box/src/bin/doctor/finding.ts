/** The result of one check. `note` is informative; `fail` keeps the box from starting. */
export interface Finding {
  readonly level: 'ok' | 'note' | 'fail';
  readonly what: string;
  readonly advice: string;
}
