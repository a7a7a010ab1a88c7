import type { Client, CallOptions } from './client.ts';
import type { CommandSpec, ParamsOf, ResultOf } from './command.ts';

/** Commands by area and verb: `{ files: { list: ListFiles } }`. */
export type CommandTree = Readonly<Record<string, Readonly<Record<string, CommandSpec>>>>;

/** The same tree as methods: `box.files.list({ path })`. A command without parameters is called without any. */
export type Facade<T extends CommandTree> = {
  readonly [A in keyof T]: {
    readonly [V in keyof T[A]]: keyof ParamsOf<T[A][V]> extends never
      ? (params?: ParamsOf<T[A][V]>, options?: CallOptions) => Promise<ResultOf<T[A][V]>>
      : (params: ParamsOf<T[A][V]>, options?: CallOptions) => Promise<ResultOf<T[A][V]>>;
  };
};

/** Turns a command tree into methods that call `client.send`. */
export const createFacade = <const T extends CommandTree>(client: Client, tree: T): Facade<T> => {
  const areas = Object.entries(tree).map(([area, verbs]): [string, unknown] => {
    const methods = Object.entries(verbs).map(([verb, command]): [string, unknown] => [
      verb,
      (params: unknown = {}, options?: CallOptions) => client.send(command, params, options),
    ]);
    return [area, Object.freeze(Object.fromEntries(methods))];
  });
  return Object.freeze(Object.fromEntries(areas)) as Facade<T>; // built key by key from the tree
};
