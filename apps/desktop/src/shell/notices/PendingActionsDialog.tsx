import type { ActionQuestion, PendingAction } from '@boxwood/domain';
import { Banner, Button, Dialog, IconButton, IconX } from '@boxwood/ui';
import { commonMessages } from '../../kit/app/messages.ts';
import { OfflineQueueToken, ShellToken } from '../../composition/service-tokens.ts';
import { useActionDescription } from '../../kit/files/actions/use-action-description.ts';
import type { Translator } from '../../platform/i18n/define-messages.ts';
import { safeDisplayName } from '../../platform/i18n/safe-display-name.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { pendingActionsMessages } from './pending-actions-messages.ts';
import styles from './waiting.module.css';

/** Lists pending actions that were made offline, and asks about conflicts that arose meanwhile (phone.md, offline). */
export const PendingActionsDialog = () => {
  const t = useText(pendingActionsMessages);
  const c = useText(commonMessages);
  const panels = useService(ShellToken);
  const offlineQueue = useService(OfflineQueueToken);
  const describeAction = useActionDescription();
  const open = useStream(panels.panel$) === 'waiting';
  const pending = useStream(offlineQueue.pending$);
  const question = useStream(offlineQueue.question$);
  const close = (): void => {
    panels.close('waiting');
  };
  return (
    <Dialog
      page
      open={open}
      title={t('title')}
      closeLabel={c('close')}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          {c('ok')}
        </Button>
      }
    >
      <div className={styles.content}>
        <p className={styles.note}>{pending.length === 0 ? t('none') : t('away')}</p>
        <ol className={styles.list}>
          {pending.map(({ id, act: action }, index) => (
            <li key={id}>
              <div className={styles.row}>
                <span>{describeAction(action)}</span>
                <IconButton
                  label={t('takeBack', { what: describeAction(action) })}
                  tooltip={false}
                  icon={<IconX />}
                  onClick={() => {
                    offlineQueue.cancel(id);
                  }}
                />
              </div>
              {index === 0 && question !== null ? <ConflictQuestion action={action} question={question} /> : null}
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
};

const ConflictQuestion = ({
  action,
  question,
}: {
  readonly action: PendingAction['act'];
  readonly question: ActionQuestion;
}) => {
  const t = useText(pendingActionsMessages);
  const offlineQueue = useService(OfflineQueueToken);
  const failureText = useFailureText();
  const isNameTaken = question.why === 'taken';
  return (
    <Banner tone="warning">
      <p>{question.why === 'refused' ? failureText(question.failure).text : conflictText(question, t)}</p>
      <div className={styles.answers}>
        {isNameTaken ? <Button onClick={() => offlineQueue.answer('keep-both')}>{t('keepBoth')}</Button> : null}
        {isNameTaken && action.do === 'move' ? (
          <Button onClick={() => offlineQueue.answer('replace')}>{t('replace')}</Button>
        ) : null}
        {question.why === 'refused' ? <Button onClick={() => offlineQueue.answer('again')}>{t('again')}</Button> : null}
        {question.why === 'other' ? (
          <Button onClick={() => offlineQueue.answer('again')}>{t('allTheSame')}</Button>
        ) : null}
        <Button onClick={() => offlineQueue.answer('leave')}>
          {(action.do === 'move' || action.do === 'trash') && action.paths.length > 1 && question.why !== 'noFolder'
            ? t('leaveThese')
            : t('leave')}
        </Button>
      </div>
    </Banner>
  );
};

/** Maximum number of names in a message. */
const MAX_LISTED_NAMES = 3;

const conflictText = (
  { why, names }: Exclude<ActionQuestion, { readonly why: 'refused' }>,
  t: Translator<(typeof pendingActionsMessages)['table']>,
): string => {
  const count = names.length;
  const safeNames = names.map((name) => safeDisplayName(name));
  const [name = ''] = safeNames;
  const listedNames = safeNames.slice(0, MAX_LISTED_NAMES).join(', ');
  switch (why) {
    case 'taken':
      return count === 1 ? t('taken', { name }) : t('takenMany', { count, names: listedNames });
    case 'gone':
      return count === 1 ? t('gone', { name }) : t('goneMany', { count, names: listedNames });
    case 'other':
      return count === 1 ? t('other', { name }) : t('otherMany', { count, names: listedNames });
    case 'noFolder':
      return t('noFolder');
  }
};
