import { useEffect, useState } from 'react';
import { useFileContentReader } from '../../kit/files/content/use-file-content-reader.ts';
import { decodeText } from '../../kit/files/content/text-encoding.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import { type SubtitleFile, toVtt } from './subtitle-files.ts';

const MAX_SUBTITLE_BYTES = 2 * 1024 * 1024;

/** One subtitle file as a track, converted from SubRip if necessary. */
export const SubtitleTrack = ({ subtitle }: { readonly subtitle: SubtitleFile }) => {
  const t = useText(messages);
  const reading = useFileContentReader();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let objectUrl: string | null = null;
    const subscription = reading.read(subtitle.path, MAX_SUBTITLE_BYTES).subscribe((result) => {
      if (result._tag === 'Left') return;
      const text = toVtt(decodeText(result.right.bytes).text);
      objectUrl = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
      setAddress(objectUrl);
    });
    return () => {
      subscription.unsubscribe();
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
  }, [reading, subtitle.path]);
  return address === null ? null : (
    <track
      kind="subtitles"
      id={subtitle.path}
      src={address}
      label={subtitle.label === '' ? t('subtitles') : subtitle.label}
      srcLang={/^[a-z]{2}(-[A-Za-z]+)?$/.test(subtitle.label) ? subtitle.label : 'und'}
    />
  );
};
