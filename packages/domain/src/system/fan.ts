import { type DevStatus, FanRule, GetDeviceStatus, GetRootJson, SetRootJson } from '@boxwood/box-sdk';
import { type Client, GEN, right } from '@boxwood/command-bus';
import { forkJoin, map } from 'rxjs';
import { answer, begin, mapRight, type Outcome, type Question } from '../outcome.ts';

/** The fan of the box as it is now, and what it goes by. */
export interface FanState {
  /** Null where nobody made a rule; also of what a newer box keeps. */
  readonly rule: FanRule | null;
  /** Null on a machine without a fan that the box can turn. */
  readonly now: NonNullable<DevStatus['fan']> | null;
}

/** The fan (P-26), for administrators. */
export interface Fan {
  state(): Question<FanState>;
  save(rule: FanRule): Outcome<null>;
}

const NAME = 'fan_rule';

/** {@link Fan} over a client of the box. */
export const boxFan = (box: Pick<Client, 'exec'>): Fan => ({
  state: () =>
    forkJoin([answer(box, GetRootJson, { name: NAME }), answer(box, GetDeviceStatus, {})]).pipe(
      map(([kept, status]) => {
        const none = kept._tag === 'Left' && kept.left._tag === 'Refused' && kept.left.code === GEN.path;
        if (kept._tag === 'Left' && !none) return kept;
        if (status._tag === 'Left') return status;
        const object = kept._tag === 'Right' ? kept.right.object : null;
        return right({ rule: FanRule.is(object) ? object : null, now: status.right.fan ?? null });
      }),
    ),
  save: (rule) => begin(answer(box, SetRootJson, { name: NAME, object: { ...rule } }).pipe(mapRight(() => null))),
});
