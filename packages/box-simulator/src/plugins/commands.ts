/** Installable services. States below 5: being deployed; 5, 7 and 8: installed and not running; 6: running. */
import type { Box } from '../box.ts';
import { ofBox } from '../box.ts';
import type { Call, Fields } from '../call.ts';
import { Refusal } from '../refusal.ts';
import { commands } from '../table.ts';

const PLUGIN = { failed: 5, unknown: 7, known: 8, busy: 9 } as const;

interface Plugin {
  readonly key: string;
  readonly version: string;
  /** Start time of the deployment, in milliseconds. */
  readonly since: number;
  state: 'installed' | 'running' | 'stopped';
}

const STEP_MS = 2000;
const STEPS = 4;

/** Plugins of a new box: shares and the photo index. */
const AT_FIRST = ['fileshare', 'slpmdb'];

const plugins = ofBox(
  (box) =>
    new Map(
      AT_FIRST.filter((key) => !box.without.has(key)).map((key): [string, Plugin] => [
        key,
        { key, version: '1.0.0', since: box.clock.now() - 1e6, state: 'running' },
      ]),
    ),
);

/** Whether the commands of a plugin are available. */
export const isRunning = (box: Box, key: string): boolean => plugins(box).get(key)?.state === 'running';

const numberOf = (box: Box, { since, state }: Plugin): number => {
  const step = 1 + Math.floor((box.clock.now() - since) / STEP_MS);
  if (step <= STEPS) return step;
  return state === 'running' ? 6 : state === 'installed' ? 5 : 7;
};

const asked = (call: Call, box: Box): Plugin => {
  const found = plugins(box).get(call.text(0, 'key'));
  if (found === undefined) throw new Refusal(PLUGIN.unknown);
  return found;
};

const settled = (call: Call, box: Box): Plugin => {
  const found = asked(call, box);
  if (numberOf(box, found) <= STEPS) throw new Refusal(PLUGIN.busy);
  return found;
};

/** The fields of a plugin that the specification states; the key only in lists. */
const stated = (box: Box, plugin: Plugin): Fields => ({
  state: String(numberOf(box, plugin)),
  detail: { version: plugin.version },
});

const questions = commands('/pluginmanager', {
  LIST: (_, box) => ({ plugin_list: [...plugins(box).values()].map((one) => ({ key: one.key, ...stated(box, one) })) }),
  INFO: (call, box) => ({ plugin_list: [stated(box, asked(call, box))] }),
});

const administration = commands(
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
      settled(call, box).state = 'running';
      return {};
    },
    STOP: (call, box) => {
      settled(call, box).state = 'stopped';
      return {};
    },
    UNINSTALL: (call, box) => {
      plugins(box).delete(settled(call, box).key);
      return {};
    },
    CFGSET: (call, box) => {
      asked(call, box);
      call.text(1, 'cfg');
      return {};
    },
  },
  { access: 'admin' },
);

export const pluginCommands = [...questions, ...administration];
