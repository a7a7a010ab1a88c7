/** Subtitles beside a film: a file whose name begins with the film's name (`Film.srt`, `Film.en.vtt`). */
export interface Beside {
  readonly path: string;
  readonly name: string;
  /** What stands between the film's name and the extension: usually the language; empty when nothing does. */
  readonly label: string;
}

const stemOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));

/** The subtitle files that belong to a film. */
export const subtitlesFor = (
  film: string,
  files: readonly { readonly name: string; readonly path: string }[],
): readonly Beside[] => {
  const stem = stemOf(film);
  return files
    .filter(({ name }) => /\.(srt|vtt)$/i.test(name) && (stemOf(name) === stem || name.startsWith(`${stem}.`)))
    .map(({ name, path }) => ({ path, name, label: stemOf(name).slice(stem.length).replace(/^\./, '') }));
};

/** SubRip as WebVTT: times with a point, the numbers of the cues stay as their names. */
export const toVtt = (text: string): string => {
  const body = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  if (/^WEBVTT(\s|$)/.test(body)) return body;
  const cues = body.replaceAll(/(\d{1,2}:\d{2}:\d{2}),(\d{3})/g, '$1.$2');
  return `WEBVTT\n\n${cues}`;
};
