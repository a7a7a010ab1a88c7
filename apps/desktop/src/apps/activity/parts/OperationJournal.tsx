import { GEN } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { andThen, groupOperations, isNotOfferedRejection, mapRight } from '@boxwood/domain';
import type {
  OperationGroup,
  JournalOperation,
  OperationPage,
  Operations,
  UndoStepResult,
  LazyResult,
} from '@boxwood/domain';
import {
  Badge,
  Banner,
  Button,
  Checkbox,
  EmptyState,
  VisuallyHidden,
  IconButton,
  IconRedo,
  IconUndo,
} from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { of } from 'rxjs';
import { dateTime } from '../../../kit/app/format-units.ts';
import { FailureState } from '../../../kit/app/window-states/LoadState.tsx';
import { commonMessages } from '../../../kit/app/messages.ts';
import { WindowSkeleton } from '../../../kit/app/window-states/WindowSkeleton.tsx';
import { useDisplayPath } from '../../../kit/files/use-display-path.ts';
import { useQuery } from '../../../platform/react/use-query.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { messages } from '../messages.ts';
import { ScriptDialog } from './ScriptDialog.tsx';
import { actionMessageKey, obstacleMessageKey, allowedSteps, stateMessageKey } from './operation-labels.ts';
import styles from '../activity.module.css';
import { useOperations } from '../operations-service.ts';

interface StepResult {
  readonly tone: 'success' | 'danger' | 'info';
  readonly text: string;
}

const idsOf = ({ entries }: OperationGroup): readonly number[] => entries.map(({ id }) => id);

const UserActionRow = ({
  userAction,
  busy,
  isChosen,
  onChoose,
  onStep,
}: {
  readonly userAction: OperationGroup;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly busy: boolean;
  readonly onStep: (direction: 'undo' | 'redo', ids: readonly number[]) => void;
}) => {
  const t = useText(messages);
  const formatPath = useDisplayPath();
  const [entry] = userAction.entries;
  const ids = idsOf(userAction);
  const from = formatPath(userAction.path);
  const allowed = allowedSteps(entry);
  const state = stateMessageKey(entry.state);
  const obstacle = obstacleMessageKey(entry.reason);
  return (
    <li className={styles.row} data-state={state}>
      {isInEffect(entry) ? (
        <Checkbox
          label={<VisuallyHidden>{t('choose', { what: from })}</VisuallyHidden>}
          checked={isChosen}
          onCheckedChange={onChoose}
        />
      ) : null}
      <div className={styles.words}>
        <span className={styles.action}>
          {t(actionMessageKey(entry.action))} <Badge>{t('items', { count: userAction.itemCount })}</Badge>
        </span>
        <span className={styles.path}>
          {entry.target === undefined || entry.target === ''
            ? from
            : t('to', { from, target: formatPath(entry.target) })}
        </span>
        <span className={styles.meta}>
          <time>{dateTime(entry.time)}</time>
          <span>{obstacle === null ? t(state) : t('because', { state: t(state), why: t(obstacle) })}</span>
          {entry.reversible === 0 ? <span>{t('forGood')}</span> : null}
        </span>
      </div>
      {allowed.undo ? (
        <IconButton
          label={t('undoOne')}
          icon={<IconUndo />}
          disabled={busy}
          onClick={() => {
            onStep('undo', ids);
          }}
        />
      ) : null}
      {allowed.redo ? (
        <IconButton
          label={t('redoOne')}
          icon={<IconRedo />}
          disabled={busy}
          onClick={() => {
            onStep('redo', ids.toReversed());
          }}
        />
      ) : null}
    </li>
  );
};

/** Whether the operation is in effect, so that a script can repeat it. */
const isInEffect = ({ state }: JournalOperation): boolean => state === 'done' || state === 'blocked';

/** Fetches this many pages, starting with the newest change. */
const fetchNewestPages = (operations: Operations, pages: number, after?: number): LazyResult<OperationPage> =>
  operations.list(after).pipe(
    andThen((page) => {
      const oldest = page.list.at(-1);
      if (pages === 1 || oldest === undefined) return of(right(page));
      return fetchNewestPages(operations, pages - 1, oldest.id).pipe(
        mapRight((rest) => ({ ...page, list: [...page.list, ...rest.list] })),
      );
    }),
  );

/** The user's changes from the journal of the box, newest first, with undo and redo. */
export const OperationJournal = () => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const operations = useOperations();
  const failureText = useFailureText();
  const [pages, setPages] = useState(1);
  const [loaded, reload] = useQuery(
    useCallback(() => fetchNewestPages(operations, pages), [operations, pages]),
    { about: 'journal' },
  );
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [script, setScript] = useState<readonly JournalOperation[] | null>(null);
  const [result, setResult] = useState<StepResult | null>(null);
  const describeResult = (direction: 'undo' | 'redo', step: UndoStepResult): StepResult =>
    step.tasks.length > 0
      ? { tone: 'info', text: t('underWay', { count: step.tasks.length }) }
      : { tone: 'success', text: t(direction === 'undo' ? 'undoDone' : 'redoDone') };
  const step = (direction: 'undo' | 'redo', ids: readonly number[]): void => {
    if (busy) return;
    setBusy(true);
    const outcome = direction === 'undo' ? operations.undo(ids) : operations.redo(ids);
    outcome.subscribe((response) => {
      setBusy(false);
      if (response._tag === 'Right') setResult(describeResult(direction, response.right));
      else {
        const changed = response.left._tag === 'Refused' && response.left.code === GEN.path;
        setResult({ tone: 'danger', text: changed ? t('changed') : failureText(response.left).text });
      }
      reload();
    });
  };
  if (loaded.at === 'loading') return <WindowSkeleton />;
  if (loaded.at === 'failed')
    return isNotOfferedRejection(loaded.failure) ? (
      <EmptyState title={t('notKept')} text={t('notKeptText')} />
    ) : (
      <FailureState failure={loaded.failure} onRetry={reload} />
    );
  const { value: page } = loaded;
  // The chosen operations, or all loaded ones. Operations undone since then are excluded.
  const userActions = groupOperations(page.list);
  /** Ids of all entries of the user action that the entry belongs to, newest first. */
  const idsOfSameAction = (id: number): readonly number[] =>
    userActions.map(idsOf).find((ids) => ids.includes(id)) ?? [id];
  const scripted = page.list.filter((entry) => isInEffect(entry) && (chosen.size === 0 || chosen.has(entry.id)));
  return (
    <div className={styles.page} role="region" aria-label={t('changes')} tabIndex={0}>
      <div className={styles.tools}>
        <Button
          icon={<IconUndo size={16} />}
          busy={busy}
          disabledReason={page.undo === 0 ? t('nothingToUndo') : undefined}
          onClick={() => {
            step('undo', idsOfSameAction(page.undo));
          }}
        >
          {t('undo')}
        </Button>
        <Button
          icon={<IconRedo size={16} />}
          busy={busy}
          disabledReason={page.redo === 0 ? t('nothingToRedo') : undefined}
          onClick={() => {
            step('redo', idsOfSameAction(page.redo).toReversed());
          }}
        >
          {t('redo')}
        </Button>
        {scripted.length === 0 ? null : (
          <Button
            onClick={() => {
              setScript(scripted);
            }}
          >
            {chosen.size === 0 ? t('asScript') : t('asScriptOf', { count: scripted.length })}
          </Button>
        )}
        <Button variant="quiet" onClick={reload}>
          {c('refresh')}
        </Button>
      </div>
      {script === null ? null : (
        <ScriptDialog
          entries={script}
          onClose={() => {
            setScript(null);
          }}
        />
      )}
      {result === null ? null : <Banner tone={result.tone}>{result.text}</Banner>}
      {page.list.length === 0 ? (
        <EmptyState title={t('empty')} text={t('emptyText')} />
      ) : (
        <ul className={styles.list}>
          {userActions.map((userAction) => {
            const ids = idsOf(userAction);
            return (
              <UserActionRow
                key={ids.at(-1)}
                userAction={userAction}
                busy={busy}
                isChosen={ids.every((id) => chosen.has(id))}
                onChoose={(isChosen) => {
                  setChosen(new Set([...chosen].filter((id) => !ids.includes(id)).concat(isChosen ? ids : [])));
                }}
                onStep={step}
              />
            );
          })}
        </ul>
      )}
      {page.list.length > 0 && page.list.length < page.total ? (
        <Button
          onClick={() => {
            setPages(pages + 1);
          }}
        >
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
};
