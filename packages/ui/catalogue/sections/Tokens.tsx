import type { CSSProperties } from 'react';
import { Demo } from '../Demo.tsx';
import styles from '../catalogue.module.css';

const groups: Readonly<Record<string, readonly string[]>> = {
  Surfaces: [
    'canvas',
    'surface',
    'surface-raised',
    'surface-sunken',
    'surface-chrome',
    'hover',
    'border',
    'border-strong',
  ],
  Text: ['text', 'text-muted', 'text-faint', 'accent-text'],
  Accent: ['accent', 'accent-hover', 'accent-pressed', 'accent-soft', 'accent-softer', 'focus'],
  Meaning: ['danger', 'danger-soft', 'warning', 'warning-soft', 'success', 'success-soft', 'info', 'info-soft'],
  Tasks: ['task-failed', 'task-success', 'task-processing', 'task-paused', 'task-waiting', 'track'],
  Series: ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6', 'series-7', 'series-8'],
};

const sizes = ['xs', 'sm', 'md', 'lg', 'xl', '2xl'];

const swatch = (name: string): CSSProperties => Object.fromEntries([['--swatch', `var(--bw-${name})`]]);

export function Tokens() {
  return (
    <>
      {Object.entries(groups).map(([title, names]) => (
        <Demo key={title} title={title} layout="plain">
          <div className={styles.swatches}>
            {names.map((name) => (
              <div key={name} className={styles.swatch} style={swatch(name)}>
                {name}
              </div>
            ))}
          </div>
        </Demo>
      ))}
      <Demo title="Type">
        {sizes.map((size) => (
          <span key={size} style={{ fontSize: `var(--bw-text-${size})` }}>
            Family box 家庭盒子 {size}
          </span>
        ))}
      </Demo>
      <Demo title="Shadows">
        {['1', '2', '3', 'window'].map((name) => (
          <div
            key={name}
            style={{
              width: 150,
              height: 84,
              borderRadius: 12,
              background: 'var(--bw-surface-raised)',
              boxShadow: `var(--bw-shadow-${name})`,
              display: 'grid',
              placeItems: 'center',
              margin: 12,
            }}
          >
            {name}
          </div>
        ))}
      </Demo>
    </>
  );
}
