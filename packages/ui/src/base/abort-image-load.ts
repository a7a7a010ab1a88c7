/**
 * `ref` for an image in a scrolled list: aborts its request when it unmounts before it is loaded. Browsers otherwise
 * keep a detached image alive while its load is pending (a lazy one outside the view: for ever).
 */
export const abortImageLoad = (image: HTMLImageElement) => (): void => {
  image.removeAttribute('src');
};
