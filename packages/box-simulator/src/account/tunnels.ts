import type { Box } from '../box.ts';
import { ofBox } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { Refusal } from '../refusal.ts';
import { Shelf } from '../shelf.ts';
import { calls } from '../table.ts';

const ACC = { notAdmin: 1020, subscribed: 1037, noTrial: 1041, whitelist: 1045, noCode: 1046, absent: 1050 } as const;
const MOST_WHITE = 5;

interface Product {
  name: string;
  readonly plan: string;
  state: string;
  srvId: string;
  ports: readonly unknown[];
  white: readonly string[];
  domain: string;
  readonly remarks: Map<number, string>;
}

const products = ofBox(() => new Shelf<Product>());

const asked = (call: Call, box: Box): Product & { readonly id: string } => {
  const found = products(box).find(call.text(0, 'subId'));
  if (found === undefined) throw new Refusal(ACC.absent);
  return found;
};

const listed = ({ id, remarks: _, ...rest }: Product & { readonly id: string }): Fields => ({ subId: id, ...rest });

const make = (box: Box, plan: string, srvId: string): Fields =>
  listed(
    products(box).add({
      name: plan,
      plan,
      state: 'active',
      srvId,
      ports: [],
      white: ['*'],
      domain: '',
      remarks: new Map(),
    }),
  );

const change =
  (act: (product: Product, call: Call) => void) =>
  (call: Call, box: Box): Fields => {
    act(asked(call, box), call);
    return {};
  };

export const tunnelCalls = calls({
  'GET /ddns/natSrvList': () => [{ srvId: 'n1', name: 'East' }],
  'GET /ddns/natSubList': (call, box) => {
    const offset = call.number(0, 'offset', 0);
    const list = products(box).all.slice(offset, offset + call.number(0, 'limit', 20));
    return { total: String(products(box).all.length), list: list.map(listed) };
  },
  'GET /ddns/natSubDetail': (call, box) => listed(asked(call, box)),
  'GET /ddns/natSubConf': (call, box) => {
    const { ports, white } = asked(call, box);
    return { ports, white };
  },
  'GET /ddns/natSubDailyFlowUsed': () => [{ day: '3', bytes: '4096' }],
  'GET /ddns/natSubPortRemark': (call, box) =>
    [...asked(call, box).remarks].map(([port, remark]) => ({ port, remark })),
  // One free plan for each box, and only for an administrator.
  'POST /ddns/natSubTest': (call, box) => {
    if (!call.caller.admin) throw new Refusal(ACC.notAdmin);
    if (products(box).all.some(({ plan }) => plan === 'free')) throw new Refusal(ACC.subscribed);
    return make(box, 'free', call.text(0, 'srvId'));
  },
  'POST /ddns/natSubWhiteList': change((product, call) => {
    const white = call.texts(0, 'white');
    if (white.length > MOST_WHITE) throw new Refusal(ACC.whitelist);
    product.white = white;
  }),
  'POST /ddns/natSubBind': change((product) => {
    product.state = 'active';
  }),
  'POST /ddns/natSubUnbind': change((product) => {
    product.state = 'released';
  }),
  'POST /ddns/natClientBind': (call) => {
    call.number(0, 'srvPort');
    return {};
  },
  'POST /ddns/defineNatDomain': change((product, call) => {
    product.domain = call.text(0, 'domain');
  }),
  'POST /ddns/updateNatSubName': change((product, call) => {
    product.name = call.text(0, 'name');
  }),
  'POST /ddns/setNatSubPort': change((product, call) => {
    const port = call.raw(0, 'port');
    if (!Array.isArray(port)) throw call.bad('port');
    product.ports = port;
  }),
  'POST /ddns/modifyNatSubPortRemark': change((product, call) => {
    product.remarks.set(call.number(0, 'port'), call.text(0, 'remark'));
  }),
  'POST /ddns/signFlowToNatSub': change(() => undefined),
  'POST /ddns/exchangeCodeUse': (call, box) => {
    if (!/^[A-Za-z0-9-]{8}$/.test(call.text(0, 'exchangeCode'))) throw new Refusal(ACC.noCode);
    return make(box, 'monthly', 'n1');
  },
});
