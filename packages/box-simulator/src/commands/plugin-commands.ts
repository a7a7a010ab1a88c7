/** Installable services. States below 5: being deployed; 5, 7 and 8: installed and not running; 6: running. */
import type { BoxState } from '../box-state.ts';
import { stateOfBox } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';

const PLUGIN = { failed: 5, unknown: 7, known: 8, busy: 9 } as const;

interface SimulatedPlugin {
  readonly key: string;
  readonly version: string;
  /** Start time of the deployment, in milliseconds. */
  readonly since: number;
  state: 'installed' | 'running' | 'stopped';
}

const STEP_DURATION_MS = 2000;
const STEPS = 4;

/** Plugins of a new box: shares and the photo index. */
const DEFAULT_PLUGINS = ['fileshare', 'slpmdb'];

const plugins = stateOfBox(
  (box) =>
    new Map(
      DEFAULT_PLUGINS.filter((key) => !box.missingPlugins.has(key)).map((key): [string, SimulatedPlugin] => [
        key,
        { key, version: '1.0.0', since: box.clock.now() - 1e6, state: 'running' },
      ]),
    ),
);

/** Whether the commands of a plugin are available. */
export const isRunning = (box: BoxState, key: string): boolean => plugins(box).get(key)?.state === 'running';

const numberOf = (box: BoxState, { since, state }: SimulatedPlugin): number => {
  const step = 1 + Math.floor((box.clock.now() - since) / STEP_DURATION_MS);
  if (step <= STEPS) return step;
  return state === 'running' ? 6 : state === 'installed' ? 5 : 7;
};

const requirePlugin = (call: CommandCall, box: BoxState): SimulatedPlugin => {
  const found = plugins(box).get(call.text(0, 'key'));
  if (found === undefined) throw new Refusal(PLUGIN.unknown);
  return found;
};

const requireDeployedPlugin = (call: CommandCall, box: BoxState): SimulatedPlugin => {
  const found = requirePlugin(call, box);
  if (numberOf(box, found) <= STEPS) throw new Refusal(PLUGIN.busy);
  return found;
};

/** The fields of a plugin that the specification states; the key only in lists. */
const pluginFields = (box: BoxState, plugin: SimulatedPlugin): Fields => ({
  state: String(numberOf(box, plugin)),
  detail: { version: plugin.version },
});

const queryCommands = commands('/pluginmanager', {
  LIST: (_, box) => ({
    plugin_list: [...plugins(box).values()].map((one) => ({ key: one.key, ...pluginFields(box, one) })),
  }),
  INFO: (call, box) => ({ plugin_list: [pluginFields(box, requirePlugin(call, box))] }),
});

const adminCommands = commands(
  '/pluginmanager',
  {
    INSTALL: (call, box) => {
      const key = call.text(0, 'key');
      if (plugins(box).has(key)) throw new Refusal(PLUGIN.known);
      call.text(1, 'url');
      plugins(box).set(key, { key, version: '1.0.0', since: box.clock.now(), state: 'installed' });
      return {};
    },
    RESTART: (call, box) => {
      requireDeployedPlugin(call, box).state = 'running';
      return {};
    },
    STOP: (call, box) => {
      requireDeployedPlugin(call, box).state = 'stopped';
      return {};
    },
    UNINSTALL: (call, box) => {
      plugins(box).delete(requireDeployedPlugin(call, box).key);
      return {};
    },
    CFGSET: (call, box) => {
      requirePlugin(call, box);
      call.text(1, 'cfg');
      return {};
    },
  },
  { access: 'admin' },
);

export const pluginCommands = [...queryCommands, ...adminCommands];
