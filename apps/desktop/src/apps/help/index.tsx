import { Button, Card, Page, Section } from '@boxwood/ui';
import type { AppProps } from '../../app-kit/define-app.ts';
import { HELP_TOPICS, helpWords } from '../../app-kit/help-words.ts';
import type { AppLinks } from '../../app-kit/links.ts';
import { useText } from '../../react/use-text.ts';
import styles from './help.module.css';

/** What a family wants to do and how it is done, in both languages; the builders' pages are apart. */
export const App = ({ params }: AppProps<AppLinks['help']>) => {
  const t = useText(helpWords);
  return (
    <Page label={t('page')}>
      <Section title={t('page')}>
        <Card>
          <dl className={styles.topics}>
            {HELP_TOPICS.map((topic) => (
              <div
                key={topic}
                data-asked={topic === params.topic ? '' : undefined}
                ref={topic === params.topic ? (row) => row?.scrollIntoView({ block: 'center' }) : undefined}
              >
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
