import { Button } from '@boxwood/ui';
import { useState, useSyncExternalStore } from 'react';
import { SettingsToken } from '../../composition/service-tokens.ts';
import { showInstallPrompt, installAvailability } from '../../platform/install-prompt.ts';
import { tabStorage } from '../../platform/tab-storage.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { phoneMessages } from './messages.ts';
import styles from './phone-shell.module.css';

/**
 * Setting of this browser: null before the first visit, `visited` afterwards, `answered` when the user has answered the
 * offer.
 */
const OFFER_SETTING_KEY = 'boxwood_install';
const ANSWERED = 'answered';
/** Key of the tab's storage: `first` or `later`, the kind of visit that was counted for this tab. */
const VISIT_KEY = 'boxwood_visit';

/**
 * Offers installation on the home screen once, from the second visit on, where the browser supports it (phone.md,
 * install). The More page always offers it.
 */
export const InstallOffer = () => {
  const t = useText(phoneMessages);
  const settings = useService(SettingsToken);
  const isAvailable = useSyncExternalStore(installAvailability.subscribe, installAvailability.isAvailable);
  const [shouldOffer, setShouldOffer] = useState(() => {
    const stored = settings.text(OFFER_SETTING_KEY);
    if (stored === ANSWERED) return false;
    if (tabStorage.read(VISIT_KEY) === null) {
      tabStorage.write(VISIT_KEY, stored === null ? 'first' : 'later');
      settings.setText(OFFER_SETTING_KEY, 'visited');
    }
    return tabStorage.read(VISIT_KEY) === 'later';
  });
  if (!shouldOffer || !isAvailable) return null;
  const storeAnswer = (): void => {
    settings.setText(OFFER_SETTING_KEY, ANSWERED);
    setShouldOffer(false);
  };
  return (
    <section className={styles.offer} aria-label={t('install')}>
      <p>{t('installText')}</p>
      <div>
        <Button variant="quiet" onClick={storeAnswer}>
          {t('installLater')}
        </Button>
        <Button
          variant="primary"
          onClick={() => {
            storeAnswer();
            showInstallPrompt();
          }}
        >
          {t('install')}
        </Button>
      </div>
    </section>
  );
};
