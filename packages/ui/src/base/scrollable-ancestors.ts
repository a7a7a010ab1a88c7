/** The vertically scrollable ancestors of an element, from the inside out. */
export function* scrollableAncestors(from: Element | null): Generator<HTMLElement> {
  for (let at = from; at !== null; at = at.parentElement)
    if (at instanceof HTMLElement && ['auto', 'scroll'].includes(getComputedStyle(at).overflowY)) yield at;
}
