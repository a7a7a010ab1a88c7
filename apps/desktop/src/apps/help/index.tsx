import { Button, Card, Page, Section } from '@boxwood/ui';
import type { AppProps } from '../../app-kit/define-app.ts';
import { HELP_TOPICS, helpWords } from '../../app-kit/help-words.ts';
import type { AppLinks } from '../../app-kit/links.ts';
import { usePhone } from '../../app-kit/use-phone.ts';
import { useText } from '../../react/use-text.ts';
import { handWords } from './hand-words.ts';
import styles from './help.module.css';

type Topic = (typeof HELP_TOPICS)[number];
const IN_HAND = ['bringText', 'takeText', 'linkText', 'togetherText', 'inviteText', 'backText', 'findText'] as const;
/** Topics about keyboard shortcuts, hidden on phones. */
const AT_A_DESK: ReadonlySet<Topic> = new Set(['keys']);

/** Help topics for users in both languages, and a link to the developer pages. */
export const App = ({ params }: AppProps<AppLinks['help']>) => {
  const t = useText(helpWords);
  const h = useText(handWords);
  const phone = usePhone();
  const textOf = (topic: Topic): string => {
    const hand = IN_HAND.find((one) => one === `${topic}Text`);
    return phone && hand !== undefined ? h(hand) : t(`${topic}Text`);
  };
  return (
    <Page label={t('page')}>
      <Section title={t('page')}>
        <Card>
          <dl className={styles.topics}>
            {HELP_TOPICS.filter((topic) => !phone || !AT_A_DESK.has(topic)).map((topic) => (
              <div
                key={topic}
                data-asked={topic === params.topic ? '' : undefined}
                ref={topic === params.topic ? (row) => row?.scrollIntoView({ block: 'center' }) : undefined}
              >
                <dt>{phone && topic === 'take' ? h('take') : t(topic)}</dt>
                <dd>{textOf(topic)}</dd>
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
