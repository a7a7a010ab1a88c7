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
import type { ProtectedArea } from './safe.ts';
import type { SafePort } from './port.ts';
import { execute, mapRight } from '../outcome.ts';

type AreaClient = Pick<Client, 'exec'>;

export const protectedAreaPort = (box: AreaClient, area: ProtectedArea, username: string): SafePort => {
  const isSafe = area === 'safe';
  return {
    status: () =>
      execute(box, isSafe ? GetSafeStatus : GetPrivateStatus, { username }).pipe(
        // An older box reports a user without a password as unknown user (GEN.noUser) instead of `set: 0`.
        map((result) =>
          result._tag === 'Left' && result.left._tag === 'Refused' && result.left.code === GEN.noUser
            ? right({ set: 0, locked: 0 })
            : result,
        ),
        mapRight(({ set, locked }) => ({ set: set === 1, locked })),
      ),
    setUp: (password) => execute(box, isSafe ? SetUpSafe : SetPrivatePassword, { username, password }),
    unlock: (password) => execute(box, isSafe ? UnlockSafe : UnlockPrivate, { username, password }),
    change: (old, password) =>
      isSafe
        ? execute(box, ChangeSafePassword, { username, old, password })
        : execute(box, SetPrivatePassword, { username, password }),
    lock: () => execute(box, LockArea, { area: isSafe ? 'safe' : 'home' }),
    recoveryKit: () => execute(box, ExportRecoveryKit, {}).pipe(mapRight(({ identity }) => identity)),
  };
};
