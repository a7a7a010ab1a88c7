import {
  ChangeSafePassword,
  ExportRecoveryKit,
  GEN,
  GetPrivateStatus,
  GetSafeStatus,
  LockArea,
  SetPrivatePassword,
  SetUpSafe,
  UnlockPrivate,
  UnlockSafe,
} from '@boxwood/box-sdk';
import { type Client, right } from '@boxwood/command-bus';
import { map } from 'rxjs';
import type { GatedArea } from './safe.ts';
import type { SafePort } from './port.ts';
import { answer, mapRight } from '../outcome.ts';

type Exec = Pick<Client, 'exec'>;

export const safePort = (box: Exec, area: GatedArea, username: string): SafePort => {
  const safe = area === 'safe';
  return {
    status: () =>
      answer(box, safe ? GetSafeStatus : GetPrivateStatus, { username }).pipe(
        // A box without this field reports users without a password as unknown (10).
        map((result) =>
          result._tag === 'Left' && result.left._tag === 'Refused' && result.left.code === GEN.noUser
            ? right({ set: 0, locked: 0 })
            : result,
        ),
        mapRight(({ set, locked }) => ({ set: set === 1, locked })),
      ),
    setUp: (password) => answer(box, safe ? SetUpSafe : SetPrivatePassword, { username, password }),
    unlock: (password) => answer(box, safe ? UnlockSafe : UnlockPrivate, { username, password }),
    change: (old, password) =>
      safe
        ? answer(box, ChangeSafePassword, { username, old, password })
        : answer(box, SetPrivatePassword, { username, password }),
    lock: () => answer(box, LockArea, { area: safe ? 'safe' : 'home' }),
    kit: () => answer(box, ExportRecoveryKit, {}).pipe(mapRight(({ identity }) => identity)),
  };
};
