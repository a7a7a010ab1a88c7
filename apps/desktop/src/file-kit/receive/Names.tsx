import { useText } from '../../react/use-text.ts';
import { receiveWords } from './messages.ts';
import styles from './receive.module.css';

const SHOWN = 100;

/** A short list of names; the first hundred, and how many more there are. */
export const Names = ({ names }: { readonly names: readonly string[] }) => {
  const t = useText(receiveWords);
  return (
    <ul className={styles.names}>
      {names.slice(0, SHOWN).map((name, at) => (
        // Several nameless things of one folder read the same.
        <li key={`${at} ${name}`} title={name}>
          {name}
        </li>
      ))}
      {names.length > SHOWN ? <li>{t('andMore', { count: names.length - SHOWN })}</li> : null}
    </ul>
  );
};
