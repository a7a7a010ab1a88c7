import { Refusal } from '../vault/index.ts';

/** The signal of somebody who does not go before the answer. */
export const stays = (): AbortSignal => new AbortController().signal;

/** What a handler gets from the router, for tests that call it without one. */
export const call = {
  refuse: (code: number, info?: string, fields?: Readonly<Record<string, unknown>>): Refusal =>
    new Refusal(code, info, fields),
  signal: stays(),
};
