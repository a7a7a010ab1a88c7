/** A protecting line that can be taken out. */
export interface ChosenMutant {
  readonly number: number;
  readonly file: string;
  readonly line: number;
  readonly kind: string;
}
export declare const chosenMutants: (options: {
  readonly tree: string;
  readonly area: { readonly folder: string; readonly groups?: readonly string[] };
  readonly seed: number;
  readonly count: number;
}) => readonly ChosenMutant[];
export declare const writeSwitches: (tree: string, mutants: readonly ChosenMutant[]) => void;
