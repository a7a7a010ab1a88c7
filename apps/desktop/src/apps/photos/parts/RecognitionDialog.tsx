import { checkThresholds, clearsGroups } from '@boxwood/box-sdk/rules';
import type { AiConfig, PeopleShown } from '@boxwood/domain';
import { NumberField, Switch } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { switchMap, timer } from 'rxjs';
import { common } from '../../../app-kit/messages.ts';
import { FormDialog } from '../../../file-kit/FormDialog.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useQuery } from '../../../react/use-query.ts';
import { useText } from '../../../react/use-text.ts';
import { ownWords } from '../own-words.ts';
import { peopleWords } from '../people-words.ts';
import styles from '../people.module.css';
import { usePeople } from '../../../file-kit/pictures/people-service.ts';

/** Wait for this pause in typing before requesting a preview. */
const SETTLED = 400;

const FIELDS = { match: 'face_match', detect: 'face_detect', quality: 'face_quality', object: 'object' } as const;

/** Edits the recognition thresholds and previews their effect before saving (PHOTO-14). */
export const RecognitionDialog = ({
  config,
  own,
  onDone,
  onClose,
}: {
  readonly config: PeopleShown['config'];
  readonly own: PeopleShown['own'];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const p = useText(peopleWords);
  const c = useText(common);
  const people = usePeople();
  const { state, run } = useAction();
  const [wish, setWish] = useState<AiConfig>(config);
  const verdict = checkThresholds({
    face_match: wish.face_match,
    face_detect: wish.face_detect,
    face_quality: wish.face_quality,
    object: wish.object,
  });
  const regroups = clearsGroups(config, wish);
  const [preview] = useQuery(
    // With many faces a preview takes the box a moment, so request none while the user still changes a number.
    useCallback(() => timer(SETTLED).pipe(switchMap(() => people.preview(wish))), [people, wish]),
    { about: 'photos' },
  );
  return (
    <FormDialog
      title={p('thresholdsTitle')}
      width={520}
      confirm={regroups ? p('apply') : c('save')}
      verdict={verdict}
      busy={state.at === 'running'}
      typed={wish}
      onSubmit={() => {
        run(() => people.configure(wish), onDone);
      }}
      onClose={onClose}
    >
      <div className={styles.thresholds}>
        {(['match', 'detect', 'quality', 'object'] as const).map((id) => (
          <NumberField
            key={id}
            label={p(id)}
            value={wish[FIELDS[id]]}
            min={0.01}
            max={0.99}
            step={0.01}
            format={{ minimumFractionDigits: 2 }}
            decreaseLabel={p('less')}
            increaseLabel={p('more')}
            onValueChange={(value) => {
              if (value !== null) setWish({ ...wish, [FIELDS[id]]: value });
            }}
          />
        ))}
      </div>
      <p className={styles.count} role="status">
        {preview.at === 'ready' && regroups
          ? p('would', { people: preview.value.people, then: preview.value.then })
          : ''}
        {preview.at === 'ready' && preview.value.rescan === 1 ? ` ${p('rescan')}` : ''}
      </p>
      {config.text === undefined ? null : (
        <div className={styles.text}>
          <Switch
            between
            label={p('text')}
            hint={p('textHint')}
            checked={wish.text === 1}
            onCheckedChange={(checked) => {
              setWish({ ...wish, text: checked ? 1 : 0 });
            }}
          />
        </div>
      )}
      {own === null ? null : <Own own={own} />}
    </FormDialog>
  );
};

/** Model errors that this dialog has a message for. */
const TROUBLES = ['labels', 'large', 'broken', 'shape', 'count', 'slow'] as const;

/** The classifier that the owner put into a folder of the box: the number of kinds it adds, or its error (PHOTO-16). */
const Own = ({ own: { folder, file, kinds, trouble } }: { readonly own: NonNullable<PeopleShown['own']> }) => {
  const p = useText(ownWords);
  const wrong = TROUBLES.find((each) => each === trouble);
  return (
    <section className={styles.own} aria-label={p('title')}>
      <h3>{p('title')}</h3>
      <p>
        {file === ''
          ? p('none')
          : trouble === ''
            ? p('used', { file, count: kinds })
            : p(trouble === 'opening' ? 'opening' : 'refused', { file })}
      </p>
      {trouble === '' || trouble === 'opening' ? null : <p role="alert">{p(wrong ?? 'broken')}</p>}
      <p className={styles.folder}>
        {p('folder')} <code>{folder}</code>
      </p>
    </section>
  );
};
