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
  { srvId: essential(str), name: str, region: str, host: str, load: intBetween(0, 100), online: yesNo },
  {},
  'NatServer',
);
export type NatServer = TypeOf<typeof NatServer>;

/** A port mapping (NAT-02, SDK-E40): a public port or range, and where it leads in the LAN. */
export const PortMap = struct(
  { port: int, lanIp: text(0, 64), lanPort: int, protocol: oneOf(['tcp', 'udp']), remark: text(0, 64) },
  { portEnd: int, lanPortEnd: int },
  'PortMap',
);
export type PortMap = TypeOf<typeof PortMap>;

/** Plans (NAT-01) and states (NAT-15) of a product. */
export const PLANS = ['free', 'monthly', 'addon'] as const;
export const PRODUCT_STATES = TUNNEL_STATES;

/** A NAT product (NAT-01, SDK-E40). `flow` and `used` in bytes, `bandwidth` in Mbit/s with 0 for unlimited, `def` Y for the default one. */
export const NatProduct = struct(
  {
    subId: essential(str),
    name: str,
    plan: oneOf(PLANS),
    srvId: str,
    boxId: str,
    state: oneOf(PRODUCT_STATES),
    ports: list(PortMap),
    maxPorts: int,
    flow: bytes,
    used: bytes,
    bandwidth: int,
    white: list(str),
    domain: str,
    def: yesNo,
    expire: epochSeconds,
  },
  {},
  'NatProduct',
);
export type NatProduct = TypeOf<typeof NatProduct>;

/** The settings of a product (A42). */
export const NatConf = struct(
  { ports: list(PortMap), white: list(str), domain: str, maxPorts: int, maxWhite: int },
  {},
  'NatConf',
);
export type NatConf = TypeOf<typeof NatConf>;

/** Traffic of one day of a month. */
export const DayFlow = struct({ day: intBetween(1, 31), bytes }, {}, 'DayFlow');
export type DayFlow = TypeOf<typeof DayFlow>;

/** The vocabulary of tunnels and domains (NAT-03, SDK-E29): every field by the name it has in all calls. */
export const TunnelFields = struct(
  {},
  {
    domain: str,
    subId: str,
    srvId: str,
    srvPort: int,
    boxId: str,
    white: list(str),
    port: int,
    remark: str,
    name: str,
    exchangeCode: str,
    device: str,
    month: str,
  },
  'TunnelFields',
);
export type TunnelFields = TypeOf<typeof TunnelFields>;

/** An identifier of a product or node. */
export const IdText = text(1, 64);
