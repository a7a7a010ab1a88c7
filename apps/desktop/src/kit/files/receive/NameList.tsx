import { useText } from '../../../platform/react/use-text.ts';
import { receiveMessages } from './messages.ts';
import styles from './receive.module.css';

const MAX_SHOWN = 100;

/** The first hundred names, and the count of the rest. */
export const NameList = ({ names }: { readonly names: readonly string[] }) => {
  const t = useText(receiveMessages);
  return (
    <ul className={styles.names}>
      {names.slice(0, MAX_SHOWN).map((name, index) => (
        // Several unnamed entries of one folder have the same text.
        <li key={`${index} ${name}`} title={name}>
          {name}
        </li>
      ))}
      {names.length > MAX_SHOWN ? <li>{t('andMore', { count: names.length - MAX_SHOWN })}</li> : null}
    </ul>
  );
};
