import type { CommandSpec } from '@boxwood/box-sdk';
import { ANSWERS, NOT_OFFERED, Refusal } from '@boxwood/box-sdk/server';

type Area = Readonly<Record<string, CommandSpec>>;

/** Handlers that say no, for an area this box does not offer (yet): "failed", with an info by which a screen can tell. Naming the area in `features.ts` keeps the gap visible. */
export const notOffered = <A extends Area>(area: A): { readonly [K in keyof A]: () => never } =>
  Object.fromEntries(
    Object.entries(area).map(([verb, command]) => [
      verb,
      (): never => {
        throw new Refusal(ANSWERS[command.errors].notOffered, NOT_OFFERED);
      },
    ]),
  ) as { readonly [K in keyof A]: () => never }; // one handler for every key of the area
