import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useLatest } from '../base/use-latest.ts';
import { VisuallyHidden } from '../base/VisuallyHidden.tsx';
import styles from './charts.module.css';

export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  /** One of the eight chart colours. */
  readonly colour?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** One value for each time; null leaves a gap. */
  readonly values: readonly (number | null)[];
  /** The latest value as text, shown next to the name. */
  readonly latest?: ReactNode;
}

export interface LineChartProps {
  readonly title: string;
  /** Description of the chart in a sentence, for assistive technology. */
  readonly summary: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Formats a value for the axis. */
  readonly format: (value: number) => string;
  /** Formats a time for the axis. */
  readonly formatTime: (seconds: number) => string;
  /** The values are bytes: axis steps are powers of two, so that the labels are round. */
  readonly bytes?: boolean;
  /** Fixed top of the axis (100 for per cent); otherwise derived from the data. */
  readonly maximum?: number;
  readonly height?: number;
}

const colourOf = (series: ChartSeries, at: number): number => series.colour ?? (at % 8) + 1;

/** Canvas cannot read custom properties: this resolves them on an element of the page, theme included. */
function resolveColours(element: HTMLElement, names: readonly string[]): string[] {
  const probe = document.createElement('span');
  element.append(probe);
  const found = names.map((name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return found;
}

/** 1, 2, 4 ... 512 of every unit from bytes to TB. */
const BINARY_STEPS = Array.from({ length: 50 }, (_, power) => 2 ** power);

/** Width of the longest label at 11 px, plus the gap between it and the plot. */
const axisWidth = (labels: readonly string[] | null): number =>
  Math.max(0, ...(labels ?? []).map((label) => Array.from(label).length)) * 6.8 + 16;

const timeRangeOf = (times: readonly number[]): [number, number] => {
  const last = times.at(-1) ?? 0;
  return [Math.min(times[0] ?? last, last - 60), last];
};

type PlotData = [number[], ...(number | null)[][]];
const plotDataOf = (times: readonly number[], series: readonly ChartSeries[]): PlotData => [
  [...times],
  ...series.map((one) => [...one.values]),
];

const withAlpha = (colour: string): string => `color-mix(in srgb, ${colour} 14%, transparent)`;

/** A live chart of up to eight series. New samples only redraw the canvas; a theme change recreates it. */
export function LineChart(props: LineChartProps) {
  const { title, summary, times, series, maximum, height = 160 } = props;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const latest = useLatest(props);
  const [theme, setTheme] = useState('');
  const shape = series.map((one, index) => `${one.id}:${colourOf(one, index)}`).join('|');

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const read = (): void => {
      setTheme(resolveColours(element, ['--bw-text-muted', '--bw-border', '--bw-surface']).join());
    };
    const media = window.matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(read);
    for (let at: HTMLElement | null = element; at !== null; at = at.parentElement)
      observer.observe(at, { attributes: true, attributeFilter: ['data-theme'] });
    media.addEventListener('change', read);
    read();
    return () => {
      observer.disconnect();
      media.removeEventListener('change', read);
    };
  }, []);

  useEffect(() => {
    const element = box.current;
    if (element === null || theme === '') return undefined;
    const now = latest.current;
    const [muted = '', border = '', ...lines] = resolveColours(element, [
      '--bw-text-muted',
      '--bw-border',
      ...now.series.map((one, at) => `--bw-series-${colourOf(one, at)}`),
    ]);
    const font = `11px ${getComputedStyle(element).fontFamily}`;
    const axis = { stroke: muted, font, grid: { stroke: border, width: 1 }, ticks: { show: false } };
    const plot = new uPlot(
      {
        width: Math.max(element.clientWidth, 80),
        height,
        // The last time label is centred under the right edge, so half of it needs room outside.
        padding: [8, 30, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: {
          // At least a minute, and from the times themselves: for a single sample uPlot would make an axis of years.
          x: { time: false, range: () => timeRangeOf(latest.current.times) },
          y: { range: (_, __, high) => [0, latest.current.maximum ?? Math.max(high * 1.15, 1e-9)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 24,
            space: 90,
            values: (_, at) => at.map((t) => latest.current.formatTime(t)),
          },
          {
            ...axis,
            space: 36,
            size: (_, labels) => axisWidth(labels),
            values: (_, at) => at.map((v) => latest.current.format(v)),
            ...(now.bytes === true ? { incrs: BINARY_STEPS } : {}),
          },
        ],
        series: [
          {},
          ...now.series.map((one, index) => ({
            label: one.label,
            stroke: lines[index] ?? muted,
            width: 1.75,
            points: { show: false },
            ...(now.series.length === 1 ? { fill: withAlpha(lines[index] ?? muted) } : {}),
          })),
        ],
      },
      plotDataOf(now.times, now.series),
      element,
    );
    chart.current = plot;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
      chart.current = null;
    };
  }, [shape, theme, height, latest]);

  useEffect(() => {
    chart.current?.setData(plotDataOf(times, series));
  }, [times, series, maximum]);

  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{title}</span>
        {series.map((one, at) => {
          const style: CSSProperties = Object.fromEntries([['--colour', `var(--bw-series-${colourOf(one, at)})`]]);
          return (
            <span key={one.id} className={styles.series}>
              <span className={styles.swatch} style={style} aria-hidden="true" />
              {/* The title names a single series. */}
              {series.length === 1 && one.label === title ? null : one.label}
              {one.latest === undefined ? null : <strong>{one.latest}</strong>}
            </span>
          );
        })}
      </figcaption>
      <div ref={box} className={styles.plot} style={{ height }} aria-hidden="true" />
      <VisuallyHidden>{summary}</VisuallyHidden>
    </figure>
  );
}
