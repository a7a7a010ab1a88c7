import { useEffect, useState } from 'react';
import { Gauge, LineChart, Sparkline } from '../../src/index.ts';
import { Demo } from '../Demo.tsx';

const FIRST_SAMPLE_S = 1_790_000_000;
const wave = (at: number, phase: number): number =>
  Math.round(Math.max(2, 42 + 26 * Math.sin(at / 9 + phase) + 10 * Math.sin(at / 3.1 + phase * 2)));
const formatUtcTime = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19);

export function Charts() {
  const [end, setEnd] = useState(180);
  useEffect(() => {
    const reducesMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setInterval(() => {
      if (!reducesMotion) setEnd((now) => now + 1);
    }, 2000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const at = Array.from({ length: 180 }, (_, i) => end - 179 + i);
  const times = at.map((i) => FIRST_SAMPLE_S + i * 5);
  const series = (phase: number): number[] => at.map((i) => wave(i, phase));
  return (
    <>
      <Demo title="Live line charts" layout="grid">
        <LineChart
          title="Processor"
          summary="Processor load over 15 minutes, now 42 %"
          times={times}
          maximum={100}
          series={[{ id: 'cpu', label: 'Load', values: series(0), latest: `${wave(end, 0)} %` }]}
          format={(value) => `${value} %`}
          formatTime={formatUtcTime}
        />
        <LineChart
          title="Network"
          summary="Received and sent over 15 minutes"
          times={times}
          series={[
            { id: 'rx', label: 'Received', colour: 2, values: series(1), latest: `${wave(end, 1)} MB/s` },
            { id: 'tx', label: 'Sent', colour: 3, values: series(3), latest: `${wave(end, 3)} MB/s` },
          ]}
          format={(value) => `${value} MB/s`}
          formatTime={formatUtcTime}
        />
      </Demo>
      <Demo title="Gauges">
        <Gauge label="Memory" value={43} valueText="43 %" />
        <Gauge label="Disk 1" value={85} valueText="85 %" />
        <Gauge label="Disk 2" value={97} valueText="97 %" />
        <Gauge label="Idle" value={0} valueText="0 %" size={90} />
      </Demo>
      <Demo title="Sparklines" layout="grid">
        <Sparkline summary="Rising" values={[1, 3, 2, 5, 4, 7, 9]} />
        <Sparkline summary="Falling" values={[9, 8, 8, 5, 3, 2]} colour={3} />
        <Sparkline summary="No data" values={[]} />
      </Demo>
    </>
  );
}
