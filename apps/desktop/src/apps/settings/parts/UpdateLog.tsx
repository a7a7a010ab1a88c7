import { Card, Page, Section } from '@boxwood/ui';
import { useCallback } from 'react';
import { Shown } from '../../../app-kit/LoadState.tsx';
import { PRODUCT_VERSION } from '../../../app-kit/product.ts';
import { Notes } from '../../../app-kit/upgrade/Notes.tsx';
import { useProfile } from '../../../app-kit/profile-service.ts';
import { SessionToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useQuery } from '../../../react/use-query.ts';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import styles from '../settings.module.css';

const Running = ({ model, version }: { readonly model: string; readonly version: string }) => {
  const profile = useProfile();
  const [info, reload] = useQuery(useCallback(() => profile.version(model, version), [profile, model, version]));
  return (
    <Shown of={info} reload={reload}>
      {(firmware) => <Notes of={firmware} heading="h4" />}
    </Shown>
  );
};

/** Page 4: release notes of the running firmware (A20, G-49) and of the desktop. */
export const UpdateLog = () => {
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
              <Running model={stage.link.model} version={stage.link.version} />
            )}
          </Card>
        </Section>
      ) : null}
    </Page>
  );
};
