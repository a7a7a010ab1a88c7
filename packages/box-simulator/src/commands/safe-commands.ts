/** The encrypted safe and the private files: each is unlocked for a session by its password. */
import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';

type LockableArea = 'safe' | 'private';

interface AreaLock {
  password: string;
  wrong: number;
  /** Locked for everyone until this time, in milliseconds. */
  until: number;
}

/** "Account locked 10 minutes" after this many wrong passwords. */
const MAX_WRONG_PASSWORDS = 5;
const LOCK_DURATION_MS = 600_000;

const locks = stateOfBox(() => new Map<string, AreaLock>());
const keyOf = (area: LockableArea, call: CommandCall): string => {
  const user = call.text(0, 'username');
  if (user !== call.caller.name) throw new Refusal(GENERIC.noPrivilege);
  return `${area} ${user}`;
};

/** Only the code tells whether a password is set: the specification states no reply fields. */
const passwordStatus = (area: LockableArea, call: CommandCall, box: BoxState): Fields => {
  if (!locks(box).has(keyOf(area, call))) throw new Refusal(GENERIC.userNotFound);
  return {};
};

const isPassword = (text: string): boolean => text.length >= 6 && text.length <= 10;

const setPassword = (area: LockableArea, call: CommandCall, box: BoxState, password: string): Fields => {
  const key = keyOf(area, call);
  if (!isPassword(password)) throw new Refusal(GENERIC.invalid);
  locks(box).set(key, { password, wrong: 0, until: 0 });
  return {};
};

const checkPassword = (area: LockableArea, call: CommandCall, box: BoxState): Fields => {
  const lock = locks(box).get(keyOf(area, call));
  if (lock === undefined) throw new Refusal(GENERIC.userNotFound);
  if (box.clock.now() < lock.until) throw new Refusal(GENERIC.overLimit);
  if (lock.password !== call.text(1, 'password')) {
    lock.wrong += 1;
    if (lock.wrong >= MAX_WRONG_PASSWORDS) Object.assign(lock, { wrong: 0, until: box.clock.now() + LOCK_DURATION_MS });
    throw new Refusal(GENERIC.authFailed);
  }
  lock.wrong = 0;
  box.sessions.find(call.token)?.unlocked.add(area);
  return {};
};

export const safe = commands('/eshell', {
  SAFEBOXGETPSW: (call, box) => passwordStatus('safe', call, box),
  SAFEBOXUSERADD: (call, box) => {
    if (locks(box).has(keyOf('safe', call))) throw new Refusal(GENERIC.invalid);
    return setPassword('safe', call, box, call.text(1, 'password'));
  },
  SAFEBOXPASSWDCHK: (call, box) => checkPassword('safe', call, box),
  SAFEBOXPASSWDSET: (call, box) => {
    checkPassword('safe', call, box);
    return setPassword('safe', call, box, call.text(2, 'password'));
  },
  SAFEHOMESTATUS: (call, box) => passwordStatus('private', call, box),
  SAFEHOMEPASSWDSET: (call, box) => {
    const isOpen = box.sessions.find(call.token)?.unlocked.has('private') === true;
    if (locks(box).has(keyOf('private', call)) && !isOpen) throw new Refusal(GENERIC.noPrivilege);
    return setPassword('private', call, box, call.text(1, 'password'));
  },
  SAFEHOMEPASSWDCHK: (call, box) => checkPassword('private', call, box),
  SAFELOCK: (call, box) => {
    const area = call.text(0, 'area');
    if (area !== 'safe' && area !== 'home') throw new Refusal(GENERIC.badParameter);
    box.sessions.find(call.token)?.unlocked.delete(area === 'safe' ? 'safe' : 'private');
    return {};
  },
});
