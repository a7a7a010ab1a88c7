import { isTyping } from './key-target.ts';

/** Files and links, which the browser would open in place of the page. */
const wouldNavigate = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer !== null && ['Files', 'text/uri-list'].some((type) => dataTransfer.types.includes(type));

/** Returns true when a drag contains files. */
export const hasDraggedFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') === true;

/**
 * Prevents the browser from opening a dropped file or link that no drop target accepts, which would leave the page. The
 * cursor shows that the drop is not allowed. A link may still be dropped into a text field.
 */
export const preventDropNavigation = (page: Window): void => {
  page.addEventListener('dragover', (event) => {
    if (event.defaultPrevented || !wouldNavigate(event) || (!hasDraggedFiles(event) && isTyping(event.target))) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  });
  page.addEventListener('drop', (event) => {
    if (wouldNavigate(event) && (hasDraggedFiles(event) || !isTyping(event.target))) event.preventDefault();
  });
};
