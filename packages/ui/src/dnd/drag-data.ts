/** Data of a drag inside the page. The drag source decides the shape; targets check it. */
export type DragData = Readonly<Record<string, unknown>>;

/** Whether the drop copies: Ctrl (Alt on a Mac) is held. */
export const isCopyDrag = (input: { readonly ctrlKey: boolean; readonly altKey: boolean }): boolean =>
  input.ctrlKey || input.altKey;

/** How long a drag must rest on a target before it opens, in ms. */
export const SPRING_LOAD_DELAY_MS = 900;
