import { type FileEntry, isFolder } from '@boxwood/domain';
import { openingOf } from '@boxwood/box-sdk/rules';
import { Button, Dialog, selectOnly } from '@boxwood/ui';
import type { KeyboardEvent } from 'react';
import { common } from '../../../app-kit/messages.ts';
import { dateTime, size } from '../../../app-kit/format.ts';
import { useAddresses } from '../../../file-kit/addresses.ts';
import { kindOf } from '../../../file-kit/kinds.ts';
import { fileWords } from '../../../file-kit/messages.ts';
import { Thumb } from '../../../file-kit/Thumb.tsx';
import { useExif } from '../../../file-kit/use-picture-facts.ts';
import { useText } from '../../../react/use-text.ts';
import styles from '../files.module.css';
import { messages } from '../all-messages.ts';
import type { Browser } from './use-browser.ts';
import { shownName } from '../../../i18n/shown-name.ts';

const STEPS: Readonly<Partial<Record<string, number>>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Previews the selected file without opening it. Space opens and closes it; arrow keys go to the next or previous file.
 */
export const QuickLook = ({
  browser,
  open,
  onClose,
}: {
  readonly browser: Browser;
  readonly open: boolean;
  readonly onClose: () => void;
}) => {
  const t = useText(messages);
  const c = useText(common);
  const addresses = useAddresses();
  const [entry] = browser.chosen.entries;
  if (!open || entry === undefined) return null;
  const { entries } = browser.state;
  const kind = openingOf(entry);
  const address = addresses.file(entry.path) ?? undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      onClose();
    } else if (step !== undefined && !(event.target instanceof HTMLMediaElement)) {
      const at = entries.findIndex(({ path }) => path === entry.path);
      const next = entries[at + step];
      if (next === undefined) return;
      event.preventDefault();
      browser.select(selectOnly(next.path));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={shownName(entry.name)}
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
        ref={focus}
        role="group"
        aria-label={shownName(entry.name)}
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
        <InOneLine entry={entry} />
      </div>
    </Dialog>
  );
};

/** Facts below the picture: type, size, pixels, and capture time or else modification time. */
const InOneLine = ({ entry }: { readonly entry: FileEntry }) => {
  const w = useText(fileWords);
  const { pixels, taken } = useExif(entry);
  const facts = [
    kindOf(entry, w),
    isFolder(entry) ? '' : size(entry.size),
    pixels,
    taken === undefined ? (entry.mtime === 0 ? '' : dateTime(entry.mtime)) : `${w('taken')} ${taken}`,
  ];
  return <p className={styles.lookFacts}>{facts.filter((fact) => fact !== '').join(' · ')}</p>;
};

const focus = (element: HTMLElement | null): void => {
  element?.focus({ preventScroll: true });
};
