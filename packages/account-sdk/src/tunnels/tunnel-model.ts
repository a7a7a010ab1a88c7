import type { TypeOf } from '@boxwood/command-bus/codecs';
import { TUNNEL_STATES } from '@boxwood/command-bus/rules';
import {
  bytes,
  epochSeconds,
  int,
  intBetween,
  list,
  oneOf,
  str,
  struct,
  text,
  yesNo,
  essential,
} from '@boxwood/command-bus/codecs';

/** A tunnel node. `load` in percent. */
export const NatServer = struct(
  {
    /** Id of the node, used in other calls. */
    srvId: essential(str),
    /** Display name. */
    name: str,
    /** Region of the node. */
    region: str,
    /** Host name. */
    host: str,
    /** Load in percent of the capacity. */
    load: intBetween(0, 100),
    /** Y: it is online. */
    online: yesNo,
  },
  {},
  'NatServer',
);
export type NatServer = TypeOf<typeof NatServer>;

/** A port mapping (NAT-02, SDK-E40): a public port or range, and its target in the LAN. */
export const PortMap = struct(
  {
    /** The public port, 10000 to 50000; the first one of a range. */
    port: int,
    /** Target address in the network of the box. */
    lanIp: text(0, 64),
    /** Target port; the first one of a range. */
    lanPort: int,
    /** `tcp` or `udp`. */
    protocol: oneOf(['tcp', 'udp']),
    /** At most 6 characters. */
    remark: text(0, 64),
  },
  {
    /** Last public port of a range. */
    portEnd: int,
    /** Last target port, of a range of the same length. */
    lanPortEnd: int,
  },
  'PortMap',
);
export type PortMap = TypeOf<typeof PortMap>;

/** Plans (NAT-01) and states (NAT-15) of a product. */
export const PLANS = ['free', 'monthly', 'addon'] as const;
export const PRODUCT_STATES = TUNNEL_STATES;

/** A NAT product (NAT-01, SDK-E40). `flow` and `used` in bytes, `bandwidth` in Mbit/s with 0 for unlimited, `def` Y for the default one. */
export const NatProduct = struct(
  {
    /** Id of the product, used in other calls. */
    subId: essential(str),
    /** Name given by the owner. */
    name: str,
    /** `free`, `monthly` or `addon`. */
    plan: oneOf(PLANS),
    /** Id of the node. */
    srvId: str,
    /** Id of the bound box; empty: none. */
    boxId: str,
    /** `inactive`: not bound to a box yet, `active`, `released` from its box. */
    state: oneOf(PRODUCT_STATES),
    /** Port mappings. */
    ports: list(PortMap),
    /** Maximum number of ports of the plan. */
    maxPorts: int,
    /** Monthly traffic in bytes: plan and add-ons. */
    flow: bytes,
    /** Traffic used this month in bytes. */
    used: bytes,
    /** Mbit/s; 0: no limit. */
    bandwidth: int,
    /** Allowed addresses. */
    white: list(str),
    /** Host name under the domain of the service; empty: none. */
    domain: str,
    /** Y: the default product. */
    def: yesNo,
    expire: epochSeconds,
  },
  {},
  'NatProduct',
);
export type NatProduct = TypeOf<typeof NatProduct>;

/** The settings of a product (A42). */
export const NatConf = struct(
  {
    /** Port mappings. */
    ports: list(PortMap),
    /** Allowed addresses. */
    white: list(str),
    /** Host name under the domain of the service; empty: none. */
    domain: str,
    /** Maximum number of ports of the plan. */
    maxPorts: int,
    /** Maximum number of addresses in `white`. */
    maxWhite: int,
  },
  {},
  'NatConf',
);
export type NatConf = TypeOf<typeof NatConf>;

/** Traffic of one day of a month. */
export const DayFlow = struct(
  {
    /** Day of the month. */
    day: intBetween(1, 31),
    /** Traffic of that day in bytes. */
    bytes,
  },
  {},
  'DayFlow',
);
export type DayFlow = TypeOf<typeof DayFlow>;

/** The vocabulary of tunnels and domains (NAT-03, SDK-E29): every field by the name it has in all calls. */
export const TunnelFields = struct(
  {},
  {
    /** Host name under the domain of the service. */
    domain: str,
    /** Id of a product. */
    subId: str,
    /** Id of a node. */
    srvId: str,
    /** A port of a node. */
    srvPort: int,
    /** Id of a box. */
    boxId: str,
    /** Allowed addresses. */
    white: list(str),
    /** A public port. */
    port: int,
    /** Remark of a port. */
    remark: str,
    /** Name of a product. */
    name: str,
    /** A redemption code. */
    exchangeCode: str,
    /** Id of a box, in traffic queries. */
    device: str,
    /** `YYYY-MM`. */
    month: str,
  },
  'TunnelFields',
);
export type TunnelFields = TypeOf<typeof TunnelFields>;

/** An identifier of a product or node. */
export const IdText = text(1, 64);
