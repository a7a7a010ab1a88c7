import { wallpapers } from '@boxwood/ui';
import { type KeyboardEvent, useRef } from 'react';
import { SettingsToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from './wallpaper.module.css';
import { wallpaperMessages } from './wallpaper-messages.ts';

const PRESETS = [1, 2, 3, 4] as const;
type Preset = (typeof PRESETS)[number];

/** The four presets as a radio group: arrow keys select, and the selection applies at once. */
export const WallpaperChoice = () => {
  const t = useText(wallpaperMessages);
  const settings = useService(SettingsToken);
  const chosen = useStream(settings.value$('wallpaper'));
  const group = useRef<HTMLDivElement>(null);
  const names: Readonly<Record<Preset, string>> = { 1: t('hills'), 2: t('leaves'), 3: t('lake'), 4: t('paper') };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = PRESETS[(PRESETS.indexOf(chosen) + step + PRESETS.length) % PRESETS.length] ?? 1;
    settings.set('wallpaper', next);
    group.current?.querySelector<HTMLElement>(`[data-preset="${next}"]`)?.focus();
  };
  return (
    <div ref={group} role="radiogroup" aria-label={t('wallpaper')} className={styles.presets} onKeyDown={onKey}>
      {PRESETS.map((preset) => (
        <button
          key={preset}
          type="button"
          role="radio"
          aria-checked={preset === chosen}
          aria-label={names[preset]}
          tabIndex={preset === chosen ? 0 : -1}
          data-preset={preset}
          className={styles.preset}
          onClick={() => {
            settings.set('wallpaper', preset);
          }}
        >
          <img src={wallpapers[preset - 1]?.url} alt="" />
          <span className={styles.presetName}>{names[preset]}</span>
        </button>
      ))}
    </div>
  );
};
