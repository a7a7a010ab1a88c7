import { GEN } from '@boxwood/command-bus';
import type { Failure } from '@boxwood/domain';
import type { ActionState } from '../../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';

/** Message key for a refusal whose general message does not fit disks. */
const messageKeyOf = (failure: Failure) => {
  if (failure._tag !== 'Refused') return null;
  switch (failure.code) {
    case GEN.wrongSecret:
      return 'wrongPassword';
    case GEN.noPrivilege:
    case GEN.inUse:
      return 'inUse';
    case GEN.invalid:
      return 'noPlan';
    case GEN.path:
      return 'otherPlan';
    default:
      return null;
  }
};

/** Why an action on a disk, or on the disks of an array, failed. */
export const DiskFailure = ({
  state,
  subject,
}: {
  readonly state: ActionState;
  readonly subject: 'disk' | 'array';
}) => {
  const t = useText(messages);
  const failureText = useFailureText();
  if (state.at !== 'failed') return null;
  const diskMessageKey = messageKeyOf(state.failure);
  const messageKey =
    diskMessageKey === null || diskMessageKey === 'wrongPassword' || subject === 'disk'
      ? diskMessageKey
      : 'arrayChanged';
  return (
    <p role="alert" className={styles.wrong}>
      {messageKey === null ? failureText(state.failure).text : t(messageKey)}
    </p>
  );
};
