import { ListChores } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { answer, mapRight, type Question } from '../outcome.ts';

export type Chore = ResultOf<typeof ListChores>['chores'][number];

/** The chores of the box. */
export interface Chores {
  /** In the order in which the box does them. */
  list(): Question<readonly Chore[]>;
}

/** {@link Chores} over a client of the box. */
export const boxChores = (box: Pick<Client, 'exec'>): Chores => ({
  list: () => answer(box, ListChores, {}).pipe(mapRight(({ chores }) => chores)),
});
