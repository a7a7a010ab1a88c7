import { type FileEntry, isFolder } from '@boxwood/domain';
import { openActionFor } from '@boxwood/box-sdk/rules';
import { Button, Dialog, selectOnly } from '@boxwood/ui';
import type { KeyboardEvent } from 'react';
import { commonMessages } from '../../../kit/app/messages.ts';
import { dateTime, formatSizeText } from '../../../kit/app/format-units.ts';
import { useFileAddresses } from '../../../kit/files/use-file-addresses.ts';
import { kindOf } from '../../../kit/files/file-kinds.ts';
import { fileMessages } from '../../../kit/files/messages.ts';
import { Thumb } from '../../../kit/files/Thumb.tsx';
import { useExif } from '../../../kit/files/use-picture-facts.ts';
import { useText } from '../../../platform/react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import type { FileBrowser } from './browser/use-browser.ts';
import { safeDisplayName } from '../../../platform/i18n/safe-display-name.ts';

const STEP_BY_KEY: Readonly<Partial<Record<string, number>>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/**
 * Previews the selected file without opening it. Space opens and closes it; arrow keys go to the next or previous file.
 */
export const QuickPreview = ({
  browser,
  open,
  onClose,
}: {
  readonly browser: FileBrowser;
  readonly open: boolean;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(commonMessages);
  const addresses = useFileAddresses();
  const [entry] = browser.chosen.entries;
  if (!open || entry === undefined) return null;
  const { entries } = browser.state;
  const kind = openActionFor(entry);
  const address = addresses.file(entry.path) ?? undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEP_BY_KEY[event.key];
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      onClose();
    } else if (step !== undefined && !(event.target instanceof HTMLMediaElement)) {
      const index = entries.findIndex(({ path }) => path === entry.path);
      const next = entries[index + step];
      if (next === undefined) return;
      event.preventDefault();
      browser.select(selectOnly(next.path));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={safeDisplayName(entry.name)}
      width={720}
      closeLabel={c('close')}
      footer={
        <>
          <Button onClick={onClose}>{c('close')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              browser.open(entry);
            }}
          >
            {t('open')}
          </Button>
        </>
      }
    >
      {/* Keys work wherever the focus is inside the preview. */}
      <div
        className={styles.look}
        onKeyDown={onKeyDown}
        tabIndex={-1}
        ref={focusElement}
        role="group"
        aria-label={safeDisplayName(entry.name)}
      >
        {kind === 'photo' && address !== undefined ? (
          <img key={entry.path} src={address} alt={entry.name} className={styles.lookPicture} />
        ) : kind === 'video' && address !== undefined ? (
          <video key={entry.path} src={address} controls className={styles.lookPicture} />
        ) : kind === 'music' && address !== undefined ? (
          <audio key={entry.path} src={address} controls className={styles.lookSound} />
        ) : (
          <Thumb entry={entry} size={96} />
        )}
        <PreviewFacts entry={entry} />
      </div>
    </Dialog>
  );
};

/** Facts below the picture: type, size, pixels, and capture time or else modification time. */
const PreviewFacts = ({ entry }: { readonly entry: FileEntry }) => {
  const w = useText(fileMessages);
  const { pixels, taken } = useExif(entry);
  const facts = [
    kindOf(entry, w),
    isFolder(entry) ? '' : formatSizeText(entry.size),
    pixels,
    taken === undefined ? (entry.mtime === 0 ? '' : dateTime(entry.mtime)) : `${w('taken')} ${taken}`,
  ];
  return <p className={styles.lookFacts}>{facts.filter((fact) => fact !== '').join(' · ')}</p>;
};

const focusElement = (element: HTMLElement | null): void => {
  element?.focus({ preventScroll: true });
};
