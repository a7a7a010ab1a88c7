import { isTyping } from './takes-keys.ts';

/** What the browser would open in place of the page: files, and addresses of other pages. */
const wouldOpen = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer !== null && ['Files', 'text/uri-list'].some((type) => dataTransfer.types.includes(type));

/** Whether a drag brings files. */
export const bringsFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') === true;

/**
 * Catches every drop that nobody takes: the browser would open it and the page would be gone. The pointer says that it is not
 * taken. An address may still be dropped into a field.
 */
export const catchDrops = (page: Window): void => {
  page.addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !wouldOpen(event) || (!bringsFiles(event) && isTyping(event.target))) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  });
  page.addEventListener('drop', (event) => {
    if (wouldOpen(event) && (bringsFiles(event) || !isTyping(event.target))) event.preventDefault();
  });
};
