import { mapRight } from '@boxwood/domain';
import { Button, Card, CardRow, Facts, Page, Section, Select } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { dateTime, duration } from '../../../app-kit/format.ts';
import { partsOf } from '../../../app-kit/launcher.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { useSystem } from '../../../app-kit/system-service.ts';
import { ClockToken, NotificationsToken, OffersToken, SessionToken } from '../../../composition/tokens.ts';
import { useAction } from '../../../react/use-outcome.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import styles from '../settings.module.css';
import { timeWords } from './time-messages.ts';

/** How often the clock of the box is polled while the page is open, in ms. */
const LOOK_MS = 10_000;
/** Maximum difference, in seconds, that counts as equal. It covers the latency of the request. */
const SAME = 2;
/** Option that leaves the time zone of the box unchanged. */
const KEEP = '';

/** The time zones that the browser knows, that of this device first. */
const zones = (): readonly string[] => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [here, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== here)];
};

/** Page 6: the clock of the box; administrators can set it (SYSTEM-14). */
export const Time = () => {
  const t = useText(timeWords);
  const c = useText(common);
  const failureText = useFailureText();
  const system = useSystem();
  const clock = useService(ClockToken);
  const notifications = useService(NotificationsToken);
  const admin = useStream(useService(SessionToken).admin$);
  const standing = useStream(useService(OffersToken).offers$).of('date');
  const [zone, setZone] = useState(KEEP);
  const [known] = useState(zones);
  const action = useAction();
  const [read, reload] = useQuery(
    useCallback(
      () => system.time().pipe(mapRight((time) => ({ time, ahead: time - Math.round(clock.now() / 1000) }))),
      [system, clock],
    ),
    { every: LOOK_MS },
  );
  const lacks = standing.state === 'absent';
  const refused = lacks ? t('noHelper', { parts: partsOf(standing) }) : admin ? null : c('noPermission');
  return (
    <Page label={t('title')}>
      <Section title={t('now')}>
        <Card>
          <Shown of={read} reload={reload}>
            {({ time, ahead }) => (
              <Facts
                facts={[
                  { id: 'time', name: t('box'), value: dateTime(time) },
                  {
                    id: 'ahead',
                    name: t('compared'),
                    value:
                      Math.abs(ahead) <= SAME
                        ? t('same')
                        : t(ahead > 0 ? 'ahead' : 'behind', { time: duration(Math.abs(ahead)) }),
                  },
                ]}
              />
            )}
          </Shown>
        </Card>
      </Section>
      <Section title={t('set')}>
        {refused === null ? (
          <Card>
            <CardRow>
              <Select
                className={styles.select ?? ''}
                label={t('zone')}
                hint={t('zoneHint')}
                value={zone}
                options={[{ value: KEEP, label: t('keepZone') }, ...known.map((value) => ({ value, label: value }))]}
                onValueChange={setZone}
              />
            </CardRow>
            <CardRow>
              <div className={styles.time}>
                <Button
                  busy={action.state.at === 'running'}
                  onClick={() => {
                    action.run(
                      () => system.setTime(Math.round(clock.now() / 1000), zone === KEEP ? null : zone),
                      () => {
                        notifications.notify({ level: 'success', word: 'settings.saved' });
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
          <p className={styles.hint}>{refused}</p>
        )}
      </Section>
    </Page>
  );
};
