import type { Firmware } from '@boxwood/domain';
import { useText } from '../../react/use-text.ts';
import { upgradeWords } from './messages.ts';
import styles from './upgrade.module.css';

/** A version by its name, with what is new in it (DIALOG-19, P-25). */
export const Notes = ({ of: { Version, VersionName, Description } }: { readonly of: Firmware }) => {
  const t = useText(upgradeWords);
  return (
    <div className={styles.version}>
      <h3 className={styles.name}>
        {VersionName === '' ? Version : VersionName}
        {VersionName === '' ? null : <span className={styles.number}>{Version}</span>}
      </h3>
      {Description.length === 0 ? (
        <p className={styles.hint}>{t('noNotes')}</p>
      ) : (
        <ul className={styles.notes} lang={/\p{Script=Han}/u.test(Description.join('')) ? 'zh-CN' : 'en'}>
          {Description.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
};
