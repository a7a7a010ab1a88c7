import { TSK } from '@boxwood/command-bus';
import { OperationFailed, OPS, opsOf } from '../copy/ops.ts';
import { GEN, Refusal, saysFull } from '../vault/index.ts';

/** Whether a task may fail with this; anything else is a fault of the box. */
export const isForeseen = (failure: unknown): boolean =>
  failure instanceof OperationFailed || failure instanceof Refusal || saysFull(failure);

/** The vault speaks in generic codes, some of which mean something else among the task codes. */
export function inTaskCodes(failure: unknown): unknown {
  if (!(failure instanceof Refusal)) return failure;
  switch (failure.code) {
    case GEN.unsafe:
    case GEN.wrongType:
      return new Refusal(TSK.badParameter, failure.info);
    case GEN.path:
      return new Refusal(TSK.source, failure.info);
    case GEN.invalid:
      return new Refusal(TSK.target, failure.info);
    case GEN.overLimit:
      return new Refusal(TSK.noSpace, failure.info);
    default:
      return failure;
  }
}

/** A refusal of the vault inside a running task, as progress code. */
function codeOfRefusal(refusal: Refusal): number {
  // The vault names the system's reason where there is one.
  if (/^E[A-Z0-9]+$/.test(refusal.info ?? '')) return opsOf(Object.assign(new Error(), { code: refusal.info }));
  // A safe that takes nothing plain: the path is as good as any other.
  if (refusal.code === GEN.noPrivilege && refusal.info === 'encrypted') return OPS.targetWrite;
  switch (refusal.code) {
    case GEN.unsafe:
    case GEN.noPrivilege:
      return OPS.unsafePath;
    case GEN.invalid:
      return OPS.targetExists;
    case GEN.wrongType:
    case GEN.path:
      return OPS.sourceOpen;
    case GEN.overLimit:
      return OPS.noSpace;
    default:
      return OPS.readWrite;
  }
}

/** How a task ends that failed: its progress code and the words for it, '' where the code says enough. */
export const endingOf = (failure: unknown): { readonly code: number; readonly message: string } =>
  failure instanceof Refusal
    ? { code: codeOfRefusal(failure), message: failure.info ?? '' }
    : { code: opsOf(failure), message: failure instanceof OperationFailed ? failure.message : '' };
