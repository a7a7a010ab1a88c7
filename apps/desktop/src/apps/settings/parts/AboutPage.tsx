import { Button, Card, Facts, Page, Section } from '@boxwood/ui';
import { useCallback } from 'react';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { PRODUCT_VERSION } from '../../../kit/app/product.ts';
import { useSystem } from '../../../kit/app/system-service.ts';
import { useProfile } from '../../../kit/app/profile-service.ts';
import { LauncherToken, SessionToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import styles from '../settings.module.css';

const FirmwareName = ({ model, version }: { readonly model: string; readonly version: string }) => {
  const profile = useProfile();
  const [info] = useQuery(useCallback(() => profile.version(model, version), [profile, model, version]));
  return info.at === 'ready' ? info.value.VersionName : '';
};

export const AboutPage = () => {
  const t = useText(messages);
  const system = useSystem();
  const launcher = useService(LauncherToken);
  const lanMode = useStream(useService(SessionToken).lanMode$);
  const [product, reload] = useQuery(useCallback(() => system.product(), [system]));
  return (
    <Page label={t('about')}>
      <Section>
        <div className={styles.brand}>
          <img src="/boxwood.svg" width={64} height={64} alt="" />
          <div>
            <h2 className={styles.brandName}>{t('product')}</h2>
            <p className={styles.brandText}>{t('productText')}</p>
          </div>
        </div>
        <Card>
          <Facts
            facts={[
              { id: 'version', name: t('version'), value: PRODUCT_VERSION },
              {
                id: 'line',
                name: t('browser'),
                value: globalThis.location.protocol === 'https:' ? t('secure') : t('plain'),
              },
            ]}
          />
        </Card>
      </Section>
      <Section title={t('box')}>
        <Card>
          <div className={styles.about}>
            <LoadedContent request={product} reload={reload}>
              {(box) => (
                <Facts
                  facts={[
                    { id: 'model', name: t('model'), value: box.product },
                    { id: 'firmware', name: t('firmware'), value: box.version },
                    ...(lanMode
                      ? box.versionname === ''
                        ? []
                        : [{ id: 'name', name: t('firmwareName'), value: box.versionname }]
                      : [
                          {
                            id: 'name',
                            name: t('firmwareName'),
                            value: <FirmwareName model={box.product} version={box.version} />,
                          },
                        ]),
                  ]}
                />
              )}
            </LoadedContent>
            <Button onClick={() => launcher.open('upgrade', {})}>{t('upgrade')}</Button>
          </div>
        </Card>
      </Section>
    </Page>
  );
};
