import type { CommandSpec } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';

/** "Failed" in each family; with the info `notOffered` a screen can say that this box does not have it. */
const failed = (errors: CommandSpec['errors']): number => {
  switch (errors) {
    case 'PLG':
    case 'APP':
      return 5;
    case 'TSK':
    case 'ALB':
      return 4;
    case 'GEN':
    case 'OPS':
    case 'RPC':
      return 3;
    case 'ACC':
      return 2005;
    case 'BDU':
      return 12;
  }
};

type Area = Readonly<Record<string, CommandSpec>>;

/** Handlers that say no, for an area this box does not offer (yet). Naming the area in `handlers.ts` keeps the gap visible. */
export const notOffered = <A extends Area>(area: A): { readonly [K in keyof A]: () => never } =>
  Object.fromEntries(
    Object.entries(area).map(([verb, command]) => [
      verb,
      (): never => {
        throw new Refusal(failed(command.errors), 'notOffered');
      },
    ]),
  ) as { readonly [K in keyof A]: () => never }; // one handler for every key of the area
