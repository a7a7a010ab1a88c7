/** Returns true when the system share sheet accepts pictures: on a phone, on a secure page. */
export const canShareFiles = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [new File([''], 'picture.jpg', { type: 'image/jpeg' })] });

/** The URL of a file of the box, and its name. */
interface ShareableFile {
  readonly url: string;
  readonly name: string;
}

const fetchFile = async ({ url, name }: ShareableFile): Promise<File> => {
  const response = await fetch(url, { credentials: 'omit', redirect: 'error' });
  if (!response.ok) throw new Error('no file');
  const bytes = await response.blob();
  return new File([bytes], name, { type: bytes.type });
};

const share = async (loadData: () => Promise<ShareData>): Promise<boolean> => {
  try {
    await navigator.share(await loadData());
    return true;
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError';
  }
};

/**
 * Shares files with another app through the system share sheet. @returns false when sharing failed; true also when the
 * user cancels
 */
export const shareFiles = (files: readonly ShareableFile[]): Promise<boolean> =>
  share(async () => ({ files: await Promise.all(files.map(fetchFile)) }));

/** Returns true when the system share sheet accepts a URL. */
export const canShareLink = (): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ url: location.href });

/** Shares a URL with another app, as {@link shareFiles} does with files. */
export const shareLink = (url: string): Promise<boolean> => share(() => Promise.resolve({ url }));
