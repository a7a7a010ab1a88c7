import { decode, parseJson } from '@boxwood/command-bus/codecs';
import type { HostLog } from './log.ts';
import type { Machine } from './machine.ts';
import type { Answer, Ask, Plan, Verb } from './protocol.ts';
import { Ask as AskCodec, HOST_VERSION, VERBS } from './protocol.ts';
import { withPlaces } from './disks/hold.ts';
import { holdDevices } from './disks/hold-devices.ts';
import { healthOf } from './disks/health.ts';
import { lookAtDisks } from './disks/look.ts';
import { adoptArray, checkArray } from './verbs/adopt.ts';
import { addMember, createArray, deleteArray, removeMember, startArray, stopArray } from './verbs/arrays.ts';
import { date } from './verbs/date.ts';
import { format } from './verbs/format.ts';
import { fan, led } from './verbs/hardware.ts';
import { mount } from './verbs/mount.ts';
import { type Planner, refusalFor, refused, WRITE } from './verbs/planner.ts';
import { power } from './verbs/power.ts';
import { primary } from './verbs/primary.ts';
import { selfTest } from './verbs/self-test.ts';
import { unmount } from './verbs/unmount.ts';
import { mountNet, unmountNet } from './verbs/net.ts';
import { network } from './verbs/network.ts';
import { mountVolume, unmountVolume } from './verbs/volumes.ts';

const PLANNERS: Readonly<Record<Verb, Planner>> = {
  power,
  date,
  mount,
  unmount,
  format,
  primary,
  selfTest,
  mountVolume,
  unmountVolume,
  fan,
  led,
  network,
  checkArray,
  adoptArray,
  createArray,
  stopArray,
  startArray,
  deleteArray,
  addMember,
  removeMember,
  mountNet,
  unmountNet,
};

/** Rate limit, so that a compromised box process cannot fill the disk with audit records. */
const MOST_ACTS = 30;
const MINUTE_MS = 60_000;

export interface DeskOptions {
  readonly machine: Machine;
  readonly log: HostLog;
  readonly now: () => number;
}

/**
 * Dispatches requests, which is all that the helper does. An input that is not a request of the protocol changes
 * nothing.
 */
export const createDesk = ({ machine, log, now }: DeskOptions) => {
  const running = new Set<Verb>();
  let recent: readonly number[] = [];

  const excluded = (verb: Verb): boolean =>
    running.has(verb) ||
    (VERBS[verb].alone === 'machine' && running.size > 0) ||
    [...running].some((other) => VERBS[other].alone === 'machine');

  const carryOut = async (verb: Verb, plan: Plan): Promise<Answer> => {
    for (const { program, args } of plan.steps) {
      if (program === WRITE) {
        const [file = '', value = ''] = args;
        if (machine.write(file, value)) continue;
        return refused('failed', `${file}: not written`);
      }
      const { code, errors } = await withPlaces(machine, args, (held, inherited) =>
        machine.run(program, held, VERBS[verb].stepMs, { inherited }),
      ).catch((fault: unknown) => ({ code: 1, errors: fault instanceof Error ? fault.message : '' }));
      if (code === 0) continue;
      return refused(
        'failed',
        `${program}: ${code === null ? 'ended at its deadline' : (errors.split('\n')[0] ?? '')}`,
      );
    }
    return { answer: 'done' };
  };

  const act = async ({ verb, params, plan: hash, by }: Extract<Ask, { ask: 'act' }>): Promise<Answer> => {
    if (excluded(verb)) return refused('busy');
    // Excludes other operations from here on, also while the plan is made again.
    running.add(verb);
    let release = (): void => undefined;
    try {
      const seen = await PLANNERS[verb].plan(params, machine);
      if ('answer' in seen) return seen;
      if (seen.hash !== hash) return refused('stale');
      release = holdDevices(seen.steps);
      // Between the first plan and opening the devices another disk may have received a name.
      const plan = await PLANNERS[verb].plan(params, machine);
      if ('answer' in plan) return plan;
      if (plan.hash !== hash) return refused('stale');
      recent = recent.filter((at) => now() - at < MINUTE_MS);
      if (recent.length >= MOST_ACTS) return refused('busy', 'too many acts in a minute');
      recent = [...recent, now()];
      try {
        log.act({ event: 'begins', verb, ...by, words: plan.words, plan: hash });
      } catch (fault) {
        return refused('unlogged', fault instanceof Error ? fault.message : '');
      }
      const began = now();
      let answer: Answer = refused('failed');
      const end = PLANNERS[verb].begin(params, machine);
      try {
        answer = await carryOut(verb, plan);
      } finally {
        end(answer.answer === 'done');
      }
      const how = answer.answer === 'refused' ? `${answer.why} ${answer.detail}` : answer.answer;
      log.act({ event: 'ended', verb, ...by, plan: hash, how, ms: now() - began });
      return answer;
    } finally {
      release();
      running.delete(verb);
    }
  };

  const answerTo = async (ask: Ask): Promise<Answer> => {
    switch (ask.ask) {
      case 'offers': {
        const lacking = Object.entries(PLANNERS).map(([verb, each]) => [verb, each.lacking(machine)] as const);
        return { answer: 'offers', version: HOST_VERSION, lacking: Object.fromEntries(lacking) };
      }
      case 'disks':
        return lookAtDisks(machine).catch(refusalFor);
      case 'health':
        return healthOf(machine, ask.name).catch(refusalFor);
      case 'plan': {
        const plan = await PLANNERS[ask.verb].plan(ask.params, machine);
        return 'answer' in plan ? plan : { answer: 'plan', plan };
      }
      case 'act':
        return act(ask);
    }
  };

  return {
    /** Handles one line of a connection. @throws unexpected errors, which get no response */
    answer: async (line: string): Promise<Answer> => {
      const parsed = parseJson(line);
      const ask = parsed._tag === 'Left' ? parsed : decode(AskCodec, parsed.right, line);
      if (ask._tag === 'Left') {
        log.asked({ ask: 'unreadable', how: 'unreadable' });
        return refused('unreadable');
      }
      const answer = await answerTo(ask.right);
      log.asked({
        ...(!('verb' in ask.right)
          ? { ask: ask.right.ask }
          : { ask: ask.right.ask, verb: ask.right.verb, ...ask.right.by }),
        how: answer.answer === 'refused' ? answer.why : answer.answer,
      });
      return answer;
    },
  };
};
