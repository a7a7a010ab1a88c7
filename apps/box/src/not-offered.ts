import type { CommandSpec } from '@boxwood/box-sdk';
import { STANDARD_REFUSALS, NOT_OFFERED, Refusal } from '@boxwood/box-sdk/server';

type CommandArea = Readonly<Record<string, CommandSpec>>;

/**
 * Handlers that refuse every command of an area this box does not offer (yet): "failed", with an info that clients
 * recognise. Listing the area in `features.ts` keeps the gap visible.
 */
export const notOffered = <A extends CommandArea>(area: A): { readonly [K in keyof A]: () => never } =>
  Object.fromEntries(
    Object.entries(area).map(([verb, command]) => [
      verb,
      (): never => {
        throw new Refusal(STANDARD_REFUSALS[command.errors].notOffered, NOT_OFFERED);
      },
    ]),
  ) as { readonly [K in keyof A]: () => never }; // one handler for every command of the area
