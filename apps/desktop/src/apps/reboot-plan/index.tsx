import type { RestartPlan } from '@boxwood/domain';
import { Banner, Button, Card, CardRow, Page, Section, Select, Switch, TextField } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { dateTime } from '../../kit/app/format-units.ts';
import { LoadedContent } from '../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../kit/app/messages.ts';
import { useDiscardDialog } from '../../kit/app/unsaved/use-discard-dialog.tsx';
import { NotificationsToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useAction } from '../../platform/react/use-action.ts';
import { useQuery } from '../../platform/react/use-query.ts';
import { useFailureText, useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import { RebootPlansToken } from './services.ts';

export { bind } from './services.ts';

const FREQUENCIES = ['day', 'week', 'month'] as const;
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** Initial form values when no plan exists: a time at night. */
const DEFAULT_PLAN: RestartPlan = { enable: 0, frequency: 'week', time: '04:30', weekday: 7, day: 1 };

/** Scheduled reboot (P-04): when the box restarts automatically. */
export const App = () => {
  const t = useText(messages);
  const plans = useService(RebootPlansToken);
  const [loaded, reload] = useQuery(useCallback(() => plans.schedule(), [plans]));
  return (
    <Page label={t('title')}>
      <Section title={t('title')} text={t('why')}>
        <LoadedContent request={loaded} reload={reload}>
          {({ plan, next }) => (
            <>
              <p aria-live="polite">{next === null ? t('none') : t('next', { time: dateTime(next) })}</p>
              <RebootPlanForm plan={{ ...DEFAULT_PLAN, ...plan }} onSaved={reload} />
            </>
          )}
        </LoadedContent>
      </Section>
    </Page>
  );
};

/**
 * Serialises the effective plan for comparison: the weekday counts only for weekly plans, the day only for monthly
 * ones.
 */
const serialisePlan = ({ enable, frequency, time, weekday, day }: RestartPlan): string =>
  [enable, frequency, time, { day: '', week: weekday, month: day }[frequency]].join(' ');

const RebootPlanForm = ({ plan, onSaved }: { readonly plan: RestartPlan; readonly onSaved: () => void }) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const plans = useService(RebootPlansToken);
  const notifications = useService(NotificationsToken);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [typed, setForm] = useState(plan);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isUnsaved = serialisePlan(typed) !== serialisePlan(plan);
  const { dialog } = useDiscardDialog(isUnsaved);
  const change = (changes: Partial<RestartPlan>): void => {
    setForm({ ...typed, ...changes });
  };
  const { enable, frequency, time, weekday = 7, day = 1 } = typed;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        if (time === '') return;
        run(
          () => plans.save({ ...typed, weekday, day }),
          () => {
            notifications.notify({ level: 'success', messageKey: 'settings.saved' });
            onSaved();
          },
        );
      }}
    >
      <Card>
        <CardRow>
          <Switch
            between
            label={t('enable')}
            checked={enable === 1}
            onCheckedChange={(checked) => {
              change({ enable: checked ? 1 : 0 });
            }}
          />
        </CardRow>
        <CardRow>
          <Select
            label={t('frequency')}
            value={frequency}
            options={FREQUENCIES.map((value) => ({ value, label: t(value) }))}
            onValueChange={(next) => {
              change({ frequency: next });
            }}
          />
        </CardRow>
        {frequency === 'week' ? (
          <CardRow>
            <Select
              label={t('weekday')}
              value={WEEKDAYS.find((each) => each === String(weekday)) ?? '7'}
              options={WEEKDAYS.map((value) => ({ value, label: t(`day${value}`) }))}
              onValueChange={(next) => {
                change({ weekday: Number(next) });
              }}
            />
          </CardRow>
        ) : null}
        {frequency === 'month' ? (
          <CardRow>
            <Select
              label={t('monthday')}
              hint={t('monthdayHint')}
              value={String(day)}
              options={MONTH_DAYS.map((value) => ({ value, label: t('dayOf', { n: value }) }))}
              onValueChange={(next) => {
                change({ day: Number(next) });
              }}
            />
          </CardRow>
        ) : null}
        <CardRow>
          <TextField
            label={t('time')}
            type="time"
            required
            value={time}
            error={isSubmitted && time === '' ? t('timeMissing') : null}
            onValueChange={(next) => {
              change({ time: next.slice(0, 5) });
            }}
          />
        </CardRow>
        <CardRow>
          <Button variant="primary" type="submit" busy={state.at === 'running'}>
            {c('save')}
          </Button>
          {isUnsaved ? <span role="status">{t('unsaved')}</span> : null}
        </CardRow>
      </Card>
      {state.at === 'failed' ? <Banner tone="danger">{failureText(state.failure).text}</Banner> : null}
      {dialog}
    </form>
  );
};
