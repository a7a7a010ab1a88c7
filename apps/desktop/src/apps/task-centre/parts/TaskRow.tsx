import { FileIcon, ProgressBar, type ProgressState } from '@boxwood/ui';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from '../task-centre.module.css';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';

/** Content of a row of the task centre, for tasks of the box and for uploads. */
export interface TaskRowProps {
  readonly name: string;
  readonly isFolder: boolean;
  readonly state: ProgressState;
  readonly stateText: string;
  /** Facts below the name, in order; empty ones are omitted. */
  readonly facts: readonly string[];
  readonly progress: number;
  readonly progressLabel: string;
  readonly actions: ReactNode;
  /** Double-click and Enter on the row (TASK-10). */
  readonly onToggle: () => void;
}

export const TaskRow = ({
  name,
  isFolder,
  state,
  stateText,
  facts,
  progress,
  progressLabel,
  actions,
  onToggle,
}: TaskRowProps) => (
  <li
    className={styles.row}
    data-state={state}
    tabIndex={0}
    onDoubleClick={(event) => {
      if (event.target instanceof Element && event.target.closest('button') === null) onToggle();
    }}
    onKeyDown={(event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) onToggle();
    }}
  >
    <FileIcon kind={isFolder ? 'folder' : 'file'} name={name} size={32} />
    <div className={styles.words}>
      <div className={styles.line}>
        <span className={styles.name}>{safeDisplayName(name)}</span>
        <span className={styles.state} data-state={state}>
          {stateText}
        </span>
      </div>
      <ProgressBar size="thin" label={progressLabel} value={progress} state={state} />
      <div className={styles.facts}>
        {facts
          .filter((fact) => fact !== '')
          .map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
      </div>
    </div>
    <div className={styles.rowActions}>{actions}</div>
  </li>
);
