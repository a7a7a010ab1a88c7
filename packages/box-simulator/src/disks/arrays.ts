import type { Box } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { GENERIC, Refusal } from '../refusal.ts';
import { commands } from '../table.ts';
import type { RaidArray } from './state.ts';
import { disks } from './state.ts';

const SYNC_MS = 30_000;

/** Minimum number of members by RAID level. */
const LEAST: Readonly<Record<string, number>> = { '0': 2, '1': 2, '5': 3, '6': 4, '10': 4, linear: 2 };

const array = (box: Box, call: Call): RaidArray => {
  const found = disks(box).arrays.find(({ dev }) => dev === call.text(0, 'dev'));
  if (found === undefined) throw new Refusal(GENERIC.invalid);
  return found;
};

const stateOf = (box: Box, { members, level, busyUntil }: RaidArray): string => {
  if (members.length < (LEAST[level] ?? 2)) return 'degraded';
  return box.clock.now() < busyUntil ? 'syncing' : 'active';
};

const listed = (box: Box, one: RaidArray): Fields => ({
  dev: one.dev,
  level: `raid${one.level}`,
  state: stateOf(box, one),
  progress: String(Math.max(0, Math.min(100, Math.floor(100 - ((one.busyUntil - box.clock.now()) / SYNC_MS) * 100)))),
  members: one.members.map((dev) => ({ dev })),
});

export const arrays = commands(
  '/eshell',
  {
    MDLIST: (_, box) => ({ list: disks(box).arrays.map((one) => listed(box, one)) }),
    MDCREATE: (call, box) => {
      const [level = '', password = '', ...members] = call.texts(0, 'members');
      if (password !== call.caller.password) throw new Refusal(GENERIC.authFailed);
      if (members.length < (LEAST[level] ?? Infinity)) throw new Refusal(GENERIC.invalid);
      const { arrays: all } = disks(box);
      if (all.some((one) => one.members.some((member) => members.includes(member))))
        throw new Refusal(GENERIC.wrongType);
      all.push({ dev: `md${all.length}`, level, members, stopped: false, busyUntil: box.clock.now() + SYNC_MS });
      return {};
    },
    MDSTOP: (call, box) => {
      array(box, call).stopped = true;
      return {};
    },
    MDSTART: (call, box) => {
      array(box, call).stopped = false;
      return {};
    },
    // Members are released only after the array has been stopped.
    MDDELETE: (call, box) => {
      const found = array(box, call);
      if (call.text(1, 'password') !== call.caller.password) throw new Refusal(GENERIC.authFailed);
      if (!found.stopped) throw new Refusal(GENERIC.wrongType);
      const state = disks(box);
      state.arrays = state.arrays.filter((one) => one !== found);
      return {};
    },
    MDADD: (call, box) => {
      const found = array(box, call);
      found.members.push(call.text(1, 'member'));
      found.busyUntil = box.clock.now() + SYNC_MS;
      return {};
    },
    MDREMOVE: (call, box) => {
      const found = array(box, call);
      found.members = found.members.filter((member) => member !== call.text(1, 'member'));
      return {};
    },
  },
  { access: 'admin' },
);
