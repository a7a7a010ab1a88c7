/** Whether the system takes pictures of a page to send them on with another app: a phone does, on a secure page. */
export const canSend = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([''], 'picture.jpg', { type: 'image/jpeg' })] });

/** Hands a file on to another app that the person chooses. @returns false where that could not be; who changes their mind has done nothing wrong */
export const sendFile = async (address: string, name: string): Promise<boolean> => {
  try {
    const reply = await fetch(address, { credentials: 'omit', redirect: 'error' });
    if (!reply.ok) return false;
    const bytes = await reply.blob();
    await navigator.share({ files: [new File([bytes], name, { type: bytes.type })] });
    return true;
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError';
  }
};
