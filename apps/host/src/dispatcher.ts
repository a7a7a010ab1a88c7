import { decode, parseJson } from '@boxwood/command-bus/codecs';
import type { HostLog } from './audit-log.ts';
import type { Machine } from './machine.ts';
import type { HostResponse, OperationPlan } from './host-responses.ts';
import type { HostRequest, Verb } from './protocol.ts';
import { HostRequest as AskCodec, HOST_VERSION, VERBS } from './protocol.ts';
import { withStepFolders } from './disks/step-folders.ts';
import { holdDevices } from './disks/hold-devices.ts';
import { readDiskHealth } from './disks/disk-health.ts';
import { probeDisks } from './disks/probe-disks.ts';
import { adoptArray, checkArray } from './verbs/array-checks.ts';
import { addMember, createArray, deleteArray, removeMember, startArray, stopArray } from './verbs/array-operations.ts';
import { date } from './verbs/set-clock.ts';
import { format } from './verbs/format-disk.ts';
import { fan, led } from './verbs/hardware.ts';
import { mount } from './verbs/mount-stick.ts';
import { type Planner, toRefusal, refuse, WRITE_STEP } from './verbs/planner.ts';
import { power } from './verbs/restart-machine.ts';
import { primary } from './verbs/format-primary.ts';
import { selfTest } from './verbs/self-test.ts';
import { unmount } from './verbs/unmount-stick.ts';
import { mountNet, unmountNet } from './verbs/network-storage.ts';
import { network } from './verbs/restart-network.ts';
import { mountVolume, unmountVolume } from './verbs/mount-volume.ts';

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
const MAX_OPERATIONS_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

export interface DispatcherOptions {
  readonly machine: Machine;
  readonly log: HostLog;
  readonly now: () => number;
}

/**
 * Dispatches requests, which is all that the helper does. An input that is not a request of the protocol changes
 * nothing.
 */
export const createDispatcher = ({ machine, log, now }: DispatcherOptions) => {
  const running = new Set<Verb>();
  let recentStarts: readonly number[] = [];

  const isExcluded = (verb: Verb): boolean =>
    running.has(verb) ||
    (VERBS[verb].excludes === 'machine' && running.size > 0) ||
    [...running].some((other) => VERBS[other].excludes === 'machine');

  const runSteps = async (verb: Verb, plan: OperationPlan): Promise<HostResponse> => {
    for (const { program, args } of plan.steps) {
      if (program === WRITE_STEP) {
        const [file = '', value = ''] = args;
        if (machine.write(file, value)) continue;
        return refuse('failed', `${file}: not written`);
      }
      const { code, errors } = await withStepFolders(machine, args, (resolvedArgs, inherited) =>
        machine.run(program, resolvedArgs, VERBS[verb].stepMs, { inherited }),
      ).catch((fault: unknown) => ({ code: 1, errors: fault instanceof Error ? fault.message : '' }));
      if (code === 0) continue;
      return refuse('failed', `${program}: ${code === null ? 'ended at its deadline' : (errors.split('\n')[0] ?? '')}`);
    }
    return { answer: 'done' };
  };

  const execute = async ({
    verb,
    params,
    plan: hash,
    by,
  }: Extract<HostRequest, { ask: 'act' }>): Promise<HostResponse> => {
    if (isExcluded(verb)) return refuse('busy');
    // Excludes other operations from here on, including while the plan is recomputed.
    running.add(verb);
    let release = (): void => undefined;
    try {
      const firstPlan = await PLANNERS[verb].plan(params, machine);
      if ('answer' in firstPlan) return firstPlan;
      if (firstPlan.hash !== hash) return refuse('stale');
      release = holdDevices(firstPlan.steps);
      // Between the first plan and opening the devices another disk may have received a name.
      const plan = await PLANNERS[verb].plan(params, machine);
      if ('answer' in plan) return plan;
      if (plan.hash !== hash) return refuse('stale');
      recentStarts = recentStarts.filter((at) => now() - at < MINUTE_MS);
      if (recentStarts.length >= MAX_OPERATIONS_PER_MINUTE) return refuse('busy', 'too many operations in a minute');
      recentStarts = [...recentStarts, now()];
      try {
        log.logOperation({ event: 'begins', verb, ...by, words: plan.words, plan: hash });
      } catch (fault) {
        return refuse('unlogged', fault instanceof Error ? fault.message : '');
      }
      const startedAt = now();
      let answer: HostResponse = refuse('failed');
      const finish = PLANNERS[verb].begin(params, machine);
      try {
        answer = await runSteps(verb, plan);
      } finally {
        finish(answer.answer === 'done');
      }
      const how = answer.answer === 'refused' ? `${answer.why} ${answer.detail}` : answer.answer;
      log.logOperation({ event: 'ended', verb, ...by, plan: hash, how, ms: now() - startedAt });
      return answer;
    } finally {
      release();
      running.delete(verb);
    }
  };

  const respond = async (request: HostRequest): Promise<HostResponse> => {
    switch (request.ask) {
      case 'offers': {
        const lacking = Object.entries(PLANNERS).map(([verb, each]) => [verb, each.lacking(machine)] as const);
        return { answer: 'offers', version: HOST_VERSION, lacking: Object.fromEntries(lacking) };
      }
      case 'disks':
        return probeDisks(machine).catch(toRefusal);
      case 'health':
        return readDiskHealth(machine, request.name).catch(toRefusal);
      case 'plan': {
        const plan = await PLANNERS[request.verb].plan(request.params, machine);
        return 'answer' in plan ? plan : { answer: 'plan', plan };
      }
      case 'act':
        return execute(request);
    }
  };

  return {
    /** Handles one line of a connection. @throws unexpected errors, which get no response */
    answer: async (line: string): Promise<HostResponse> => {
      const parsed = parseJson(line);
      const ask = parsed._tag === 'Left' ? parsed : decode(AskCodec, parsed.right, line);
      if (ask._tag === 'Left') {
        log.logRequest({ ask: 'unreadable', how: 'unreadable' });
        return refuse('unreadable');
      }
      const answer = await respond(ask.right);
      log.logRequest({
        ...(!('verb' in ask.right)
          ? { ask: ask.right.ask }
          : { ask: ask.right.ask, verb: ask.right.verb, ...ask.right.by }),
        how: answer.answer === 'refused' ? answer.why : answer.answer,
      });
      return answer;
    },
  };
};
