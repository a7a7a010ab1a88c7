/** Returns true when the system share sheet accepts pictures: on a phone, on a secure page. */
export const canSend = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([''], 'picture.jpg', { type: 'image/jpeg' })] });

/** The URL of a file of the box, and its name. */
interface Sent {
  readonly address: string;
  readonly name: string;
}

const fetched = async ({ address, name }: Sent): Promise<File> => {
  const reply = await fetch(address, { credentials: 'omit', redirect: 'error' });
  if (!reply.ok) throw new Error('no file');
  const bytes = await reply.blob();
  return new File([bytes], name, { type: bytes.type });
};

const share = async (what: () => Promise<ShareData>): Promise<boolean> => {
  try {
    await navigator.share(await what());
    return true;
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError';
  }
};

/**
 * Shares files with another app through the system share sheet. @returns false when sharing failed; true also when the
 * user cancels
 */
export const sendFiles = (files: readonly Sent[]): Promise<boolean> =>
  share(async () => ({ files: await Promise.all(files.map(fetched)) }));

/** Returns true when the system share sheet accepts a URL. */
export const canSendLink = (): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ url: location.href });

/** Shares a URL with another app, as {@link shareFiles} does with files. */
export const sendLink = (url: string): Promise<boolean> => share(() => Promise.resolve({ url }));
