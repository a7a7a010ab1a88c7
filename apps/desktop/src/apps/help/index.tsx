import { Button, Card, Page, Section } from '@boxwood/ui';
import { useText } from '../../react/use-text.ts';
import styles from './help.module.css';
import { messages } from './messages.ts';

const TOPICS = ['bring', 'take', 'link', 'together', 'invite', 'phone', 'back', 'find', 'lock', 'keys'] as const;

/** What a family wants to do and how it is done, in both languages; the builders' pages are apart. */
export const App = () => {
  const t = useText(messages);
  return (
    <Page label={t('page')}>
      <Section title={t('page')}>
        <Card>
          <dl className={styles.topics}>
            {TOPICS.map((topic) => (
              <div key={topic}>
                <dt>{t(topic)}</dt>
                <dd>{t(`${topic}Text`)}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </Section>
      <Section title={t('builders')}>
        <Card>
          <p className={styles.text}>{t('buildersText')}</p>
          <Button onClick={() => window.open('/help/index.html', '_blank', 'noopener')}>{t('openPages')}</Button>
        </Card>
      </Section>
    </Page>
  );
};
