import type { PhysicalDisk } from '@boxwood/domain';
import { Badge } from '@boxwood/ui';
import { useText } from '../../../react/use-text.ts';
import styles from '../disks.module.css';
import { attributeWords } from '../attribute-words.ts';
import { messages } from '../messages.ts';
import { attributeWord, byConcern, concernOf } from './attributes.ts';
import { Table } from './Table.tsx';

const TONES = { limit: 'danger', watch: 'warning' } as const;

/** The attributes of a disk with plain labels, the most concerning first. */
export const Attributes = ({ attrs }: Pick<PhysicalDisk, 'attrs'>) => {
  const t = useText(messages);
  const w = useText(attributeWords);
  if (attrs.length === 0) return <p className={styles.muted}>{t('noAttributes')}</p>;
  return (
    <Table label={t('attributes')} head={[t('attribute'), t('now'), t('worst'), t('limit'), t('raw')]}>
      {byConcern(attrs).map((attribute) => {
        const { id, name, value, worst, thresh, raw } = attribute;
        const concern = concernOf(attribute);
        const word = attributeWord(name);
        // A pure counter has neither a limit nor a normalised value.
        const counts = thresh === 0 && value === 0;
        return (
          <tr key={`${id} ${name}`} {...(concern === 'none' ? {} : { 'data-concern': concern })}>
            <th scope="row">
              {word === null ? name.replaceAll('_', ' ') : w(word)}{' '}
              {concern === 'none' ? null : (
                <Badge tone={TONES[concern]}>{t(concern === 'limit' ? 'atLimit' : 'watch')}</Badge>
              )}
            </th>
            <td>{counts ? '–' : value}</td>
            <td>{counts ? '–' : worst}</td>
            <td>{thresh === 0 ? '–' : thresh}</td>
            <td>{raw}</td>
          </tr>
        );
      })}
    </Table>
  );
};
