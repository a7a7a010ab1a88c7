/** One finding. `note` is worth knowing and stops nothing; `fail` stops the box. */
export interface Finding {
  readonly level: 'ok' | 'note' | 'fail';
  readonly what: string;
  readonly advice: string;
}
