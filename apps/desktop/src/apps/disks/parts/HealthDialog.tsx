import { type PhysicalDisk, TIMERS } from '@boxwood/domain';
import { Badge, Button, Dialog, type Fact, Facts, ProgressBar } from '@boxwood/ui';
import { useCallback } from 'react';
import { size } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';
import { Attributes } from './Attributes.tsx';
import { useDiskName } from './DiskScreen.tsx';
import { Table } from './Table.tsx';
import { Trend } from './Trend.tsx';

/** Everything that a disk reports about itself. */
export const HealthDialog = ({ disk, onClose }: { readonly disk: PhysicalDisk; readonly onClose: () => void }) => {
  const t = useText(messages);
  const c = useText(common);
  const nameOf = useDiskName();
  const orUnsaid = (text: string): string => (text === '' ? t('unsaid') : shownName(text));
  const facts: readonly Fact[] = [
    { id: 'serial', name: t('serial'), value: orUnsaid(disk.serial) },
    { id: 'capacity', name: t('capacity'), value: size(disk.capacity) },
    { id: 'connection', name: t('connection'), value: orUnsaid(disk.bus === 'nvme' ? 'NVMe' : disk.bus.toUpperCase()) },
    { id: 'firmware', name: t('firmware'), value: orUnsaid(disk.firmware) },
    {
      id: 'temperature',
      name: t('temperature'),
      value: disk.temp === 0 ? t('unsaid') : t('degrees', { n: disk.temp }),
    },
    { id: 'hours', name: t('hours'), value: disk.hours === 0 ? t('unsaid') : t('hoursOf', { n: disk.hours }) },
    ...(disk.rotation === 0 ? [] : [{ id: 'rotation', name: t('rotation'), value: t('turns', { n: disk.rotation }) }]),
  ];
  return (
    <Dialog open onClose={onClose} title={nameOf(disk)} width={640} closeLabel={c('close')}>
      <Facts facts={facts} />
      <section className={styles.section}>
        <h3>{t('trend')}</h3>
        <Trend disk={disk} />
      </section>
      <section className={styles.section}>
        <h3>{t('attributes')}</h3>
        <Attributes attrs={disk.attrs} />
      </section>
      <section className={styles.section}>
        <h3>{t('tests')}</h3>
        <Tests disk={disk} />
      </section>
    </Dialog>
  );
};

const Tests = ({ disk }: { readonly disk: PhysicalDisk }) => {
  const t = useText(messages);
  const admin = useService(DiskAdminToken);
  const failureText = useFailureText();
  const testOf = (type: string): string =>
    /ext|long/i.test(type) ? t('long') : /short/i.test(type) ? t('short') : type;
  const { state, run } = useAction();
  const [loaded, reload] = useQuery(
    useCallback(() => admin.tests(disk.dev), [admin, disk.dev]),
    { every: TIMERS.status },
  );
  if (disk.health === 'UNKNOWN') return <p className={styles.muted}>{t('noTest')}</p>;
  return (
    <Shown of={loaded} reload={reload}>
      {({ running, progress, list }) => (
        <>
          {running === 1 ? (
            <ProgressBar label={t('testing')} value={progress} valueText={t('percent', { n: progress })} />
          ) : (
            <div className={styles.buttons}>
              {(['short', 'long'] as const).map((kind) => (
                <Button
                  key={kind}
                  size="sm"
                  busy={state.at === 'running'}
                  onClick={() => {
                    run(() => admin.startTest(disk.dev, kind), reload);
                  }}
                >
                  {t(kind)}
                </Button>
              ))}
            </div>
          )}
          {state.at === 'failed' ? (
            <p role="alert" className={styles.wrong}>
              {failureText(state.failure).text}
            </p>
          ) : null}
          {list.length === 0 ? (
            <p className={styles.muted}>{t('noTests')}</p>
          ) : (
            <Table label={t('tests')} head={[t('kind'), t('result'), t('at')]}>
              {list.map(({ type, result, hours }) => (
                <tr key={`${type} ${hours} ${result}`}>
                  <td>{testOf(type)}</td>
                  <td>
                    <Result said={result} />
                  </td>
                  <td>{t('hoursOf', { n: hours })}</td>
                </tr>
              ))}
            </Table>
          )}
        </>
      )}
    </Shown>
  );
};

/** The result of a self-test, translated when `smartctl` uses one of its usual phrases. */
const Result = ({ said }: { readonly said: string }) => {
  const t = useText(messages);
  if (/without error|^passed$/i.test(said)) return <Badge tone="success">{t('testPassed')}</Badge>;
  if (/abort|interrupt|cancel/i.test(said)) return t('testBroken');
  if (/in progress/i.test(said)) return t('testing');
  if (/fail|error|damage/i.test(said)) return <Badge tone="danger">{t('testFailed')}</Badge>;
  return said;
};
