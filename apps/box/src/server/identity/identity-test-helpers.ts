import { Refusal } from '../../storage/vault/index.ts';

/** The signal of a client that stays connected. */
export const connectedSignal = (): AbortSignal => new AbortController().signal;

/** What the router passes to a handler, for tests that call one directly. */
export const call = {
  refuse: (code: number, info?: string, fields?: Readonly<Record<string, unknown>>): Refusal =>
    new Refusal(code, info, fields),
  signal: connectedSignal(),
};
