import { type PhysicalDisk, TIMERS } from '@boxwood/domain';
import { Badge, Button, Dialog, ProgressBar } from '@boxwood/ui';
import { useCallback } from 'react';
import { size } from '../../../app-kit/format.ts';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { SystemToken } from '../../../composition/tokens.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import styles from '../disks.module.css';
import { messages } from '../messages.ts';
import { useDiskName } from './DiskScreen.tsx';

/** All that a disk says of itself. */
export const HealthDialog = ({ disk, onClose }: { readonly disk: PhysicalDisk; readonly onClose: () => void }) => {
  const t = useText(messages);
  const c = useText(common);
  const nameOf = useDiskName();
  const orUnsaid = (text: string): string => (text === '' ? t('unsaid') : shownName(text));
  const facts: readonly (readonly [string, string])[] = [
    [t('serial'), orUnsaid(disk.serial)],
    [t('capacity'), size(disk.capacity)],
    [t('connection'), orUnsaid(disk.bus)],
    [t('firmware'), orUnsaid(disk.firmware)],
    [t('temperature'), disk.temp === 0 ? t('unsaid') : t('degrees', { n: disk.temp })],
    [t('hours'), disk.hours === 0 ? t('unsaid') : t('hoursOf', { n: disk.hours })],
    ...(disk.rotation === 0 ? [] : [[t('rotation'), t('turns', { n: disk.rotation })] as const]),
  ];
  return (
    <Dialog open onClose={onClose} title={nameOf(disk)} width={640} closeLabel={c('close')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => [<dt key={`${name} `}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
      <section className={styles.section}>
        <h3>{t('attributes')}</h3>
        <Attributes disk={disk} />
      </section>
      <section className={styles.section}>
        <h3>{t('tests')}</h3>
        <Tests disk={disk} />
      </section>
    </Dialog>
  );
};

const Attributes = ({ disk: { attrs } }: { readonly disk: PhysicalDisk }) => {
  const t = useText(messages);
  if (attrs.length === 0) return <p className={styles.muted}>{t('noAttributes')}</p>;
  return (
    <div className={styles.scroll} role="region" aria-label={t('attributes')} tabIndex={0}>
      <table className={styles.table} aria-label={t('attributes')}>
        <thead>
          <tr>
            {[t('attribute'), t('now'), t('worst'), t('limit'), t('raw')].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attrs.map(({ id, name, value, worst, thresh, raw, ok }) => (
            <tr key={`${id} ${name}`}>
              <td>
                {name.replaceAll('_', ' ')} {ok === 0 ? <Badge tone="danger">{t('atLimit')}</Badge> : null}
              </td>
              <td>{value}</td>
              <td>{worst}</td>
              <td>{thresh}</td>
              <td>{raw}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Tests = ({ disk }: { readonly disk: PhysicalDisk }) => {
  const t = useText(messages);
  const system = useService(SystemToken);
  const failureText = useFailureText();
  const { state, run } = useAction();
  const [loaded, reload] = useQuery(
    useCallback(() => system.tests(disk.dev), [system, disk.dev]),
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
                    run(() => system.startTest(disk.dev, kind), reload);
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
            <div className={styles.scroll} role="region" aria-label={t('tests')} tabIndex={0}>
              <table className={styles.table} aria-label={t('tests')}>
                <thead>
                  <tr>
                    {[t('kind'), t('result'), t('at')].map((title) => (
                      <th key={title} scope="col">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {list.map(({ type, result, hours }) => (
                    <tr key={`${type} ${hours} ${result}`}>
                      <td>{type}</td>
                      <td>{result}</td>
                      <td>{t('hoursOf', { n: hours })}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </Shown>
  );
};
