import { BoxFailure } from '@boxwood/box-sdk';

/** The code and info of a refusal, or `done` when the call succeeded. @throws any other error */
export const describeRefusal = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'done';
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused')
      return `${failure.error.code} ${failure.error.info ?? ''}`.trim();
    throw failure;
  }
};
