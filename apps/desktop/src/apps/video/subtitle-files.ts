/** A subtitle file next to a video: its name starts with the video's name (`Film.srt`, `Film.en.vtt`). */
export interface SubtitleFile {
  readonly path: string;
  readonly name: string;
  /** The text between the video's name and the extension, usually the language; may be empty. */
  readonly label: string;
}

const stemOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));

/** The subtitle files that belong to a video. */
export const subtitlesFor = (
  videoName: string,
  files: readonly { readonly name: string; readonly path: string }[],
): readonly SubtitleFile[] => {
  const stem = stemOf(videoName);
  return files
    .filter(({ name }) => /\.(srt|vtt)$/i.test(name) && (stemOf(name) === stem || name.startsWith(`${stem}.`)))
    .map(({ name, path }) => ({ path, name, label: stemOf(name).slice(stem.length).replace(/^\./, '') }));
};

/** Converts SubRip to WebVTT: times use a point, cue numbers become cue identifiers. */
export const toVtt = (text: string): string => {
  const body = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  if (/^WEBVTT(\s|$)/.test(body)) return body;
  const cues = body.replaceAll(/(\d{1,2}:\d{2}:\d{2}),(\d{3})/g, '$1.$2');
  return `WEBVTT\n\n${cues}`;
};
