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
import { LoadedContent } from '../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../kit/app/messages.ts';
import { useDiscardDialog } from '../../kit/app/unsaved/use-discard-dialog.tsx';
import { NotificationsToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useQuery } from '../../platform/react/use-query.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import styles from './fan.module.css';
import { messages } from './messages.ts';
import { PeriodRow } from './PeriodRow.tsx';
import { findInvalidPeriod, MAX_PERIODS, type FanPeriod, periodsOf, ruleOf } from './fan-periods.ts';
import { FanToken } from './services.ts';

export { bind } from './services.ts';

/** How often the temperature is polled while the window is open, in ms. */
const FAN_POLL_INTERVAL_MS = 5000;

/** Fan (P-26): temperature of the box, fan speed, and the rule of the fan. */
export const App = () => {
  const t = useText(messages);
  const fan = useService(FanToken);
  const [loaded, reload] = useQuery(
    useCallback(() => fan.state(), [fan]),
    { every: FAN_POLL_INTERVAL_MS },
  );
  return (
    <Page label={t('title')}>
      <LoadedContent request={loaded} reload={reload}>
        {({ rule, current }) =>
          current === null ? (
            <EmptyState icon={<IconThermometer />} title={t('none')} />
          ) : (
            <>
              <CurrentState now={current} />
              <Section title={t('rule')} text={t('why')}>
                {rule === null ? <p>{t('noRule')}</p> : null}
                <FanRuleForm savedPeriods={periodsOf(rule ?? fanDefault)} onSaved={reload} />
              </Section>
            </>
          )
        }
      </LoadedContent>
    </Page>
  );
};

const CurrentState = ({ now: { temp, rpm, runs } }: { readonly now: NonNullable<FanState['current']> }) => {
  const t = useText(messages);
  const speedText = rpm === 0 ? t('runs') : t('turns', { n: rpm });
  return (
    <Section title={t('now')}>
      <Facts
        facts={[
          { id: 'temp', name: t('temperature'), value: temp === 0 ? t('unsaid') : t('degrees', { n: temp }) },
          { id: 'speed', name: t('speed'), value: runs === 1 ? speedText : t('stands') },
        ]}
      />
    </Section>
  );
};

const FanRuleForm = ({
  savedPeriods,
  onSaved,
}: {
  readonly savedPeriods: readonly FanPeriod[];
  readonly onSaved: () => void;
}) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const fan = useService(FanToken);
  const notifications = useService(NotificationsToken);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [periods, setPeriods] = useState(savedPeriods);
  const fault = findInvalidPeriod(periods);
  // The box merges equal periods when it answers, so what was sent counts as saved too.
  const [sentPeriods, setSentPeriods] = useState(savedPeriods);
  const isUnsaved = [savedPeriods, sentPeriods].every((saved) => JSON.stringify(periods) !== JSON.stringify(saved));
  const { dialog } = useDiscardDialog(isUnsaved);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (fault !== null) return;
        run(
          () => fan.save(ruleOf(periods)),
          () => {
            setSentPeriods(periods);
            notifications.notify({ level: 'success', messageKey: 'settings.saved' });
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
        {periods.map((period, index) => (
          <PeriodRow
            key={index}
            position={index + 1}
            period={period}
            onChange={(next) => {
              setPeriods(periods.with(index, next));
            }}
            onRemove={
              periods.length === 1
                ? null
                : () => {
                    setPeriods(periods.toSpliced(index, 1));
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
              disabled={periods.length >= MAX_PERIODS}
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
        <Banner tone="warning">{fault.messageKey === 'twice' ? t('twice') : t('wrongWay', { n: fault.n })}</Banner>
      )}
      {state.at === 'failed' ? <Banner tone="danger">{failureText(state.failure).text}</Banner> : null}
      {dialog}
    </form>
  );
};

/** One hour later, or 00:00 after 23:00. */
const nextTime = (time: string): string => {
  const hour = Number(time.slice(0, 2));
  return hour >= 23 ? '00:00' : `${String(hour + 1).padStart(2, '0')}:00`;
};
