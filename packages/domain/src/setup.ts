import { GetSetup, SetUpBox } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { startNow, execute, mapRight, type Outcome, type LazyResult } from './outcome.ts';

/** Whether a box waits for its first owner, its name, and the address of its account service. */
export type SetupState = ResultOf<typeof GetSetup>;

/** First run of a box: its state, and the creation of its owner. */
export interface Setup {
  state(): LazyResult<SetupState>;
  /** Names the box and creates its owner; works once, with the code from the setup link of the box. */
  run(code: string, boxname: string, username: string, password: string): Outcome<null>;
}

/** {@link Setup} implemented by a client of the box that serves this page. */
export const boxSetup = (box: Pick<Client, 'exec'>): Setup => ({
  state: () => execute(box, GetSetup, {}),
  run: (code, boxname, username, password) =>
    startNow(execute(box, SetUpBox, { code, boxname, username, password }).pipe(mapRight(() => null))),
});
