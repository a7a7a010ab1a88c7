import { MAX_ZIP_PATHS } from '@boxwood/box-sdk';
import { type FileEntry, isFolder } from '@boxwood/domain';
import { Button, Dialog } from '@boxwood/ui';
import { useEffect, useRef, useState } from 'react';
import { formatSizeText } from '../../../kit/app/format-units.ts';
import { commonMessages } from '../../../kit/app/messages.ts';
import { FileUrlsToken } from '../../../composition/service-tokens.ts';
import { LargeFileDialog } from '../../../kit/files/LargeFileDialog.tsx';
import { saveUrl } from '../../../kit/files/save-url.ts';
import { type RefusedVerdict, useIssueText } from '../../../kit/files/use-issue-text.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useAction } from '../../../platform/react/use-action.ts';
import { useFailureText, useText } from '../../../platform/react/use-text.ts';
import { useFileFacts, type ZipOffer } from '../services.ts';
import styles from './dialogs.module.css';
import { dialogMessages } from './messages.ts';

interface DownloadDialogProps {
  readonly entries: readonly FileEntry[];
  /** Why the browser cannot download it as one plain file (FILES-57). */
  readonly verdict: RefusedVerdict;
  readonly onClose: () => void;
}

/** Explains why a download is large or needs a ZIP archive, and offers it anyway. */
export const DownloadDialog = ({ entries, verdict, onClose }: DownloadDialogProps) => {
  const [only, second] = entries;
  return only !== undefined && second === undefined && !isFolder(only) ? (
    <LargeFileDialog path={only.path} size={only.size} verdict={verdict} onClose={onClose} />
  ) : (
    <ZipDialog entries={entries} verdict={verdict} onClose={onClose} />
  );
};

const ZipDialog = ({ entries, verdict, onClose }: DownloadDialogProps) => {
  const t = useText(dialogMessages);
  const c = useText(commonMessages);
  const issue = useIssueText();
  const failureText = useFailureText();
  const facts = useFileFacts();
  const addresses = useService(FileUrlsToken);
  const confirm = useRef<HTMLButtonElement>(null);
  const { state, run } = useAction();
  const [offer, setOffer] = useState<ZipOffer | null>(null);
  const tooMany = entries.length > MAX_ZIP_PATHS;
  const prepare = (): void => {
    run(() => facts.prepareZip(entries.map(({ path }) => path)), setOffer);
  };
  useEffect(() => {
    if (!tooMany) run(() => facts.prepareZip(entries.map(({ path }) => path)), setOffer);
  }, [facts, entries, run, tooMany]);
  const lines = tooMany
    ? [t('downloadTooMany', { most: MAX_ZIP_PATHS })]
    : state.at === 'failed'
      ? [failureText(state.failure).text]
      : offer === null
        ? [t('downloadLooking')]
        : [
            t('downloadZip', {
              count: offer.count,
              name: safeDisplayName(offer.name),
              size: formatSizeText(offer.size),
            }),
            ...(offer.skipped === 0 ? [] : [t('downloadSkipped', { count: offer.skipped })]),
          ];
  return (
    <Dialog
      open
      title={t('download')}
      description={issue(verdict)}
      width={440}
      closeLabel={c('close')}
      initialFocus={confirm}
      onClose={onClose}
      onSubmit={() => {
        if (offer === null) return;
        const address = addresses.zip(offer.id);
        if (address !== null) saveUrl(address, offer.name);
        onClose();
      }}
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          {state.at === 'failed' ? (
            <Button onClick={prepare}>{c('retry')}</Button>
          ) : (
            <Button ref={confirm} variant="primary" type="submit" busy={offer === null && !tooMany} disabled={tooMany}>
              {t('downloadAsZip')}
            </Button>
          )}
        </>
      }
    >
      <div role="status" className={styles.fields}>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </Dialog>
  );
};
