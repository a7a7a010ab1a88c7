import { BoxFailure } from '@boxwood/box-sdk';

/** The number and what it is about, `done` when it was not refused. @throws whatever is no refusal */
export const refusalOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'done';
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused')
      return `${failure.error.code} ${failure.error.info ?? ''}`.trim();
    throw failure;
  }
};
