import type { ActQuestion, KeptAct } from '@boxwood/domain';
import { Banner, Button, Dialog, IconButton, IconX } from '@boxwood/ui';
import { common } from '../app-kit/messages.ts';
import { ActsToken, ShellToken } from '../composition/tokens.ts';
import { useActWords } from '../file-kit/acts/use-act-words.ts';
import type { Text } from '../i18n/define-messages.ts';
import { shownName } from '../i18n/shown-name.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useFailureText, useText } from '../react/use-text.ts';
import { waitingWords } from './waiting-messages.ts';
import styles from './waiting.module.css';

/** Lists pending actions that were made offline, and asks about conflicts that arose meanwhile (phone.md, offline). */
export const WaitingDialog = () => {
  const t = useText(waitingWords);
  const c = useText(common);
  const panels = useService(ShellToken);
  const acts = useService(ActsToken);
  const inWords = useActWords();
  const open = useStream(panels.panel$) === 'waiting';
  const waiting = useStream(acts.waiting$);
  const question = useStream(acts.question$);
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
        <p className={styles.note}>{waiting.length === 0 ? t('none') : t('away')}</p>
        <ol className={styles.list}>
          {waiting.map(({ id, act }, at) => (
            <li key={id}>
              <div className={styles.row}>
                <span>{inWords(act)}</span>
                <IconButton
                  label={t('takeBack', { what: inWords(act) })}
                  tooltip={false}
                  icon={<IconX />}
                  onClick={() => {
                    acts.drop(id);
                  }}
                />
              </div>
              {at === 0 && question !== null ? <Question act={act} question={question} /> : null}
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
};

const Question = ({ act, question }: { readonly act: KeptAct['act']; readonly question: ActQuestion }) => {
  const t = useText(waitingWords);
  const acts = useService(ActsToken);
  const failureText = useFailureText();
  const isTaken = question.why === 'taken';
  return (
    <Banner tone="warning">
      <p>{question.why === 'refused' ? failureText(question.failure).text : textOf(question, t)}</p>
      <div className={styles.answers}>
        {isTaken ? <Button onClick={() => acts.answer('keep-both')}>{t('keepBoth')}</Button> : null}
        {isTaken && act.do === 'move' ? <Button onClick={() => acts.answer('replace')}>{t('replace')}</Button> : null}
        {question.why === 'refused' ? <Button onClick={() => acts.answer('again')}>{t('again')}</Button> : null}
        {question.why === 'other' ? <Button onClick={() => acts.answer('again')}>{t('allTheSame')}</Button> : null}
        <Button onClick={() => acts.answer('leave')}>
          {(act.do === 'move' || act.do === 'trash') && act.paths.length > 1 && question.why !== 'noFolder'
            ? t('leaveThese')
            : t('leave')}
        </Button>
      </div>
    </Banner>
  );
};

/** Maximum number of names in a message. */
const NAMED = 3;

const textOf = (
  { why, names }: Exclude<ActQuestion, { readonly why: 'refused' }>,
  t: Text<(typeof waitingWords)['table']>,
): string => {
  const count = names.length;
  const said = names.map((name) => shownName(name));
  const [name = ''] = said;
  const some = said.slice(0, NAMED).join(', ');
  switch (why) {
    case 'taken':
      return count === 1 ? t('taken', { name }) : t('takenMany', { count, names: some });
    case 'gone':
      return count === 1 ? t('gone', { name }) : t('goneMany', { count, names: some });
    case 'other':
      return count === 1 ? t('other', { name }) : t('otherMany', { count, names: some });
    case 'noFolder':
      return t('noFolder');
  }
};
