import type { BoxProblems } from '@boxwood/domain';
import { Banner, Card, Gauge, LineChart, ProgressBar } from '@boxwood/ui';
import { dateTime, duration, formatRateText, formatSizeText } from '../../../kit/app/format-units.ts';
import { WindowSkeleton } from '../../../kit/app/window-states/WindowSkeleton.tsx';
import { volumeLabel } from '../../../kit/files/file-kinds.ts';
import { fileMessages } from '../../../kit/files/messages.ts';
import { MonitorToken } from '../monitor-token.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { diskSampleOf, usedPercentOf, latestSampleOf, namesOf, timesOf, valuesOf } from './chart-series.ts';
import styles from '../device-status.module.css';

const formatClockTime = (seconds: number): string => dateTime(seconds).slice(11);
const round = (value: number): number => Math.round(value);

/** Warnings for administrators: the box logged faults, or a full disk used up its reserved space. */
const ProblemBanners = ({ faults, reserve }: BoxProblems) => {
  const t = useText(messages);
  return (
    <>
      {reserve === null ? null : (
        <Banner tone="warning">
          {t('reserve', { left: formatSizeText(reserve.left), wanted: formatSizeText(reserve.wanted) })}
        </Banner>
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
  const fileText = useText(fileMessages);
  const state = useStream(useService(MonitorToken).state$);
  const latest = latestSampleOf(state);
  if (latest === null) {
    return state.failing ? <Banner tone="warning">{t('failing')}</Banner> : <WindowSkeleton />;
  }
  const times = timesOf(state);
  const percent = (n: number): string => t('percent', { n: round(n) });
  const { total, used, cache } = latest.ramBytes;
  const chart = { times, formatTime: formatClockTime, height: 132 };
  return (
    <div className={styles.page} role="region" aria-label={t('overview')} tabIndex={0}>
      {state.failing ? <Banner tone="warning">{t('failing')}</Banner> : null}
      <ProblemBanners {...state.trouble} />
      <div className={styles.top}>
        <Card className={styles.gauges ?? ''}>
          <Gauge label={t('cpu')} value={latest.cpu} valueText={percent(latest.cpu)} />
          <Gauge label={t('memory')} value={latest.ram} valueText={percent(latest.ram)} />
          {/* A box without a sensor reports 0. */}
          {latest.cpuTemp > 0 ? (
            <Gauge
              label={t('cpuTemp')}
              value={latest.cpuTemp}
              valueText={t('celsius', { n: round(latest.cpuTemp) })}
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
            <dd>{t('spaceOf', { used: formatSizeText(used), total: formatSizeText(total) })}</dd>
            <dt>{t('cached')}</dt>
            <dd>{formatSizeText(cache)}</dd>
            <dt>{t('free')}</dt>
            <dd>{formatSizeText(Math.max(0, total - used))}</dd>
          </dl>
        </Card>
      </div>
      <div className={styles.charts}>
        <Card>
          <LineChart
            {...chart}
            title={t('cpu')}
            summary={t('cpuSummary', { n: round(latest.cpu) })}
            maximum={100}
            format={percent}
            series={[
              { id: 'cpu', label: t('cpu'), values: valuesOf(state, ({ cpu }) => cpu), latest: percent(latest.cpu) },
            ]}
          />
        </Card>
        <Card>
          <LineChart
            {...chart}
            title={t('memory')}
            summary={t('memorySummary', { used: formatSizeText(used), total: formatSizeText(total) })}
            maximum={100}
            format={percent}
            series={[
              {
                id: 'ram',
                label: t('memory'),
                colour: 2,
                values: valuesOf(state, ({ ram }) => ram),
                latest: percent(latest.ram),
              },
            ]}
          />
        </Card>
        {namesOf(state, ({ net }) => net).map((dev) => {
          const throughput = latest.net[dev] ?? { in: 0, out: 0 };
          return (
            <Card key={`net-${dev}`}>
              <LineChart
                {...chart}
                title={t('network', { dev })}
                summary={t('netSummary', {
                  dev,
                  in: formatRateText(throughput.in),
                  out: formatRateText(throughput.out),
                })}
                bytes
                format={formatRateText}
                series={[
                  {
                    id: 'in',
                    label: t('incoming'),
                    colour: 2,
                    values: valuesOf(state, ({ net }) => net[dev]?.in),
                    latest: formatRateText(throughput.in),
                  },
                  {
                    id: 'out',
                    label: t('outgoing'),
                    colour: 3,
                    values: valuesOf(state, ({ net }) => net[dev]?.out),
                    latest: formatRateText(throughput.out),
                  },
                ]}
              />
            </Card>
          );
        })}
        {namesOf(state, ({ disk }) => disk).map((dev) => {
          const throughput = latest.disk[dev] ?? { read: 0, write: 0 };
          return (
            <Card key={`disk-${dev}`}>
              <LineChart
                {...chart}
                title={t('disk', { dev })}
                summary={t('diskSummary', {
                  dev,
                  read: formatRateText(throughput.read),
                  write: formatRateText(throughput.write),
                })}
                bytes
                format={formatRateText}
                series={[
                  {
                    id: 'read',
                    label: t('read'),
                    colour: 5,
                    values: valuesOf(state, ({ disk }) => disk[dev]?.read),
                    latest: formatRateText(throughput.read),
                  },
                  {
                    id: 'write',
                    label: t('write'),
                    colour: 4,
                    values: valuesOf(state, ({ disk }) => disk[dev]?.write),
                    latest: formatRateText(throughput.write),
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
              const latestDisk = diskSampleOf(latest, disk);
              const label = t('spaceOf', { used: formatSizeText(disk.occupy), total: formatSizeText(disk.total) });
              return (
                <tr key={disk.dev + disk.mnt}>
                  <th scope="row">{disk.name === '' ? disk.dev : disk.name}</th>
                  <td className={styles.secondary}>{volumeLabel({ label: '', mntdir: disk.mnt }, fileText)}</td>
                  <td className={styles.last}>
                    {latestDisk === undefined ? '' : t('celsius', { n: round(latestDisk.temp) })}
                  </td>
                  <td className={styles.last}>{latestDisk === undefined ? '' : percent(latestDisk.load)}</td>
                  <td>
                    <ProgressBar label={label} value={usedPercentOf(disk)} valueText={label} />
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
