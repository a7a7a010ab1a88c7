/** What travels with a drag inside the page. The owner of the source decides the shape; targets check it. */
export type DragData = Readonly<Record<string, unknown>>;

/** `copy` when Ctrl (Alt on a Mac) was held. */
export const wantsCopy = (input: { readonly ctrlKey: boolean; readonly altKey: boolean }): boolean =>
  input.ctrlKey || input.altKey;

/** Milliseconds that a drag rests on a place before it opens. */
export const LINGER_MS = 900;
