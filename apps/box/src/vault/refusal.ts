import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/command-bus/server';

export { GEN, Refusal };

/** The errno name of a failed system call (`ENOENT`), or undefined when it is another kind of failure. */
export const errnoOf = (failure: unknown): string | undefined =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' && /^E[A-Z0-9]+$/.test(failure.code)
    ? failure.code
    : undefined;

/** Whether a failure says that a disk is full, in the system's words or in those of a refusal made of them. */
export const saysFull = (failure: unknown): boolean => {
  const errno = failure instanceof Refusal ? failure.info : errnoOf(failure);
  return errno === 'ENOSPC' || errno === 'EDQUOT';
};

/** The generic code that stands for an errno; the text carries the errno name alone, never a real path. */
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

/** What the kernel says of a mount whose server, or whoever asks it, is gone; and what the box says of it. */
const GONE: ReadonlySet<string> = new Set(['ENOTCONN', 'ECONNABORTED', 'ESTALE']);
const SILENT = 'EHOSTDOWN';

/** Turns a failed system call into the refusal a person sees. Anything that is not a system error is returned as it is. */
export const refusalOf = (failure: unknown): unknown => {
  const said = errnoOf(failure);
  if (said === undefined || failure instanceof Refusal) return failure;
  const errno = GONE.has(said) ? SILENT : said;
  return new Refusal(codeOfErrno(errno), errno);
};

/** Runs `work` and turns system errors into refusals on the way out. */
export const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (failure) {
    throw refusalOf(failure);
  }
};

/** The generic code of a failure, for lists of what failed (`failed: { path, error }[]`). */
export const codeOf = (failure: unknown): number => {
  const refusal = refusalOf(failure);
  return refusal instanceof Refusal ? refusal.code : GEN.service;
};
