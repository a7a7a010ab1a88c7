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
    /** Names the node in other calls. */
    srvId: essential(str),
    /** As people call it. */
    name: str,
    /** In which part of the world it is. */
    region: str,
    /** Its host name. */
    host: str,
    /** Percent of what it can carry. */
    load: intBetween(0, 100),
    /** Y: it works now. */
    online: yesNo,
  },
  {},
  'NatServer',
);
export type NatServer = TypeOf<typeof NatServer>;

/** A port mapping (NAT-02, SDK-E40): a public port or range, and where it leads in the LAN. */
export const PortMap = struct(
  {
    /** The public port, 10000 to 50000; of a range the first. */
    port: int,
    /** Where it leads in the network of the box. */
    lanIp: text(0, 64),
    /** The port there; of a range the first. */
    lanPort: int,
    /** `tcp` or `udp`. */
    protocol: oneOf(['tcp', 'udp']),
    /** At most 6 characters. */
    remark: text(0, 64),
  },
  {
    /** The last public port of a range. */
    portEnd: int,
    /** The last port there, of a range of the same length. */
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
    /** Names the product in other calls. */
    subId: essential(str),
    /** As its owner calls it. */
    name: str,
    /** `free`, `monthly` or `addon`. */
    plan: oneOf(PLANS),
    /** The node that carries it. */
    srvId: str,
    /** The box that it leads to; empty: none. */
    boxId: str,
    /** `inactive` on no box yet, `active`, `released` from its box. */
    state: oneOf(PRODUCT_STATES),
    /** Which ports are open, and where they lead. */
    ports: list(PortMap),
    /** How many ports the plan allows. */
    maxPorts: int,
    /** Bytes a month: those of the plan, and what was added. */
    flow: bytes,
    /** Bytes that went through this month. */
    used: bytes,
    /** Mbit/s; 0: no limit. */
    bandwidth: int,
    /** Addresses that may come in. */
    white: list(str),
    /** Its host below the domain of the service; empty: none. */
    domain: str,
    /** Y: the one that is taken when nobody chooses. */
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
    /** Which ports are open, and where they lead. */
    ports: list(PortMap),
    /** Addresses that may come in. */
    white: list(str),
    /** Its host below the domain of the service; empty: none. */
    domain: str,
    /** How many ports the plan allows. */
    maxPorts: int,
    /** How many addresses `white` may hold. */
    maxWhite: int,
  },
  {},
  'NatConf',
);
export type NatConf = TypeOf<typeof NatConf>;

/** Traffic of one day of a month. */
export const DayFlow = struct(
  {
    /** Of the month. */
    day: intBetween(1, 31),
    /** Bytes that went through on that day. */
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
    /** A host of the service. */
    domain: str,
    /** A product. */
    subId: str,
    /** A node. */
    srvId: str,
    /** A port of a node. */
    srvPort: int,
    /** A box, by its id. */
    boxId: str,
    /** Addresses that may come in. */
    white: list(str),
    /** A public port. */
    port: int,
    /** A note on a port. */
    remark: str,
    /** What a product is called. */
    name: str,
    /** A redemption code. */
    exchangeCode: str,
    /** A box, by its id, where traffic is asked for. */
    device: str,
    /** `YYYY-MM`. */
    month: str,
  },
  'TunnelFields',
);
export type TunnelFields = TypeOf<typeof TunnelFields>;

/** An identifier of a product or node. */
export const IdText = text(1, 64);
