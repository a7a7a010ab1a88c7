import { fanDefault, fanOff } from '@boxwood/box-sdk/rules';
import type { FanState } from '@boxwood/domain';
import {
  Banner,
  Button,
  Card,
  CardRow,
  EmptyState,
  Facts,
  IconPlus,
  IconThermometer,
  Page,
  Section,
} from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { Shown } from '../../app-kit/LoadState.tsx';
import { common } from '../../app-kit/messages.ts';
import { useDiscard } from '../../app-kit/use-discard.tsx';
import { NotificationsToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useAction } from '../../react/use-outcome.ts';
import { useQuery } from '../../react/use-query.ts';
import { useFailureText, useText } from '../../react/use-text.ts';
import styles from './fan.module.css';
import { messages } from './messages.ts';
import { PeriodRow } from './PeriodRow.tsx';
import { faultOf, MOST_PERIODS, type Period, periodsOf, ruleOf } from './periods.ts';
import { FanToken } from './services.ts';

export { bind } from './services.ts';

/** How often the temperature is polled while the window is open, in ms. */
const REFRESH_MS = 5000;

/** Fan (P-26): temperature of the box, fan speed, and the rule of the fan. */
export const App = () => {
  const t = useText(messages);
  const fan = useService(FanToken);
  const [loaded, reload] = useQuery(
    useCallback(() => fan.state(), [fan]),
    { every: REFRESH_MS },
  );
  return (
    <Page label={t('title')}>
      <Shown of={loaded} reload={reload}>
        {({ rule, now }) =>
          now === null ? (
            <EmptyState icon={<IconThermometer />} title={t('none')} />
          ) : (
            <>
              <Now now={now} />
              <Section title={t('rule')} text={t('why')}>
                {rule === null ? <p>{t('noRule')}</p> : null}
                <Form first={periodsOf(rule ?? fanDefault)} onSaved={reload} />
              </Section>
            </>
          )
        }
      </Shown>
    </Page>
  );
};

const Now = ({ now: { temp, rpm, runs } }: { readonly now: NonNullable<FanState['now']> }) => {
  const t = useText(messages);
  const turning = rpm === 0 ? t('runs') : t('turns', { n: rpm });
  return (
    <Section title={t('now')}>
      <Facts
        facts={[
          { id: 'temp', name: t('temperature'), value: temp === 0 ? t('unsaid') : t('degrees', { n: temp }) },
          { id: 'speed', name: t('speed'), value: runs === 1 ? turning : t('stands') },
        ]}
      />
    </Section>
  );
};

const Form = ({ first, onSaved }: { readonly first: readonly Period[]; readonly onSaved: () => void }) => {
  const t = useText(messages);
  const c = useText(common);
  const fan = useService(FanToken);
  const notifications = useService(NotificationsToken);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [periods, setPeriods] = useState(first);
  const fault = faultOf(periods);
  const { question } = useDiscard(JSON.stringify(periods) !== JSON.stringify(first));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (fault !== null) return;
        run(
          () => fan.save(ruleOf(periods)),
          () => {
            notifications.notify({ level: 'success', word: 'settings.saved' });
            onSaved();
          },
        );
      }}
    >
      <div role="group" aria-label={t('presets')} className={styles.buttons}>
        <Button
          size="sm"
          onClick={() => {
            setPeriods(periodsOf(fanDefault));
          }}
        >
          {t('usual')}
        </Button>
        <Button
          size="sm"
          onClick={() => {
            setPeriods(periodsOf(fanOff));
          }}
        >
          {t('off')}
        </Button>
      </div>
      <Card>
        {periods.map((period, at) => (
          <PeriodRow
            key={at}
            n={at + 1}
            period={period}
            onChange={(next) => {
              setPeriods(periods.with(at, next));
            }}
            onRemove={
              periods.length === 1
                ? null
                : () => {
                    setPeriods(periods.toSpliced(at, 1));
                  }
            }
          />
        ))}
        <CardRow>
          <div className={styles.buttons}>
            <Button variant="primary" type="submit" disabled={fault !== null} busy={state.at === 'running'}>
              {c('save')}
            </Button>
            <Button
              icon={<IconPlus />}
              disabled={periods.length >= MOST_PERIODS}
              onClick={() => {
                const last = periods.at(-1);
                if (last !== undefined) setPeriods([...periods, { ...last, time: nextTime(last.time) }]);
              }}
            >
              {t('add')}
            </Button>
          </div>
        </CardRow>
      </Card>
      {fault === null ? null : (
        <Banner tone="warning">{fault.word === 'twice' ? t('twice') : t('wrongWay', { n: fault.n })}</Banner>
      )}
      {state.at === 'failed' ? <Banner tone="danger">{failureText(state.failure).text}</Banner> : null}
      {question}
    </form>
  );
};

/** One hour later, or 00:00 after 23:00. */
const nextTime = (time: string): string => {
  const hour = Number(time.slice(0, 2));
  return hour >= 23 ? '00:00' : `${String(hour + 1).padStart(2, '0')}:00`;
};
