import { Button } from '@boxwood/ui';
import { useState, useSyncExternalStore } from 'react';
import { SettingsToken } from '../../composition/tokens.ts';
import { install, installable } from '../../platform/install.ts';
import { tabMemory } from '../../platform/tab-memory.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { phoneWords } from './messages.ts';
import styles from './phone-shell.module.css';

/** Setting of this browser: whether there was an earlier visit, and whether the offer was answered. */
const KEY = 'boxwood_install';
const ANSWERED = 'answered';
/** Whether this tab has counted its visit. */
const VISIT = 'boxwood_visit';

/**
 * Offers installation on the home screen once, from the second visit on, where the browser supports it (phone.md,
 * install). The page More always offers it.
 */
export const InstallOffer = () => {
  const t = useText(phoneWords);
  const settings = useService(SettingsToken);
  const offered = useSyncExternalStore(installable.subscribe, installable.now);
  const [due, setDue] = useState(() => {
    const before = settings.text(KEY);
    if (before === ANSWERED) return false;
    if (tabMemory.read(VISIT) === null) {
      tabMemory.write(VISIT, before === null ? 'first' : 'later');
      settings.setText(KEY, 'visited');
    }
    return tabMemory.read(VISIT) === 'later';
  });
  if (!due || !offered) return null;
  const answer = (): void => {
    settings.setText(KEY, ANSWERED);
    setDue(false);
  };
  return (
    <section className={styles.offer} aria-label={t('install')}>
      <p>{t('installText')}</p>
      <div>
        <Button variant="quiet" onClick={answer}>
          {t('installLater')}
        </Button>
        <Button
          variant="primary"
          onClick={() => {
            answer();
            install();
          }}
        >
          {t('install')}
        </Button>
      </div>
    </section>
  );
};
