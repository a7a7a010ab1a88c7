import { type DevStatus, FanRule, GetDeviceStatus, GetRootJson, SetRootJson } from '@boxwood/box-sdk';
import { type Client, GEN, right } from '@boxwood/command-bus';
import { forkJoin, map } from 'rxjs';
import { execute, startNow, mapRight, type Outcome, type LazyResult } from '../outcome.ts';

/** The current state of the fan, and its rule. */
export interface FanState {
  /** Null when no rule is set, or when a newer version of the box has set an unknown one. */
  readonly rule: FanRule | null;
  /** Null on a machine without a controllable fan. */
  readonly current: NonNullable<DevStatus['fan']> | null;
}

/** The fan of the box (P-26); administrators only. */
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
        const isRuleMissing = stored._tag === 'Left' && stored.left._tag === 'Refused' && stored.left.code === GEN.path;
        if (stored._tag === 'Left' && !isRuleMissing) return stored;
        if (status._tag === 'Left') return status;
        const object = stored._tag === 'Right' ? stored.right.object : null;
        return right({ rule: FanRule.is(object) ? object : null, current: status.right.fan ?? null });
      }),
    ),
  save: (rule) =>
    startNow(execute(box, SetRootJson, { name: FAN_RULE_NAME, object: { ...rule } }).pipe(mapRight(() => null))),
});
