import { useText } from '../../react/use-text.ts';
import { receiveWords } from './messages.ts';
import styles from './receive.module.css';

const SHOWN = 100;

/** The first hundred names, and the count of the rest. */
export const Names = ({ names }: { readonly names: readonly string[] }) => {
  const t = useText(receiveWords);
  return (
    <ul className={styles.names}>
      {names.slice(0, SHOWN).map((name, at) => (
        // Several unnamed entries of one folder have the same text.
        <li key={`${at} ${name}`} title={name}>
          {name}
        </li>
      ))}
      {names.length > SHOWN ? <li>{t('andMore', { count: names.length - SHOWN })}</li> : null}
    </ul>
  );
};
