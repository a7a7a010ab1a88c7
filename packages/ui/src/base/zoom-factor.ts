/** Screen px per px inside this element; windows may zoom their content. */
export function zoomFactorOf(element: HTMLElement): number {
  const at = element.offsetWidth > 1 ? element : element.parentElement;
  if (at === null || at.offsetWidth === 0) return 1;
  const ratio = at.getBoundingClientRect().width / at.offsetWidth;
  return Number.isFinite(ratio) && ratio > 0 ? ratio : 1;
}
