import type { VersionInfo } from '@boxwood/domain';
import { useText } from '../../../platform/react/use-text.ts';
import { upgradeMessages } from './messages.ts';
import styles from './upgrade.module.css';

interface ReleaseNotesProps {
  readonly version: VersionInfo;
  /** One level below the title of the surrounding section. */
  readonly heading: 'h3' | 'h4';
}

/** The name of a version and its release notes (DIALOG-19, P-25). */
export const ReleaseNotes = ({
  version: { Version, VersionName, Description },
  heading: Heading,
}: ReleaseNotesProps) => {
  const t = useText(upgradeMessages);
  return (
    <div className={styles.version}>
      <Heading className={styles.name}>
        {VersionName === '' ? Version : VersionName}
        {VersionName === '' ? null : <span className={styles.number}>{Version}</span>}
      </Heading>
      {Description.length === 0 ? (
        <p className={styles.hint}>{t('noNotes')}</p>
      ) : (
        <ul className={styles.notes} lang={/\p{Script=Han}/u.test(Description.join('')) ? 'zh-CN' : 'en'}>
          {Description.map((line, position) => (
            // Two lines may have the same text, and the order never changes.
            <li key={position}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
};
