import type { Box } from '../box.ts';
import { ofBox } from '../box.ts';
import type { Call } from '../call.ts';
import { Refusal } from '../refusal.ts';
import { calls } from '../table.ts';

const ACC = { exists: 1033, startsWithNat: 1040, bad: 2004 } as const;

interface Domain {
  readonly domain: string;
  status: string;
}

const domains = ofBox(() => ({ list: [] as Domain[], entrance: 'N' }));

/** 6 to 16 lower-case letters and digits that do not start with nat. */
const checkName = (box: Box, domain: string): void => {
  if (domain.startsWith('nat')) throw new Refusal(ACC.startsWithNat);
  if (!/^[a-z0-9]{6,16}$/.test(domain)) throw new Refusal(ACC.bad);
  if (domains(box).list.some((one) => one.domain === domain)) throw new Refusal(ACC.exists);
};

const asked = (call: Call, box: Box): Domain => {
  const found = domains(box).list.find(({ domain }) => domain === call.text(0, 'domain'));
  if (found === undefined) throw new Refusal(ACC.bad);
  return found;
};

export const domainCalls = calls({
  'POST /ddns/list': (_, box) => domains(box).list,
  'POST /ddns/add': (call, box) => {
    const domain = call.text(0, 'domain');
    checkName(box, domain);
    const made = { domain, status: 'unused' };
    domains(box).list.push(made);
    return made;
  },
  'POST /ddns/enable': (call, box) => {
    asked(call, box).status = 'using';
    return {};
  },
  'POST /ddns/stop': (call, box) => {
    asked(call, box).status = 'stopped';
    return {};
  },
  'POST /ddns/delete': (call, box) => {
    const gone = asked(call, box);
    const state = domains(box);
    state.list = state.list.filter((one) => one !== gone);
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
