import {
  bytes,
  int,
  intBetween,
  intText,
  list,
  matching,
  nothing,
  oneOf,
  str,
  struct,
  text,
  essential,
} from '@boxwood/command-bus/codecs';
import { changeCommand, readCommand } from '../define.ts';
import { BoxText } from '../session/account-session-model.ts';
import { DayFlow, IdText, NatConf, NatProduct, NatServer, PortMap } from './tunnel-model.ts';

/** The tunnel nodes; empty if the service has none. `GET /ddns/natSrvList` (A38). */
export const ListNodes = readCommand({
  name: 'ListNodes',
  path: '/ddns/natSrvList',
  params: nothing,
  result: list(NatServer),
  refusals: [1001],
  access: 'user',
});

/** The caller's products. `GET /ddns/natSubList` (A39). */
export const ListProducts = readCommand({
  name: 'ListProducts',
  path: '/ddns/natSubList',
  params: struct({
    /** Number of products to skip. */
    offset: intText(bytes),
    /** Maximum number of products per page. */
    limit: intText(intBetween(1, 100)),
  }),
  result: struct({
    /** Number of entries on all pages. */
    total: bytes,
    /** Entries on this page. */
    list: list(NatProduct),
  }),
  refusals: [1001],
  access: 'user',
});

/** One product. `GET /ddns/natSubDetail` (A40). Refusals: 1001, 1050 unknown. */
export const GetProduct = readCommand({
  name: 'GetProduct',
  path: '/ddns/natSubDetail',
  params: struct({ subId: IdText }),
  result: NatProduct,
  refusals: [1001, 1050],
  access: 'user',
});

/**
 * Traffic of a box by day of a month (`YYYY-MM`); days without traffic are omitted. `GET /ddns/natSubDailyFlowUsed`
 * (A41).
 */
export const GetDailyFlow = readCommand({
  name: 'GetDailyFlow',
  path: '/ddns/natSubDailyFlowUsed',
  params: struct({
    device: BoxText,
    /** `YYYY-MM`. */
    month: matching('month', /^20[0-9]{2}-(0[1-9]|1[0-2])$/),
  }),
  result: list(DayFlow),
  refusals: [1001, 1035],
  access: 'user',
});

/**
 * Ports, whitelist and domain of a product, and the limits of its plan. `GET /ddns/natSubConf` (A42). Refusals: 1001,
 * 1050.
 */
export const GetProductConf = readCommand({
  name: 'GetProductConf',
  path: '/ddns/natSubConf',
  params: struct({ subId: IdText }),
  result: NatConf,
  refusals: [1001, 1050],
  access: 'user',
});

/** The remarks of the ports of a product. `GET /ddns/natSubPortRemark` (A43). Refusals: 1001, 1050. */
export const ListPortRemarks = readCommand({
  name: 'ListPortRemarks',
  path: '/ddns/natSubPortRemark',
  params: struct({ subId: IdText }),
  result: list(
    struct({
      /** The public port. */
      port: essential(int),
      /** At most 6 characters. */
      remark: str,
    }),
  ),
  refusals: [1001, 1050],
  access: 'user',
});

/**
 * Requests the free plan, 1 GB a month, once per administrator.
 *
 * `POST /ddns/natSubTest` (A44). Refusals: 1001, 1020 an ordinary user (NAT-12), 1037 already used, 1041 no node offers
 * it.
 */
export const RequestTrial = changeCommand({
  name: 'RequestTrial',
  path: '/ddns/natSubTest',
  params: struct({ boxId: BoxText, srvId: IdText }),
  result: NatProduct,
  refusals: [1001, 1020, 1035, 1037, 1041],
  access: 'user',
});

/** Replaces the whitelist, 1 to `maxWhite` entries. `POST /ddns/natSubWhiteList` (A45). Refusals: 1001, 1045 too many, 1050. */
export const SetWhitelist = changeCommand({
  name: 'SetWhitelist',
  path: '/ddns/natSubWhiteList',
  params: struct({
    subId: IdText,
    /** Allowed addresses, which replace the previous list. */
    white: list(text(1, 64), 200),
  }),
  result: nothing,
  refusals: [1001, 1045, 1050],
  access: 'user',
});

/** Activates a product on a box. `POST /ddns/natSubBind` (A46). Refusals: 1001, 1020, 1035, 1050. */
export const BindProduct = changeCommand({
  name: 'BindProduct',
  path: '/ddns/natSubBind',
  params: struct({ subId: IdText, boxId: BoxText }),
  result: nothing,
  refusals: [1001, 1020, 1035, 1050],
  access: 'user',
});

/** Releases a product from a box. `POST /ddns/natSubUnbind` (A47). Refusals: 1001, 1020, 1050. */
export const UnbindProduct = changeCommand({
  name: 'UnbindProduct',
  path: '/ddns/natSubUnbind',
  params: struct({ subId: IdText, boxId: BoxText }),
  result: nothing,
  refusals: [1001, 1020, 1050],
  access: 'user',
});

/** Binds the built-in remote connection of a box to a port of a node, 10000 to 20000. `POST /ddns/natClientBind` (A48). Refusals: 1001, 1020, 1035. */
export const BindRemoteConnection = changeCommand({
  name: 'BindRemoteConnection',
  path: '/ddns/natClientBind',
  params: struct({
    boxId: BoxText,
    srvId: IdText,
    /** Port of the node, 10000 to 20000. */
    srvPort: int,
  }),
  result: nothing,
  refusals: [1001, 1020, 1035],
  access: 'user',
});

/**
 * Gives a product a domain of the service. `POST /ddns/defineNatDomain` (A49). Refusals: 1001, 1033 in use, 1040, 1050.
 */
export const SetProductDomain = changeCommand({
  name: 'SetProductDomain',
  path: '/ddns/defineNatDomain',
  params: struct({
    subId: IdText,
    /** Host name only, without the domain of the service. */
    domain: text(1, 64),
  }),
  result: nothing,
  refusals: [1001, 1033, 1040, 1050],
  access: 'user',
});

/** Renames a product, 1 to 20 characters. `POST /ddns/updateNatSubName` (A50). Refusals: 1001, 1050. */
export const RenameProduct = changeCommand({
  name: 'RenameProduct',
  path: '/ddns/updateNatSubName',
  params: struct({
    subId: IdText,
    /** 1 to 20 characters. */
    name: text(1, 80),
  }),
  result: nothing,
  refusals: [1001, 1050],
  access: 'user',
});

/** Replaces the port mappings (rules NAT-04 to NAT-07, NAT-11). `POST /ddns/setNatSubPort` (A51). Refusals: 1001, 1050. */
export const SetPorts = changeCommand({
  name: 'SetPorts',
  path: '/ddns/setNatSubPort',
  params: struct({
    subId: IdText,
    /** All mappings, which replace the previous ones. */
    port: list(PortMap, 200),
  }),
  result: nothing,
  refusals: [1001, 1050],
  access: 'user',
});

/** Changes the remark of one port, at most 6 characters. `POST /ddns/modifyNatSubPortRemark` (A52). Refusals: 1001, 1050. */
export const SetPortRemark = changeCommand({
  name: 'SetPortRemark',
  path: '/ddns/modifyNatSubPortRemark',
  params: struct({
    subId: IdText,
    /** The public port. */
    port: int,
    /** At most 6 characters; empty removes the remark. */
    remark: text(0, 64),
  }),
  result: nothing,
  refusals: [1001, 1050],
  access: 'user',
});

/** The daily sign-in: adds traffic once a day, 2002 the second time. `POST /ddns/signFlowToNatSub` (A53). Refusals: 1001, 1050, 2002. */
export const SignInForFlow = changeCommand({
  name: 'SignInForFlow',
  path: '/ddns/signFlowToNatSub',
  params: struct({ subId: IdText }),
  result: struct({
    /** Traffic added today in bytes. */
    bytes,
    /** New total traffic of the product in bytes. */
    total: bytes,
  }),
  refusals: [1001, 1050, 2002],
  access: 'user',
});

/**
 * Redeems a code: without `subId` a new product, with it an add-on to that product.
 *
 * `POST /ddns/exchangeCodeUse` (A54). Refusals: 1001, 1046 unknown, 1047 of another kind, 1048 used, 1049 failed, 1050 unknown
 * product, 2002 too many tries.
 */
export const RedeemCode = changeCommand({
  name: 'RedeemCode',
  path: '/ddns/exchangeCodeUse',
  params: struct(
    {
      /** The purchased code, 8 characters. */
      exchangeCode: text(1, 32),
    },
    { subId: IdText },
  ),
  result: NatProduct,
  refusals: [1001, 1046, 1047, 1048, 1049, 1050, 2002],
  access: 'user',
  secrets: ['exchangeCode'],
});

/** Prepares the tunnel client of a box before its plugin starts. `POST /plugin/nattp` (A57). Refusals: 1001, 1020, 1035. */
export const PrepareTunnel = changeCommand({
  name: 'PrepareTunnel',
  path: '/plugin/nattp',
  params: struct({
    boxId: BoxText,
    /** The plugin that will start: `nattp` for products, `inner_nattp` for the built-in connection. */
    type: oneOf(['nattp', 'inner_nattp']),
  }),
  result: nothing,
  refusals: [1001, 1020, 1035],
  access: 'user',
});
