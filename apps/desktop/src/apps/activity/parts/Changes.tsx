import { GEN } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { andThen, gesturesOf, isLacking, mapRight } from '@boxwood/domain';
import type { Gesture, Operation, OperationPage, Operations, OperationStep, Question } from '@boxwood/domain';
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
import { dateTime } from '../../../app-kit/format.ts';
import { FailureState } from '../../../app-kit/LoadState.tsx';
import { common } from '../../../app-kit/messages.ts';
import { WindowSkeleton } from '../../../app-kit/WindowSkeleton.tsx';
import { usePathInWords } from '../../../file-kit/use-path-in-words.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { messages } from '../messages.ts';
import { ScriptDialog } from './ScriptDialog.tsx';
import { actionWord, obstacleWord, offers, stateWord } from './words.ts';
import styles from '../activity.module.css';
import { useOperations } from '../operations-service.ts';

interface Answer {
  readonly tone: 'success' | 'danger' | 'info';
  readonly text: string;
}

const idsOf = ({ entries }: Gesture): readonly number[] => entries.map(({ id }) => id);

const Row = ({
  gesture,
  busy,
  chosen,
  onChoose,
  onStep,
}: {
  readonly gesture: Gesture;
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
  readonly busy: boolean;
  readonly onStep: (how: 'undo' | 'redo', ids: readonly number[]) => void;
}) => {
  const t = useText(messages);
  const inWords = usePathInWords();
  const [entry] = gesture.entries;
  const ids = idsOf(gesture);
  const from = inWords(gesture.path);
  const can = offers(entry);
  const state = stateWord(entry.state);
  const obstacle = obstacleWord(entry.reason);
  return (
    <li className={styles.row} data-state={state}>
      {holds(entry) ? (
        <Checkbox
          label={<VisuallyHidden>{t('choose', { what: from })}</VisuallyHidden>}
          checked={chosen}
          onCheckedChange={onChoose}
        />
      ) : null}
      <div className={styles.words}>
        <span className={styles.action}>
          {t(actionWord(entry.action))} <Badge>{t('items', { count: gesture.items })}</Badge>
        </span>
        <span className={styles.path}>
          {entry.target === undefined || entry.target === '' ? from : t('to', { from, target: inWords(entry.target) })}
        </span>
        <span className={styles.meta}>
          <time>{dateTime(entry.time)}</time>
          <span>{obstacle === null ? t(state) : t('because', { state: t(state), why: t(obstacle) })}</span>
          {entry.reversible === 0 ? <span>{t('forGood')}</span> : null}
        </span>
      </div>
      {can.undo ? (
        <IconButton
          label={t('undoOne')}
          icon={<IconUndo />}
          disabled={busy}
          onClick={() => {
            onStep('undo', ids);
          }}
        />
      ) : null}
      {can.redo ? (
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
const holds = ({ state }: Operation): boolean => state === 'done' || state === 'blocked';

/** Fetches this many pages, starting with the newest change. */
const newest = (operations: Operations, pages: number, after?: number): Question<OperationPage> =>
  operations.list(after).pipe(
    andThen((page) => {
      const oldest = page.list.at(-1);
      if (pages === 1 || oldest === undefined) return of(right(page));
      return newest(operations, pages - 1, oldest.id).pipe(
        mapRight((rest) => ({ ...page, list: [...page.list, ...rest.list] })),
      );
    }),
  );

/** The user's changes from the journal of the box, newest first, with undo and redo. */
export const Changes = () => {
  const t = useText(messages);
  const c = useText(common);
  const operations = useOperations();
  const failureText = useFailureText();
  const [pages, setPages] = useState(1);
  const [shown, reload] = useQuery(
    useCallback(() => newest(operations, pages), [operations, pages]),
    { about: 'journal' },
  );
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [script, setScript] = useState<readonly Operation[] | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const told = (how: 'undo' | 'redo', step: OperationStep): Answer =>
    step.tasks.length > 0
      ? { tone: 'info', text: t('underWay', { count: step.tasks.length }) }
      : { tone: 'success', text: t(how === 'undo' ? 'undoDone' : 'redoDone') };
  const step = (how: 'undo' | 'redo', ids: readonly number[]): void => {
    if (busy) return;
    setBusy(true);
    const outcome = how === 'undo' ? operations.undo(ids) : operations.redo(ids);
    outcome.subscribe((result) => {
      setBusy(false);
      if (result._tag === 'Right') setAnswer(told(how, result.right));
      else {
        const changed = result.left._tag === 'Refused' && result.left.code === GEN.path;
        setAnswer({ tone: 'danger', text: changed ? t('changed') : failureText(result.left).text });
      }
      reload();
    });
  };
  if (shown.at === 'loading') return <WindowSkeleton />;
  if (shown.at === 'failed')
    return isLacking(shown.failure) ? (
      <EmptyState title={t('notKept')} text={t('notKeptText')} />
    ) : (
      <FailureState failure={shown.failure} onRetry={reload} />
    );
  const { value: page } = shown;
  // The chosen operations, or all loaded ones. Operations undone since then are excluded.
  const gestures = gesturesOf(page.list);
  /** Ids of all entries of the user action that the entry belongs to, newest first. */
  const around = (id: number): readonly number[] => gestures.map(idsOf).find((ids) => ids.includes(id)) ?? [id];
  const written = page.list.filter((entry) => holds(entry) && (chosen.size === 0 || chosen.has(entry.id)));
  return (
    <div className={styles.page} role="region" aria-label={t('changes')} tabIndex={0}>
      <div className={styles.tools}>
        <Button
          icon={<IconUndo size={16} />}
          busy={busy}
          disabledReason={page.undo === 0 ? t('nothingToUndo') : undefined}
          onClick={() => {
            step('undo', around(page.undo));
          }}
        >
          {t('undo')}
        </Button>
        <Button
          icon={<IconRedo size={16} />}
          busy={busy}
          disabledReason={page.redo === 0 ? t('nothingToRedo') : undefined}
          onClick={() => {
            step('redo', around(page.redo).toReversed());
          }}
        >
          {t('redo')}
        </Button>
        {written.length === 0 ? null : (
          <Button
            onClick={() => {
              setScript(written);
            }}
          >
            {chosen.size === 0 ? t('asScript') : t('asScriptOf', { count: written.length })}
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
      {answer === null ? null : <Banner tone={answer.tone}>{answer.text}</Banner>}
      {page.list.length === 0 ? (
        <EmptyState title={t('empty')} text={t('emptyText')} />
      ) : (
        <ul className={styles.list}>
          {gestures.map((gesture) => {
            const ids = idsOf(gesture);
            return (
              <Row
                key={ids.at(-1)}
                gesture={gesture}
                busy={busy}
                chosen={ids.every((id) => chosen.has(id))}
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
