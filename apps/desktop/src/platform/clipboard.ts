const copyBySelection = (text: string): boolean => {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.setAttribute('aria-hidden', 'true');
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const before = document.activeElement;
  document.body.append(area);
  area.select();
  try {
    // The only clipboard access on plain HTTP, where navigator.clipboard is absent.
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
};

/** Writes text to the clipboard, on secure and insecure origins. Returns false when the browser refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  if (window.isSecureContext && 'clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission denied or no focus: copying by selection may still work.
    }
  }
  return copyBySelection(text);
};
