import { stateOfBox } from '../box-state.ts';
import type { Fields } from '../command-call.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';

/** Maximum number of stored wireless networks, and of whitelist addresses of the remote connection. */
const MAX_WIFI_NETWORKS = 20;
const MAX_WHITELIST_ENTRIES = 5;

interface NetworkState {
  radio: boolean;
  selected: string;
  readonly stored: Map<string, Fields>;
  wired: Fields;
  remote: { enable: boolean; port: number; white: readonly string[] };
}

const network = stateOfBox((): NetworkState => ({
  radio: true,
  selected: '',
  stored: new Map(),
  wired: { dhcp: '1' },
  remote: { enable: false, port: 12_000, white: [] },
}));

const queryCommands = commands('/eshell', {
  GETNETWORKINFO: () => ({ list: [{ dev: 'eth0', ip: '192.168.1.20' }] }),
  WIFILIST: (_, box) => ({ list: network(box).radio ? [{ ssid: 'Home' }, { ssid: '家' }] : [] }),
  WIFILISTCFG: (_, box) => ({ list: [...network(box).stored.keys()].map((ssid) => ({ ssid })) }),
  WIREDCFGGET: (call, box) => ({ cfg: { dev: call.text(0, 'dev'), ...network(box).wired } }),
  WIRELESSCFGGET: (call, box) => {
    const cfg = network(box).stored.get(call.text(0, 'ssid'));
    if (cfg === undefined) throw new Refusal(GENERIC.invalid);
    return { cfg };
  },
  FRPCSTATUS: (_, box) => ({ status: network(box).remote.enable ? '2' : '0' }),
  FRPCCFGGET: (_, box) => {
    const { enable, port, white } = network(box).remote;
    return { enable: enable ? 1 : 0, port: String(port), white };
  },
  GETPUBLICIP: () => ({ ip: '203.0.113.7' }),
});

const adminCommands = commands(
  '/eshell',
  {
    NETREBOOT: () => ({}),
    WIFISET: (call, box) => {
      network(box).radio = call.flag(0, 'enable');
      return {};
    },
    WIFIRESTART: () => ({}),
    WIFISELECT: (call, box) => {
      const ssid = call.text(0, 'ssid');
      if (!network(box).stored.has(ssid)) throw new Refusal(GENERIC.invalid);
      network(box).selected = ssid;
      return {};
    },
    WIFIDELCFG: (call, box) => {
      if (!network(box).stored.delete(call.text(0, 'ssid'))) throw new Refusal(GENERIC.invalid);
      return {};
    },
    WIRELESSCFGADD: (call, box) => {
      const { stored } = network(box);
      const ssid = call.text(0, 'ssid');
      if (!stored.has(ssid) && stored.size >= MAX_WIFI_NETWORKS) throw new Refusal(GENERIC.overLimit);
      stored.set(ssid, { ssid, security: call.text(2, 'security', 'open'), dhcp: call.text(4, 'dhcp', '1') });
      return {};
    },
    WIREDCFG: (call, box) => {
      const [, dhcp = '1', ip = '', mask = '', gateway = '', dns1 = '', dns2 = ''] = call.texts(0, 'cfg');
      network(box).wired = { dhcp, ip, mask, gateway, dns1, dns2 };
      return {};
    },
    FRPCCFGSET: (call, box) => {
      const [enable = '0', port = '', ...white] = call.texts(0, 'cfg');
      if (white.length > MAX_WHITELIST_ENTRIES) throw new Refusal(GENERIC.overLimit);
      if (Number(port) < 10_000 || Number(port) > 20_000) throw new Refusal(GENERIC.invalid);
      network(box).remote = { enable: enable === '1', port: Number(port), white };
      return {};
    },
  },
  { access: 'admin' },
);

export const networkCommands = [
  ...queryCommands,
  ...adminCommands,
  ...commands('/starplan', { GETNATTYPE: () => ({ nattype: '3' }) }),
];
