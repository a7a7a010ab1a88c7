import { MAX_ZIP_PATHS } from '@boxwood/box-sdk';
import { type FileEntry, isFolder } from '@boxwood/domain';
import { Button, Dialog } from '@boxwood/ui';
import { useEffect, useRef, useState } from 'react';
import { size } from '../../../app-kit/format.ts';
import { common } from '../../../app-kit/messages.ts';
import { FileAddressesToken } from '../../../composition/tokens.ts';
import { LargeFileDialog } from '../../../file-kit/LargeFileDialog.tsx';
import { saveFrom } from '../../../file-kit/save-from.ts';
import { type Refused, useIssueText } from '../../../file-kit/texts.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useAction } from '../../../react/use-outcome.ts';
import { useFailureText, useText } from '../../../react/use-text.ts';
import { useFileFacts, type ZipOffer } from '../services.ts';
import styles from './dialogs.module.css';
import { dialogWords } from './messages.ts';

interface DownloadDialogProps {
  readonly entries: readonly FileEntry[];
  /** Why the browser cannot download it as one plain file (FILES-57). */
  readonly verdict: Refused;
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
  const t = useText(dialogWords);
  const c = useText(common);
  const issue = useIssueText();
  const failureText = useFailureText();
  const facts = useFileFacts();
  const addresses = useService(FileAddressesToken);
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
            t('downloadZip', { count: offer.count, name: shownName(offer.name), size: size(offer.size) }),
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
        if (address !== null) saveFrom(address, offer.name);
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
