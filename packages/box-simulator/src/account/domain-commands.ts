import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall } from '../command-call.ts';
import { Refusal } from '../simulator-refusal.ts';
import { calls } from '../command-table.ts';

const ACC = { exists: 1033, startsWithNat: 1040, bad: 2004 } as const;

interface SimulatedDomain {
  readonly domain: string;
  status: string;
}

const domains = stateOfBox(() => ({ list: [] as SimulatedDomain[], entrance: 'N' }));

/** 6 to 16 lower-case letters and digits that do not start with nat. */
const checkName = (box: BoxState, domain: string): void => {
  if (domain.startsWith('nat')) throw new Refusal(ACC.startsWithNat);
  if (!/^[a-z0-9]{6,16}$/.test(domain)) throw new Refusal(ACC.bad);
  if (domains(box).list.some((one) => one.domain === domain)) throw new Refusal(ACC.exists);
};

const requireDomain = (call: CommandCall, box: BoxState): SimulatedDomain => {
  const found = domains(box).list.find(({ domain }) => domain === call.text(0, 'domain'));
  if (found === undefined) throw new Refusal(ACC.bad);
  return found;
};

export const domainCalls = calls({
  'POST /ddns/list': (_, box) => domains(box).list,
  'POST /ddns/add': (call, box) => {
    const domain = call.text(0, 'domain');
    checkName(box, domain);
    const created = { domain, status: 'unused' };
    domains(box).list.push(created);
    return created;
  },
  'POST /ddns/enable': (call, box) => {
    requireDomain(call, box).status = 'using';
    return {};
  },
  'POST /ddns/stop': (call, box) => {
    requireDomain(call, box).status = 'stopped';
    return {};
  },
  'POST /ddns/delete': (call, box) => {
    const removed = requireDomain(call, box);
    const state = domains(box);
    state.list = state.list.filter((one) => one !== removed);
    return {};
  },
  'GET /ddns/check': (call, box) => {
    checkName(box, call.text(0, 'domain'));
    return { usable: 'Y' };
  },
  'GET /ddns/using': (call) => {
    call.text(0, 'id');
    return {};
  },
  'GET /ddns/boxFileShareInfo': (_, box) => ({ enabled: domains(box).entrance }),
  'POST /ddns/boxFileShare': (call, box) => {
    domains(box).entrance = call.text(0, 'enabled');
    return {};
  },
});
