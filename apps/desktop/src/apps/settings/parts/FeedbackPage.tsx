import { checkFeedbackContact, checkFeedbackContent, checkPictures } from '@boxwood/command-bus/rules';
import { ADVICE_TYPES } from '@boxwood/domain';
import {
  Banner,
  Button,
  IconButton,
  IconImage,
  IconX,
  Page,
  RadioGroup,
  Section,
  TextArea,
  TextField,
} from '@boxwood/ui';
import { type SubmitEvent, useRef, useState } from 'react';
import { OfflineNotice } from '../../../kit/app/window-states/OfflineNotice.tsx';
import { toFormUpload } from '../../../kit/app/form-upload.ts';
import { useProfile } from '../../../kit/app/profile-service.ts';
import { useUnsavedGuard } from '../../../kit/app/unsaved/use-unsaved-guard.ts';
import { SessionToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useStream } from '../../../platform/react/use-stream.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { type FeedbackDraft, EMPTY_FEEDBACK, useFeedbackDraft } from '../feedback-draft.ts';
import { messages } from '../messages.ts';
import styles from '../settings.module.css';

const FeedbackForm = () => {
  const t = useText(messages);
  const profile = useProfile();
  const failureText = useFailureText();
  const action = useAction();
  const draft = useFeedbackDraft();
  const { kind, contact, content, files } = useStream(draft.stream);
  // The draft survives closing the window but not leaving the page.
  useUnsavedGuard(null, content !== '' || files.length > 0);
  const change = (changes: Partial<FeedbackDraft>): void => {
    draft.set({ ...draft.value, ...changes });
  };
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const pictures = checkPictures(files);
  const pictureIssue =
    isSubmitted && !pictures.ok
      ? pictures.issue === 'feedback.imageCount'
        ? t('imageCount')
        : t(pictures.issue === 'feedback.imageType' ? 'imageType' : 'imageSize', { name: pictures.name })
      : null;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!checkFeedbackContent(content).ok || !checkFeedbackContact(contact).ok || !pictures.ok) return;
    const submittedDraft = draft.value;
    void Promise.all(files.map(toFormUpload)).then((uploadedPictures) => {
      action.run(
        () => {
          const outcome = profile.sendFeedback(kind, contact.trim(), content.trim(), uploadedPictures);
          // Clears the draft even when the form was closed before the answer. Text typed since then stays.
          outcome.subscribe(({ _tag }) => {
            if (_tag === 'Right' && draft.value === submittedDraft) draft.set({ ...EMPTY_FEEDBACK, kind, contact });
          });
          return outcome;
        },
        () => {
          setIsSent(true);
        },
      );
    });
  };
  if (isSent) {
    return (
      <Banner
        tone="success"
        actions={
          <Button
            size="sm"
            onClick={() => {
              setIsSent(false);
              setIsSubmitted(false);
            }}
          >
            {t('again')}
          </Button>
        }
      >
        {t('sent')}
      </Banner>
    );
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <RadioGroup
        across
        label={t('kind')}
        value={kind}
        options={ADVICE_TYPES.map((value) => ({ value, label: t(value) }))}
        onValueChange={(next) => {
          change({ kind: next });
        }}
      />
      <TextArea
        label={t('content')}
        rows={6}
        required
        value={content}
        hint={t('contentCount', { n: Array.from(content.trim()).length })}
        error={isSubmitted && !checkFeedbackContent(content).ok ? t('contentIssue') : null}
        onValueChange={(next) => {
          change({ content: next });
        }}
      />
      <TextField
        label={t('contact')}
        value={contact}
        error={isSubmitted && !checkFeedbackContact(contact).ok ? t('contactIssue') : null}
        onValueChange={(next) => {
          change({ contact: next });
        }}
      />
      <div>
        <input
          ref={picker}
          type="file"
          accept=".jpg,.jpeg,.png"
          multiple
          hidden
          onChange={(event) => {
            change({ files: [...files, ...(event.currentTarget.files ?? [])] });
            setIsSubmitted(true);
            event.currentTarget.value = '';
          }}
        />
        <Button icon={<IconImage size={16} />} onClick={() => picker.current?.click()}>
          {t('addPicture')}
        </Button>
        <p className={styles.hint}>{t('picturesHint')}</p>
        <ul className={styles.files} aria-label={t('pictures')}>
          {files.map((file, index) => (
            <li key={`${file.name}-${file.lastModified}-${index}`}>
              <span>{file.name}</span>
              <IconButton
                size="sm"
                tooltip={false}
                label={t('removePicture', { name: file.name })}
                icon={<IconX />}
                onClick={() => {
                  change({ files: files.filter((_, at) => at !== index) });
                }}
              />
            </li>
          ))}
        </ul>
        {pictureIssue === null ? null : (
          <p role="alert" className={styles.wrong}>
            {pictureIssue}
          </p>
        )}
      </div>
      {action.state.at === 'failed' ? <Banner tone="danger">{failureText(action.state.failure).text}</Banner> : null}
      <div>
        <Button type="submit" variant="primary" busy={action.state.at === 'running'}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
};

/** The feedback form (ACCOUNT-11, ACCOUNT-12). In LAN mode it shows that it needs the account service (G-07). */
export const FeedbackPage = () => {
  const t = useText(messages);
  const lanMode = useStream(useService(SessionToken).lanMode$);
  return (
    <Page label={t('feedback')}>
      {lanMode ? (
        <OfflineNotice name={t('feedback')} />
      ) : (
        <Section title={t('feedback')} text={t('feedbackText')}>
          <FeedbackForm />
        </Section>
      )}
    </Page>
  );
};
