const FIELD_ATTRIBUTE = 'data-type-ahead';

/**
 * Focuses a temporary field during the tap that opens a field whose code is still loading: iOS shows its keyboard only
 * for a field focused during the tap, and the typed text would be lost. {@link transferTypedText} transfers it.
 */
export const openKeyboardEarly = (label: string): void => {
  const field = document.createElement('input');
  field.setAttribute(FIELD_ATTRIBUTE, '');
  field.setAttribute('aria-label', label);
  // A font size of 16 px prevents zooming, and the position prevents scrolling.
  field.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;border:0;padding:0;opacity:0;font-size:16px';
  field.addEventListener('blur', () => {
    field.remove();
  });
  document.body.append(field);
  field.focus();
};

/**
 * Focuses the field and returns the text that was typed before it existed. An IME composition is committed by the
 * change of focus.
 */
export const transferTypedText = (field: HTMLInputElement): string => {
  const temporaryField = document.querySelector<HTMLInputElement>(`input[${FIELD_ATTRIBUTE}]`);
  field.focus();
  return temporaryField?.value ?? '';
};
