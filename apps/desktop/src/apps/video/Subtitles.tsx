import { useEffect, useState } from 'react';
import { useFileReading } from '../../file-kit/use-file-reading.ts';
import { openText } from '../../file-kit/text-encoding.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import { type Beside, toVtt } from './subtitles.ts';

const SUBTITLE_BYTES = 2 * 1024 * 1024;

/** One subtitle file as a track, converted from SubRip if necessary. */
export const Subtitles = ({ beside }: { readonly beside: Beside }) => {
  const t = useText(messages);
  const reading = useFileReading();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    const asked = reading.read(beside.path, SUBTITLE_BYTES).subscribe((result) => {
      if (result._tag === 'Left') return;
      const text = toVtt(openText(result.right.bytes).text);
      made = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
      setAddress(made);
    });
    return () => {
      asked.unsubscribe();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [reading, beside.path]);
  return address === null ? null : (
    <track
      kind="subtitles"
      id={beside.path}
      src={address}
      label={beside.label === '' ? t('subtitles') : beside.label}
      srcLang={/^[a-z]{2}(-[A-Za-z]+)?$/.test(beside.label) ? beside.label : 'und'}
    />
  );
};
