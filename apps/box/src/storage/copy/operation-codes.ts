import { OPS } from '@boxwood/command-bus';
import { SourceChanging } from './copy-file.ts';
import { errnoNameOf } from './open-directory.ts';

export { OPS };

/** Progress and failure codes of an operation. */
export type OperationCode = (typeof OPS)[keyof typeof OPS];

/**
 * An operation failed with a code of {@link OPS} from 6 on. The message is shown to users and never contains a real
 * path.
 */
export class OperationFailed extends Error {
  readonly code: number;

  constructor(code: OperationCode, message: string = '') {
    super(message);
    this.code = code;
  }
}

/** The code for a failure: file system errors by their errno, anything unexpected as a read or write error. */
export function operationCodeOf(failure: unknown): number {
  if (failure instanceof OperationFailed) return failure.code;
  if (failure instanceof SourceChanging) return OPS.readWrite;
  switch (errnoNameOf(failure)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return OPS.noSpace;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return OPS.targetWrite;
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENXIO':
      return OPS.sourceOpen;
    case 'EEXIST':
    case 'ENOTEMPTY':
      return OPS.targetExists;
    default:
      return OPS.readWrite;
  }
}
