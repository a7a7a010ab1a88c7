import { createHash } from 'node:crypto';
import type { Codec } from '@boxwood/command-bus/codecs';
import { decode } from '@boxwood/command-bus/codecs';
import type { Machine } from '../machine.ts';
import type { Plan, Refused, Step } from '../protocol.ts';

/** A plan without its hash. */
export interface Draft {
  readonly words: string;
  readonly steps: readonly Step[];
  readonly facts: Readonly<Record<string, string>>;
}

/** A program that the plan needs and the machine does not have. */
export class Lacking extends Error {
  override readonly name = 'Lacking';
}

/** A refused request: its target is missing or in use. */
export class Barred extends Error {
  override readonly name = 'Barred';
}

/** The path of a program. @throws Lacking */
export const needed = (machine: Machine, program: string): string => {
  const found = machine.find(program);
  if (found === undefined) throw new Lacking(program);
  return found;
};

/** A step that writes a text (its second argument) into a file of the kernel (its first), instead of a program. */
export const WRITE = 'write';

export interface Planner {
  readonly plan: (params: unknown, machine: Machine) => Promise<Plan | Refused>;
  /**
   * Called when an operation begins, with the parameters of its plan. The returned function is called when it has
   * ended.
   */
  readonly begin: (params: unknown, machine: Machine) => (done: boolean) => void;
  /** Programs that an operation of this verb may need and that are missing. */
  readonly lacking: (machine: Machine) => readonly string[];
}

export const refused = (why: Refused['why'], detail = ''): Refused => ({ answer: 'refused', why, detail });

/** The machine did not provide the requested information. */
export class Unsaid extends Error {
  override readonly name = 'Unsaid';
}

/** Converts expected errors to a response. @throws all others */
export const refusalFor = (fault: unknown): Refused => {
  if (fault instanceof Lacking) return refused('lacking', fault.message);
  if (fault instanceof Barred) return refused('barred', fault.message);
  if (fault instanceof Unsaid) return refused('busy', fault.message);
  throw fault;
};

const hashOf = (draft: Draft): string => {
  const facts = Object.entries(draft.facts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const steps = draft.steps.map(({ program, args }) => [program, args]);
  return createHash('sha256')
    .update(JSON.stringify([draft.words, steps, facts]))
    .digest('hex');
};

/** Creates a planner from a params codec. Invalid params are refused, and planning changes nothing. */
export const planner = <A>(
  codec: Codec<A>,
  {
    draft,
    lacking,
    begin = () => () => undefined,
  }: {
    readonly draft: (act: A, machine: Machine) => Promise<Draft>;
    readonly lacking: Planner['lacking'];
    readonly begin?: (act: A, machine: Machine) => (done: boolean) => void;
  },
): Planner => ({
  plan: async (params, machine) => {
    const act = decode(codec, params);
    if (act._tag === 'Left') return refused('unreadable', act.left.join('; '));
    try {
      const made = await draft(act.right, machine);
      return { hash: hashOf(made), ...made };
    } catch (fault) {
      return refusalFor(fault);
    }
  },
  begin: (params, machine) => {
    const act = decode(codec, params);
    return act._tag === 'Left' ? () => undefined : begin(act.right, machine);
  },
  lacking,
});
