import { Button, FileIcon, IconButton, IconChevronLeft, ProgressBar } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { type FolderEntrySizes, useFileFacts } from '../services.ts';
import styles from './dialogs.module.css';
import { dialogMessages } from './messages.ts';
import { useMeasure } from './use-measure.ts';

interface FolderLevel {
  readonly path: string;
  readonly name: string;
}

/**
 * The largest entries of a folder; a press on a folder opens it here. Measured on request, because the box reads the
 * whole tree.
 */
export const FolderUsage = ({ path, name }: FolderLevel) => {
  const t = useText(dialogMessages);
  const [open, setOpen] = useState(false);
  const [levels, setLevels] = useState<readonly FolderLevel[]>([{ path, name }]);
  const level = levels.at(-1) ?? { path, name };
  const above = levels.at(-2);
  if (!open)
    return (
      <div className={styles.spaceAsk}>
        <Button
          size="sm"
          onClick={() => {
            setOpen(true);
          }}
        >
          {t('space')}
        </Button>
      </div>
    );
  return (
    <section className={styles.space} aria-label={t('space')}>
      <header className={styles.spaceHead}>
        {above === undefined ? null : (
          <IconButton
            size="sm"
            label={t('spaceUp', { name: safeDisplayName(above.name) })}
            icon={<IconChevronLeft />}
            onClick={() => {
              setLevels(levels.slice(0, -1));
            }}
          />
        )}
        <h3 className={styles.spaceTitle}>{above === undefined ? t('space') : safeDisplayName(level.name)}</h3>
      </header>
      <UsageList
        key={level.path}
        level={level}
        onEnter={(next) => {
          setLevels([...levels, { path: `${level.path}/${next}`, name: next }]);
        }}
      />
    </section>
  );
};

const UsageList = ({ level, onEnter }: { readonly level: FolderLevel; readonly onEnter: (name: string) => void }) => {
  const t = useText(dialogMessages);
  const failureText = useFailureText();
  const facts = useFileFacts();
  const [measured, reload] = useMeasure(useCallback(() => facts.largestEntries(level.path), [facts, level.path]));
  switch (measured.at) {
    case 'loading':
      return <p role="status">{t('measuring')}</p>;
    case 'failed':
      return (
        <p role="alert">
          {failureText(measured.failure).text}{' '}
          <Button variant="link" size="sm" onClick={reload}>
            {t('measureAgain')}
          </Button>
        </p>
      );
    case 'ready':
      return <UsageBars level={level} parts={measured.value} onEnter={onEnter} />;
  }
};

const UsageBars = ({
  level,
  parts,
  onEnter,
}: {
  readonly level: FolderLevel;
  readonly parts: FolderEntrySizes;
  readonly onEnter: (name: string) => void;
}) => {
  const t = useText(dialogMessages);
  const otherBytes = parts.size - parts.list.reduce((sum, part) => sum + part.size, 0);
  const bar = (label: string, bytes: number) => {
    const share = parts.size === 0 ? 0 : (bytes / parts.size) * 100;
    return (
      <>
        <ProgressBar
          size="thin"
          label={label}
          value={share}
          valueText={t('spaceShare', { share: Math.round(share), name: safeDisplayName(level.name) })}
        />
        <span className={styles.spaceSize}>{formatSizeText(bytes)}</span>
      </>
    );
  };
  return (
    <>
      {parts.size === 0 ? <p className={styles.note}>{t('spaceEmpty')}</p> : null}
      <ul className={styles.spaceList}>
        {parts.list.map((part) => {
          const shown = safeDisplayName(part.name);
          return (
            <li key={part.name} className={styles.spaceRow}>
              <FileIcon kind={part.dir === 1 ? 'folder' : 'file'} name={part.name} />
              {part.dir === 1 ? (
                <Button
                  variant="link"
                  className={styles.spaceName}
                  onClick={() => {
                    onEnter(part.name);
                  }}
                >
                  {shown}
                </Button>
              ) : (
                <span className={styles.spaceName}>{shown}</span>
              )}
              {bar(shown, part.size)}
            </li>
          );
        })}
        {otherBytes > 0 ? (
          <li className={styles.spaceRow}>
            <span />
            <span className={styles.spaceName}>{t('spaceRest')}</span>
            {bar(t('spaceRest'), otherBytes)}
          </li>
        ) : null}
      </ul>
      {parts.complete === 1 ? null : <p className={styles.note}>{t('spacePart')}</p>}
    </>
  );
};
