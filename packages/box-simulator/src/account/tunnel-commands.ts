import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { Refusal } from '../simulator-refusal.ts';
import { Repository } from '../id-repository.ts';
import { calls } from '../command-table.ts';

const ACC = { notAdmin: 1020, subscribed: 1037, noTrial: 1041, whitelist: 1045, noCode: 1046, absent: 1050 } as const;
const MAX_WHITELIST_ENTRIES = 5;

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

const products = stateOfBox(() => new Repository<Product>());

const requireProduct = (call: CommandCall, box: BoxState): Product & { readonly id: string } => {
  const found = products(box).find(call.text(0, 'subId'));
  if (found === undefined) throw new Refusal(ACC.absent);
  return found;
};

const productFields = ({ id, remarks: _, ...rest }: Product & { readonly id: string }): Fields => ({
  subId: id,
  ...rest,
});

const addProduct = (box: BoxState, plan: string, srvId: string): Fields =>
  productFields(
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

const changeProduct =
  (action: (product: Product, call: CommandCall) => void) =>
  (call: CommandCall, box: BoxState): Fields => {
    action(requireProduct(call, box), call);
    return {};
  };

export const tunnelCalls = calls({
  'GET /ddns/natSrvList': () => [{ srvId: 'n1', name: 'East' }],
  'GET /ddns/natSubList': (call, box) => {
    const offset = call.number(0, 'offset', 0);
    const list = products(box).all.slice(offset, offset + call.number(0, 'limit', 20));
    return { total: String(products(box).all.length), list: list.map(productFields) };
  },
  'GET /ddns/natSubDetail': (call, box) => productFields(requireProduct(call, box)),
  'GET /ddns/natSubConf': (call, box) => {
    const { ports, white } = requireProduct(call, box);
    return { ports, white };
  },
  'GET /ddns/natSubDailyFlowUsed': () => [{ day: '3', bytes: '4096' }],
  'GET /ddns/natSubPortRemark': (call, box) =>
    [...requireProduct(call, box).remarks].map(([port, remark]) => ({ port, remark })),
  // One free plan for each box, and only for an administrator.
  'POST /ddns/natSubTest': (call, box) => {
    if (!call.caller.admin) throw new Refusal(ACC.notAdmin);
    if (products(box).all.some(({ plan }) => plan === 'free')) throw new Refusal(ACC.subscribed);
    return addProduct(box, 'free', call.text(0, 'srvId'));
  },
  'POST /ddns/natSubWhiteList': changeProduct((product, call) => {
    const white = call.texts(0, 'white');
    if (white.length > MAX_WHITELIST_ENTRIES) throw new Refusal(ACC.whitelist);
    product.white = white;
  }),
  'POST /ddns/natSubBind': changeProduct((product) => {
    product.state = 'active';
  }),
  'POST /ddns/natSubUnbind': changeProduct((product) => {
    product.state = 'released';
  }),
  'POST /ddns/natClientBind': (call) => {
    call.number(0, 'srvPort');
    return {};
  },
  'POST /ddns/defineNatDomain': changeProduct((product, call) => {
    product.domain = call.text(0, 'domain');
  }),
  'POST /ddns/updateNatSubName': changeProduct((product, call) => {
    product.name = call.text(0, 'name');
  }),
  'POST /ddns/setNatSubPort': changeProduct((product, call) => {
    const port = call.raw(0, 'port');
    if (!Array.isArray(port)) throw call.bad('port');
    product.ports = port;
  }),
  'POST /ddns/modifyNatSubPortRemark': changeProduct((product, call) => {
    product.remarks.set(call.number(0, 'port'), call.text(0, 'remark'));
  }),
  'POST /ddns/signFlowToNatSub': changeProduct(() => undefined),
  'POST /ddns/exchangeCodeUse': (call, box) => {
    if (!/^[A-Za-z0-9-]{8}$/.test(call.text(0, 'exchangeCode'))) throw new Refusal(ACC.noCode);
    return addProduct(box, 'monthly', 'n1');
  },
});
