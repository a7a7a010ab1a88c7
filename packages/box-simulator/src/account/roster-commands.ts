import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { relayOf } from '../http/simulated-relay.ts';
import { Refusal } from '../simulator-refusal.ts';
import { calls } from '../command-table.ts';
import { checkCode } from './people-commands.ts';

const ACC = { notAdmin: 1020, absent: 1010, noBox: 1035 } as const;

const roster = stateOfBox((box) => ({ nick: box.name, removed: new Set<string>() }));

const checkBox = (call: CommandCall, box: BoxState, name: string): void => {
  if (call.text(0, name) !== box.name) throw new Refusal(ACC.noBox);
};
const checkAdmin = (call: CommandCall): void => {
  if (!call.caller.admin) throw new Refusal(ACC.notAdmin);
};

const listBoxes = (call: CommandCall, box: BoxState): readonly Fields[] => [
  {
    boxName: box.name,
    boxId: box.id,
    nick: roster(box).nick,
    model: box.model,
    online: 'Y',
    edition: 'standard',
    role: call.caller.admin ? 'owner' : 'user',
  },
];

const listUsers = (box: BoxState): readonly Fields[] =>
  box.users
    .filter(({ name }) => !roster(box).removed.has(name))
    .map(({ name, admin }) => ({ userName: name, admin: admin ? 'Y' : 'N' }));

/** The addresses of the box: the one this process listens on, and its relay. */
const address = (box: BoxState): Fields => {
  const { host, auth, url } = relayOf(box);
  const { hostname, port } = new URL(box.origin());
  return { lanIp: hostname, apiPort: port, relayUrl: url(), relayHost: host, relayAuth: auth, online: 'Y' };
};

const version = (name: string): Fields => ({ Version: name, VersionName: name, Description: ['Faster'] });

export const rosterCalls = calls({
  'GET /roster/boxRoster': (call, box) => (call.text(0, 'boxName', '') === '' ? listBoxes(call, box) : listUsers(box)),
  'POST /roster/modifyBoxRosterNick': (call, box) => {
    checkBox(call, box, 'boxName');
    roster(box).nick = call.text(0, 'nick');
    return {};
  },
  'POST /roster/removeRoster': (call, box) => {
    checkBox(call, box, 'targetBox');
    const target = call.text(0, 'targetUser');
    if (target !== call.caller.name) checkAdmin(call);
    if (!box.users.some(({ name }) => name === target)) throw new Refusal(ACC.absent);
    roster(box).removed.add(target);
    return {};
  },
  'GET /user/admin': (call, box) => {
    checkBox(call, box, 'boxName');
    return { admin: box.users.find(({ admin }) => admin)?.name ?? '' };
  },
  'POST /user/modifyAdmin': (call, box) => {
    checkBox(call, box, 'boxName');
    checkAdmin(call);
    checkCode(call, 'code');
    return {};
  },
  'GET /box/boxIP': (call, box) => {
    checkBox(call, box, 'boxName');
    return address(box);
  },
  'GET /box/deviceVersion': (_, box) => version(box.version),
  'GET /box/getVersionName': (call) => version(call.text(0, 'version')),
});
