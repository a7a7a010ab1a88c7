/** Rules of NAT products (NAT-04 to NAT-12) and of the built-in remote connection. */
export {
  checkDomainHost,
  checkExchangeCode,
  checkMappings,
  checkNickname,
  checkPort,
  checkPortRemark,
  checkTrial,
  checkTunnelAction,
  checkTunnelWhitelist,
  isHost,
  TUNNEL,
  tunnelActions,
  tunnelStateAfter,
  type TunnelAction,
  type TunnelState,
} from '@boxwood/command-bus/rules';

/** Ports of the built-in remote connection (G-42, CONST-35). */
export const REMOTE_PORT_RANGE = { min: 10_000, max: 20_000 } as const;
