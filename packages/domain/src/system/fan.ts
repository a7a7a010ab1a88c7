import { type DevStatus, FanRule, GetDeviceStatus, GetRootJson, SetRootJson } from '@boxwood/box-sdk';
import { type Client, GEN, right } from '@boxwood/command-bus';
import { forkJoin, map } from 'rxjs';
import { execute, startNow, mapRight, type Outcome, type LazyResult } from '../outcome.ts';

/** The current state of the fan, and its rule. */
export interface FanState {
  /** Null where no rule is set, or a newer box uses an unknown one. */
  readonly rule: FanRule | null;
  /** Null on a machine without a controllable fan. */
  readonly now: NonNullable<DevStatus['fan']> | null;
}

/** The fan (P-26); administrators only. */
export interface Fan {
  state(): LazyResult<FanState>;
  save(rule: FanRule): Outcome<null>;
}

const FAN_RULE_NAME = 'fan_rule';

/** {@link Fan} implemented by a box client. */
export const boxFan = (box: Pick<Client, 'exec'>): Fan => ({
  state: () =>
    forkJoin([execute(box, GetRootJson, { name: FAN_RULE_NAME }), execute(box, GetDeviceStatus, {})]).pipe(
      map(([stored, status]) => {
        const none = stored._tag === 'Left' && stored.left._tag === 'Refused' && stored.left.code === GEN.path;
        if (stored._tag === 'Left' && !none) return stored;
        if (status._tag === 'Left') return status;
        const object = stored._tag === 'Right' ? stored.right.object : null;
        return right({ rule: FanRule.is(object) ? object : null, now: status.right.fan ?? null });
      }),
    ),
  save: (rule) =>
    startNow(execute(box, SetRootJson, { name: FAN_RULE_NAME, object: { ...rule } }).pipe(mapRight(() => null))),
});
