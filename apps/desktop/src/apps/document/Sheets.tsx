import { EmptyState, IconFileText, Tabs } from '@boxwood/ui';
import { useState } from 'react';
import { useText } from '../../platform/react/use-text.ts';
import styles from './document.module.css';
import { messages } from './messages.ts';
import type { SheetTable } from './sheet-worker.ts';

/** Column name: A, B, ..., Z, AA, ... */
const columnName = (column: number): string => {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (column % 26));
};

/** A workbook with one tab per sheet; cells are plain text. */
export const Sheets = ({ sheets }: { readonly sheets: readonly SheetTable[] }) => {
  const t = useText(messages);
  const [current, setCurrent] = useState(0);
  return (
    <Tabs
      className={styles.sheets ?? ''}
      label={t('sheets')}
      value={String(current)}
      onValueChange={(value) => {
        setCurrent(Number(value));
      }}
      items={sheets.map((sheet, index) => ({
        value: String(index),
        label: sheet.name,
        panel: <Sheet sheet={sheet} />,
      }))}
    />
  );
};

const Sheet = ({ sheet: { name, rows, isTruncated } }: { readonly sheet: SheetTable }) => {
  const t = useText(messages);
  const width = rows.reduce((max, row) => Math.max(max, row.length), 0);
  if (width === 0) return <EmptyState icon={<IconFileText />} title={t('emptySheet')} />;
  const columns = Array.from({ length: width }, (_, index) => index);
  return (
    <div className={styles.sheet} tabIndex={0} role="group" aria-label={name}>
      {isTruncated ? <p className={styles.cut}>{t('sheetCut', { rows: rows.length })}</p> : null}
      <table>
        <thead>
          <tr>
            <th aria-label="#" />
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Rows have no identity except their position.
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              {columns.map((column) => (
                <td key={column}>{row[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
