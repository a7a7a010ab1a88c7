/** The encrypted safe and the private files: each is unlocked for a session by its password. */
import type { Box } from '../box.ts';
import { ofBox } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { GENERIC, Refusal } from '../refusal.ts';
import { commands } from '../table.ts';

type Area = 'safe' | 'private';

interface Lock {
  password: string;
  wrong: number;
  /** Locked for everyone until this time, in milliseconds. */
  until: number;
}

/** "Account locked 10 minutes" after this many wrong passwords. */
const TRIES = 5;
const LOCKED_MS = 600_000;

const locks = ofBox(() => new Map<string, Lock>());
const keyOf = (area: Area, call: Call): string => {
  const user = call.text(0, 'username');
  if (user !== call.caller.name) throw new Refusal(GENERIC.noPrivilege);
  return `${area} ${user}`;
};

/** Only the code tells whether a password is set: the specification states no reply fields. */
const status = (area: Area, call: Call, box: Box): Fields => {
  if (!locks(box).has(keyOf(area, call))) throw new Refusal(GENERIC.userNotFound);
  return {};
};

const isPassword = (text: string): boolean => text.length >= 6 && text.length <= 10;

const set = (area: Area, call: Call, box: Box, password: string): Fields => {
  const key = keyOf(area, call);
  if (!isPassword(password)) throw new Refusal(GENERIC.invalid);
  locks(box).set(key, { password, wrong: 0, until: 0 });
  return {};
};

const check = (area: Area, call: Call, box: Box): Fields => {
  const lock = locks(box).get(keyOf(area, call));
  if (lock === undefined) throw new Refusal(GENERIC.userNotFound);
  if (box.clock.now() < lock.until) throw new Refusal(GENERIC.overLimit);
  if (lock.password !== call.text(1, 'password')) {
    lock.wrong += 1;
    if (lock.wrong >= TRIES) Object.assign(lock, { wrong: 0, until: box.clock.now() + LOCKED_MS });
    throw new Refusal(GENERIC.authFailed);
  }
  lock.wrong = 0;
  box.sessions.find(call.token)?.open.add(area);
  return {};
};

export const safe = commands('/eshell', {
  SAFEBOXGETPSW: (call, box) => status('safe', call, box),
  SAFEBOXUSERADD: (call, box) => {
    if (locks(box).has(keyOf('safe', call))) throw new Refusal(GENERIC.invalid);
    return set('safe', call, box, call.text(1, 'password'));
  },
  SAFEBOXPASSWDCHK: (call, box) => check('safe', call, box),
  SAFEBOXPASSWDSET: (call, box) => {
    check('safe', call, box);
    return set('safe', call, box, call.text(2, 'password'));
  },
  SAFEHOMESTATUS: (call, box) => status('private', call, box),
  SAFEHOMEPASSWDSET: (call, box) => {
    const isOpen = box.sessions.find(call.token)?.open.has('private') === true;
    if (locks(box).has(keyOf('private', call)) && !isOpen) throw new Refusal(GENERIC.noPrivilege);
    return set('private', call, box, call.text(1, 'password'));
  },
  SAFEHOMEPASSWDCHK: (call, box) => check('private', call, box),
  SAFELOCK: (call, box) => {
    const area = call.text(0, 'area');
    if (area !== 'safe' && area !== 'home') throw new Refusal(GENERIC.badParameter);
    box.sessions.find(call.token)?.open.delete(area === 'safe' ? 'safe' : 'private');
    return {};
  },
});
