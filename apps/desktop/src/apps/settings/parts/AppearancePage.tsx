import { Card, CardRow, Page, RadioGroup, Section, Select, Slider } from '@boxwood/ui';
import { useIsPhone } from '../../../kit/app/use-is-phone.ts';
import { WallpaperChoice } from '../../../kit/app/wallpaper/WallpaperChoice.tsx';
import { AppearanceToken, LanguagesToken, SettingsToken } from '../../../composition/service-tokens.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../platform/i18n/language.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { ZOOM_LIMITS } from '../../../platform/theme/appearance.ts';
import { messages } from '../messages.ts';
import styles from '../settings.module.css';

export const AppearancePage = () => {
  const t = useText(messages);
  const settings = useService(SettingsToken);
  const appearance = useService(AppearanceToken);
  const language = useStream(useService(LanguagesToken).language$);
  const theme = useStream(appearance.theme$);
  const closeButtonSide = useStream(settings.value$('closeButton'));
  const zoom = useStream(settings.value$('zoom'));
  // A phone has no windows and no wallpaper.
  const isPhone = useIsPhone();
  return (
    <Page label={t('appearance')}>
      <Section title={t('theme')}>
        <Card>
          <CardRow>
            <RadioGroup
              across
              label={t('theme')}
              hideLabel
              value={theme}
              options={[
                { value: 'system', label: t('themeSystem') },
                { value: 'light', label: t('themeLight') },
                { value: 'dark', label: t('themeDark') },
              ]}
              onValueChange={(value) => {
                appearance.useTheme(value);
              }}
            />
          </CardRow>
          <CardRow>
            <Select
              className={styles.select ?? ''}
              label={t('language')}
              value={language}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              onValueChange={(value) => {
                appearance.useLanguage(value);
              }}
            />
          </CardRow>
        </Card>
      </Section>
      {isPhone ? null : (
        <>
          {' '}
          <Section title={t('wallpaper')}>
            <WallpaperChoice />
          </Section>
          <Section title={t('windows')}>
            <Card>
              <CardRow>
                <RadioGroup
                  across
                  label={t('buttonPosition')}
                  value={closeButtonSide}
                  options={[
                    { value: 'L', label: t('left') },
                    { value: 'R', label: t('right') },
                  ]}
                  onValueChange={(value) => {
                    settings.set('closeButton', value);
                  }}
                />
              </CardRow>
              <CardRow>
                <div className={styles.slider}>
                  <Slider
                    label={t('zoom')}
                    value={zoom}
                    min={ZOOM_LIMITS.min}
                    max={ZOOM_LIMITS.max}
                    step={ZOOM_LIMITS.step}
                    valueText={t('percent', { n: Math.round(zoom * 100) })}
                    onValueChange={(value) => {
                      appearance.useZoom(value);
                    }}
                  />
                  <p className={styles.hint}>{t('zoomHint')}</p>
                </div>
              </CardRow>
            </Card>
          </Section>
        </>
      )}
    </Page>
  );
};
