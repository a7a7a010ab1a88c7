/** The account service, on the same origin as the box. */
import { stateOfBox } from '../box-state.ts';
import type { Fields } from '../command-call.ts';
import { calls } from '../command-table.ts';
import { domainCalls } from './domain-commands.ts';
import { messageCalls } from './message-commands.ts';
import { peopleCalls } from './people-commands.ts';
import { rosterCalls } from './roster-commands.ts';
import { tunnelCalls } from './tunnel-commands.ts';

const docker = stateOfBox((): { conf: Fields } => ({ conf: {} }));

/** The fields of a plugin (specification, section 3); `detail` is JSON text. */
const PLUGINS: readonly Fields[] = [
  {
    appKey: 'alist',
    appName: 'AList',
    appDesc: 'Lists of files',
    appTar: 'alist.tar.gz',
    basic: 'N',
    type: '1',
    img: '',
    minVer: { N2: '0', N3: '11', G2: '1' },
    confKeep: 'Y',
    newVer: '3.1',
    detail: '{"version":"3.1"}',
  },
];

const otherCalls = calls({
  'GET /plugin/onlineVersion': () => ({ host: 'https://packages.example', list: PLUGINS }),
  'POST /plugin/nattp': (call) => {
    call.text(0, 'type');
    return {};
  },
  'POST /docker/setup': (call, box) => {
    docker(box).conf = call.object(0, 'field');
    return {};
  },
  'GET /docker/conf': (call, box) => ({ boxName: call.text(0, 'boxName'), ...docker(box).conf }),
});

export const account = [...peopleCalls, ...rosterCalls, ...messageCalls, ...domainCalls, ...tunnelCalls, ...otherCalls];
