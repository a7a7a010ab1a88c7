import { type PhysicalDisk, TIMERS } from '@boxwood/domain';
import { Badge, Button, Dialog, type Fact, Facts, ProgressBar } from '@boxwood/ui';
import { useCallback } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../../kit/app/messages.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { DiskAdminToken } from '../services.ts';
import { AttributeTable } from './AttributeTable.tsx';
import { useDiskName } from './DiskScreen.tsx';
import { ScrollTable } from './ScrollTable.tsx';
import { DiskTrend } from './DiskTrend.tsx';

/** Everything that a disk reports about itself. */
export const HealthDialog = ({ disk, onClose }: { readonly disk: PhysicalDisk; readonly onClose: () => void }) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const nameOf = useDiskName();
  const orUnknown = (text: string): string => (text === '' ? t('unsaid') : safeDisplayName(text));
  const facts: readonly Fact[] = [
    { id: 'serial', name: t('serial'), value: orUnknown(disk.serial) },
    { id: 'capacity', name: t('capacity'), value: formatSizeText(disk.capacity) },
    {
      id: 'connection',
      name: t('connection'),
      value: orUnknown(disk.bus === 'nvme' ? 'NVMe' : disk.bus.toUpperCase()),
    },
    { id: 'firmware', name: t('firmware'), value: orUnknown(disk.firmware) },
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
        <DiskTrend disk={disk} />
      </section>
      <section className={styles.section}>
        <h3>{t('attributes')}</h3>
        <AttributeTable attrs={disk.attrs} />
      </section>
      <section className={styles.section}>
        <h3>{t('tests')}</h3>
        <SelfTests disk={disk} />
      </section>
    </Dialog>
  );
};

const SelfTests = ({ disk }: { readonly disk: PhysicalDisk }) => {
  const t = useText(messages);
  const admin = useService(DiskAdminToken);
  const failureText = useFailureText();
  const testNameOf = (type: string): string =>
    /ext|long/i.test(type) ? t('long') : /short/i.test(type) ? t('short') : type;
  const { state, run } = useAction();
  const [loaded, reload] = useQuery(
    useCallback(() => admin.smartLog(disk.dev), [admin, disk.dev]),
    { every: TIMERS.status },
  );
  if (disk.health === 'UNKNOWN') return <p className={styles.muted}>{t('noTest')}</p>;
  return (
    <LoadedContent request={loaded} reload={reload}>
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
            <ScrollTable label={t('tests')} columnTitles={[t('kind'), t('result'), t('at')]}>
              {list.map(({ type, result, hours }) => (
                <tr key={`${type} ${hours} ${result}`}>
                  <td>{testNameOf(type)}</td>
                  <td>
                    <SelfTestResult result={result} />
                  </td>
                  <td>{t('hoursOf', { n: hours })}</td>
                </tr>
              ))}
            </ScrollTable>
          )}
        </>
      )}
    </LoadedContent>
  );
};

/** The result of a self-test, translated when `smartctl` uses one of its usual phrases. */
const SelfTestResult = ({ result }: { readonly result: string }) => {
  const t = useText(messages);
  if (/without error|^passed$/i.test(result)) return <Badge tone="success">{t('testPassed')}</Badge>;
  if (/abort|interrupt|cancel/i.test(result)) return t('testBroken');
  if (/in progress/i.test(result)) return t('testing');
  if (/fail|error|damage/i.test(result)) return <Badge tone="danger">{t('testFailed')}</Badge>;
  return result;
};
