const MARK = 'data-type-ahead';

/**
 * Takes the keyboard in the tap that opens a field which is not there yet: an iPhone opens its keyboard for a field that is focused in the tap
 * alone, and what is typed until the code of the other one has come would be lost. {@link takeTyped} hands it over.
 */
export const typeAhead = (label: string): void => {
  const field = document.createElement('input');
  field.setAttribute(MARK, '');
  field.setAttribute('aria-label', label);
  // Large enough that nothing is magnified, and where nothing has to scroll to it.
  field.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;border:0;padding:0;opacity:0;font-size:16px';
  field.addEventListener('blur', () => {
    field.remove();
  });
  document.body.append(field);
  field.focus();
};

/** Focuses the field, and answers what was typed before it was there. Signs that are still being chosen are settled by that. */
export const takeTyped = (field: HTMLInputElement): string => {
  const before = document.querySelector<HTMLInputElement>(`input[${MARK}]`);
  field.focus();
  return before?.value ?? '';
};
