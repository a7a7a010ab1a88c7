/** Whether the system takes pictures of a page to send them on with another app: a phone does, on a secure page. */
export const canSend = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([''], 'picture.jpg', { type: 'image/jpeg' })] });

/** A file of the box, and how it is called. */
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

/** Hands files on to another app that the person chooses. @returns false where that could not be; who changes their mind has done nothing wrong */
export const sendFiles = (files: readonly Sent[]): Promise<boolean> =>
  share(async () => ({ files: await Promise.all(files.map(fetched)) }));

/** Whether the system takes an address to send it on. */
export const canSendLink = (): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ url: location.href });

/** Hands an address on to another app, as {@link sendFiles} does files. */
export const sendLink = (url: string): Promise<boolean> => share(() => Promise.resolve({ url }));
