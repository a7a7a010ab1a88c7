import { Button, EmptyState, IconSave } from '@boxwood/ui';
import { dateTime } from '../../../kit/app/format-units.ts';
import { JournalToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { saveText } from '../../../platform/save-text.ts';
import { messages } from '../messages.ts';
import styles from '../activity.module.css';

const MAX_LISTED_EVENTS = 200;

/** The newest events of this browser, with a button that saves all of them. */
export const EventList = () => {
  const t = useText(messages);
  const journal = useService(JournalToken);
  const count = useStream(journal.count$);
  const events = journal.recent(MAX_LISTED_EVENTS);
  return (
    <div className={styles.page} role="region" aria-label={t('events')} tabIndex={0}>
      <div className={styles.tools}>
        <span className={styles.sum}>{t('eventCount', { count })}</span>
        <Button
          icon={<IconSave size={16} />}
          onClick={() => {
            saveText('boxwood-journal.json', journal.text());
          }}
        >
          {t('save')}
        </Button>
      </div>
      <p className={styles.meta}>{t('eventsText')}</p>
      {events.length === 0 ? (
        <EmptyState title={t('eventsEmpty')} />
      ) : (
        <ol className={styles.events}>
          {events.map(({ key, at, type }) => (
            <li key={key}>
              <time>{dateTime(Math.floor(at / 1000))}</time>
              <code>{type}</code>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
};
