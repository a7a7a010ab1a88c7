const SCREENSHOT_NAME = /screen[ _-]?shot|截屏|截图|螢幕截圖/i;
/** Kinds of still pictures. Older indexes store `screenshot` for the name under which the content was first found. */
const STILL_KINDS: ReadonlySet<string> = new Set(['photo', 'panorama', 'screenshot']);

/**
 * The kind shown to the user: the kind of the content, but whether a still picture is a screenshot depends on its
 * current name.
 */
export const displayedKind = (name: string, kind: string): string => {
  if (!STILL_KINDS.has(kind)) return kind;
  if (SCREENSHOT_NAME.test(name)) return 'screenshot';
  return kind === 'screenshot' ? 'photo' : kind;
};
