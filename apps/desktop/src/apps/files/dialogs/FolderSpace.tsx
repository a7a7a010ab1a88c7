import { Button, FileIcon, IconButton, IconChevronLeft, ProgressBar } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { size } from '../../../app-kit/format.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { type FolderParts, useFileFacts } from '../services.ts';
import styles from './dialogs.module.css';
import { dialogWords } from './messages.ts';

interface Level {
  readonly path: string;
  readonly name: string;
}

/**
 * The largest entries of a folder; a press on a folder opens it here. Measured on request, because the box reads the
 * whole tree.
 */
export const FolderSpace = ({ path, name }: Level) => {
  const t = useText(dialogWords);
  const [open, setOpen] = useState(false);
  const [levels, setLevels] = useState<readonly Level[]>([{ path, name }]);
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
            label={t('spaceUp', { name: shownName(above.name) })}
            icon={<IconChevronLeft />}
            onClick={() => {
              setLevels(levels.slice(0, -1));
            }}
          />
        )}
        <h3 className={styles.spaceTitle}>{above === undefined ? t('space') : shownName(level.name)}</h3>
      </header>
      <Parts
        key={level.path}
        level={level}
        onEnter={(next) => {
          setLevels([...levels, { path: `${level.path}/${next}`, name: next }]);
        }}
      />
    </section>
  );
};

const Parts = ({ level, onEnter }: { readonly level: Level; readonly onEnter: (name: string) => void }) => {
  const t = useText(dialogWords);
  const failureText = useFailureText();
  const facts = useFileFacts();
  const [measured, again] = useQuery(useCallback(() => facts.parts(level.path), [facts, level.path]));
  switch (measured.at) {
    case 'loading':
      return <p role="status">{t('measuring')}</p>;
    case 'failed':
      return (
        <p role="alert">
          {failureText(measured.failure).text}{' '}
          <Button variant="link" size="sm" onClick={again}>
            {t('measureAgain')}
          </Button>
        </p>
      );
    case 'ready':
      return <Bars level={level} parts={measured.value} onEnter={onEnter} />;
  }
};

const Bars = ({
  level,
  parts,
  onEnter,
}: {
  readonly level: Level;
  readonly parts: FolderParts;
  readonly onEnter: (name: string) => void;
}) => {
  const t = useText(dialogWords);
  const rest = parts.size - parts.list.reduce((sum, part) => sum + part.size, 0);
  const bar = (label: string, bytes: number) => {
    const share = parts.size === 0 ? 0 : (bytes / parts.size) * 100;
    return (
      <>
        <ProgressBar
          size="thin"
          label={label}
          value={share}
          valueText={t('spaceShare', { share: Math.round(share), name: shownName(level.name) })}
        />
        <span className={styles.spaceSize}>{size(bytes)}</span>
      </>
    );
  };
  return (
    <>
      {parts.size === 0 ? <p className={styles.note}>{t('spaceEmpty')}</p> : null}
      <ul className={styles.spaceList}>
        {parts.list.map((part) => {
          const shown = shownName(part.name);
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
        {rest > 0 ? (
          <li className={styles.spaceRow}>
            <span />
            <span className={styles.spaceName}>{t('spaceRest')}</span>
            {bar(t('spaceRest'), rest)}
          </li>
        ) : null}
      </ul>
      {parts.complete === 1 ? null : <p className={styles.note}>{t('spacePart')}</p>}
    </>
  );
};
