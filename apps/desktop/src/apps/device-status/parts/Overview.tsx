import type { BoxTrouble } from '@boxwood/domain';
import { Banner, Card, Gauge, LineChart, ProgressBar } from '@boxwood/ui';
import { dateTime, duration, rate, size } from '../../../app-kit/format.ts';
import { WindowSkeleton } from '../../../app-kit/WindowSkeleton.tsx';
import { volumeWord } from '../../../file-kit/kinds.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import { MonitorToken } from '../monitor-token.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { fullOf, latestOf, namesOf, timesOf, valuesOf } from './series.ts';
import styles from '../device-status.module.css';

const clock = (seconds: number): string => dateTime(seconds).slice(11);
const round = (value: number): number => Math.round(value);

/** Warnings for administrators: the box logged faults, or a full disk used up its reserved space. */
const Trouble = ({ faults, reserve }: BoxTrouble) => {
  const t = useText(messages);
  return (
    <>
      {reserve === null ? null : (
        <Banner tone="warning">{t('reserve', { left: size(reserve.left), wanted: size(reserve.wanted) })}</Banner>
      )}
      {faults === null ? null : (
        <Banner tone="warning">
          {t('faults', { count: faults.count, last: dateTime(faults.last), where: faults.where })}
        </Banner>
      )}
    </>
  );
};

/** Gauges and charts of the last 15 minutes, and the disks (P-02). */
export const Overview = () => {
  const t = useText(messages);
  const w = useText(fileWords);
  const state = useStream(useService(MonitorToken).state$);
  const now = latestOf(state);
  if (now === null) {
    return state.failing ? <Banner tone="warning">{t('failing')}</Banner> : <WindowSkeleton />;
  }
  const times = timesOf(state);
  const percent = (n: number): string => t('percent', { n: round(n) });
  const { total, used, cache } = now.ramBytes;
  const chart = { times, formatTime: clock, height: 132 };
  return (
    <div className={styles.page} role="region" aria-label={t('overview')} tabIndex={0}>
      {state.failing ? <Banner tone="warning">{t('failing')}</Banner> : null}
      <Trouble {...state.trouble} />
      <div className={styles.top}>
        <Card className={styles.gauges ?? ''}>
          <Gauge label={t('cpu')} value={now.cpu} valueText={percent(now.cpu)} />
          <Gauge label={t('memory')} value={now.ram} valueText={percent(now.ram)} />
          {/* A box without a sensor reports 0. */}
          {now.cpuTemp > 0 ? (
            <Gauge
              label={t('cpuTemp')}
              value={now.cpuTemp}
              valueText={t('celsius', { n: round(now.cpuTemp) })}
              warnAt={75}
              dangerAt={90}
            />
          ) : null}
        </Card>
        <Card>
          <dl className={styles.facts}>
            <dt>{t('runTime')}</dt>
            <dd>{duration(state.runTime)}</dd>
            <dt>{t('boxTime')}</dt>
            <dd>{dateTime(state.boxTime)}</dd>
            <dt>{t('used')}</dt>
            <dd>{t('spaceOf', { used: size(used), total: size(total) })}</dd>
            <dt>{t('cached')}</dt>
            <dd>{size(cache)}</dd>
            <dt>{t('free')}</dt>
            <dd>{size(Math.max(0, total - used))}</dd>
          </dl>
        </Card>
      </div>
      <div className={styles.charts}>
        <Card>
          <LineChart
            {...chart}
            title={t('cpu')}
            summary={t('cpuSummary', { n: round(now.cpu) })}
            maximum={100}
            format={percent}
            series={[
              { id: 'cpu', label: t('cpu'), values: valuesOf(state, ({ cpu }) => cpu), latest: percent(now.cpu) },
            ]}
          />
        </Card>
        <Card>
          <LineChart
            {...chart}
            title={t('memory')}
            summary={t('memorySummary', { used: size(used), total: size(total) })}
            maximum={100}
            format={percent}
            series={[
              {
                id: 'ram',
                label: t('memory'),
                colour: 2,
                values: valuesOf(state, ({ ram }) => ram),
                latest: percent(now.ram),
              },
            ]}
          />
        </Card>
        {namesOf(state, ({ net }) => net).map((dev) => {
          const flow = now.net[dev] ?? { in: 0, out: 0 };
          return (
            <Card key={`net-${dev}`}>
              <LineChart
                {...chart}
                title={t('network', { dev })}
                summary={t('netSummary', { dev, in: rate(flow.in), out: rate(flow.out) })}
                bytes
                format={rate}
                series={[
                  {
                    id: 'in',
                    label: t('incoming'),
                    colour: 2,
                    values: valuesOf(state, ({ net }) => net[dev]?.in),
                    latest: rate(flow.in),
                  },
                  {
                    id: 'out',
                    label: t('outgoing'),
                    colour: 3,
                    values: valuesOf(state, ({ net }) => net[dev]?.out),
                    latest: rate(flow.out),
                  },
                ]}
              />
            </Card>
          );
        })}
        {namesOf(state, ({ disk }) => disk).map((dev) => {
          const flow = now.disk[dev] ?? { read: 0, write: 0 };
          return (
            <Card key={`disk-${dev}`}>
              <LineChart
                {...chart}
                title={t('disk', { dev })}
                summary={t('diskSummary', { dev, read: rate(flow.read), write: rate(flow.write) })}
                bytes
                format={rate}
                series={[
                  {
                    id: 'read',
                    label: t('read'),
                    colour: 5,
                    values: valuesOf(state, ({ disk }) => disk[dev]?.read),
                    latest: rate(flow.read),
                  },
                  {
                    id: 'write',
                    label: t('write'),
                    colour: 4,
                    values: valuesOf(state, ({ disk }) => disk[dev]?.write),
                    latest: rate(flow.write),
                  },
                ]}
              />
            </Card>
          );
        })}
      </div>
      <h3 className={styles.heading}>{t('disks')}</h3>
      {state.disks.length === 0 ? (
        <p className={styles.muted}>{t('noDisks')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col" className={styles.secondary}>
                {t('mount')}
              </th>
              <th scope="col" className={styles.last}>
                {t('temperature')}
              </th>
              <th scope="col" className={styles.last}>
                {t('load')}
              </th>
              <th scope="col">{t('space')}</th>
            </tr>
          </thead>
          <tbody>
            {state.disks.map((disk) => {
              const live = now.disk[disk.dev];
              const label = t('spaceOf', { used: size(disk.occupy), total: size(disk.total) });
              return (
                <tr key={disk.dev + disk.mnt}>
                  <th scope="row">{disk.name === '' ? disk.dev : disk.name}</th>
                  <td className={styles.secondary}>{volumeWord({ label: '', mntdir: disk.mnt }, w)}</td>
                  <td className={styles.last}>{live === undefined ? '' : t('celsius', { n: round(live.temp) })}</td>
                  <td className={styles.last}>{live === undefined ? '' : percent(live.load)}</td>
                  <td>
                    <ProgressBar label={label} value={fullOf(disk)} valueText={label} />
                    <small className={styles.muted}>{label}</small>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
};
