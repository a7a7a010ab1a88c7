import { mapRight } from '@boxwood/domain';
import { Button, Card, CardRow, Facts, Page, Section, Select } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { dateTime, duration } from '../../../kit/app/format-units.ts';
import { missingPartsText } from '../../../kit/app/apps/launcher.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../../kit/app/messages.ts';
import { useSystem } from '../../../kit/app/system-service.ts';
import { ClockToken, NotificationsToken, OffersToken, SessionToken } from '../../../composition/service-tokens.ts';
import { useAction } from '../../../platform/react/use-action.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import styles from '../settings.module.css';
import { timeMessages } from './time-messages.ts';

/** How often the clock of the box is polled while the page is open, in ms. */
const CLOCK_POLL_INTERVAL_MS = 10_000;
/** Maximum difference, in seconds, that counts as equal. It covers the latency of the request. */
const CLOCK_TOLERANCE_S = 2;
/** Option that leaves the time zone of the box unchanged. */
const UNCHANGED_ZONE = '';

/** The time zones that the browser knows, that of this device first. */
const listTimeZones = (): readonly string[] => {
  const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [localZone, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== localZone)];
};

/** Page 6: the clock of the box; administrators can set it (SYSTEM-14). */
export const TimePage = () => {
  const t = useText(timeMessages);
  const c = useText(commonMessages);
  const failureText = useFailureText();
  const system = useSystem();
  const clock = useService(ClockToken);
  const notifications = useService(NotificationsToken);
  const isAdmin = useStream(useService(SessionToken).admin$);
  const featureOffer = useStream(useService(OffersToken).offers$).of('date');
  const [zone, setZone] = useState(UNCHANGED_ZONE);
  const [knownZones] = useState(listTimeZones);
  const action = useAction();
  const [boxClock, reload] = useQuery(
    useCallback(
      () => system.time().pipe(mapRight((time) => ({ time, offsetSeconds: time - Math.round(clock.now() / 1000) }))),
      [system, clock],
    ),
    { every: CLOCK_POLL_INTERVAL_MS },
  );
  const isAbsent = featureOffer.state === 'absent';
  const disabledReason = isAbsent
    ? t('noHelper', { parts: missingPartsText(featureOffer) })
    : isAdmin
      ? null
      : c('noPermission');
  return (
    <Page label={t('title')}>
      <Section title={t('now')}>
        <Card>
          <LoadedContent request={boxClock} reload={reload}>
            {({ time, offsetSeconds: offsetSeconds }) => (
              <Facts
                facts={[
                  { id: 'time', name: t('box'), value: dateTime(time) },
                  {
                    id: 'ahead',
                    name: t('compared'),
                    value:
                      Math.abs(offsetSeconds) <= CLOCK_TOLERANCE_S
                        ? t('same')
                        : t(offsetSeconds > 0 ? 'ahead' : 'behind', { time: duration(Math.abs(offsetSeconds)) }),
                  },
                ]}
              />
            )}
          </LoadedContent>
        </Card>
      </Section>
      <Section title={t('set')}>
        {disabledReason === null ? (
          <Card>
            <CardRow>
              <Select
                className={styles.select ?? ''}
                label={t('zone')}
                hint={t('zoneHint')}
                value={zone}
                options={[
                  { value: UNCHANGED_ZONE, label: t('keepZone') },
                  ...knownZones.map((value) => ({ value, label: value })),
                ]}
                onValueChange={setZone}
              />
            </CardRow>
            <CardRow>
              <div className={styles.time}>
                <Button
                  busy={action.state.at === 'running'}
                  onClick={() => {
                    action.run(
                      () => system.setTime(Math.round(clock.now() / 1000), zone === UNCHANGED_ZONE ? null : zone),
                      () => {
                        notifications.notify({ level: 'success', messageKey: 'settings.saved' });
                        reload();
                      },
                    );
                  }}
                >
                  {t('fromHere')}
                </Button>
                <p className={styles.hint}>{t('fromHereHint')}</p>
                {action.state.at === 'failed' ? (
                  <p role="alert" className={styles.wrong}>
                    {failureText(action.state.failure).text}
                  </p>
                ) : null}
              </div>
            </CardRow>
          </Card>
        ) : (
          <p className={styles.hint}>{disabledReason}</p>
        )}
      </Section>
    </Page>
  );
};
