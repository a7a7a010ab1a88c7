import { checkThresholds, clearsGroups } from '@boxwood/box-sdk/rules';
import type { AiConfig, PeopleOverview } from '@boxwood/domain';
import { NumberField, Switch } from '@boxwood/ui';
import { useCallback, useState } from 'react';
import { switchMap, timer } from 'rxjs';
import { commonMessages } from '../../../../kit/app/messages.ts';
import { FormDialog } from '../../../../kit/files/FormDialog.tsx';
import { useAction } from '../../../../platform/react/use-action.ts';
import { useQuery } from '../../../../platform/react/use-query.ts';
import { useText } from '../../../../platform/react/use-text.ts';
import { ownModelMessages } from '../../own-model-messages.ts';
import { peopleMessages } from '../../people-messages.ts';
import styles from '../../people.module.css';
import { usePeople } from '../../../../kit/files/pictures/people-service.ts';

/** Wait for this pause in typing before requesting a preview. */
const PREVIEW_DEBOUNCE_MS = 400;

const FIELDS = { match: 'face_match', detect: 'face_detect', quality: 'face_quality', object: 'object' } as const;

/** Edits the recognition thresholds and previews their effect before saving (PHOTO-14). */
export const RecognitionDialog = ({
  config,
  own,
  onDone,
  onClose,
}: {
  readonly config: PeopleOverview['config'];
  readonly own: PeopleOverview['own'];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const p = useText(peopleMessages);
  const c = useText(commonMessages);
  const people = usePeople();
  const { state, run } = useAction();
  const [input, setInput] = useState<AiConfig>(config);
  const verdict = checkThresholds({
    face_match: input.face_match,
    face_detect: input.face_detect,
    face_quality: input.face_quality,
    object: input.object,
  });
  const regroups = clearsGroups(config, input);
  const [preview] = useQuery(
    // With many faces a preview takes the box a moment, so request none while the user still changes a number.
    useCallback(() => timer(PREVIEW_DEBOUNCE_MS).pipe(switchMap(() => people.preview(input))), [people, input]),
    { about: 'photos' },
  );
  return (
    <FormDialog
      title={p('thresholdsTitle')}
      width={520}
      confirmLabel={regroups ? p('apply') : c('save')}
      validation={verdict}
      busy={state.at === 'running'}
      input={input}
      onSubmit={() => {
        run(() => people.configure(input), onDone);
      }}
      onClose={onClose}
    >
      <div className={styles.thresholds}>
        {(['match', 'detect', 'quality', 'object'] as const).map((id) => (
          <NumberField
            key={id}
            label={p(id)}
            value={input[FIELDS[id]]}
            min={0.01}
            max={0.99}
            step={0.01}
            format={{ minimumFractionDigits: 2 }}
            decreaseLabel={p('less')}
            increaseLabel={p('more')}
            onValueChange={(value) => {
              if (value !== null) setInput({ ...input, [FIELDS[id]]: value });
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
            checked={input.text === 1}
            onCheckedChange={(checked) => {
              setInput({ ...input, text: checked ? 1 : 0 });
            }}
          />
        </div>
      )}
      {own === null ? null : <OwnModel own={own} />}
    </FormDialog>
  );
};

/** Model errors that this dialog has a message for. */
const KNOWN_MODEL_ERRORS = ['labels', 'large', 'broken', 'shape', 'count', 'slow'] as const;

/** The classifier that the owner put into a folder of the box: the number of kinds it adds, or its error (PHOTO-16). */
const OwnModel = ({ own: { folder, file, kinds, trouble } }: { readonly own: NonNullable<PeopleOverview['own']> }) => {
  const p = useText(ownModelMessages);
  const knownError = KNOWN_MODEL_ERRORS.find((each) => each === trouble);
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
      {trouble === '' || trouble === 'opening' ? null : <p role="alert">{p(knownError ?? 'broken')}</p>}
      <p className={styles.folder}>
        {p('folder')} <code>{folder}</code>
      </p>
    </section>
  );
};
