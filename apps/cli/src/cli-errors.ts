import type { BoxError } from '@boxwood/box-sdk';
import { ACC, BoxFailure, GEN, isNotOffered, matchBoxError } from '@boxwood/box-sdk';
import { errorText } from '@boxwood/box-sdk/messages';
import type { SendError } from '@boxwood/box-sdk';
import { networkErrorText } from './network-errors.ts';
import { language, translate } from './messages/translate.ts';

/** Exit codes that scripts can distinguish. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  session: 3,
  refused: 4,
  network: 5,
  partial: 6,
  interrupted: 130,
  /** The reader of the output closed the pipe (SIGPIPE, as a shell reports it). */
  closedPipe: 141,
} as const;

/** A request that cannot be done; the message says why and what to do. */
export class CliError extends Error {
  override readonly name = 'Complaint';
  readonly code: number;

  constructor(message: string, code: number = EXIT.failed) {
    super(message);
    this.code = code;
  }
}

const exitOf: (error: BoxError) => number = matchBoxError<number>({
  Network: () => EXIT.network,
  Timeout: () => EXIT.network,
  Aborted: () => EXIT.interrupted,
  Http: ({ status }) => (status === 401 ? EXIT.session : EXIT.network),
  Malformed: ({ at }) => (at === 'params' ? EXIT.usage : EXIT.failed),
  Refused: ({ code, family }) =>
    code === GEN.session || (family === 'ACC' && code === ACC.identity) ? EXIT.session : EXIT.refused,
});

/** Messages for optional commands that not every box offers (docs/protocol.md). */
const NOT_OFFERED_MESSAGES: Readonly<Record<string, string>> = {
  UndoChange: translate('This box does not support undo'),
  MeasureEntries: translate('This box does not support disk usage of folders'),
  ChecksumFile: translate('This box does not support checksums'),
};

/** The message and exit code for anything thrown. */
export const describeFailure = (failure: unknown): { readonly message: string; readonly code: number } => {
  if (failure instanceof CliError) return { message: failure.message, code: failure.code };
  if (failure instanceof BoxFailure) {
    const { error } = failure;
    const code = exitOf(error);
    if (code === EXIT.session)
      return { message: translate('You are not signed in, or the session has ended. Run: boxwood login'), code };
    const notOffered = isNotOffered(error) ? NOT_OFFERED_MESSAGES[failure.command] : undefined;
    if (notOffered !== undefined) return { message: notOffered, code: EXIT.refused };
    if (error._tag === 'Network') return { message: networkErrorText(error.cause), code };
    const detail = error._tag === 'Malformed' ? ` (${error.issues.join('; ')})` : '';
    return { message: `${errorText(failure, language)}${detail}`, code };
  }
  return { message: failure instanceof Error ? failure.message : String(failure), code: EXIT.failed };
};

/** Errors of the computer that would also affect the following items. */
const SHARED_ERROR_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE', 'EIO']);

/** Whether a failure affects only one item, and not the shared connection, session or disk. */
export const isItemFailure = (failure: unknown): boolean => {
  if (!(failure instanceof BoxFailure))
    return !(failure instanceof Error && 'code' in failure && SHARED_ERROR_CODES.has(failure.code));
  switch (failure.error._tag) {
    case 'Network':
    case 'Timeout':
    case 'Aborted':
      return false;
    case 'Http':
    case 'Malformed':
    case 'Refused':
      return exitOf(failure.error) !== EXIT.session;
  }
};

/**
 * Runs work on one path and prefixes a refusal with the path; a command that the box does not offer, and a CliError,
 * are passed on unchanged.
 */
export const withPathInError = async <A>(path: string, work: Promise<A>): Promise<A> =>
  work.catch((failure: unknown) => {
    const { message, code } = describeFailure(failure);
    const isRefusal = failure instanceof BoxFailure && !isNotOffered(failure.error);
    throw code === EXIT.refused && isRefusal ? new CliError(`${path}: ${message}`, code) : failure;
  });

/**
 * Runs work that the box may refuse with `code` because a named item is missing or unsuitable; `describeRefusal`
 * returns the message for the info of the refusal.
 */
export const withRefusalMessage = async <A>(
  describeRefusal: (info: string) => string | undefined,
  work: Promise<A>,
  code: number = GEN.invalid,
): Promise<A> =>
  work.catch((failure: unknown) => {
    const error = failure instanceof BoxFailure && !isNotOffered(failure.error) ? failure.error : undefined;
    const message = error?._tag === 'Refused' && error.code === code ? describeRefusal(error.info ?? '') : undefined;
    throw message === undefined ? failure : new CliError(message, EXIT.refused);
  });

/** The reason why one file of many was not sent. */
export const sendErrorText = (error: SendError): string => {
  switch (error._tag) {
    case 'Unread':
      return error.cause instanceof Error ? error.cause.message : String(error.cause);
    case 'Network':
      return networkErrorText(error.cause);
    case 'Timeout':
    case 'Aborted':
    case 'Http':
    case 'Malformed':
    case 'Refused':
      return errorText(error, language);
  }
};

/** Returns the value of a result, or throws an error that {@link describeFailure} understands. */
export const unwrap = <A>(
  result: { readonly _tag: 'Left'; readonly left: BoxError } | { readonly _tag: 'Right'; readonly right: A },
  command: string,
): A => {
  if (result._tag === 'Left') throw new BoxFailure(result.left, command);
  return result.right;
};
