import type { PhysicalDisk } from '@boxwood/domain';
import { Badge } from '@boxwood/ui';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../disks.module.css';
import { attributeLabels } from '../attribute-labels.ts';
import { messages } from '../messages.ts';
import { attributeLabelKey, sortByConcern, concernOf } from './attribute-concern.ts';
import { ScrollTable } from './ScrollTable.tsx';

const TONES = { limit: 'danger', watch: 'warning' } as const;

/** The attributes of a disk with plain labels, the most concerning first. */
export const AttributeTable = ({ attrs }: Pick<PhysicalDisk, 'attrs'>) => {
  const t = useText(messages);
  const labelText = useText(attributeLabels);
  if (attrs.length === 0) return <p className={styles.muted}>{t('noAttributes')}</p>;
  return (
    <ScrollTable label={t('attributes')} columnTitles={[t('attribute'), t('now'), t('worst'), t('limit'), t('raw')]}>
      {sortByConcern(attrs).map((attribute) => {
        const { id, name, value, worst, thresh, raw } = attribute;
        const concern = concernOf(attribute);
        const labelKey = attributeLabelKey(name);
        // A pure counter has neither a limit nor a normalised value.
        const isCounter = thresh === 0 && value === 0;
        return (
          <tr key={`${id} ${name}`} {...(concern === 'none' ? {} : { 'data-concern': concern })}>
            <th scope="row">
              {labelKey === null ? name.replaceAll('_', ' ') : labelText(labelKey)}{' '}
              {concern === 'none' ? null : (
                <Badge tone={TONES[concern]}>{t(concern === 'limit' ? 'atLimit' : 'watch')}</Badge>
              )}
            </th>
            <td>{isCounter ? '–' : value}</td>
            <td>{isCounter ? '–' : worst}</td>
            <td>{thresh === 0 ? '–' : thresh}</td>
            <td>{raw}</td>
          </tr>
        );
      })}
    </ScrollTable>
  );
};
