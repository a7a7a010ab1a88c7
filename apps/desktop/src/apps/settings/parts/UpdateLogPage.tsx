import { Card, Page, Section } from '@boxwood/ui';
import { useCallback } from 'react';
import { LoadedContent } from '../../../kit/app/window-states/LoadState.tsx';
import { PRODUCT_VERSION } from '../../../kit/app/product.ts';
import { ReleaseNotes } from '../../../kit/app/upgrade/ReleaseNotes.tsx';
import { useProfile } from '../../../kit/app/profile-service.ts';
import { SessionToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import styles from '../settings.module.css';

const RunningFirmwareNotes = ({ model, version }: { readonly model: string; readonly version: string }) => {
  const profile = useProfile();
  const [info, reload] = useQuery(useCallback(() => profile.version(model, version), [profile, model, version]));
  return (
    <LoadedContent request={info} reload={reload}>
      {(firmware) => <ReleaseNotes version={firmware} heading="h4" />}
    </LoadedContent>
  );
};

/** Page 4: release notes of the running firmware (A20, G-49) and of the desktop. */
export const UpdateLogPage = () => {
  const t = useText(messages);
  const session = useService(SessionToken);
  const stage = useStream(session.stage$);
  const lanMode = useStream(session.lanMode$);
  return (
    <Page label={t('updateLog')}>
      <Section title={t('desktopLog', { version: PRODUCT_VERSION })}>
        <Card>
          <ul className={styles.notes}>
            <li>{t('log1')}</li>
            <li>{t('log2')}</li>
            <li>{t('log3')}</li>
          </ul>
        </Card>
      </Section>
      {stage.at === 'in' ? (
        <Section title={`${t('firmware')} ${stage.link.version}`}>
          <Card>
            {lanMode ? (
              <p className={styles.hint}>{t('noAccount')}</p>
            ) : (
              <RunningFirmwareNotes model={stage.link.model} version={stage.link.version} />
            )}
          </Card>
        </Section>
      ) : null}
    </Page>
  );
};
