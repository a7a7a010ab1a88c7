import { type DevStatus, FanRule, GetDeviceStatus, GetRootJson, SetRootJson } from '@boxwood/box-sdk';
import { type Client, GEN, right } from '@boxwood/command-bus';
import { forkJoin, map } from 'rxjs';
import { answer, begin, mapRight, type Outcome, type Question } from '../outcome.ts';

/** The current state of the fan, and its rule. */
export interface FanState {
  /** Null where no rule is set, or a newer box uses an unknown one. */
  readonly rule: FanRule | null;
  /** Null on a machine without a controllable fan. */
  readonly now: NonNullable<DevStatus['fan']> | null;
}

/** The fan (P-26); administrators only. */
export interface Fan {
  state(): Question<FanState>;
  save(rule: FanRule): Outcome<null>;
}

const NAME = 'fan_rule';

/** {@link Fan} implemented by a box client. */
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
