const SCREENSHOT = /screen[ _-]?shot|截屏|截图|螢幕截圖/i;
/** What a picture that stands still may be by its content; an index of before says `screenshot`, by the name that it was first met under. */
const STILL: ReadonlySet<string> = new Set(['photo', 'panorama', 'screenshot']);

/** What a picture is shown as: what it is by its content, but of a still one the name says whether somebody took it off a screen, the one it has now. */
export const kindShown = (name: string, kind: string): string => {
  if (!STILL.has(kind)) return kind;
  if (SCREENSHOT.test(name)) return 'screenshot';
  return kind === 'screenshot' ? 'photo' : kind;
};
