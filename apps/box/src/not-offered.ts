import type { CommandSpec } from '@boxwood/box-sdk';
import { ANSWERS, NOT_OFFERED, Refusal } from '@boxwood/box-sdk/server';

type Area = Readonly<Record<string, CommandSpec>>;

/**
 * Handlers that refuse every command of an area this box does not offer (yet): "failed", with an info that clients
 * recognise. Listing the area in `features.ts` keeps the gap visible.
 */
export const notOffered = <A extends Area>(area: A): { readonly [K in keyof A]: () => never } =>
  Object.fromEntries(
    Object.entries(area).map(([verb, command]) => [
      verb,
      (): never => {
        throw new Refusal(ANSWERS[command.errors].notOffered, NOT_OFFERED);
      },
    ]),
  ) as { readonly [K in keyof A]: () => never }; // one handler for every command of the area
