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
import { execute, mapRight } from '../outcome.ts';

type SafeClient = Pick<Client, 'exec'>;

export const safePort = (box: SafeClient, area: GatedArea, username: string): SafePort => {
  const safe = area === 'safe';
  return {
    status: () =>
      execute(box, safe ? GetSafeStatus : GetPrivateStatus, { username }).pipe(
        // A box without this field reports users without a password as unknown (10).
        map((result) =>
          result._tag === 'Left' && result.left._tag === 'Refused' && result.left.code === GEN.noUser
            ? right({ set: 0, locked: 0 })
            : result,
        ),
        mapRight(({ set, locked }) => ({ set: set === 1, locked })),
      ),
    setUp: (password) => execute(box, safe ? SetUpSafe : SetPrivatePassword, { username, password }),
    unlock: (password) => execute(box, safe ? UnlockSafe : UnlockPrivate, { username, password }),
    change: (old, password) =>
      safe
        ? execute(box, ChangeSafePassword, { username, old, password })
        : execute(box, SetPrivatePassword, { username, password }),
    lock: () => execute(box, LockArea, { area: safe ? 'safe' : 'home' }),
    recoveryKit: () => execute(box, ExportRecoveryKit, {}).pipe(mapRight(({ identity }) => identity)),
  };
};
