import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/command-bus/server';

export { GEN, Refusal };

/** The errno name of a failed system call (`ENOENT`), or undefined for any other failure. */
export const errnoOf = (failure: unknown): string | undefined =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' && /^E[A-Z0-9]+$/.test(failure.code)
    ? failure.code
    : undefined;

/** Whether a failure means that a disk is full, as a system error or as a refusal created from one. */
export const isDiskFullError = (failure: unknown): boolean => {
  const errno = failure instanceof Refusal ? failure.info : errnoOf(failure);
  return errno === 'ENOSPC' || errno === 'EDQUOT';
};

/** The generic code for an errno. The refusal contains only the errno name, never a real path. */
const codeOfErrno = (errno: string): number => {
  switch (errno) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'EISDIR':
    case 'ENODEV':
      return GEN.path;
    case 'EEXIST':
    case 'ENOTEMPTY':
      return GEN.invalid;
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return GEN.overLimit;
    case 'EMFILE':
    case 'ENFILE':
      return GEN.busy;
    case 'EINVAL':
      return GEN.unsafe;
    default:
      return GEN.failed;
  }
};

/**
 * Errors of the kernel for a mount whose server or FUSE process is unreachable, and the errno that the box reports
 * instead.
 */
const UNREACHABLE_ERRNOS: ReadonlySet<string> = new Set(['ENOTCONN', 'ECONNABORTED', 'ESTALE']);
const HOST_DOWN = 'EHOSTDOWN';

/** Converts a failed system call into the refusal for the client. Any other failure is returned unchanged. */
export const toRefusal = (failure: unknown): unknown => {
  const systemErrno = errnoOf(failure);
  if (systemErrno === undefined || failure instanceof Refusal) return failure;
  const errno = UNREACHABLE_ERRNOS.has(systemErrno) ? HOST_DOWN : systemErrno;
  return new Refusal(codeOfErrno(errno), errno);
};

/** Runs `work` and converts system errors into refusals. */
export const withRefusals = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (failure) {
    throw toRefusal(failure);
  }
};

/** The generic code of a failure, for lists of failed paths (`failed: { path, error }[]`). */
export const refusalCodeOf = (failure: unknown): number => {
  const refusal = toRefusal(failure);
  return refusal instanceof Refusal ? refusal.code : GEN.service;
};
