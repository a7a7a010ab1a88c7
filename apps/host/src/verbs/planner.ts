import { createHash } from 'node:crypto';
import type { Codec } from '@boxwood/command-bus/codecs';
import { decode } from '@boxwood/command-bus/codecs';
import type { Machine } from '../machine.ts';
import type { OperationPlan, RefusedResponse, OperationStep } from '../host-responses.ts';

/** A plan without its hash. */
export interface PlanDraft {
  readonly words: string;
  readonly steps: readonly OperationStep[];
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
export const requireProgram = (machine: Machine, program: string): string => {
  const found = machine.find(program);
  if (found === undefined) throw new Lacking(program);
  return found;
};

/** A step that writes a text (its second argument) into a file of the kernel (its first), instead of a program. */
export const WRITE_STEP = 'write';

export interface Planner {
  readonly plan: (params: unknown, machine: Machine) => Promise<OperationPlan | RefusedResponse>;
  /**
   * Called when an operation begins, with the parameters of its plan. The returned function is called when it has
   * ended.
   */
  readonly begin: (params: unknown, machine: Machine) => (done: boolean) => void;
  /** Programs that an operation of this verb may need and that are missing. */
  readonly lacking: (machine: Machine) => readonly string[];
}

export const refuse = (why: RefusedResponse['why'], detail = ''): RefusedResponse => ({
  answer: 'refused',
  why,
  detail,
});

/** The machine did not provide the requested information. */
export class ProbeFailed extends Error {
  override readonly name = 'Unsaid';
}

/** Converts expected errors to a response. @throws all others */
export const toRefusal = (fault: unknown): RefusedResponse => {
  if (fault instanceof Lacking) return refuse('lacking', fault.message);
  if (fault instanceof Barred) return refuse('barred', fault.message);
  if (fault instanceof ProbeFailed) return refuse('busy', fault.message);
  throw fault;
};

const hashOf = (draft: PlanDraft): string => {
  const facts = Object.entries(draft.facts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const steps = draft.steps.map(({ program, args }) => [program, args]);
  return createHash('sha256')
    .update(JSON.stringify([draft.words, steps, facts]))
    .digest('hex');
};

/** Creates a planner from a params codec. Invalid params are refused, and planning changes nothing. */
export const definePlanner = <A>(
  codec: Codec<A>,
  {
    draft,
    lacking,
    begin = () => () => undefined,
  }: {
    readonly draft: (decoded: A, machine: Machine) => Promise<PlanDraft>;
    readonly lacking: Planner['lacking'];
    readonly begin?: (decoded: A, machine: Machine) => (done: boolean) => void;
  },
): Planner => ({
  plan: async (params, machine) => {
    const decoded = decode(codec, params);
    if (decoded._tag === 'Left') return refuse('unreadable', decoded.left.join('; '));
    try {
      const drafted = await draft(decoded.right, machine);
      return { hash: hashOf(drafted), ...drafted };
    } catch (fault) {
      return toRefusal(fault);
    }
  },
  begin: (params, machine) => {
    const decoded = decode(codec, params);
    return decoded._tag === 'Left' ? () => undefined : begin(decoded.right, machine);
  },
  lacking,
});
