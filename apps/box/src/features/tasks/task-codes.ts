import { TSK } from '@boxwood/command-bus';
import { OperationFailed, OPS, operationCodeOf } from '../../storage/copy/operation-codes.ts';
import { GEN, Refusal, isDiskFullError } from '../../storage/vault/index.ts';

/** Whether this is an expected failure of a task; anything else is a bug of the box. */
export const isExpected = (failure: unknown): boolean =>
  failure instanceof OperationFailed || failure instanceof Refusal || isDiskFullError(failure);

/** Maps generic codes of the vault to task codes, some of which have other meanings. */
export function toTaskError(failure: unknown): unknown {
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

/** Maps a refusal of the vault in a running task to a progress code. */
function codeOfRefusal(refusal: Refusal): number {
  // The vault reports the errno where there is one.
  if (/^E[A-Z0-9]+$/.test(refusal.info ?? ''))
    return operationCodeOf(Object.assign(new Error(), { code: refusal.info }));
  // A safe that accepts nothing unencrypted; the path itself is valid.
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

/** Final state of a failed task: its progress code and a message, '' if the code is enough. */
export const endingOf = (failure: unknown): { readonly code: number; readonly message: string } =>
  failure instanceof Refusal
    ? { code: codeOfRefusal(failure), message: failure.info ?? '' }
    : { code: operationCodeOf(failure), message: failure instanceof OperationFailed ? failure.message : '' };
