import { Button, Card, Page, Section } from '@boxwood/ui';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import { HELP_TOPICS, helpMessages } from '../../kit/app/help-messages.ts';
import type { AppLinks } from '../../kit/app/apps/app-links.ts';
import { useIsPhone } from '../../kit/app/use-is-phone.ts';
import { useText } from '../../platform/react/use-text.ts';
import { phoneHelpMessages } from './phone-help-messages.ts';
import styles from './help.module.css';

type HelpTopic = (typeof HELP_TOPICS)[number];
const PHONE_TEXT_KEYS = [
  'bringText',
  'takeText',
  'linkText',
  'togetherText',
  'inviteText',
  'backText',
  'findText',
] as const;
/** Topics about keyboard shortcuts, hidden on phones. */
const DESKTOP_TOPICS: ReadonlySet<HelpTopic> = new Set(['keys']);

/** Help topics for users in both languages, and a link to the developer pages. */
export const App = ({ params }: AppProps<AppLinks['help']>) => {
  const t = useText(helpMessages);
  const phoneText = useText(phoneHelpMessages);
  const isPhone = useIsPhone();
  const textOf = (topic: HelpTopic): string => {
    const phoneKey = PHONE_TEXT_KEYS.find((one) => one === `${topic}Text`);
    return isPhone && phoneKey !== undefined ? phoneText(phoneKey) : t(`${topic}Text`);
  };
  return (
    <Page label={t('page')}>
      <Section title={t('page')}>
        <Card>
          <dl className={styles.topics}>
            {HELP_TOPICS.filter((topic) => !isPhone || !DESKTOP_TOPICS.has(topic)).map((topic) => (
              <div
                key={topic}
                data-asked={topic === params.topic ? '' : undefined}
                ref={topic === params.topic ? (row) => row?.scrollIntoView({ block: 'center' }) : undefined}
              >
                <dt>{isPhone && topic === 'take' ? phoneText('take') : t(topic)}</dt>
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
